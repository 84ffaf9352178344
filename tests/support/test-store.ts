import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import pg from 'pg';
import { inject } from 'vitest';
import { timestampNow } from '../../server/platform/clock.ts';
import type { Db } from '../../server/platform/db/store.ts';
import { makeStoreFolder } from './store-folder.ts';

export interface TestStore {
  /** Settings of a fresh, empty store of the kind that TEST_STORE names. */
  settings: { DATA_DIR: string; DATABASE_URL?: string };
  remove(): Promise<void>;
}

async function runOnServer(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: inject('postgresUrl') });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

/** A fresh store for one test file. */
export async function createTestStore(): Promise<TestStore> {
  const folder = makeStoreFolder();
  const removeFolder = () => rmSync(folder, { recursive: true, force: true });
  if (process.env['TEST_STORE'] !== 'postgres') {
    return { settings: { DATA_DIR: folder }, remove: async () => removeFolder() };
  }
  const database = `test_${randomBytes(8).toString('hex')}`;
  await runOnServer(`create database ${database} template template0 encoding 'UTF8'`);
  const url = new URL(inject('postgresUrl'));
  url.pathname = `/${database}`;
  return {
    settings: { DATA_DIR: folder, DATABASE_URL: url.href },
    async remove() {
      await runOnServer(`drop database ${database} with (force)`);
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
