import { type Dialect, PostgresDialect } from 'kysely';
import pg from 'pg';

const INT8 = 20;
const NUMERIC = 1700;

/** Counts and sums come as bigint or numeric; all of ours fit a JavaScript number. */
const numberTypes: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number) =>
    oid === INT8 || oid === NUMERIC
      ? Number
      : (pg.types.getTypeParser(oid) as unknown)) as pg.CustomTypesConfig['getTypeParser'],
};

export interface PostgresOptions {
  url: string;
  connections: number;
  /** Milliseconds that one statement may take. */
  statementTimeout: number;
}

/** Kysely on pg, with limits that turn a hanging server into an error. */
export function createPostgresDialect({
  url,
  connections,
  statementTimeout,
}: PostgresOptions): Dialect {
  const pool = new pg.Pool({
    connectionString: url,
    max: connections,
    connectionTimeoutMillis: 3_000,
    statement_timeout: statementTimeout,
    query_timeout: statementTimeout + 1_000,
    idleTimeoutMillis: 30_000,
    application_name: 'db-migration-utility',
    types: numberTypes,
  });
  // A dropped connection is not an event for the process: the query on it, or the next one, is told.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  return new PostgresDialect({ pool });
}
