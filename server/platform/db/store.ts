import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { Kysely, sql } from 'kysely';
import { guardDialect, runInsideTransaction } from './guard.ts';
import { createPostgresDialect } from './postgres.ts';
import { createSqliteDialect } from './sqlite.ts';
import type { Tables } from './tables.ts';
import type { WriteLock } from './write-lock.ts';

export type StoreKind = 'sqlite' | 'postgresql';

/** A handle to query with: the plain one, or a transaction. Repositories never ask which. */
export type Db = Kysely<Tables>;

export interface Store {
  kind: StoreKind;
  db: Db;
  /**
   * Runs `work` in a transaction and commits, or rolls back when it throws. A deadlock or
   * serialization failure is tried again, so `work` must have no other effects.
   * @param serialise - a name: works under the same name run one after the other
   */
  transaction<T>(work: (tx: Db) => Promise<T>, serialise?: string): Promise<T>;
  /** @throws when the store cannot be reached */
  ping(): Promise<void>;
  close(): Promise<void>;
}

export interface StoreOptions {
  databaseUrl: string | null;
  dataDir: string;
  lock: WriteLock;
  /** PostgreSQL: connections of the pool, and milliseconds that one statement may take. */
  connections?: number;
  statementTimeout?: number;
}

const RETRIES = 3;
const isRetryable = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === '40P01' || error.code === '40001');

export const sqliteFile = (dataDir: string): string => join(dataDir, 'store.sqlite');

/** Opens the store; tables are made by `migrate`. */
export function openStore(options: StoreOptions): Store {
  const { databaseUrl, dataDir, lock, connections = 10, statementTimeout = 10_000 } = options;
  const kind: StoreKind = databaseUrl ? 'postgresql' : 'sqlite';
  if (!databaseUrl) mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const dialect = databaseUrl
    ? createPostgresDialect({ url: databaseUrl, connections, statementTimeout })
    : createSqliteDialect(sqliteFile(dataDir), lock);
  const db = new Kysely<Tables>({ dialect: guardDialect(dialect) });

  const attempt = <T>(work: (tx: Db) => Promise<T>, serialise: string | undefined): Promise<T> =>
    db.transaction().execute((tx) =>
      runInsideTransaction(async () => {
        // SQLite has one writer at a time anyway.
        if (serialise && kind === 'postgresql') {
          await sql`select pg_advisory_xact_lock(hashtext(${serialise}))`.execute(tx);
        }
        return work(tx);
      }),
    );

  return {
    kind,
    db,
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
      await db.selectFrom('project').select('id').limit(1).execute();
    },
    close: () => db.destroy(),
  };
}
