import { spawn, type ChildProcess } from 'node:child_process';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import type { ConnectionTarget, ConnectOptions } from '../core/connector.ts';
import { createGuard } from '../core/guard.ts';
import { explainError } from './errors.ts';
import { READER } from './reader.ts';

/** One file, opened for reading only, within its limits. */
export interface Session {
  /** As the person entered it. */
  path: string;
  /** Rows as arrays. @throws ConnectorError */
  query<Row extends unknown[]>(sql: string, values?: unknown[]): Promise<Row[]>;
  close(): Promise<void>;
}

type Answer = { rows: unknown[][] } | { code: string; message: string };

/**
 * The driver answers only when it is done: opening a file with 10,000 tables takes 0.1 s and more, a slow disk
 * has no limit at all, and the file is somebody else's. In a process of its own nobody waits, it can be ended at
 * any time (a thread cannot: the driver would end the whole server with it), and it holds none of our secrets.
 */
export async function openSession(
  target: ConnectionTarget,
  options: ConnectOptions,
): Promise<Session> {
  const path = target.database;
  let reader: ChildProcess | null = null;
  let closed = false;

  const guard = createGuard({
    subject: `The SQLite file ${path}`,
    limits: options.limits,
    signal: options.signal,
    grace: 0,
    translate: (error) => explainError(error, path),
    stop: () => void reader?.kill('SIGKILL'),
  });

  const ask = (message: unknown): Promise<unknown[][]> =>
    new Promise((resolve, reject) => {
      if (!reader || closed) return reject(new Error('The file is closed.'));
      const answering = reader;
      const settle = () => {
        answering.off('message', onMessage).off('error', onError).off('exit', onExit);
      };
      const onMessage = (answer: Answer) => {
        settle();
        if ('rows' in answer) resolve(answer.rows);
        else reject(Object.assign(new Error(answer.message), { code: answer.code }));
      };
      const onError = (error: Error) => {
        settle();
        reject(error);
      };
      const onExit = () => onError(new Error('The reader has ended.'));
      answering.on('message', onMessage).on('error', onError).on('exit', onExit);
      answering.send(message as object, (error) => error && onError(error));
    });

  const close = async () => {
    guard.end();
    if (closed) return;
    // Closing properly lets go of the locks; a reader that hangs is not waited for.
    const closing = ask({ close: true }).catch(() => undefined);
    closed = true;
    await Promise.race([closing, new Promise((resolve) => setTimeout(resolve, 1_000).unref())]);
    reader?.kill('SIGKILL');
  };

  try {
    await guard.run('connect', async () => {
      const file = await options.reach.resolveFile(path);
      guard.check();
      reader = startReader(file);
      await ask({ sql: 'SELECT count(*) FROM sqlite_schema', values: [] });
    });
    const query = async <Row extends unknown[]>(
      sql: string,
      values: unknown[] = [],
    ): Promise<Row[]> => guard.run('statement', async () => (await ask({ sql, values })) as Row[]);
    return { path, query, close };
  } catch (error) {
    await close();
    throw error;
  }
}

function startReader(file: string): ChildProcess {
  const reader = spawn(process.execPath, ['-e', READER], {
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    serialization: 'advanced',
    env: {
      DRIVER: createRequire(import.meta.url).resolve('libsql'),
      // The driver has no read-only option that works; the address of the file has.
      ADDRESS: `${pathToFileURL(file).href}?mode=ro`,
    },
  });
  reader.on('error', () => undefined);
  reader.unref();
  return reader;
}
