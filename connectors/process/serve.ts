import { message as sentence } from '../../contract/messages/message.ts';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { Worker } from 'node:worker_threads';
import type { Connect } from '../core/connector.ts';
import { ConnectorError } from '../core/errors.ts';
import { openFrames } from './frames.ts';
import { type Message, type Peer, createPeer } from './peer.ts';

/** A message of one connection, or null for its end; or LIFE and its echo. */
export type Frame = [connection: number, message: Message | null];

/** Not a connection: the receiver echoes it as a sign of life. */
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

/** Runs in a thread, because a blocked main thread would not notice the stream closing. */
const WATCH = `
const { workerData: parent } = require('node:worker_threads');
setInterval(() => process.ppid === parent || process.kill(-process.pid, 'SIGKILL'), 1_000);
`;

/**
 * The program of a process that `Processes` starts: it connects to databases for the server, and ends when the server
 * ends, however that happens, together with processes that drivers have started. It ignores signals meant for the
 * server.
 */
export function serveProcess(connect: Connect): void {
  const stream = new Socket({ fd: 3, readable: true, writable: true });
  stream.on('error', () => undefined);
  stream.on('close', () => process.kill(-process.pid, 'SIGKILL'));
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const)
    process.on(signal, () => undefined);
  serveConnections(stream, connect);
  // The parent may have ended before the thread runs.
  const workerData = process.ppid;
  new Worker(WATCH, {
    eval: true,
    workerData,
    resourceLimits: { maxOldGenerationSizeMb: 8 },
  }).unref();
}
