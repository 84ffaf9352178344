import { join } from 'node:path';
import Database from 'libsql';
import { expect, test } from 'vitest';
import { examineCalls, followed, makeCall, withCalls } from '../core/call-exam.ts';
import { failureOf } from '../core/exam.ts';
import { sqlite } from './connector.ts';
import { createFolder } from './fixture.ts';

async function prepare() {
  const { folder, options, targetOf, tearDown } = await createFolder();
  const file = join(folder, 'calls.db');
  const database = new Database(file);
  database.exec(`CREATE TABLE notes (id INTEGER PRIMARY KEY, body TEXT);
    INSERT INTO notes VALUES (1, 'one'), (2, 'two'), (3, 'three');
    CREATE TABLE kinds (big INTEGER, exact DECIMAL(30,10), number REAL, moment TEXT, bytes BLOB, flag BOOLEAN, empty TEXT);
    INSERT INTO kinds VALUES (9223372036854775807, '12345678901234567890.5', 0.1, '2024-02-29 13:14:15.123456', x'00ff7f', 1, NULL);`);
  const readState = () => database.prepare('SELECT * FROM notes').all();
  const series = (end: number) =>
    `WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c WHERE x < ${end}) SELECT`;
  return {
    file,
    connector: sqlite,
    target: targetOf('calls.db'),
    options,
    values: {
      sql: 'SELECT big, moment, bytes, flag, empty, number FROM kinds',
      columns: [
        { name: 'big', type: 'INTEGER' },
        { name: 'moment', type: 'TEXT' },
        { name: 'bytes', type: 'BLOB' },
        { name: 'flag', type: 'BOOLEAN' },
        { name: 'empty', type: 'TEXT' },
        { name: 'number', type: 'REAL' },
      ],
      row: ['9223372036854775807', '2024-02-29 13:14:15.123456', '00ff7f', '1', null, '0.1'],
    },
    missingTable: /^SQLITE_ERROR/,
    writes: [
      'INSERT INTO notes VALUES (4, NULL)',
      'WITH gone AS (SELECT 1 AS id) DELETE FROM notes WHERE id IN (SELECT id FROM gone)',
      "ATTACH 'another.db' AS another",
      'PRAGMA query_only = off',
      'DROP TABLE notes',
    ],
    readState: async () => readState(),
    big: `${series(100_000_000)} x FROM c`,
    slow: `${series(100_000_000)} max(x) FROM c`,
    async tearDown() {
      database.close();
      await tearDown();
    },
  };
}

examineCalls('SQLite', prepare);

test('calls that write are refused with the reason', async () => {
  const server = await prepare();
  try {
    const text = 'DELETE FROM notes';
    const failure = await failureOf(
      withCalls(server, (calls) => calls.run(makeCall(text, { writes: true }))),
    );
    expect(failure).toMatchObject({ code: 'permission' });
    expect(failure.message).toBe(
      'SQLite databases are only read: a call there begins with one of these words: SELECT, WITH, VALUES, EXPLAIN.',
    );
  } finally {
    await server.tearDown();
  }
});

test('what a column shows is followed to the column of a table, where the driver does not mistake it', async () => {
  const server = await prepare();
  try {
    const file = new Database(server.file);
    file.exec(`CREATE TABLE people (id INTEGER PRIMARY KEY, pin TEXT, body TEXT);
      INSERT INTO people VALUES (1, '1234', 'x');
      CREATE VIEW shown AS SELECT pin AS body FROM people;
      CREATE VIEW mixed AS SELECT body FROM people UNION SELECT pin FROM people;
      CREATE VIEW "mixed ""again" AS SELECT body FROM [mixed]`);
    file.close();
    const pin = { schema: '', table: 'people', column: 'pin' };
    const run = (text: string) => withCalls(server, (calls) => calls.run(makeCall(text)));
    const origins = await followed(run, [
      'SELECT pin AS body FROM people',
      'SELECT body FROM (SELECT DISTINCT pin AS body FROM people) people',
      'SELECT body FROM shown',
      'SELECT body FROM people UNION SELECT pin FROM people',
      'SELECT body FROM mixed',
      'SELECT body FROM "mixed ""again"',
      'SELECT max(body) AS body FROM people',
      'SELECT value FROM json_each((SELECT json_array(pin) FROM people))',
    ]);
    expect(origins).toEqual([pin, pin, pin, null, null, null, null, null]);
  } finally {
    await server.tearDown();
  }
});
