import { statSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { DuckDBConnection, DuckDBResult, DuckDBType, DuckDBValue } from '@duckdb/node-api';
import { message } from '../../contract/messages/message.ts';
import { explainLimitExceeded, type Purpose } from '../core/connecting/answer-limits.ts';
import type { Cell } from '../core/rows/canonical.ts';
import type { ConnectionTarget, ConnectOptions } from '../core/connector.ts';
import { ConnectorError } from '../core/errors.ts';
import type { Meter } from '../core/connecting/guard.ts';
import type { WritingSession } from '../core/calls/rolled-back.ts';
import type { Pass, ScanResult } from '../core/rows/scan.ts';
import { openDriverSession } from '../core/connecting/session.ts';
import { engine } from './engine.ts';
import { explainError, isLocked, PACKAGE } from './errors.ts';
import { cellsOf, sizeOf } from './values.ts';

/** One file, read within limits; statements that write are always rolled back. */
export interface Session extends WritingSession {
  /** The path as the person entered it. */
  path: string;
  /** Rows as arrays; values are texts. @throws ConnectorError */
  query<Row extends unknown[]>(sql: string, values?: unknown[], purpose?: Purpose): Promise<Row[]>;
  /**
   * Streams the rows of one statement through a pass. `hold` reports how many more bytes the pass keeps in memory.
   * @throws ConnectorError
   */
  scan(sql: string, start: (hold: (bytes: number) => void) => Pass): Promise<ScanResult>;
  /**
   * Runs a statement that a person wrote and hands over its result part by part, until no more is wanted.
   * @returns the number of changed rows for a statement without a result set
   * @throws ConnectorError, with DuckDB's error as its `cause`
   */
  call(
    sql: string,
    values: (string | null)[],
    take: (part: { columns: CallColumn[] } | { rows: Cell[][] }) => Promise<boolean>,
  ): Promise<number | null>;
  close(): Promise<void>;
}

export interface CallColumn {
  name: string;
  type: string;
}

/** Neither the file nor the statements of calls are trusted: they must not reach any other file. */
const OPTIONS = {
  access_mode: 'READ_ONLY',
  enable_external_access: 'false',
  allow_community_extensions: 'false',
  autoinstall_known_extensions: 'false',
  autoload_known_extensions: 'false',
  max_temp_directory_size: '0KB',
  memory_limit: '256MB',
  // With a second one, about one in a hundred interrupted answers keeps the file open until it is collected as garbage.
  threads: '1',
};
const SETTINGS = ["SET TimeZone = 'UTC'", 'SET lock_configuration = true'];

async function loadDriver(): Promise<typeof import('@duckdb/node-api')> {
  try {
    return await import('@duckdb/node-api');
  } catch (error) {
    const said = message('file.noDriver', { engine: engine.name, package: PACKAGE });
    throw new ConnectorError('unsupported', said, { cause: error });
  }
}

/** Value of the driver's `StatementReturnType`, copied because a type-only import has no values. */
const CHANGED_ROWS = 1;

/** Milliseconds between repeated interrupts: an interrupt has no effect on a statement that has not started yet. */
const INTERRUPT_AGAIN = 50;

/** Milliseconds for which the file stays open for the next statement: opening one with hundreds of indexes takes 100 ms. */
const IDLE = 200;
/** How often, and after how many milliseconds, opening is tried again while another program, or a session of ours, has the file. */
const TRIES = 5;
const PAUSE = 100;

/** Opens the file for statements that follow each other, or for all statements of one transaction. */
function createOpener(file: string) {
  let running: DuckDBConnection | null = null;
  let close: (() => void) | null = null;
  let isKept = false;
  let stopped = false;
  let seen = 0n;
  let idle: NodeJS.Timeout | undefined;
  let again: NodeJS.Timeout | undefined;
  const interrupt = () => running?.interrupt();
  /** Where locks do not hold, as on some network drives and within one process, a file can change while it is open. */
  const changedAt = () => statSync(file, { bigint: true }).mtimeNs;
  const openFile = async (mode: 'READ_ONLY' | 'READ_WRITE') => {
    const { DuckDBInstance } = await loadDriver();
    for (let tries = 1; ; tries += 1) {
      try {
        return await DuckDBInstance.create(file, { ...OPTIONS, access_mode: mode });
      } catch (error) {
        if (stopped || tries === TRIES || !isLocked(error)) throw error;
        await sleep(PAUSE);
      }
    }
  };
  const open = async (mode: 'READ_ONLY' | 'READ_WRITE'): Promise<DuckDBConnection> => {
    seen = changedAt();
    const instance = await openFile(mode);
    close = () => {
      running?.closeSync();
      running = null;
      close = null;
      isKept = false;
      clearTimeout(idle);
      idle = undefined;
      clearInterval(again);
      instance.closeSync();
    };
    running = await instance.connect();
    for (const setting of SETTINGS) await running.run(setting);
    if (stopped) throw new Error('Stopped');
    return running;
  };
  return {
    async use<T>(work: (connection: DuckDBConnection) => Promise<T>): Promise<T> {
      clearTimeout(idle);
      idle = undefined;
      let isDone = false;
      try {
        if (running && !isKept && changedAt() !== seen) close?.();
        const result = await work(running ?? (await open('READ_ONLY')));
        isDone = true;
        return result;
      } finally {
        if (!isKept && (stopped || !isDone)) close?.();
        else if (!isKept) idle = setTimeout(() => close?.(), IDLE);
      }
    },
    /**
     * Ends a result that is not read to its end: until it is collected as garbage, it keeps the file open. Interrupted, it ends after
     * a few chunks. A transaction would be aborted by that; it keeps its file anyway.
     */
    async end(result: DuckDBResult): Promise<void> {
      while (!isKept) {
        const next = result.fetchChunk();
        interrupt();
        const chunk = await next.catch(() => null);
        if (!chunk || chunk.rowCount === 0) return;
      }
    },
    async begin(): Promise<void> {
      close?.();
      try {
        const connection = await open('READ_WRITE');
        await connection.run('BEGIN TRANSACTION');
        isKept = true;
      } finally {
        if (!isKept) close?.();
      }
    },
    /** An uncommitted transaction ends with its connection; nothing of it is in the file's write-ahead log. */
    async rollBack(): Promise<void> {
      if (!isKept) return;
      try {
        await running?.run('ROLLBACK');
      } finally {
        close?.();
      }
    },
    /** Ends what runs, which then closes the file: closed below a statement, that runs on for ever, or the process ends. */
    stop() {
      stopped = true;
      if (idle) return close?.();
      interrupt();
      if (running) again ??= setInterval(interrupt, INTERRUPT_AGAIN).unref();
    },
  };
}

/**
 * While one program has a file open, even read-only, no other program can write to it. So the file is closed where no
 * statement follows at once.
 */
export async function openSession(
  target: ConnectionTarget,
  options: ConnectOptions,
): Promise<Session> {
  const path = target.database;
  const { limits } = options;
  const subject = message('place.file', { engine: engine.name, path });
  let meter!: Meter;
  const session = await openDriverSession({
    subject,
    options,
    grace: 0,
    translate: (error) => explainError(error, path),
    async connect({ reach, hold, meter: own }) {
      meter = own;
      const opener = createOpener(await reach(options.reach.resolveFile(path)));
      hold({ destroy: () => opener.stop() });
      await opener.use((connection) => connection.run('SELECT 1'));
      return {
        client: opener,
        cancel: async () => opener.stop(),
        end: () => opener.rollBack(),
      };
    },
  });
  const stream = (
    purpose: Purpose,
    sql: string,
    values: unknown[],
    begin: (result: DuckDBResult) => Promise<boolean> | void,
    take: (rows: Cell[][]) => Promise<boolean> | void,
  ): Promise<number | null> =>
    session.run(purpose, (opener) =>
      opener.use(async (connection) => {
        const result = await connection.stream(sql, values as DuckDBValue[]);
        if (result.returnType === CHANGED_ROWS) return result.rowsChanged;
        let isRead = false;
        try {
          if ((await begin(result)) === false) return null;
          const types: DuckDBType[] = result.columnTypes();
          for (;;) {
            const chunk = await result.fetchChunk();
            isRead = !chunk || chunk.rowCount === 0;
            if (!chunk || isRead) return null;
            const rows = chunk.getRows().map((row) => cellsOf(row, types));
            if ((await take(rows)) === false) return null;
          }
        } finally {
          if (!isRead) await opener.end(result);
        }
      }),
    );
  const tooMuch = (limit: 'row' | 'answer') =>
    explainLimitExceeded(subject, 'rows', limit, limits[limit]);
  return {
    path,
    async query(sql, values = [], purpose = 'catalogue') {
      const found: Cell[][] = [];
      await stream(
        purpose,
        sql,
        values,
        () => undefined,
        (rows) => {
          for (const row of rows) {
            meter.receive(sizeOf(row));
            meter.row(row.length);
            found.push(row);
          }
        },
      );
      return found as never;
    },
    async scan(sql, start) {
      let held = 0;
      const pass = start((bytes) => {
        if (bytes > limits.row) throw tooMuch('row');
        held += bytes;
        if (held > limits.answer) throw tooMuch('answer');
      });
      await stream(
        'rows',
        sql,
        [],
        () => undefined,
        (rows) => {
          for (const row of rows) {
            // Rows are hashed or cut down here, so the limit applies to each row; what the pass
            // keeps is counted above.
            if (sizeOf(row) > limits.answer) throw tooMuch('answer');
            pass.take(row);
          }
        },
      );
      return pass.result();
    },
    call: (sql, values, take) =>
      stream(
        'call',
        sql,
        values,
        (result) =>
          take({
            columns: result
              .columnNames()
              .map((name, index) => ({ name, type: String(result.columnType(index)) })),
          }),
        (rows) => {
          for (const row of rows) {
            meter.receive(sizeOf(row));
            meter.row(row.length);
          }
          return take({ rows });
        },
      ),
    begin: () => session.run('call', (opener) => opener.begin()),
    rollBack: () => session.run('call', (opener) => opener.rollBack()),
    close: () => session.close(),
  };
}
