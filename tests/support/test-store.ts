import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import pg from 'pg';
import { inject } from 'vitest';
import { timestampNow } from '../../server/platform/clock.ts';
import { migrate } from '../../server/platform/db/migrate.ts';
import { type Db, openStore } from '../../server/platform/db/store.ts';
import { createWriteLock } from '../../server/platform/db/write-lock.ts';
import { makeStoreFolder } from './store-folder.ts';

export interface TestStore {
  /** Settings of a fresh, empty store of the kind that TEST_STORE names. */
  settings: { DATA_DIR: string; DATABASE_URL?: string };
  remove(): Promise<void>;
}

async function onServer<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: inject('postgresUrl') });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

const urlOf = (database: string): string => {
  const url = new URL(inject('postgresUrl'));
  url.pathname = `/${database}`;
  return url.href;
};

/** The same number in all processes of the tests. */
const MAKING_TEMPLATE = 7_210_641;

/** A database with the tables of this version, made by whoever needs it first: a copy of it is there in half the time. */
async function migratedTemplate(): Promise<string> {
  const name = inject('postgresTemplate');
  await onServer(async (client) => {
    await client.query('select pg_advisory_lock($1)', [MAKING_TEMPLATE]);
    const { rowCount } = await client.query('select from pg_database where datname = $1', [name]);
    if (rowCount) return;
    const making = `${name}_making`;
    // Of a file that could not migrate it: the next one shall fail for the same reason.
    await client.query(`drop database if exists ${making} with (force)`);
    await client.query(`create database ${making} template template0 encoding 'UTF8'`);
    const store = openStore({ databaseUrl: urlOf(making), dataDir: '', lock: createWriteLock() });
    try {
      await migrate(store);
    } finally {
      await store.close();
    }
    await client.query(`alter database ${making} rename to ${name}`);
  });
  return name;
}
let template: Promise<string> | undefined;

/** A fresh store for one test file, empty or with the tables of this version. */
export async function createTestStore({ migrated = false } = {}): Promise<TestStore> {
  const folder = makeStoreFolder();
  const removeFolder = () => rmSync(folder, { recursive: true, force: true });
  if (process.env['TEST_STORE'] !== 'postgres') {
    return { settings: { DATA_DIR: folder }, remove: async () => removeFolder() };
  }
  const database = `test_${randomBytes(8).toString('hex')}`;
  const from = migrated ? await (template ??= migratedTemplate()) : 'template0';
  await onServer((client) =>
    client.query(`create database ${database} template ${from} encoding 'UTF8'`),
  );
  return {
    settings: { DATA_DIR: folder, DATABASE_URL: urlOf(database) },
    async remove() {
      await onServer((client) => client.query(`drop database ${database} with (force)`));
      removeFolder();
    },
  };
}

/** A project written into the store directly. @returns its row's id */
export const addStoredProject = (db: Db, name = 'x'): Promise<{ id: number }> =>
  db
    .insertInto('project')
    .values({
      name,
      client_name: 'x',
      migration_type: 'partial',
      status: 'pending',
      planned_start_date: '2026-01-01',
      planned_end_date: '2026-01-02',
      actual_start_date: null,
      actual_end_date: null,
      archived_at: null,
      created_at: timestampNow(),
      created_by: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
