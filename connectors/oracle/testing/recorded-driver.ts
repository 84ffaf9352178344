import oracledb from 'oracledb';
import type { ConnectionTarget } from '../../core/connector.ts';
import type { OracleBinds, OracleConnection, OracleDriver, OracleRows } from '../driver.ts';
import { SETTINGS } from '../session.ts';

/** What a database answers: rows by the text of the statement and by the owner that is asked for. */
export interface Recording {
  target: ConnectionTarget;
  version: string;
  answers: Map<string, (owner: string) => unknown[][] | Error>;
  /** Runs until it is stopped. */
  slowStatement: string;
}

export interface RecordedDriver {
  load(): Promise<OracleDriver>;
  /** Every call in order: statements, and the names of other methods. */
  calls: { what: string; binds?: OracleBinds; callTimeout?: number | undefined }[];
  /** The options of the last statement. */
  options(): oracledb.ExecuteOptions;
  slowCalls(): number;
}

const SAVEPOINT = /^(?:ROLLBACK TO )?SAVEPOINT /;

/** As the driver throws: the code before the colon is also a property. */
export const driverError = (code: string, text = 'text of the driver'): Error =>
  Object.assign(new Error(`${code}: ${text}`), { code });

/** The driver with recorded answers in the place of its wire: it knows no statement that is not recorded. */
export function createRecordedDriver(recording: Recording): RecordedDriver {
  const calls: RecordedDriver['calls'] = [];
  let slowCalls = 0;
  let lastOptions: oracledb.ExecuteOptions = {};

  const connect = (): OracleConnection => {
    let closed = false;
    let interrupt: ((error: Error) => void) | null = null;
    const runSlowly = async (limit: number): Promise<never> => {
      slowCalls += 1;
      const timer = setTimeout(() => interrupt?.(driverError('NJS-123')), limit);
      try {
        return await new Promise<never>((_resolve, reject) => (interrupt = reject));
      } finally {
        clearTimeout(timer);
        slowCalls -= 1;
        interrupt = null;
      }
    };
    const connection: OracleConnection = {
      callTimeout: 0,
      oracleServerVersionString: recording.version,
      async execute(sql, binds, options) {
        calls.push({ what: sql, binds, callTimeout: connection.callTimeout });
        lastOptions = options;
        if (closed) throw driverError('NJS-003');
        if (sql === 'SET TRANSACTION READ ONLY' || sql === SETTINGS || SAVEPOINT.test(sql))
          return {};
        if (sql === recording.slowStatement) return runSlowly(connection.callTimeout ?? 0);
        const { owner } = binds;
        const rows = recording.answers.get(sql)?.(typeof owner === 'string' ? owner : '');
        if (!rows) throw new Error(`Nothing was recorded for ${sql}`);
        if (rows instanceof Error) throw rows;
        return options.resultSet ? { resultSet: rowsOf(rows) } : { rows };
      },
      async break() {
        calls.push({ what: 'break' });
        interrupt?.(driverError('ORA-01013'));
      },
      async rollback() {
        calls.push({ what: 'rollback' });
      },
      async close() {
        calls.push({ what: 'close' });
        closed = true;
      },
    };
    return connection;
  };

  return {
    calls,
    options: () => lastOptions,
    slowCalls: () => slowCalls,
    load: async () => ({
      ...constantsOfTheDriver,
      async getConnection({ user, password, connectString }) {
        calls.push({ what: connectString });
        const { target } = recording;
        if (user !== target.username || password !== target.password)
          throw driverError('ORA-01017');
        return connect();
      },
    }),
  };
}

/** As a cursor gives them. */
function rowsOf(rows: unknown[][]): OracleRows {
  const left = [...rows];
  return {
    metaData: [],
    getRows: async (count) => left.splice(0, count),
    close: async () => undefined,
  };
}

export const constantsOfTheDriver: Omit<OracleDriver, 'getConnection'> = {
  OUT_FORMAT_ARRAY: oracledb.OUT_FORMAT_ARRAY,
  STRING: oracledb.STRING,
  BUFFER: oracledb.BUFFER,
  CURSOR: oracledb.CURSOR,
  BIND_INOUT: oracledb.BIND_INOUT,
  BIND_OUT: oracledb.BIND_OUT,
  DB_TYPE_NUMBER: oracledb.DB_TYPE_NUMBER,
  DB_TYPE_CLOB: oracledb.DB_TYPE_CLOB,
  DB_TYPE_NCLOB: oracledb.DB_TYPE_NCLOB,
  DB_TYPE_BLOB: oracledb.DB_TYPE_BLOB,
};
