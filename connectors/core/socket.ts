import { Socket } from 'node:net';

/**
 * A socket that looks at the first answer and calls `onWrong` when it is not one that the engine would
 * give: drivers wait for the rest of a message that never comes.
 */
export function createProbingSocket(
  isFirstAnswer: (bytes: Buffer) => boolean,
  onWrong: (socket: Socket) => void,
): Socket {
  const socket = new Socket();
  socket.prependOnceListener('data', (bytes: Buffer) => {
    if (!isFirstAnswer(bytes)) onWrong(socket);
  });
  return socket;
}
