import { createSocket } from 'node:dgram';
import { isIPv6 } from 'node:net';

export const BROWSER_PORT = 1434;
/** Attempts, because datagrams may be lost. */
const QUESTIONS = 3;
const TIMEOUT = 1_000;

/**
 * Asks a machine's SQL Server Browser for the port of an instance (MC-SQLR: SQL Server Resolution Protocol,
 * CLNT_UCAST_INST). It does not answer for an unknown instance.
 * @throws Error, with `code` ENOTCP if the instance does not listen for TCP
 */
export function askForPort(
  address: string,
  instance: string,
  hold: (wire: { destroy(): unknown }) => void,
): Promise<number> {
  const socket = createSocket(isIPv6(address) ? 'udp6' : 'udp4');
  const question = Buffer.from(`\x04${instance}\0`, 'latin1');
  const answer = new Promise<number>((resolve, reject) => {
    let asked = 0;
    const ask = () => {
      if (asked === QUESTIONS) return reject(new Error('Nobody answers.'));
      asked += 1;
      socket.send(question);
      timer = setTimeout(ask, TIMEOUT);
    };
    let timer: NodeJS.Timeout;
    socket.on('error', reject);
    socket.on('close', () => {
      clearTimeout(timer);
      reject(new Error('The question was given up.'));
    });
    socket.on('message', (said) => {
      const port = parseAnswer(said);
      if (port > 0) resolve(port);
      else reject(Object.assign(new Error('No TCP port.'), { code: 'ENOTCP' }));
    });
    // A connected socket only receives datagrams from this server, and reports that nobody listens
    // there.
    socket.connect(BROWSER_PORT, address, ask);
  });
  let isOpen = true;
  const close = () => {
    if (isOpen) socket.close();
    isOpen = false;
  };
  hold({ destroy: close });
  return answer.finally(close);
}

/** Parses `ServerName;A;InstanceName;B;…;tcp;50123;;` after three bytes; 0 if it has no TCP port. */
function parseAnswer(answer: Buffer): number {
  if (answer[0] !== 5) return 0;
  const parts = answer.toString('latin1', 3).split(';');
  const at = parts.findIndex((part) => part.toLowerCase() === 'tcp');
  const port = at === -1 ? 0 : Number(parts[at + 1]);
  return Number.isInteger(port) && port > 0 && port < 65_536 ? port : 0;
}
