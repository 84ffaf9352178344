import type { MessagePort, Worker } from 'node:worker_threads';
import {
  type Handle,
  type HandleAccess,
  type Statement,
  type StatementResult,
  openHandle,
} from './sqlite-handle.ts';

/** What a thread is started with, as its workerData. */
export interface SqliteThreadData {
  file: string;
  access: HandleAccess;
}

/** Code of the error when the thread has stopped: the store is out of reach until a new start. */
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

/** One list of plain values, row after row: 100,000 rows that were objects would be 100,000 things to copy. */
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

/** A connection in a thread of its own: a long statement or a sync to disk blocks nobody else. */
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
    // Whoever waits gets the reason; whoever comes later, that there is no thread.
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
      // The process waits for an answer, but never for an idle thread.
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

/** The thread's side: carries out statements one after the other. */
export function serveSqlite(port: MessagePort, { file, access }: SqliteThreadData): void {
  // Opened by the first request: whoever asks gets the reason where it cannot be.
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
