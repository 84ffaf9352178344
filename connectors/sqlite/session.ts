import { message } from '../../contract/messages/message.ts';
import { spawn, type ChildProcess } from 'node:child_process';
import { fileURLToPath, pathToFileURL } from 'node:url';
import {
  type AnswerLimit,
  explainLimitExceeded,
  type Purpose,
} from '../core/connecting/answer-limits.ts';
import type { ConnectionTarget, ConnectOptions, Limits } from '../core/connector.ts';
import { openDriverSession } from '../core/connecting/session.ts';
import type { Cell } from '../core/rows/canonical.ts';
import type { WritingSession } from '../core/calls/rolled-back.ts';
import { engine } from './engine.ts';
import { explainError } from './errors.ts';
import type { Answer, CallColumn, Called, Question } from './reader.ts';
// oxlint-disable-next-line import/default -- the address of the program, not what is in the file
import program from './reader.ts?program';
import type { ScanPlan, ScanResult } from '../core/rows/scan.ts';

/** One file within its limits, opened read-only until a call writes. */
export interface Session extends WritingSession {
  /** The path as the person entered it. */
  path: string;
  /** Rows as arrays. @throws ConnectorError */
  query<Row extends unknown[]>(sql: string, values?: unknown[], purpose?: Purpose): Promise<Row[]>;
  /** Scans the rows of one statement in the process that reads the file. @throws ConnectorError */
  scan(sql: string, plan: ScanPlan): Promise<ScanResult>;
  /**
   * Runs a statement that a person wrote and hands over its result part by part, until no more is wanted.
   * @returns the number of changed rows for a statement without a result set
   * @throws ConnectorError, with SQLite's error as its `cause`
   */
  call(
    sql: string,
    values: (string | null)[],
    take: (part: { columns: CallColumn[] } | { rows: Cell[][] }) => Promise<boolean>,
  ): Promise<number | null>;
  close(): Promise<void>;
}

/**
 * The driver is synchronous: opening a file with 10,000 tables takes at least 0.1 s, a slow disk has no limit, and
 * the file is not trusted. A separate process blocks nobody, can be ended at any time (ending a thread would end the
 * whole server), and holds none of our secrets.
 */
export async function openSession(
  target: ConnectionTarget,
  options: ConnectOptions,
): Promise<Session> {
  const path = target.database;
  const { limits } = options;
  const subject = message('place.file', { engine: engine.name, path });
  const session = await openDriverSession({
    subject,
    options,
    grace: 0,
    translate: (error) => explainError(error, path),
    async connect({ reach, hold }) {
      const reader = startReader(await reach(options.reach.resolveFile(path)), limits);
      hold({ destroy: () => reader.kill('SIGKILL') });
      await ask(reader, { kind: 'rows', sql: 'SELECT count(*) FROM sqlite_schema', values: [] });
      return {
        client: reader,
        cancel: async () => undefined,
        // Closing releases the locks; a reader that hangs is not waited for.
        end: async () => void (await ask(reader, { kind: 'close' })),
      };
    },
  });
  type Ask = (question: Question) => Promise<unknown>;
  const run = <T>(purpose: Purpose, work: (ask: Ask) => Promise<T>): Promise<T> =>
    session.run(purpose, (reader) =>
      work((question) =>
        ask(reader, question).catch((error: unknown) => {
          const limit = error instanceof Error && 'limit' in error && (error.limit as AnswerLimit);
          if (!limit) throw error;
          throw explainLimitExceeded(
            subject,
            purpose,
            limit,
            limit === 'row' ? limits.row : limits.answer,
          );
        }),
      ),
    );
  return {
    path,
    query: (sql, values = [], purpose = 'catalogue') =>
      run(purpose, async (ask) => (await ask({ kind: 'rows', sql, values })) as never),
    scan: (sql, plan) =>
      run('rows', async (ask) => (await ask({ kind: 'scan', sql, plan })) as ScanResult),
    call: (sql, values, take) =>
      run('call', async (ask) => {
        const called = (await ask({ kind: 'call', sql, values })) as Called;
        if ('changed' in called) return called.changed;
        let isWanted = await take(called);
        while (isWanted) {
          const rows = (await ask({ kind: 'next' })) as Cell[][];
          if (rows.length === 0) break;
          isWanted = await take({ rows });
        }
        return null;
      }),
    begin: () => run('call', async (ask) => void (await ask({ kind: 'begin' }))),
    rollBack: () => run('call', async (ask) => void (await ask({ kind: 'rollBack' }))),
    close: () => session.close(),
  };
}

function ask(reader: ChildProcess, question: Question): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const settle = () => {
      reader.off('message', onMessage).off('error', onError).off('exit', onExit);
    };
    const onMessage = (answer: Answer) => {
      settle();
      if ('found' in answer) resolve(answer.found);
      else reject(Object.assign(new Error(answer.message), answer));
    };
    const onError = (error: Error) => {
      settle();
      reject(error);
    };
    const onExit = (_code: number | null, signal: string | null) => {
      // V8 aborts when it runs out of memory.
      const code = signal === 'SIGABRT' ? 'NO_MEMORY' : 'READER_ENDED';
      onError(Object.assign(new Error('The reader has ended.'), { code }));
    };
    reader.on('message', onMessage).on('error', onError).on('exit', onExit);
    reader.send(question, (error) => error && onError(error));
  });
}

function startReader(file: string, { row, answer }: Limits): ChildProcess {
  const reader = spawn(process.execPath, ['--max-old-space-size=1024', fileURLToPath(program)], {
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    serialization: 'advanced',
    env: {
      LIMITS: JSON.stringify({ row, answer }),
      FILE: pathToFileURL(file).href,
    },
  });
  reader.on('error', () => undefined);
  reader.unref();
  return reader;
}
