import { existsSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'libsql';
import { expect, test } from 'vitest';
import { examineCalls, followed, makeCall, withCalls } from '../core/exams/call-exam.ts';
import { failureOf } from '../core/exams/exam.ts';
import { examineRolledBack } from '../core/exams/rolled-back-exam.ts';
import { sqlite } from './connector.ts';
import { createFolder, listReaders } from './fixture.ts';

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
examineRolledBack('SQLite', prepare);

test('calls that write rows must be declared; others are refused with the reason', async () => {
  const server = await prepare();
  const fail = async (text: string, writes: boolean) => {
    const failure = await failureOf(
      withCalls(server, (calls) => calls.run(makeCall(text, { writes }))),
    );
    expect(failure).toMatchObject({ code: 'permission' });
    return failure.message;
  };
  try {
    expect(await fail('DELETE FROM notes', false)).toBe(
      'A call that begins with DELETE writes. Mark it as a call that writes to run it on a disposable database.',
    );
    expect(await fail('DROP TABLE notes', true)).toBe(
      'A call on SQLite must begin with one of these words: SELECT, WITH, VALUES, EXPLAIN, INSERT, REPLACE, UPDATE, DELETE. Anything else could outlast its transaction.',
    );
  } finally {
    await server.tearDown();
  }
});

test('nothing of a call that writes reaches the file, even where its process is ended', async () => {
  const server = await prepare();
  try {
    for (const mode of ['delete', 'wal']) {
      const file = new Database(server.file);
      file.pragma(`journal_mode = ${mode}`);
      file.exec(`CREATE TABLE IF NOT EXISTS filled (id INTEGER PRIMARY KEY, body TEXT);
        WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c WHERE x < 2000)
          INSERT INTO filled SELECT NULL, hex(randomblob(2000)) FROM c`);
      file.close();
      const before = readFileSync(server.file);
      const others = await listReaders();
      const failure = await failureOf(
        withCalls(server, (_calls, runner) =>
          runner.run(
            makeCall('UPDATE filled SET body = hex(randomblob(2000))', { writes: true }),
            async (part) => {
              if (!('stage' in part) || part.stage === 'before') return true;
              for (const reader of await listReaders())
                if (!others.includes(reader)) process.kill(reader, 'SIGKILL');
              return true;
            },
          ),
        ),
      );
      expect(failure).toMatchObject({ code: 'network' });
      expect(readFileSync(server.file).equals(before)).toBe(true);
      const { resultSets } = await withCalls(server, (calls) =>
        calls.run(makeCall('SELECT count(*) > 0 FROM filled')),
      );
      expect(resultSets[0]?.rows).toEqual([['1']]);
    }
  } finally {
    await server.tearDown();
  }
});

test('a trigger that a call sets off reaches no other file', async () => {
  const server = await prepare();
  try {
    const other = join(tmpdir(), `never-${process.pid}`);
    const file = new Database(server.file);
    file.exec(
      `CREATE TRIGGER reaching AFTER DELETE ON notes BEGIN SELECT writefile('${other}', 'x'); END`,
    );
    file.close();
    const { error } = await withCalls(server, (calls) =>
      calls.run(makeCall('DELETE FROM notes', { writes: true })),
    );
    expect(error?.message).toMatch(/unsafe use of writefile/);
    expect(existsSync(other)).toBe(false);
  } finally {
    await server.tearDown();
  }
});

test('keys that lead to other tables hold', async () => {
  const server = await prepare();
  try {
    const file = new Database(server.file);
    file.exec(`CREATE TABLE lines (note INTEGER NOT NULL REFERENCES notes)`);
    file.close();
    await withCalls(server, async (calls) => {
      const { error } = await calls.run(
        makeCall('INSERT INTO lines VALUES (77)', { writes: true }),
      );
      expect(sqlite.classOfError(error!)).toBe('foreign_key');
    });
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
