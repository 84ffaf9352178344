import type { CallOf, Endpoint, ResponseOf } from '../../contract/endpoint.ts';
import { login, type SessionUser } from '../../contract/auth.ts';

type Part<E extends Endpoint, K extends 'params' | 'body'> = K extends keyof E
  ? { [P in K]: CallOf<E>[P] }
  : unknown;

/** Somebody who is signed in and speaks to the server without a browser. */
export interface Client {
  user: SessionUser;
  /** Of the session, as a browser keeps it. */
  cookie: { name: string; value: string };
  call<const E extends Endpoint>(
    endpoint: E,
    input: Part<E, 'params'> & Part<E, 'body'>,
  ): Promise<ResponseOf<E>>;
}

interface Request {
  params?: Record<string, unknown>;
  body?: unknown;
}

async function send(
  url: string,
  endpoint: Endpoint,
  { params, body }: Request,
  cookie?: string,
): Promise<Response> {
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => String(params?.[name]));
  const answer = await fetch(`${url}${path}`, {
    method: endpoint.method,
    headers: {
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(cookie && { cookie }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  return answer;
}

export async function connect(url: string, username: string, password: string): Promise<Client> {
  const body = { username, password, login_time: new Date().toISOString() };
  const answer = await send(url, login, { body });
  const [name = '', value = ''] = (answer.headers.getSetCookie()[0] ?? '')
    .split(';')[0]!
    .split('=');
  return {
    user: (await answer.json()) as SessionUser,
    cookie: { name, value },
    async call(endpoint, input) {
      const answered = await send(url, endpoint, input as Request, `${name}=${value}`);
      const text = await answered.text();
      return text === '' ? undefined : JSON.parse(text);
    },
  };
}
