import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** The built server as a process of its own. */
export interface RunningServer {
  /** Such as `http://localhost:43211`. */
  origin: string;
  child: ChildProcess;
  /** Everything that it has printed. */
  output(): string;
  /** Sends a signal and waits for the end. @returns the exit code, or the signal that ended it */
  end(signal: 'SIGTERM' | 'SIGKILL'): Promise<number | NodeJS.Signals>;
  /** Resident memory in MB, now. */
  memory(): number;
}

const READY = /is ready: (http:\S+)/;

/**
 * Starts the server on a free port and waits until it says that it is ready.
 * @param main path of the built program
 * @throws Error with what it printed, when it ends instead
 */
export async function startServer(
  main: string,
  env: Record<string, string>,
): Promise<RunningServer> {
  const child = spawn(process.execPath, [main], {
    env: { PATH: process.env['PATH'] ?? '', PORT: '0', LOG_LEVEL: 'warn', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let printed = '';
  const ended = new Promise<number | NodeJS.Signals>((resolve) => {
    child.once('exit', (code, signal) => resolve(code ?? signal ?? 'SIGKILL'));
  });
  const ready = new Promise<string>((resolve) => {
    const read = (data: Buffer) => {
      printed += data.toString();
      const origin = READY.exec(printed)?.[1];
      if (origin) resolve(origin.replace('localhost', '127.0.0.1'));
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
  });
  const origin = await Promise.race([ready, ended.then(() => null)]);
  if (origin === null) throw new Error(`The server did not start:\n${printed}`);
  return {
    origin,
    child,
    output: () => printed,
    async end(signal) {
      child.kill(signal);
      return ended;
    },
    memory: () =>
      Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1]) / 1024,
  };
}

/** @returns the session's cookie, which outlasts the process that gave it */
export async function signIn(
  { origin }: RunningServer,
  account: { username: string; password: string },
): Promise<string> {
  const answer = await fetch(`${origin}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(account),
  });
  return answer.headers.get('set-cookie')!.split(';')[0]!;
}

/** Calls a server in a session. @param body - as JSON; a text is sent as it is */
export const send = (
  { origin }: RunningServer,
  cookie: string,
  method: string,
  path: string,
  body?: unknown,
): Promise<Response> =>
  fetch(`${origin}${path}`, {
    method,
    headers: { cookie, ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });

/** @throws Error with what was answered, unless it went well */
export async function call<T>(...sent: Parameters<typeof send>): Promise<T> {
  const answer = await send(...sent);
  if (!answer.ok) throw new Error(`${sent[2]} ${sent[3]}: ${answer.status} ${await answer.text()}`);
  return (await answer.json()) as T;
}
