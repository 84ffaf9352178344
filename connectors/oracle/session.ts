import type oracledb from 'oracledb';
import type { ConnectionTarget, ConnectOptions } from '../core/connector.ts';
import { ConnectorError } from '../core/errors.ts';
import { SERVER_GRACE } from '../core/guard.ts';
import { placeOf, subjectOf, type Place } from '../core/place.ts';
import { openDriverSession } from '../core/session.ts';
import { describeConnection } from './descriptor.ts';
import type { OracleConnection, OracleDriver } from './driver.ts';
import { explainError } from './errors.ts';
import { createDialler } from './network.ts';
import { withDialler } from './transport.ts';

/** One signed-in connection that only reads, within its limits. */
export interface Session {
  place: Place;
  /** Such as `Oracle 19.21.0.0.0`. */
  serverVersion: string;
  /** Rows of a SELECT as arrays, numbers and large texts as text. @throws ConnectorError */
  query<Row extends unknown[]>(sql: string, binds?: Record<string, string>): Promise<Row[]>;
  close(): Promise<void>;
}

const DEFAULT_PORT = 1521;
const CANCEL_LIMIT = 5_000;

export async function openSession(
  target: ConnectionTarget,
  options: ConnectOptions,
  load: () => Promise<OracleDriver>,
): Promise<Session> {
  const place = placeOf('Oracle', target, DEFAULT_PORT);
  let serverVersion = '';
  const session = await openDriverSession({
    subject: subjectOf(place),
    options,
    grace: SERVER_GRACE,
    translate: (error) => explainError(error, place, options.limits),
    async connect(opening) {
      const { reach } = options;
      const driver = await load();
      const address = await opening.reach(reach.resolve(place.host, place.port, place.database));
      const connectString = describeConnection(place, address, target.tls !== 'off');
      const dialler = createDialler({ target, place, address, reach, opening });
      opening.hold(dialler);
      const connection = await withDialler(dialler, () =>
        driver.getConnection({
          user: place.username,
          password: target.password,
          connectString,
          program: 'db-migration-utility',
        }),
      );
      serverVersion = `Oracle ${connection.oracleServerVersionString}`;
      const reader = createReader(connection, driver);
      await reader.begin(options.limits.statement);
      return { client: reader, cancel: reader.cancel, end: reader.end };
    },
  });
  return {
    place,
    serverVersion,
    query: (sql, binds = {}) =>
      session.run(async (reader) => {
        if (!/^\s*(SELECT|WITH)\b/i.test(sql))
          throw new ConnectorError(
            'permission',
            `${subjectOf(place)}: this connection only reads.`,
          );
        return (await reader.read(sql, binds)) as never;
      }),
    close: () => session.close(),
  };
}

/** A connection in one transaction that only reads, and is always rolled back. */
function createReader(connection: OracleConnection, driver: OracleDriver) {
  const options = readOptions(driver);
  let running: Promise<unknown> = Promise.resolve();

  return {
    /** The limit is one of a round trip. The transaction refuses changes; a DDL would end it, but only SELECTs are sent. */
    async begin(limit: number): Promise<void> {
      connection.callTimeout = limit;
      await connection.execute('SET TRANSACTION READ ONLY', {}, options);
    },
    async read(sql: string, binds: Record<string, string>): Promise<unknown[]> {
      const call = connection.execute(sql, binds, options);
      running = call.catch(() => undefined);
      return (await call).rows ?? [];
    },
    /** Waits until the server has let go of the statement, because one that loses its client goes on for a while. */
    async cancel(): Promise<void> {
      await connection.break().catch(() => undefined);
      await within(CANCEL_LIMIT, running);
    },
    async end(): Promise<void> {
      await connection.rollback().catch(() => undefined);
      await connection.close();
    },
  };
}

/** JavaScript's numbers hold fewer digits than Oracle's, and a large text would be a stream of its own. */
function readOptions(driver: OracleDriver): oracledb.ExecuteOptions {
  const asText = new Set<unknown>([
    driver.DB_TYPE_NUMBER,
    driver.DB_TYPE_CLOB,
    driver.DB_TYPE_NCLOB,
  ]);
  return {
    outFormat: driver.OUT_FORMAT_ARRAY,
    fetchArraySize: 1_000,
    prefetchRows: 1_000,
    fetchTypeHandler: ({ dbType }) => (asText.has(dbType) ? { type: driver.STRING } : undefined),
  };
}

async function within(milliseconds: number, work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise((resolve) => (timer = setTimeout(resolve, milliseconds)));
  await Promise.race([work, limit]);
  clearTimeout(timer);
}
