import { setTimeout as sleep } from 'node:timers/promises';
import { login } from '../../contract/auth.ts';
import type { CallOf, Endpoint, ResponseOf } from '../../contract/endpoint.ts';

/** Why a verification could not be carried out, a sentence. */
export class CannotVerify extends Error {}

/** A running server, signed in to. */
export interface ServerClient {
  /** @throws CannotVerify with what the server says, or that it does not answer */
  call<E extends Endpoint>(endpoint: E, call: Partial<CallOf<E>>): Promise<ResponseOf<E>>;
}

/** One that also takes files, as they arrive. */
export interface FileClient extends ServerClient {
  /** @throws CannotVerify as above; the bytes end with an error where the connection does */
  download(endpoint: Endpoint, call: AnyCall): Promise<AsyncIterable<Uint8Array>>;
}

export interface Login {
  /** Such as `http://localhost:3000`. */
  url: string;
  username: string;
  password: string;
}

/** A server that is started again is waited for this long. Milliseconds. */
const PATIENCE = 60_000;

const isAway = (status: number): boolean => status === 502 || status === 503 || status === 504;

interface AnyCall {
  params?: unknown;
  query?: unknown;
  body?: unknown;
}

function addressOf(url: string, endpoint: Endpoint, call: AnyCall): string {
  const path = endpoint.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String((call.params as Record<string, unknown>)[name])),
  );
  const query = new URLSearchParams((call.query ?? {}) as Record<string, string>).toString();
  return `${url.replace(/\/+$/, '')}${path}${query && `?${query}`}`;
}

async function readProblem(answer: Response): Promise<string> {
  const problem = (await answer.json().catch(() => null)) as { detail?: string } | null;
  return problem?.detail ?? `The server responded with status ${answer.status}.`;
}

/**
 * Signs in. Later calls outlive a restart of the server, and the end of the session.
 * @param warn - called once when the server is waited for
 * @throws CannotVerify where there is no server, or it refuses name and password
 */
export async function signIn(
  { url, username, password }: Login,
  warn: (sentence: string) => void,
): Promise<FileClient> {
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
    throw new CannotVerify(`SERVER_URL must be an address such as http://localhost:3000: ${url}`);
  let cookie = '';

  const send = async (endpoint: Endpoint, call: AnyCall): Promise<Response> => {
    try {
      return await fetch(addressOf(url, endpoint, call), {
        method: endpoint.method,
        headers: { cookie, ...(call.body !== undefined && { 'content-type': 'application/json' }) },
        ...(call.body !== undefined && { body: JSON.stringify(call.body) }),
      });
    } catch (error) {
      throw new CannotVerify(`There is no server at ${url}. Start it, or set SERVER_URL.`, {
        cause: error,
      });
    }
  };
  const renewSession = async (): Promise<void> => {
    const answer = await send(login, { body: { username, password } });
    if (!answer.ok) throw new CannotVerify(`Signing in failed: ${await readProblem(answer)}`);
    cookie = answer.headers.get('set-cookie')?.split(';')[0] ?? '';
  };
  const sendPatiently: typeof send = async (endpoint, call) => {
    const until = Date.now() + PATIENCE;
    for (let waited = false; ; waited = true) {
      try {
        const answer = await send(endpoint, call);
        // What changes something is not sent twice: nobody knows whether it was carried out.
        if (!isAway(answer.status) || endpoint.method !== 'GET' || Date.now() > until)
          return answer;
      } catch (error) {
        if (endpoint.method !== 'GET' || Date.now() > until) throw error;
      }
      if (!waited) warn('The server is not responding; waiting for up to a minute.');
      await sleep(1_000);
    }
  };

  const sendSignedIn: typeof send = async (endpoint, call) => {
    let answer = await sendPatiently(endpoint, call);
    if (answer.status === 401) {
      await renewSession();
      answer = await sendPatiently(endpoint, call);
    }
    if (!answer.ok) throw new CannotVerify(await readProblem(answer));
    return answer;
  };

  await renewSession();
  return {
    async download(endpoint, call) {
      const { body } = await sendSignedIn(endpoint, call);
      return body as AsyncIterable<Uint8Array>;
    },
    async call(endpoint, call) {
      const answer = await sendSignedIn(endpoint, call);
      const read = endpoint.response.safeParse(await answer.json().catch(() => null));
      if (!read.success)
        throw new CannotVerify(
          `The server at ${url} sent an unexpected response. Check that it has the same version as this command.`,
        );
      return read.data as never;
    },
  };
}
