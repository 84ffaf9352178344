import type { DuckDBConnection, DuckDBResult, DuckDBType, DuckDBValue } from '@duckdb/node-api';
import { message } from '../../contract/messages/message.ts';
import { explainTooMuch, type Purpose } from '../core/answer-limits.ts';
import type { Cell } from '../core/canonical.ts';
import type { ConnectionTarget, ConnectOptions } from '../core/connector.ts';
import { ConnectorError } from '../core/errors.ts';
import type { Meter } from '../core/guard.ts';
import type { WritingSession } from '../core/rolled-back.ts';
import type { Pass, ScanResult } from '../core/scan.ts';
import { openDriverSession } from '../core/session.ts';
import { engine } from './engine.ts';
import { explainError, PACKAGE } from './errors.ts';
import { cellsOf, sizeOf } from './values.ts';

/** One file, read within its limits, and written to by what is rolled back. */
export interface Session extends WritingSession {
  /** As the person entered it. */
  path: string;
  /** Rows as arrays; values are texts. @throws ConnectorError */
  query<Row extends unknown[]>(sql: string, values?: unknown[], purpose?: Purpose): Promise<Row[]>;
  /** Goes through the rows of one statement with a pass, which says how many bytes more it holds. @throws ConnectorError */
  scan(sql: string, start: (hold: (bytes: number) => void) => Pass): Promise<ScanResult>;
  /**
   * A statement that a person wrote, part by part, until no more is wanted.
   * @returns how many rows it changed, of one without an answer
   * @throws ConnectorError, with what DuckDB said as its `cause`
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

/** The file is somebody else's, and so are the statements of calls: neither reaches any other file. */
const OPTIONS = {
  access_mode: 'READ_ONLY',
  enable_external_access: 'false',
  allow_community_extensions: 'false',
  autoinstall_known_extensions: 'false',
  autoload_known_extensions: 'false',
  max_temp_directory_size: '0KB',
  memory_limit: '256MB',
  threads: '2',
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

/** Its `StatementReturnType`, which types alone would not bring along. */
const CHANGED_ROWS = 1;

/** An interrupt does nothing to a statement that has not begun. */
const INTERRUPT_AGAIN = 50;

/** What opens the file for one statement, or for those of one transaction. */
function createOpener(file: string) {
  let running: DuckDBConnection | null = null;
  let close: (() => void) | null = null;
  let isKept = false;
  let stopped = false;
  let again: NodeJS.Timeout | undefined;
  const interrupt = () => running?.interrupt();
  const open = async (mode: 'READ_ONLY' | 'READ_WRITE'): Promise<DuckDBConnection> => {
    const { DuckDBInstance } = await loadDriver();
    const instance = await DuckDBInstance.create(file, { ...OPTIONS, access_mode: mode });
    close = () => {
      running?.closeSync();
      running = null;
      close = null;
      isKept = false;
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
      try {
        return await work(running ?? (await open('READ_ONLY')));
      } finally {
        if (!isKept) close?.();
      }
    },
    async begin(): Promise<void> {
      try {
        const connection = await open('READ_WRITE');
        await connection.run('BEGIN TRANSACTION');
        isKept = true;
      } finally {
        if (!isKept) close?.();
      }
    },
    /** A transaction that is not committed ends with its connection; the log of the file holds none of it. */
    async rollBack(): Promise<void> {
      if (!isKept) return;
      try {
        await running?.run('ROLLBACK');
      } finally {
        close?.();
      }
    },
    stop() {
      stopped = true;
      interrupt();
      if (running) again ??= setInterval(interrupt, INTERRUPT_AGAIN).unref();
    },
  };
}

/**
 * While a program has a file open that it reads only, no other can write to it. So it is opened for each statement,
 * which takes 20 ms, and closed again.
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
        if ((await begin(result)) === false) return null;
        const types: DuckDBType[] = result.columnTypes();
        for (;;) {
          const chunk = await result.fetchChunk();
          if (!chunk || chunk.rowCount === 0) return null;
          const rows = chunk.getRows().map((row) => cellsOf(row, types));
          if ((await take(rows)) === false) return null;
        }
      }),
    );
  const tooMuch = (limit: 'row' | 'answer') =>
    explainTooMuch(subject, 'rows', limit, limits[limit]);
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
            // It is hashed here, or a part of it is cut out: what is kept counts above.
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
