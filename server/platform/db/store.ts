import { message } from '../../../contract/messages/message.ts';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Dialect, Kysely, sql } from 'kysely';
import { makeFolder } from '../folder-lock.ts';
import { ProblemError } from '../problem.ts';
import { isContention, isDiskFull } from './errors.ts';
import { contended, guardDialect, runInsideTransaction } from './guard.ts';
import { createPostgresDialect } from './postgres.ts';
import { type Handle, openHandle } from './sqlite-handle.ts';
import { type StartSqliteThread, openThreadHandle } from './sqlite-thread.ts';
import { type OpenHandle, createSqliteDialect } from './sqlite.ts';
import type { Tables } from './tables.ts';
import type { WriteLock } from './write-lock.ts';

export type StoreKind = 'sqlite' | 'postgresql';

/** A handle for queries: the plain one, or a transaction. Repositories do not distinguish them. */
export type Db = Kysely<Tables>;

export interface Store {
  kind: StoreKind;
  db: Db;
  /**
   * For reads of many rows: on SQLite in a thread of their own, so that they block nobody; on PostgreSQL the same as
   * `db`.
   */
  longReads: Db;
  /**
   * Rows that a bulk change writes per transaction. Meanwhile, on SQLite all other writers wait, on PostgreSQL those who
   * change one of the same rows.
   */
  rowsPerTransaction: number;
  /**
   * Runs `work` in a transaction and commits, or rolls back if it throws. Retries after a deadlock or serialization
   * failure, so `work` must have no other effects.
   * @param serialise - names: transactions that share one run one after the other
   * @throws ProblemError `unavailable` if it meets others again and again
   */
  transaction<T>(work: (tx: Db) => Promise<T>, serialise?: string | readonly string[]): Promise<T>;
  /** @throws if the store is unavailable, or full */
  ping(): Promise<void>;
  close(): Promise<void>;
}

export interface StoreOptions {
  databaseUrl: string | null;
  dataDir: string;
  lock: WriteLock;
  /** SQLite: starts a thread each for the writer and for long reads; without it they run in this one. */
  startThread?: StartSqliteThread | undefined;
  /** PostgreSQL: size of the pool, and the limit of one statement in milliseconds. */
  connections?: number;
  statementTimeout?: number;
}

const TRIES = 5;
/** The longest pause before the first retry, in milliseconds; at random, so that those who met do not meet again. */
const PAUSE_MS = 200;
/** How long work waits for other work of the same name, and how often it retries, in milliseconds. */
const TURN_MS = 60_000;
const TURN_STEP_MS = 20;
/** On SQLite rows that take about 30 ms, on PostgreSQL about a second. */
const ROWS_PER_TRANSACTION = { sqlite: 2_500, postgresql: 10_000 } as const;
export const sqliteFile = (dataDir: string): string => join(dataDir, 'store.sqlite');

/** The handle for long reads has no writer. */
const NO_WRITER: Handle = {
  run: () => Promise.reject(new Error('This handle only reads.')),
  exec: () => Promise.reject(new Error('This handle only reads.')),
  close: () => {},
};

type OnProblem = Parameters<typeof guardDialect>[1];

const createDb = (dialect: Dialect, onProblem?: OnProblem): Db =>
  new Kysely<Tables>({ dialect: guardDialect(dialect, onProblem) });

/** Allocates some pages and frees them again: only that shows whether the disk has room. */
const checkFreeSpace = (db: Db): Promise<void> =>
  db.transaction().execute(async (tx) => {
    await sql`create table room as select zeroblob(65536) as x`.execute(tx);
    await sql`drop table room`.execute(tx);
  });

function openSqlite(
  { dataDir, lock, startThread }: StoreOptions,
  onProblem: OnProblem,
): Pick<Store, 'db' | 'longReads'> {
  makeFolder(resolve(dataDir));
  const file = sqliteFile(dataDir);
  if (!startThread) {
    const db = createDb(
      createSqliteDialect((access) => openHandle(file, access), lock),
      onProblem,
    );
    return { db, longReads: db };
  }
  const inThread: OpenHandle = (access) => openThreadHandle(startThread({ file, access }));
  return {
    db: createDb(
      createSqliteDialect(
        (access) => (access === 'write' ? inThread(access) : openHandle(file, access)),
        lock,
      ),
      onProblem,
    ),
    longReads: createDb(
      createSqliteDialect((access) => (access === 'read' ? inThread(access) : NO_WRITER), lock),
    ),
  };
}

function openPostgres(url: string, options: StoreOptions): Pick<Store, 'db' | 'longReads'> {
  const { connections = 10, statementTimeout = 10_000 } = options;
  const db = createDb(createPostgresDialect({ url, connections, statementTimeout }));
  return { db, longReads: db };
}

/**
 * Takes a lock on the name for this transaction. Retrying, instead of waiting in one statement, avoids the limit of a
 * statement.
 */
async function waitForTurn(tx: Db, name: string): Promise<void> {
  const until = performance.now() + TURN_MS;
  for (;;) {
    const { rows } = await sql<{
      mine: boolean;
    }>`select pg_try_advisory_xact_lock(hashtext(${name})) as mine`.execute(tx);
    if (rows[0]!.mine) return;
    if (performance.now() > until) {
      throw new ProblemError('unavailable', message('store.longTurn'), {
        retryAfter: 10,
      });
    }
    await sleep(TURN_STEP_MS);
  }
}

/** Opens the store; `migrate` creates its tables. */
export function openStore(options: StoreOptions): Store {
  const { databaseUrl } = options;
  const kind: StoreKind = databaseUrl ? 'postgresql' : 'sqlite';
  let lacksRoom = false;
  const { db, longReads } = databaseUrl
    ? openPostgres(databaseUrl, options)
    : openSqlite(options, ({ cause }) => {
        lacksRoom ||= isDiskFull(cause);
      });

  const attempt = <T>(work: (tx: Db) => Promise<T>, names: readonly string[]): Promise<T> =>
    db.transaction().execute((tx) =>
      runInsideTransaction(async () => {
        // SQLite has only one writer at a time anyway.
        if (kind === 'postgresql') for (const name of names) await waitForTurn(tx, name);
        return work(tx);
      }),
    );

  return {
    kind,
    db,
    longReads,
    rowsPerTransaction: ROWS_PER_TRANSACTION[kind],
    async transaction(work, serialise = []) {
      const names = [serialise].flat().toSorted();
      for (let tries = 1; ; tries += 1) {
        try {
          return await attempt(work, names);
        } catch (error) {
          if (!isContention(error)) throw error;
          if (tries === TRIES) throw contended(error);
        }
        await sleep(Math.random() * PAUSE_MS * tries);
      }
    },
    async ping() {
      // Checks all three: on SQLite reads, long reads and writes use different connections.
      await Promise.all([
        db.selectFrom('project').select('id').limit(1).execute(),
        longReads.selectFrom('project').select('id').limit(1).execute(),
        sql`select 1`.execute(db),
      ]);
      if (!lacksRoom) return;
      await checkFreeSpace(db);
      lacksRoom = false;
    },
    async close() {
      if (longReads !== db) await longReads.destroy();
      await db.destroy();
    },
  };
}
