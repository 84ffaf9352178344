import { message as sentence } from '../../contract/messages/message.ts';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { Worker } from 'node:worker_threads';
import type { Connect } from '../core/connector.ts';
import { ConnectorError } from '../core/errors.ts';
import { openFrames } from './frames.ts';
import { type Message, type Peer, createPeer } from './peer.ts';

/** What goes through the stream: a message of one of the connections, or its end; LIFE and its echo. */
export type Frame = [connection: number, message: Message | null];

/** No connection: who gets this sends it back, as a sign of life. */
export const LIFE = 0;

/** Opens connections for the process at the other end of the stream. */
function serveConnections(stream: Duplex, connect: Connect): void {
  const peers = new Map<number, Peer>();
  const send = openFrames(
    stream,
    (frame) => {
      const [connection, message] = frame as Frame;
      if (connection === LIFE) return send(frame);
      if (message === null) {
        peers
          .get(connection)
          ?.end(
            new ConnectorError(
              'cancelled',
              sentence('network.connectionClosed', { server: sentence('place.theDatabase') }),
            ),
          );
        peers.delete(connection);
        return;
      }
      let peer = peers.get(connection);
      if (!peer) {
        peer = createPeer((answer) => send([connection, answer] satisfies Frame));
        peer.offer(connect as (...args: unknown[]) => unknown);
        peers.set(connection, peer);
      }
      peer.take(message);
    },
    () => stream.destroy(),
  );
}

/** Work that lets nothing else have a turn would not see the stream close. */
const WATCH = `
const { workerData: parent } = require('node:worker_threads');
setInterval(() => process.ppid === parent || process.kill(-process.pid, 'SIGKILL'), 1_000);
`;

/**
 * What a process does that a `Processes` has started: it talks to databases for the server, and ends with it, however
 * that has ended, together with what drivers have started. Signals for the server are not for it.
 */
export function serveProcess(connect: Connect): void {
  const stream = new Socket({ fd: 3, readable: true, writable: true });
  stream.on('error', () => undefined);
  stream.on('close', () => process.kill(-process.pid, 'SIGKILL'));
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const)
    process.on(signal, () => undefined);
  serveConnections(stream, connect);
  // The parent may be gone by the time that the thread runs.
  const workerData = process.ppid;
  new Worker(WATCH, {
    eval: true,
    workerData,
    resourceLimits: { maxOldGenerationSizeMb: 8 },
  }).unref();
}
