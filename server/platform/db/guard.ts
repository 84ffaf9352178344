import { AsyncLocalStorage } from 'node:async_hooks';
import type { CompiledQuery, DatabaseConnection, Dialect, Driver, QueryResult } from 'kysely';
import { ProblemError } from '../problem.ts';
import { THREAD_STOPPED } from './sqlite-thread.ts';

const insideTransaction = new AsyncLocalStorage<true>();

/** Runs the body of a transaction, where the plain handle must not be used. */
export const runInsideTransaction = <T>(work: () => Promise<T>): Promise<T> =>
  insideTransaction.run(true, work);

/** Runs work that may use the plain handle, although a caller may be in a transaction. */
export const runOutsideTransaction = <T>(work: () => T): T => insideTransaction.exit(work);

const CONNECTION_ERRORS = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  THREAD_STOPPED,
]);

/** Whether the store itself is out of reach (as opposed to a statement that it refuses). */
export function isStoreUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error ? String(error.code) : '';
  return (
    CONNECTION_ERRORS.has(code) ||
    /^(08|57P|53)/.test(code) ||
    code === '57014' ||
    /connection terminated|timeout exceeded when trying to connect|query read timeout|client was closed/i.test(
      error.message,
    )
  );
}

function asProblem(error: unknown): unknown {
  if (!isStoreUnavailable(error)) return error;
  return new ProblemError(
    'unavailable',
    'The store does not answer at the moment. Try again shortly.',
    {
      cause: error,
      retryAfter: 2,
    },
  );
}

const watched = new WeakSet<DatabaseConnection>();

function watchConnection(connection: DatabaseConnection): DatabaseConnection {
  if (watched.has(connection)) return connection;
  watched.add(connection);
  const execute = connection.executeQuery.bind(connection);
  connection.executeQuery = async <R>(query: CompiledQuery): Promise<QueryResult<R>> => {
    try {
      return await execute<R>(query);
    } catch (error) {
      throw asProblem(error);
    }
  };
  return connection;
}

/**
 * Wraps a dialect: a query on the plain handle inside a transaction is an error (it would escape
 * the transaction, and wait for ever for the write lock on SQLite), and a store that is out of
 * reach becomes a problem of its own.
 */
export function guardDialect(dialect: Dialect): Dialect {
  return {
    createAdapter: () => dialect.createAdapter(),
    createIntrospector: (db) => dialect.createIntrospector(db),
    createQueryCompiler: () => dialect.createQueryCompiler(),
    createDriver: () => {
      const driver: Driver = dialect.createDriver();
      const acquire = driver.acquireConnection.bind(driver);
      driver.acquireConnection = async () => {
        if (insideTransaction.getStore()) {
          throw new Error('A query inside a transaction was not given the transaction handle.');
        }
        try {
          return watchConnection(await acquire());
        } catch (error) {
          throw asProblem(error);
        }
      };
      return driver;
    },
  };
}
