import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'libsql';
import pg from 'pg';
import { startPostgres } from '../../tests/support/postgres-server.ts';
import { type RunningServer, startServer } from '../../tests/support/running-server.ts';

export const STORES = ['SQLite', 'PostgreSQL'] as const;
export type StoreName = (typeof STORES)[number];

export const ADMIN = { username: 'admin', password: 'the administrator of the bench' };

/** Direct access to the tables of a store with the driver. */
export interface RawStore {
  /** @param value - the only parameter, `?` of SQLite and `$1` of PostgreSQL */
  run(sql: string, value?: string): Promise<void>;
  all<T>(sql: string): Promise<T[]>;
  close(): Promise<void>;
}

/** A separate store, deleted when the work is done. */
export interface BenchStore {
  name: StoreName;
  openRaw(): Promise<RawStore>;
  /** Starts the built server on this store. */
  start(): Promise<RunningServer>;
}

function openSqlite(file: string): RawStore {
  const database = new Database(file, { timeout: 30_000 });
  for (const setting of ['journal_mode=wal', 'synchronous=full', 'foreign_keys=on'])
    database.exec(`pragma ${setting}`);
  return {
    async run(sql, value) {
      if (value === undefined) database.exec(sql);
      else database.prepare(sql).run([value]);
    },
    all: async <T>(sql: string) => database.prepare(sql).all([]) as T[],
    close: async () => void database.close(),
  };
}

async function openPostgres(url: string): Promise<RawStore> {
  const client = new pg.Client({ connectionString: url });
  // After a failure the server may stop before its client; only the failure is to be reported.
  client.on('error', () => undefined);
  await client.connect();
  return {
    run: async (sql, value) =>
      void (await (value === undefined ? client.query(sql) : client.query(sql, [value]))),
    all: async <T>(sql: string) => (await client.query(sql)).rows as T[],
    close: () => client.end(),
  };
}

export async function withStore<T>(
  name: StoreName,
  work: (store: BenchStore) => Promise<T>,
): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-'));
  const postgres = name === 'PostgreSQL' ? await startPostgres() : null;
  const env = {
    DATA_DIR: folder,
    ADMIN_USERNAME: ADMIN.username,
    ADMIN_PASSWORD: ADMIN.password,
    ...(postgres && { DATABASE_URL: postgres.url }),
  };
  try {
    return await work({
      name,
      openRaw: async () =>
        postgres ? openPostgres(postgres.url) : openSqlite(join(folder, 'store.sqlite')),
      start: () => startServer(join(process.cwd(), 'dist/server/main.js'), env),
    });
  } finally {
    await postgres?.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Runs the server for the duration of the work. */
export async function withServer<T>(
  store: BenchStore,
  work: (server: RunningServer) => Promise<T>,
): Promise<T> {
  const server = await store.start();
  try {
    return await work(server);
  } finally {
    await server.end('SIGTERM');
  }
}
