import { type Dialect, PostgresDialect } from 'kysely';
import pg from 'pg';
import { ConfigError } from '../config.ts';

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

/** The driver reads the address when it first connects; an operator sees at once that one is wrong. */
function checkAddress(url: string): void {
  try {
    void new pg.Client({ connectionString: url });
  } catch (error) {
    throw new ConfigError(`DATABASE_URL: ${(error as Error).message}`, { cause: error });
  }
}

/**
 * Kysely on pg, with limits that turn a hanging server into an error.
 * @throws ConfigError when the address cannot be read
 */
export function createPostgresDialect({
  url,
  connections,
  statementTimeout,
}: PostgresOptions): Dialect {
  checkAddress(url);
  const pool = new pg.Pool({
    connectionString: url,
    max: connections,
    connectionTimeoutMillis: 10_000,
    statement_timeout: statementTimeout,
    query_timeout: statementTimeout + 1_000,
    idleTimeoutMillis: 30_000,
    application_name: 'db-migration-utility',
    types: numberTypes,
  });
  // A dropped connection is not an event for the process: the query on it, or the next one, fails.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  return new PostgresDialect({ pool });
}
