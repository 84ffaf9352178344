import { type RequestOptions, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP } from 'node:net';

interface Outgoing {
  url: URL;
  /** Resolves the host to an address. @throws if it must not be called */
  resolve: (host: string, port: number) => Promise<string>;
  headers: Readonly<Record<string, string | number>>;
  body: string | Uint8Array;
  /** Most bytes read of an answer. */
  mostBytes: number;
  signal: AbortSignal;
}

interface Answered {
  /** Redirects are not followed: they count as an answer. */
  code: number;
  type: string;
  body: Buffer;
  /** Whether the answer was longer than that. */
  cut: boolean;
}

/** The destination of a URL: a host name, or an address without brackets, and a port. */
export const serverOf = ({ hostname, port, protocol }: URL): { host: string; port: number } => ({
  host: hostname.replace(/^\[(.*)\]$/, '$1'),
  port: Number(port) || (protocol === 'https:' ? 443 : 80),
});

/**
 * Posts a body to an external address. Its host is resolved once; the user name and password in the URL are not sent.
 */
export async function post({
  url,
  resolve: look,
  headers,
  body,
  ...limits
}: Outgoing): Promise<Answered> {
  const secure = url.protocol === 'https:';
  const { host, port } = serverOf(url);
  const to: RequestOptions = {
    // Connects to the checked address, because the name could resolve to another one by now.
    host: await look(host, port),
    port,
    ...(isIP(host) === 0 && { servername: host }),
    headers: {
      host: url.host,
      'content-length': Buffer.byteLength(body),
      'user-agent': 'db-migration-utility',
      ...headers,
    },
    method: 'POST',
    path: `${url.pathname}${url.search}`,
    agent: false,
    signal: limits.signal,
  };
  return new Promise((resolve, reject) => {
    const sending = (secure ? requestHttps : requestHttp)(to, (answer) => {
      const read: Buffer[] = [];
      let bytes = 0;
      answer.on('data', (block: Buffer) => {
        read.push(block);
        bytes += block.length;
        if (bytes > limits.mostBytes) answer.destroy();
      });
      answer.on('error', reject);
      answer.on('close', () =>
        resolve({
          code: answer.statusCode ?? 0,
          type: answer.headers['content-type'] ?? '',
          body: Buffer.concat(read),
          cut: bytes > limits.mostBytes || !answer.complete,
        }),
      );
    });
    sending.on('error', reject);
    sending.end(body);
  });
}
