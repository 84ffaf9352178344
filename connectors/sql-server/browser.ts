import { createSocket, type Socket } from 'node:dgram';
import { isIPv6 } from 'node:net';
import { setInterval } from 'node:timers';

export const BROWSER_PORT = 1434;
/** Datagrams get lost; the guard of the connection says when to give up. */
const ASK_AGAIN = 1_000;

/**
 * Asks the SQL Server Browser of a machine where an instance listens (MC-SQLR: SQL Server Resolution Protocol,
 * CLNT_UCAST_INST). Waits until there is an answer, or until what it hands to `hold` is destroyed.
 * @throws Error with `code` ECONNREFUSED where nobody listens, ENOINSTANCE where the answer has no port
 */
export function askForPort(
  address: string,
  instance: string,
  hold: (wire: { destroy(): unknown }) => void,
  browserPort = BROWSER_PORT,
): Promise<number> {
  const socket: Socket = createSocket(isIPv6(address) ? 'udp6' : 'udp4');
  const question = Buffer.from(`\x04${instance}\0`, 'latin1');
  return new Promise<number>((resolve, reject) => {
    const timer = setInterval(() => socket.send(question), ASK_AGAIN);
    let isOpen = true;
    const close = () => {
      clearInterval(timer);
      if (isOpen) socket.close();
      isOpen = false;
    };
    const settle = (error: Error | null, port = 0) => {
      close();
      if (error) reject(error);
      else resolve(port);
    };
    hold({ destroy: () => settle(new Error('The question was given up.')) });
    socket.on('error', (error) => settle(error));
    socket.on('message', (answer) => {
      const port = parseAnswer(answer);
      settle(port ? null : Object.assign(new Error('No TCP port.'), { code: 'ENOINSTANCE' }), port);
    });
    // A connected socket takes answers from nobody else, and hears that nobody listens there.
    socket.connect(browserPort, address, () => socket.send(question));
  });
}

/** `ServerName;A;InstanceName;B;…;tcp;50123;;` behind three bytes; 0 where it names no TCP port. */
function parseAnswer(answer: Buffer): number {
  if (answer[0] !== 5) return 0;
  const parts = answer.toString('latin1', 3).split(';');
  const at = parts.findIndex((part) => part.toLowerCase() === 'tcp');
  const port = at === -1 ? 0 : Number(parts[at + 1]);
  return Number.isInteger(port) && port > 0 && port < 65_536 ? port : 0;
}
