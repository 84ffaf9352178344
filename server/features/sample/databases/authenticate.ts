import type { Socket } from 'node:net';
import { PASSWORD_REQUEST, readMessage, readOpening, writeError } from './postgres-wire.ts';

export interface Admission {
  user: string;
  database: string;
  isPassword(given: string): boolean;
}

export interface Guest {
  socket: Socket;
  startup: Buffer;
  /** Bytes that the client sent after its password. */
  rest: Buffer;
}

const TIMEOUT_MS = 10_000;
const MAX_MESSAGE = 20_000;

/**
 * Authenticates a client before any database runs. Afterwards the socket is paused, and the result contains all bytes
 * read so far. Null: the client was refused.
 */
export function authenticate(socket: Socket, admission: Admission): Promise<Guest | null> {
  return new Promise((resolve) => {
    let data = Buffer.alloc(0);
    let startup: Buffer | null = null;
    let user = '';

    const finish = (guest: Guest | null) => {
      socket.pause();
      socket.off('data', receive).off('close', sendAway).off('timeout', sendAway);
      socket.setTimeout(0);
      if (!guest) socket.destroySoon();
      resolve(guest);
    };
    const sendAway = () => finish(null);
    const refuse = (code: string, message: string) => {
      socket.write(writeError(code, message));
      finish(null);
    };

    function receiveOpening() {
      const opening = readOpening(data);
      if (opening.kind === 'unwanted') return finish(null);
      if (opening.kind === 'encryption') {
        socket.write('N');
        data = data.subarray(opening.length);
        return receiveOpening();
      }
      if (opening.kind === 'incomplete') return undefined;
      if (opening.database !== admission.database) {
        return refuse('3D000', `database "${opening.database}" does not exist`);
      }
      startup = opening.message;
      user = opening.user;
      data = data.subarray(startup.length);
      socket.write(PASSWORD_REQUEST);
    }

    function receive(chunk: Buffer) {
      data = Buffer.concat([data, chunk]);
      if (data.length > MAX_MESSAGE) return finish(null);
      if (!startup) return receiveOpening();
      const message = readMessage(data);
      if (!message) return undefined;
      const password = message.body.toString('utf8').replace(/\0$/, '');
      if (message.type !== 'p' || user !== admission.user || !admission.isPassword(password)) {
        return refuse('28P01', `password authentication failed for user "${user}"`);
      }
      return finish({ socket, startup, rest: data.subarray(message.whole.length) });
    }

    socket.setTimeout(TIMEOUT_MS, sendAway);
    socket.on('error', () => socket.destroy());
    socket.on('data', receive);
    socket.once('close', sendAway);
  });
}
