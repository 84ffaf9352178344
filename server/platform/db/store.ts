import { message } from '../../../contract/messages/message.ts';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Dialect, Kysely, sql } from 'kysely';
import { MAX_LIST } from '../../../contract/fields.ts';
import { makeFolder } from '../make-folder.ts';
import { ProblemError } from '../problem.ts';
import { isDiskFull } from './errors.ts';
import { guardDialect, runInsideTransaction } from './guard.ts';
import { createPostgresDialect } from './postgres.ts';
import { type Handle, openHandle } from './sqlite-handle.ts';
import { type StartSqliteThread, openThreadHandle } from './sqlite-thread.ts';
import { type OpenHandle, createSqliteDialect } from './sqlite.ts';
import type { Tables } from './tables.ts';
import type { WriteLock } from './write-lock.ts';

export type StoreKind = 'sqlite' | 'postgresql';

/** A handle to query with: the plain one, or a transaction. Repositories never ask which. */
export type Db = Kysely<Tables>;

export interface Store {
  kind: StoreKind;
  db: Db;
  /**
   * For reads that look at many rows: on SQLite they have a thread of their own, so that nobody
   * waits for them; on PostgreSQL it is `db`.
   */
  aside: Db;
  /**
   * Rows that a bulk change writes in one transaction: on SQLite other writers wait for it; on
   * PostgreSQL they do not, and it is the longest list that a call takes.
   */
  rowsPerTransaction: number;
  /**
   * Runs `work` in a transaction and commits, or rolls back when it throws. A deadlock or
   * serialization failure is tried again, so `work` must have no other effects.
   * @param serialise - a name: works under the same name run one after the other
   */
  transaction<T>(work: (tx: Db) => Promise<T>, serialise?: string): Promise<T>;
  /** @throws when the store cannot be reached, or has no room */
  ping(): Promise<void>;
  close(): Promise<void>;
}

export interface StoreOptions {
  databaseUrl: string | null;
  dataDir: string;
  lock: WriteLock;
  /** SQLite: gives the writer and the long reads a thread each; without it they run in this one. */
  startThread?: StartSqliteThread | undefined;
  /** PostgreSQL: connections of the pool, and milliseconds that one statement may take. */
  connections?: number;
  statementTimeout?: number;
}

const RETRIES = 3;
/** How long a work waits for another of the same name, and how often it asks. Milliseconds. */
const TURN_MS = 60_000;
const TURN_STEP_MS = 20;
/** About 30 ms of another writer's time. */
const SQLITE_ROWS = 2_500;
const isRetryable = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === '40P01' || error.code === '40001');

export const sqliteFile = (dataDir: string): string => join(dataDir, 'store.sqlite');

/** Where long reads are done, nothing is written. */
const NO_WRITER: Handle = {
  run: () => Promise.reject(new Error('This handle only reads.')),
  exec: () => Promise.reject(new Error('This handle only reads.')),
  close: () => {},
};

type OnProblem = Parameters<typeof guardDialect>[1];

const createDb = (dialect: Dialect, onProblem?: OnProblem): Db =>
  new Kysely<Tables>({ dialect: guardDialect(dialect, onProblem) });

/** Takes pages of the disk and gives them back: whether it has room again shows only then. */
const takeRoom = (db: Db): Promise<void> =>
  db.transaction().execute(async (tx) => {
    await sql`create table room as select zeroblob(65536) as x`.execute(tx);
    await sql`drop table room`.execute(tx);
  });

function openSqlite(
  { dataDir, lock, startThread }: StoreOptions,
  onProblem: OnProblem,
): Pick<Store, 'db' | 'aside'> {
  makeFolder(resolve(dataDir));
  const file = sqliteFile(dataDir);
  if (!startThread) {
    const db = createDb(
      createSqliteDialect((access) => openHandle(file, access), lock),
      onProblem,
    );
    return { db, aside: db };
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
    aside: createDb(
      createSqliteDialect((access) => (access === 'read' ? inThread(access) : NO_WRITER), lock),
    ),
  };
}

function openPostgres(url: string, options: StoreOptions): Pick<Store, 'db' | 'aside'> {
  const { connections = 10, statementTimeout = 10_000 } = options;
  const db = createDb(createPostgresDialect({ url, connections, statementTimeout }));
  return { db, aside: db };
}

/** Takes the name for this transaction. Asking again and again is not held to the time of one statement. */
async function waitForTurn(tx: Db, name: string): Promise<void> {
  const until = Date.now() + TURN_MS;
  for (;;) {
    const { rows } = await sql<{
      mine: boolean;
    }>`select pg_try_advisory_xact_lock(hashtext(${name})) as mine`.execute(tx);
    if (rows[0]!.mine) return;
    if (Date.now() > until) {
      throw new ProblemError('unavailable', message('store.longTurn'), {
        retryAfter: 10,
      });
    }
    await sleep(TURN_STEP_MS);
  }
}

/** Opens the store; tables are made by `migrate`. */
export function openStore(options: StoreOptions): Store {
  const { databaseUrl } = options;
  const kind: StoreKind = databaseUrl ? 'postgresql' : 'sqlite';
  let lacksRoom = false;
  const { db, aside } = databaseUrl
    ? openPostgres(databaseUrl, options)
    : openSqlite(options, ({ cause }) => {
        lacksRoom ||= isDiskFull(cause);
      });

  const attempt = <T>(work: (tx: Db) => Promise<T>, serialise: string | undefined): Promise<T> =>
    db.transaction().execute((tx) =>
      runInsideTransaction(async () => {
        // SQLite has one writer at a time anyway.
        if (serialise && kind === 'postgresql') {
          await waitForTurn(tx, serialise);
        }
        return work(tx);
      }),
    );

  return {
    kind,
    db,
    aside,
    rowsPerTransaction: kind === 'sqlite' ? SQLITE_ROWS : MAX_LIST,
    async transaction(work, serialise) {
      for (let tries = 1; ; tries += 1) {
        try {
          return await attempt(work, serialise);
        } catch (error) {
          if (tries >= RETRIES || !isRetryable(error)) throw error;
        }
      }
    },
    async ping() {
      // Whoever reads, reads long lists and writes: on SQLite each is somebody else.
      await Promise.all([
        db.selectFrom('project').select('id').limit(1).execute(),
        aside.selectFrom('project').select('id').limit(1).execute(),
        sql`select 1`.execute(db),
      ]);
      if (!lacksRoom) return;
      await takeRoom(db);
      lacksRoom = false;
    },
    async close() {
      if (aside !== db) await aside.destroy();
      await db.destroy();
    },
  };
}
