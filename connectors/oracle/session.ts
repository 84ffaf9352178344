import { message } from '../../contract/messages/message.ts';
import type oracledb from 'oracledb';
import type { ConnectionTarget, ConnectOptions } from '../core/connector.ts';
import { ConnectorError } from '../core/errors.ts';
import type { Purpose } from '../core/connecting/answer-limits.ts';
import { SERVER_GRACE, type Meter } from '../core/connecting/guard.ts';
import { placeOf, subjectOf, type Place } from '../core/connecting/place.ts';
import { openDriverSession } from '../core/connecting/session.ts';
import { engine } from './engine.ts';
import { describeConnection } from './descriptor.ts';
import type { OracleConnection, OracleDriver } from './driver.ts';
import { explainError } from './errors.ts';
import { createDialler } from './network.ts';
import { withDialler } from './driver-patches.ts';

/** One signed-in, read-only connection within its limits. */
export interface Session {
  place: Place;
  /** Such as `Oracle 19.21.0.0.0`. */
  serverVersion: string;
  /** Most bytes of an answer. */
  mostHeld: number;
  /** Rows of a SELECT as arrays, numbers and large texts as text. @throws ConnectorError */
  query<Row extends unknown[]>(sql: string, binds?: Record<string, string>): Promise<Row[]>;
  /**
   * Streams the rows of a SELECT on current data, without keeping any.
   * @param rowsAtOnce - rows per round trip
   * @throws ConnectorError
   */
  scan(sql: string, rowsAtOnce: number, take: (row: unknown[]) => void): Promise<void>;
  /**
   * Runs work in a transaction of its own, which is rolled back, and is read-only unless `writes`.
   * @throws ConnectorError
   */
  use<T>(writes: boolean, work: (client: Client) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/** The driver's connection, and the options with which statements run on it. */
export interface Client {
  connection: OracleConnection;
  driver: OracleDriver;
  options: oracledb.ExecuteOptions;
  /** Reports that nothing holds the rows received so far any more. */
  release(): void;
}

/**
 * Fixes how the session writes values and compares texts, whatever the server's settings are. “SQL Language
 * Reference”, ALTER SESSION; “Globalization Support Guide”, Setting Up a Globalization Support Environment.
 */
export const SETTINGS =
  "ALTER SESSION SET TIME_ZONE = '+00:00' NLS_NUMERIC_CHARACTERS = '.,' NLS_CALENDAR = 'GREGORIAN' NLS_SORT = 'BINARY' NLS_COMP = 'BINARY' NLS_DATE_FORMAT = 'YYYY-MM-DD HH24:MI:SS' NLS_TIMESTAMP_FORMAT = 'YYYY-MM-DD HH24:MI:SS.FF' NLS_TIMESTAMP_TZ_FORMAT = 'YYYY-MM-DD HH24:MI:SS.FF TZH:TZM'";

const READ_ONLY = 'SET TRANSACTION READ ONLY';
const CANCEL_LIMIT = 5_000;

export async function openSession(
  target: ConnectionTarget,
  options: ConnectOptions,
  load: () => Promise<OracleDriver>,
): Promise<Session> {
  const place = placeOf(engine, target);
  let serverVersion = '';
  // Rows arrive many at a time and cannot be measured one by one.
  const limits = { ...options.limits, row: options.limits.answer };
  const session = await openDriverSession({
    subject: subjectOf(place),
    options: { ...options, limits },
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
      const reader = createReader(connection, driver, opening.meter);
      await reader.begin(options.limits.statement);
      return { client: reader, cancel: reader.cancel, end: reader.end };
    },
  });
  const readWith = <T>(
    purpose: Purpose,
    sql: string,
    work: (reader: Reader) => Promise<T>,
  ): Promise<T> =>
    session.run(purpose, async (reader) => {
      if (!/^\s*(SELECT|WITH)\b/i.test(sql))
        throw new ConnectorError(
          'permission',
          message('reading.onlyReads', { server: subjectOf(place) }),
        );
      return work(reader);
    });
  return {
    place,
    serverVersion,
    mostHeld: limits.answer,
    query: (sql, binds = {}) =>
      readWith('catalogue', sql, async (reader) => (await reader.read(sql, binds)) as never),
    scan: (sql, rowsAtOnce, take) =>
      readWith('rows', sql, (reader) => reader.scan(sql, rowsAtOnce, take)),
    use: (writes, work) => session.run('call', (reader) => reader.use(writes, work)),
    close: () => session.close(),
  };
}

type Reader = ReturnType<typeof createReader>;

/** A connection in one read-only transaction, which is always rolled back. */
function createReader(connection: OracleConnection, driver: OracleDriver, meter: Meter) {
  const options = readOptions(driver);
  let running: Promise<unknown> = Promise.resolve();
  let cancelled = false;

  const track = <T>(work: Promise<T>): Promise<T> => {
    running = work.catch(() => undefined);
    return work;
  };
  /** The transaction refuses changes; DDL would end it, but only SELECTs are sent. */
  const begin = async () => {
    await connection.execute(SETTINGS, {}, options);
    await connection.execute(READ_ONLY, {}, options);
  };
  const pass = async (sql: string, rowsAtOnce: number, take: (row: unknown[]) => void) => {
    // A read-only transaction shows the data as of its beginning, so a new one is begun.
    await connection.rollback();
    await connection.execute(READ_ONLY, {}, options);
    const size = { fetchArraySize: rowsAtOnce, prefetchRows: rowsAtOnce };
    const { resultSet } = await connection.execute(
      sql,
      {},
      { ...options, ...size, resultSet: true },
    );
    if (!resultSet) return;
    for (let more = true; more && !cancelled;) {
      const rows = await resultSet.getRows(rowsAtOnce);
      for (const row of rows) take(row);
      meter.release();
      more = rows.length === rowsAtOnce;
    }
    await resultSet.close();
  };

  return {
    /** The driver limits a round trip, not a statement. */
    async begin(limit: number): Promise<void> {
      connection.callTimeout = limit;
      await begin();
    },
    async read(sql: string, binds: Record<string, string>): Promise<unknown[]> {
      return (await track(connection.execute(sql, binds, options))).rows ?? [];
    },
    scan: (sql: string, rowsAtOnce: number, take: (row: unknown[]) => void): Promise<void> =>
      track(pass(sql, rowsAtOnce, take)),
    async use<T>(writes: boolean, work: (client: Client) => Promise<T>): Promise<T> {
      const restore = async () => {
        await connection.rollback();
        await begin();
      };
      await connection.rollback();
      if (!writes) await connection.execute(READ_ONLY, {}, options);
      const found = await track(
        work({ connection, driver, options, release: () => meter.release() }),
      ).catch(async (error) => {
        // The first error says more than one that follows from it.
        await restore().catch(() => undefined);
        throw error;
      });
      // The call may have changed settings of the session, too.
      await restore();
      return found;
    },
    /** Waits until the server has released the statement: without its client, a statement still runs for a while. */
    async cancel(): Promise<void> {
      cancelled = true;
      await connection.break().catch(() => undefined);
      await within(CANCEL_LIMIT, running);
    },
    async end(): Promise<void> {
      await connection.rollback().catch(() => undefined);
      await connection.close();
    },
  };
}

/**
 * Fetches numbers as text, because JavaScript's hold fewer digits than Oracle's; and large values as well, which
 * would be streams otherwise.
 */
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
    fetchTypeHandler({ dbType }) {
      if (asText.has(dbType)) return { type: driver.STRING };
      return dbType === driver.DB_TYPE_BLOB ? { type: driver.BUFFER } : undefined;
    },
  };
}

async function within(milliseconds: number, work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise((resolve) => (timer = setTimeout(resolve, milliseconds)));
  await Promise.race([work, limit]);
  clearTimeout(timer);
}
