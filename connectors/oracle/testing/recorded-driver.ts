import oracledb from 'oracledb';
import type { ConnectionTarget } from '../../core/connector.ts';
import type { OracleConnection, OracleDriver } from '../driver.ts';

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
  calls: { what: string; binds?: Record<string, string>; callTimeout?: number | undefined }[];
  /** The options of the last statement. */
  options(): oracledb.ExecuteOptions;
  slowCalls(): number;
}

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
        if (sql === 'SET TRANSACTION READ ONLY') return {};
        if (sql === recording.slowStatement) return runSlowly(connection.callTimeout ?? 0);
        const rows = recording.answers.get(sql)?.(binds['owner'] ?? '');
        if (!rows) throw new Error(`Nothing was recorded for ${sql}`);
        if (rows instanceof Error) throw rows;
        return { rows };
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

const { OUT_FORMAT_ARRAY, STRING, DB_TYPE_NUMBER, DB_TYPE_CLOB, DB_TYPE_NCLOB } = oracledb;
const constantsOfTheDriver = {
  OUT_FORMAT_ARRAY,
  STRING,
  DB_TYPE_NUMBER,
  DB_TYPE_CLOB,
  DB_TYPE_NCLOB,
};
