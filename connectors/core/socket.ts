import { Socket } from 'node:net';
import { WrongProtocolError } from './network-errors.ts';

/**
 * A socket that destroys itself with a WrongProtocolError when the first answer is not one that
 * the engine would give; drivers wait for the rest of a message that never comes.
 */
export function createProbingSocket(isFirstAnswer: (bytes: Buffer) => boolean): Socket {
  const socket = new Socket();
  socket.prependOnceListener('data', (bytes: Buffer) => {
    if (!isFirstAnswer(bytes)) socket.destroy(new WrongProtocolError('Not the expected protocol'));
  });
  return socket;
}
