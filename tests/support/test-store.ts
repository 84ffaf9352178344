import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { inject } from 'vitest';

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
  const folder = mkdtempSync(join(tmpdir(), 'dbmu-test-'));
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
