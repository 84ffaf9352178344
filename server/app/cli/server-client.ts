import { setTimeout as sleep } from 'node:timers/promises';
import { login } from '../../../contract/auth.ts';
import type { CallOf, Endpoint, ResponseOf } from '../../../contract/endpoint.ts';

/** A verification could not be carried out; the message is a sentence that says why. */
export class CannotVerify extends Error {}

/** A session on a running server. */
export interface ServerClient {
  /** @throws CannotVerify with the server's error, or if it does not answer */
  call<E extends Endpoint>(endpoint: E, call: Partial<CallOf<E>>): Promise<ResponseOf<E>>;
}

/** A client that can also download files as streams. */
export interface FileClient extends ServerClient {
  /** @throws CannotVerify as above; the stream fails if the connection breaks */
  download(endpoint: Endpoint, call: AnyCall): Promise<AsyncIterable<Uint8Array>>;
}

export interface Login {
  /** Base URL, such as `http://localhost:3000`. */
  url: string;
  username: string;
  password: string;
}

/** Milliseconds to wait for a server that is restarting. */
const TIMEOUT = 60_000;

const isUnavailable = (status: number): boolean =>
  status === 502 || status === 503 || status === 504;

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
 * Signs in. Later calls survive a restart of the server and an expired session.
 * @param warn - called once when waiting for the server
 * @throws CannotVerify if no server answers, or it refuses the credentials
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
    const until = Date.now() + TIMEOUT;
    for (let waited = false; ; waited = true) {
      try {
        const answer = await send(endpoint, call);
        // A write is not retried: it may already have been carried out.
        if (!isUnavailable(answer.status) || endpoint.method !== 'GET' || Date.now() > until)
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
