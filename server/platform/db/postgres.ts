import { type Dialect, PostgresDialect } from 'kysely';
import pg from 'pg';
import { ConfigError } from '../config.ts';

const INT8 = 20;
const NUMERIC = 1700;
/** How much of the limit of a statement it may wait for rows that others change. */
const LOCK_PART = 0.8;

/** The driver returns counts and sums as texts (bigint, numeric); all of ours fit a JavaScript number. */
const numberTypes: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number) =>
    oid === INT8 || oid === NUMERIC
      ? Number
      : (pg.types.getTypeParser(oid) as unknown)) as pg.CustomTypesConfig['getTypeParser'],
};

export interface PostgresOptions {
  url: string;
  connections: number;
  /** Limit of one statement, in milliseconds. */
  statementTimeout: number;
}

/** The driver parses the address only when it connects; this reports a wrong one at once. */
function checkAddress(url: string): void {
  try {
    void new pg.Client({ connectionString: url });
  } catch (error) {
    throw new ConfigError(`DATABASE_URL: ${(error as Error).message}`, { cause: error });
  }
}

/**
 * Kysely on pg, with limits that turn a hanging server, or a row that others keep, into an error.
 * @throws ConfigError if the address cannot be parsed
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
    // Shorter, so that who waits for others is told so.
    lock_timeout: Math.round(statementTimeout * LOCK_PART),
    query_timeout: statementTimeout + 1_000,
    idleTimeoutMillis: 30_000,
    application_name: 'db-migration-utility',
    types: numberTypes,
  });
  // Without listeners, a dropped connection would end the process; instead the query on it, or the
  // next one, fails.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  return new PostgresDialect({ pool });
}
