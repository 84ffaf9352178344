import { message } from '../../../contract/messages/message.ts';
import { AsyncLocalStorage } from 'node:async_hooks';
import type { CompiledQuery, DatabaseConnection, Dialect, Driver, QueryResult } from 'kysely';
import { ProblemError } from '../problem.ts';
import { isContention, isDiskFull, isLockTimeout, isStorageBroken } from './errors.ts';
import { THREAD_STOPPED } from './sqlite-thread.ts';

const insideTransaction = new AsyncLocalStorage<true>();

/** Runs the body of a transaction, in which the plain handle must not be used. */
export const runInsideTransaction = <T>(work: () => Promise<T>): Promise<T> =>
  insideTransaction.run(true, work);

const CONNECTION_ERRORS = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  THREAD_STOPPED,
]);

/** Whether the store itself is unavailable, as opposed to refusing a statement. */
function isStoreUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error ? String(error.code) : '';
  return (
    CONNECTION_ERRORS.has(code) ||
    /^(08|57P|53)/.test(code) ||
    code === '57014' ||
    /connection terminated|timeout exceeded when trying to connect|query read timeout|client was closed|not queryable/i.test(
      error.message,
    )
  );
}

/** The problem of work that others kept from being saved. */
export const contended = (cause: unknown): ProblemError =>
  new ProblemError('unavailable', message('store.contended'), { cause, retryAfter: 5 });

function asProblem(error: unknown): unknown {
  if (isLockTimeout(error)) return contended(error);
  // A transaction is tried again.
  if (isContention(error) && !insideTransaction.getStore()) return contended(error);
  if (isDiskFull(error)) {
    return new ProblemError('unavailable', message('store.full'), { cause: error, retryAfter: 30 });
  }
  if (isStorageBroken(error)) {
    return new ProblemError('unavailable', message('store.damaged'), {
      cause: error,
      retryAfter: 30,
    });
  }
  if (!isStoreUnavailable(error)) return error;
  return new ProblemError('unavailable', message('store.away'), {
    cause: error,
    retryAfter: 2,
  });
}

/**
 * Wraps a dialect: a query on the plain handle inside a transaction fails, because it would escape the transaction
 * and on SQLite deadlock on the write lock; and an unavailable store becomes a problem of its own.
 * @param onProblem - called with each of these
 */
export function guardDialect(
  dialect: Dialect,
  onProblem: (problem: ProblemError) => void = () => {},
): Dialect {
  const telling = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      const told = asProblem(error);
      if (told instanceof ProblemError) onProblem(told);
      throw told;
    }
  };
  const watched = new WeakSet<DatabaseConnection>();
  const watch = (connection: DatabaseConnection): DatabaseConnection => {
    if (watched.has(connection)) return connection;
    watched.add(connection);
    const execute = connection.executeQuery.bind(connection);
    connection.executeQuery = <R>(query: CompiledQuery): Promise<QueryResult<R>> =>
      telling(() => execute<R>(query));
    return connection;
  };

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
        return telling(async () => watch(await acquire()));
      };
      const { init, beginTransaction, commitTransaction, rollbackTransaction } = driver;
      driver.init = (...of) => telling(() => init.apply(driver, of));
      driver.beginTransaction = (...of) => telling(() => beginTransaction.apply(driver, of));
      driver.commitTransaction = (...of) => telling(() => commitTransaction.apply(driver, of));
      // The original error has to be reported, not that of the rollback. A store that failed, or
      // whose connection is lost, has rolled back by itself.
      driver.rollbackTransaction = (...of) => rollbackTransaction.apply(driver, of).catch(() => {});
      return driver;
    },
  };
}
