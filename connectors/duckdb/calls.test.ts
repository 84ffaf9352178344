import { expect, test } from 'vitest';
import { type CallServer, examineCalls, makeCall, withCalls } from '../core/exams/call-exam.ts';
import { failureOf, optionsOf } from '../core/exams/exam.ts';
import { examineRolledBack } from '../core/exams/rolled-back-exam.ts';
import { duckdb } from './connector.ts';
import { createFolder, SLOW } from './fixture.ts';
import { openSession } from './session.ts';

async function prepare(): Promise<CallServer> {
  const { run, options, targetOf, tearDown } = await createFolder();
  await run(
    'calls.db',
    'CREATE TABLE notes (id INTEGER PRIMARY KEY, body VARCHAR)',
    "INSERT INTO notes VALUES (1, 'one'), (2, 'two'), (3, 'three')",
    'CREATE SEQUENCE counter',
    `CREATE TABLE kinds AS SELECT 9223372036854775807 AS big, 12345678901234567890.5::DECIMAL(30,10) AS exact,
       0.1::DOUBLE AS number, 0.1::FLOAT AS small, TIMESTAMP '2024-02-29 13:14:15.123456' AS moment,
       TIMESTAMPTZ '2024-02-29 13:14:15.5+02' AS zoned, '\\x00\\xFF\\x7F'::BLOB AS bytes, true AS flag,
       NULL::VARCHAR AS empty, DATE '2024-02-29' AS day, [1, 2] AS list`,
  );
  return {
    connector: duckdb,
    target: targetOf('calls.db'),
    options,
    values: {
      sql: 'SELECT * FROM kinds',
      columns: [
        { name: 'big', type: 'BIGINT' },
        { name: 'exact', type: 'DECIMAL(30,10)' },
        { name: 'number', type: 'DOUBLE' },
        { name: 'small', type: 'FLOAT' },
        { name: 'moment', type: 'TIMESTAMP' },
        { name: 'zoned', type: 'TIMESTAMP WITH TIME ZONE' },
        { name: 'bytes', type: 'BLOB' },
        { name: 'flag', type: 'BOOLEAN' },
        { name: 'empty', type: 'VARCHAR' },
        { name: 'day', type: 'DATE' },
        { name: 'list', type: 'INTEGER[]' },
      ],
      row: [
        '9223372036854775807',
        '12345678901234567890.5000000000',
        '0.1',
        '0.1',
        '2024-02-29 13:14:15.123456',
        '2024-02-29 11:14:15.5+00',
        '00ff7f',
        'true',
        null,
        '2024-02-29',
        '[1, 2]',
      ],
    },
    missingTable: /^Catalog Error$/,
    writes: [
      'INSERT INTO notes VALUES (4, NULL)',
      'WITH gone AS (SELECT 1 AS id) DELETE FROM notes WHERE id IN (SELECT id FROM gone)',
      "ATTACH 'another.db' AS another",
      'DROP TABLE notes',
      "SELECT nextval('counter')",
      "EXPLAIN ANALYZE INSERT INTO notes VALUES (5, 'x')",
      "COPY notes TO 'notes.csv'",
    ],
    async readState() {
      const session = await openSession(targetOf('calls.db'), optionsOf(options));
      const state = await session.query('SELECT id, body FROM notes ORDER BY id');
      await session.close();
      return state;
    },
    big: 'SELECT range AS x FROM range(100000000)',
    slow: SLOW,
    tearDown,
  };
}

examineCalls('DuckDB', prepare);
examineRolledBack('DuckDB', prepare);

test('calls that write must be declared; those that define objects or leave the file are refused with the reason', async () => {
  const server = await prepare();
  const fail = (text: string, writes = false) =>
    failureOf(withCalls(server, (calls) => calls.run(makeCall(text, { writes }))));
  try {
    expect(await fail('DELETE FROM notes')).toMatchObject({
      code: 'permission',
      message:
        'A call that begins with DELETE writes. Mark it as a call that writes to run it on a disposable database.',
    });
    expect(await fail('DROP TABLE notes', true)).toMatchObject({
      code: 'permission',
      message:
        'A call on DuckDB must begin with one of these words: SELECT, WITH, FROM, VALUES, TABLE, DESCRIBE, SUMMARIZE, EXPLAIN, INSERT, UPDATE, DELETE, MERGE, TRUNCATE. Anything else could outlast its transaction.',
    });
    for (const text of [
      "SELECT * FROM read_csv('/etc/passwd')",
      "SELECT * FROM glob('/etc/*')",
      'SELECT * FROM duckdb_secrets()',
      "SELECT * FROM query('SELECT 1')",
      "SELECT current_setting('memory_limit')",
    ])
      expect(await fail(text), text).toMatchObject({ code: 'permission' });
    const { error } = await withCalls(server, (calls) =>
      calls.run(makeCall("SELECT * FROM '/etc/passwd'")),
    );
    expect(error?.code).toBe('Catalog Error');
  } finally {
    await server.tearDown();
  }
});
