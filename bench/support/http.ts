import { Agent, request } from 'node:http';

/** A signed-in user with keep-alive connections. Bodies are not parsed, as that would delay what is measured. */
export interface Caller {
  /** @returns the raw bytes of the response */
  call(method: string, path: string, body?: Buffer | object): Promise<Buffer>;
  /** Receives server-sent events. @returns a function that stops listening */
  listen(path: string, onEvent: () => void): () => void;
  read<T>(method: string, path: string, body?: object): Promise<T>;
}

export async function signIn(origin: string, username: string, password: string): Promise<Caller> {
  const agent = new Agent({ keepAlive: true, maxSockets: 64 });
  let cookie = '';
  const send = (
    method: string,
    path: string,
    body: Buffer | object | undefined,
    take: (data: Buffer) => void,
  ) =>
    new Promise<void>((resolve, reject) => {
      const payload =
        body === undefined
          ? null
          : Buffer.isBuffer(body)
            ? body
            : Buffer.from(JSON.stringify(body));
      const headers = {
        ...(cookie && { cookie }),
        ...(payload && {
          'content-type': 'application/json',
          'content-length': payload.byteLength,
        }),
      };
      const outgoing = request(`${origin}${path}`, { method, agent, headers }, (answer) => {
        const set = answer.headers['set-cookie']?.[0];
        if (set) cookie = set.split(';')[0]!;
        const problem: Buffer[] = [];
        const failed = (answer.statusCode ?? 500) >= 300;
        answer.on('data', (data: Buffer) => (failed ? problem.push(data) : take(data)));
        answer.once('error', reject);
        answer.once('end', () =>
          failed
            ? reject(
                new Error(
                  `${method} ${path}: ${answer.statusCode} ${Buffer.concat(problem).toString()}`,
                ),
              )
            : resolve(),
        );
      });
      outgoing.once('error', reject);
      outgoing.end(payload ?? undefined);
    });
  const call: Caller['call'] = async (method, path, body) => {
    const chunks: Buffer[] = [];
    await send(method, path, body, (data) => chunks.push(data));
    return Buffer.concat(chunks);
  };
  const caller: Caller = {
    call,
    listen(path, onEvent) {
      const outgoing = request(
        `${origin}${path}`,
        { agent: false, headers: { cookie } },
        (answer) => {
          answer.on('data', (data: Buffer) => data.includes('data: ') && onEvent());
          answer.once('error', () => undefined);
        },
      );
      // Stopping the stream breaks the connection.
      outgoing.once('error', () => undefined);
      outgoing.end();
      return () => void outgoing.destroy();
    },
    read: async (method, path, body) => JSON.parse((await call(method, path, body)).toString()),
  };
  await caller.call('POST', '/api/auth/login', { username, password });
  return caller;
}
