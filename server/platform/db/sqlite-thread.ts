import type { MessagePort, Worker } from 'node:worker_threads';
import {
  type Handle,
  type HandleAccess,
  type Statement,
  type StatementResult,
  openHandle,
} from './sqlite-handle.ts';

/** The workerData of the thread. */
export interface SqliteThreadData {
  file: string;
  access: HandleAccess;
}

/** Error code of a stopped thread: the store is unavailable until the program is restarted. */
export const THREAD_STOPPED = 'STORE_THREAD_STOPPED';

/** Starts the thread of one connection. */
export type StartSqliteThread = (data: SqliteThreadData) => Worker;

type Request =
  | { id: number; kind: 'run'; statement: Statement }
  | { id: number; kind: 'exec'; statement: string }
  | { id: number; kind: 'close' };
type PackedResult = Omit<StatementResult, 'rows'> & { rows: PackedRows };
type Answer =
  | { id: number; result: PackedResult | null }
  | { id: number; error: { message: string; code: string | undefined } };

/** One flat list of values, row after row: as objects, 100,000 rows would be slow to copy between threads. */
interface PackedRows {
  columns: string[];
  count: number;
  values: unknown[];
}

function packRows(rows: unknown[]): PackedRows {
  const columns = Object.keys((rows[0] ?? {}) as object);
  const values: unknown[] = [];
  for (const row of rows as Record<string, unknown>[])
    for (const column of columns) values.push(row[column]);
  return { columns, count: rows.length, values };
}

function unpackRows({ columns, count, values }: PackedRows): unknown[] {
  return Array.from({ length: count }, (_, index) => {
    const row: Record<string, unknown> = {};
    let place = index * columns.length;
    for (const column of columns) {
      row[column] = values[place];
      place += 1;
    }
    return row;
  });
}

/** A connection in a thread of its own, so that a long statement or a sync to disk blocks nobody else. */
export function openThreadHandle(worker: Worker): Handle {
  const pending = new Map<number, { resolve(result: unknown): void; reject(error: Error): void }>();
  const exited = new Promise<void>((resolve) => worker.once('exit', () => resolve()));
  let lastId = 0;
  let stopped: Error | null = null;
  worker.unref();

  worker.on('message', (answer: Answer) => {
    const waiting = pending.get(answer.id);
    pending.delete(answer.id);
    if (pending.size === 0) worker.unref();
    if ('result' in answer) {
      const { result } = answer;
      waiting?.resolve(result && { ...result, rows: unpackRows(result.rows) });
    } else
      waiting?.reject(Object.assign(new Error(answer.error.message), { code: answer.error.code }));
  });
  const fail = (cause?: Error): void => {
    stopped ??= Object.assign(new Error('The thread of the store stopped.', { cause }), {
      code: THREAD_STOPPED,
    });
    // Pending calls get the cause; later ones, that the thread has stopped.
    for (const waiting of pending.values()) waiting.reject(cause ?? stopped);
    pending.clear();
  };
  worker.on('error', fail);
  worker.on('exit', () => fail());

  const ask = <T>(request: Omit<Request, 'id'>): Promise<T> =>
    new Promise((resolve, reject) => {
      // Nobody would answer.
      if (stopped) return reject(stopped);
      const id = (lastId += 1);
      // Keeps the process alive while an answer is pending, but not for an idle thread.
      worker.ref();
      pending.set(id, { resolve: resolve as (result: unknown) => void, reject });
      worker.postMessage({ ...request, id });
    });

  return {
    run: ({ sql, parameters }) =>
      ask<StatementResult>({ kind: 'run', statement: { sql, parameters } } as Omit<Request, 'id'>),
    exec: (statement) => ask<void>({ kind: 'exec', statement } as Omit<Request, 'id'>),
    async close() {
      if (stopped) return exited;
      await ask<void>({ kind: 'close' });
      worker.ref();
      await exited;
    },
  };
}

/** The thread's side: runs statements one after the other. */
export function serveSqlite(port: MessagePort, { file, access }: SqliteThreadData): void {
  // Opened by the first request, so that its sender gets the error if that fails.
  let opened: Handle | null = null;
  const carryOut = (request: Request): PackedResult | null => {
    if (request.kind === 'close') {
      void opened?.close();
      return null;
    }
    const handle = (opened ??= openHandle(file, access));
    if (request.kind === 'run') {
      const { rows, ...counts } = handle.run(request.statement) as StatementResult;
      return { ...counts, rows: packRows(rows) };
    }
    void handle.exec(request.statement);
    return null;
  };
  port.on('message', (request: Request) => {
    try {
      port.postMessage({ id: request.id, result: carryOut(request) } satisfies Answer);
    } catch (error) {
      const { message, code } = error as Error & { code?: string };
      port.postMessage({ id: request.id, error: { message, code } } satisfies Answer);
    }
    if (request.kind === 'close') port.close();
  });
}
