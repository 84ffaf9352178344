import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'libsql';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Connection, Limits } from '../core/connector.ts';
import { connectWith, failureOf } from '../core/exams/exam.ts';
import { createReach } from '../core/connecting/reach.ts';
import { sqlite } from './connector.ts';

const MB = 1_000_000;
const COLUMN = {
  name: 'i',
  canonical: { kind: 'integer', bits: 64, unsigned: false },
  type: 'integer',
  form: { as: 'integer' },
} as const;
const ENDLESS = 'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n';
let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'limits-'));
  const file = new Database(join(folder, 'endless.db'));
  file.exec(`CREATE VIEW endless AS ${ENDLESS}; CREATE VIEW wide AS SELECT zeroblob(5000000) AS b`);
  file.close();
});
afterAll(() => rmSync(folder, { recursive: true }));

const open = (limits: Partial<Limits>) =>
  connectWith(
    sqlite,
    {
      host: '',
      port: null,
      database: join(folder, 'endless.db'),
      username: '',
      password: '',
      tls: 'off',
      tlsCa: null,
    },
    { reach: createReach({ fileFolders: [folder] }), limits },
  );

/** With the rows that a question may bring held down to a few megabytes. */
async function ask<T>(question: (connection: Connection) => Promise<T>): Promise<T> {
  const connection = await open({ row: 4 * MB, answer: 8 * MB });
  try {
    return await question(connection);
  } finally {
    await connection.close();
  }
}
const call = (text: string) => (connection: Connection) =>
  Promise.resolve(
    connection.calls?.run({ text, parameters: {}, writes: false }, () => Promise.resolve(true)),
  );

test('an answer without end is cut off where it is read', async () => {
  const reading = { schema: 'main', table: 'endless', columns: [COLUMN], key: [0], where: null };
  const error = await failureOf(
    ask(({ data }) => Promise.resolve(data?.readRows(reading, { kind: 'bucket', prefix: '' }))),
  );
  expect(error.message).toContain('answered a query for rows with more than 8 MB');
});

test('a row above the limit is not sent on', async () => {
  const error = await failureOf(ask(call('SELECT b FROM wide')));
  expect(error.message).toContain('answered a call with a row or message of more than 4 MB');
});

test("reports a value that exceeds the reader's memory", async () => {
  const error = await failureOf(ask(call('SELECT length(hex(zeroblob(400000000)))')));
  expect(error.message).toContain('needs more memory for this query than its reader may use');
});

test('a file that takes too long to open is not explained by a firewall', async () => {
  const error = await failureOf(open({ connect: 1 }));
  expect(error.code).toBe('timeout');
  expect(error.message).toMatch(/^The SQLite file .+ could not be opened within 0\.001 seconds\./);
});
