import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** What a server does to whoever asks it for rows, each without end. */
export const BEHAVIOURS = [
  /** Small rows. */
  'endless rows',
  /** Rows of a hundred values of 100 kB each. */
  'huge rows',
  /** Rows of one value of 20 MB. */
  'huge values',
  /** One value whose length is said to be 2 GB. */
  'false length',
  /** Descriptions of columns, and never a row. */
  'million columns',
  /** Notices, or where the protocol has none, results without rows. */
  'endless notices',
  /** Errors instead of an answer, or one error of 50 MB. */
  'endless errors',
  /** Small rows, one byte in 20 ms. */
  'slow drip',
  /** What is said before anybody has signed in. */
  'endless greeting',
] as const;
export type Behaviour = (typeof BEHAVIOURS)[number];

/** Sends pieces without end, until the client has gone. */
export type Pour = (next: () => Buffer) => void;

/** How a protocol says it. */
export interface Wire {
  /** Speaks with one client: settings are answered as they should be, and statements that ask for rows are not. */
  serve(socket: Socket, behaviour: Behaviour, pour: Pour, onCancel: () => void): void;
}

export const pourInto =
  (socket: Socket, behaviour: Behaviour): Pour =>
  (next) =>
    void (behaviour === 'slow drip' ? drip(socket, next()) : flood(socket, next));

async function flood(socket: Socket, next: () => Buffer): Promise<void> {
  const gone = new Promise((resolve) => socket.once('close', resolve));
  while (!socket.destroyed) {
    const room = new Promise((resolve) => socket.once('drain', resolve));
    if (!socket.write(next())) await Promise.race([room, gone]);
    socket.removeAllListeners('drain');
    await sleep(0);
  }
}

async function drip(socket: Socket, bytes: Buffer): Promise<void> {
  for (let at = 0; !socket.destroyed; at = (at + 1) % bytes.length) {
    socket.write(bytes.subarray(at, at + 1));
    await sleep(20);
  }
}
