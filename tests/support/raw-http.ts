import { connect } from 'node:net';

export interface RawAnswer {
  status: number;
  /** Names in lower case. */
  headers: Record<string, string>;
  body: string;
}

const latin1 = (bytes: Buffer): string => bytes.toString('latin1');

/**
 * Sends bytes as they are and reads until the server closes: what clients of good manners cannot send.
 * @param origin such as `http://127.0.0.1:3000`
 * @param head request line and headers, without the blank line; `Connection: close` is added
 */
export function sendRaw(
  origin: string,
  head: string[],
  body: Buffer | string = '',
): Promise<RawAnswer> {
  const { hostname, port } = new URL(origin);
  const payload = Buffer.from(body);
  const lines = [...head, 'Connection: close', `Content-Length: ${payload.byteLength}`];
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const socket = connect(Number(port), hostname, () => {
      socket.write(
        Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), payload]),
      );
    });
    const finish = () => {
      const text = latin1(Buffer.concat(chunks));
      const end = text.indexOf('\r\n\r\n');
      if (end === -1) return reject(new Error(`The server sent no answer: ${text}`));
      const [statusLine = '', ...headerLines] = text.slice(0, end).split('\r\n');
      resolve({
        status: Number(statusLine.split(' ')[1]),
        headers: Object.fromEntries(
          headerLines.map((line) => {
            const colon = line.indexOf(':');
            return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
          }),
        ),
        body: text.slice(end + 4),
      });
    };
    socket.on('data', (data) => chunks.push(data));
    socket.once('close', finish);
    // A server that refuses a large body closes before all is written; its answer has come by then.
    socket.once('error', (error) => chunks.length === 0 && reject(error));
  });
}
