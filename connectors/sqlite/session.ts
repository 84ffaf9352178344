import { message } from '../../contract/messages/message.ts';
import { spawn, type ChildProcess } from 'node:child_process';
import { Socket } from 'node:net';
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
      const reader = openReader(await reach(options.reach.resolveFile(path)), limits);
      hold({ destroy: () => reader.kill() });
      await reader.ask({ kind: 'rows', sql: 'SELECT count(*) FROM sqlite_schema', values: [] });
      return {
        client: reader,
        cancel: async () => undefined,
        // Closing releases the locks; a reader that hangs is not waited for.
        end: async () => void (await reader.ask({ kind: 'close' })),
      };
    },
  });
  type Ask = (question: Question) => Promise<unknown>;
  const run = <T>(purpose: Purpose, work: (ask: Ask) => Promise<T>): Promise<T> =>
    session.run(purpose, (reader) =>
      work((question) =>
        reader.ask(question).catch((error: unknown) => {
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

/** The process that reads a file. */
interface Reader {
  ask(question: Question): Promise<unknown>;
  kill(): void;
}

/** At bytes that are not UTF-8, the driver ends the process: the next question is another one's. */
function openReader(file: string, limits: Limits): Reader {
  let child = startReader(file, limits);
  let isWriting = false;
  return {
    kill: () => void child.kill('SIGKILL'),
    async ask(question) {
      if (question.kind === 'begin') isWriting = true;
      try {
        return await ask(child, question);
      } catch (error) {
        // Another process would not have what was written in this one's transaction.
        if (!isWriting && hasCode(error, 'NOT_UTF8')) child = startReader(file, limits);
        throw error;
      }
    },
  };
}

const hasCode = (error: unknown, code: string) =>
  error instanceof Error && 'code' in error && error.code === code;

/** How much is kept of what a reader prints as it ends. */
const OUTPUT_KEPT = 4_000;

function ask(reader: ChildProcess, question: Question): Promise<unknown> {
  return new Promise((resolve, reject) => {
    let printed = '';
    const settle = () => {
      reader.off('message', onMessage).off('error', onError).off('close', onClose);
      reader.stderr?.off('data', onData);
    };
    const onData = (data: Buffer) => {
      printed = (printed + data.toString()).slice(-OUTPUT_KEPT);
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
    const onClose = (_code: number | null, signal: string | null) => {
      // V8 aborts when it runs out of memory, the driver where it cannot make a text of bytes.
      const aborted = printed.includes('Utf8Error') ? 'NOT_UTF8' : 'NO_MEMORY';
      const code = signal === 'SIGABRT' ? aborted : 'READER_ENDED';
      onError(Object.assign(new Error('The reader has ended.'), { code }));
    };
    reader.on('message', onMessage).on('error', onError).on('close', onClose);
    reader.stderr?.on('data', onData);
    reader.send(question, (error) => error && onError(error));
  });
}

function startReader(file: string, { row, answer }: Limits): ChildProcess {
  const reader = spawn(process.execPath, ['--max-old-space-size=1024', fileURLToPath(program)], {
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    serialization: 'advanced',
    env: {
      LIMITS: JSON.stringify({ row, answer }),
      FILE: pathToFileURL(file).href,
    },
  });
  reader.on('error', () => undefined);
  reader.unref();
  if (reader.stderr instanceof Socket) reader.stderr.unref();
  return reader;
}
