import { toEnglish } from '../../contract/messages/english.ts';
import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import {
  examineCalls,
  followed,
  makeCall,
  withCalls,
  type ExamCall,
} from '../core/exams/call-exam.ts';
import { failureOf } from '../core/exams/exam.ts';
import { mysql } from './connector.ts';
import { openServer, SLOW } from './fixture.ts';

const schemaSql = (schema: string, isMariadb: boolean): string[] => [
  "SET SESSION sql_mode = ''",
  `USE ${schema}`,
  'CREATE TABLE notes (id int PRIMARY KEY, body varchar(200)) DEFAULT CHARSET utf8mb4',
  "INSERT INTO notes VALUES (1, 'one'), (2, 'two'), (3, 'three')",
  'CREATE TABLE memory_notes (id int) ENGINE=MEMORY',
  ...(isMariadb ? ['CREATE SEQUENCE numbers'] : []),
  'CREATE PROCEDURE write_to_memory() INSERT INTO memory_notes VALUES (1)',
  `CREATE FUNCTION add_note(a int) RETURNS int BEGIN INSERT INTO notes VALUES (a, 'added'); RETURN (SELECT count(*) FROM notes); END`,
  'CREATE PROCEDURE define_table() CREATE TABLE defined (id int)',
  'CREATE PROCEDURE drop_table() DROP TABLE notes',
  "CREATE PROCEDURE commit_and_write() BEGIN COMMIT; INSERT INTO notes VALUES (8, 'eight'); END",
  "CREATE PROCEDURE open_session() BEGIN SET SESSION TRANSACTION READ WRITE; COMMIT; INSERT INTO notes VALUES (7, 'seven'); END",
  "CREATE PROCEDURE write_and_commit() BEGIN INSERT INTO notes VALUES (9, 'nine'); COMMIT; END",
  'CREATE TABLE kept (id int)',
  'CREATE PROCEDURE write_and_truncate() BEGIN INSERT INTO kept VALUES (1); TRUNCATE scratch; INSERT INTO kept VALUES (2); SELECT count(*) AS n FROM kept; END',
  'CREATE PROCEDURE write_and_fail() BEGIN INSERT INTO kept VALUES (3); COMMIT; SELECT nothing FROM nowhere; END',
  'CREATE PROCEDURE switch_over() BEGIN SET autocommit = 0; SET SESSION TRANSACTION READ WRITE; END',
  'CREATE TABLE scratch (id int)',
  `CREATE PROCEDURE temporary_table() BEGIN
     CREATE TEMPORARY TABLE t (id int); INSERT INTO t SELECT id FROM notes; SELECT count(*) AS n FROM t; DROP TEMPORARY TABLE t; END`,
  `CREATE PROCEDURE several(IN most int, OUT total int, INOUT said text) BEGIN
     SELECT id, body FROM notes WHERE id <= most ORDER BY id; SELECT max(id) AS most FROM notes;
     SET total = (SELECT sum(id) FROM notes), said = concat(said, '!'); END`,
  "CREATE PROCEDURE fail_late() BEGIN SELECT 1; SIGNAL SQLSTATE '45042' SET MESSAGE_TEXT = 'No note 7', MYSQL_ERRNO = 30042; END",
  'CREATE PROCEDURE last_long() BEGIN DECLARE n int DEFAULT 0; WHILE true DO SET n = n + 1; END WHILE; SELECT 1; END',
  `CREATE TABLE kinds (big bigint unsigned, exact decimal(30,10), number double, moment datetime(6), zoned timestamp(3) NULL, day date,
     bytes varbinary(10), large longblob, flag tinyint(1), bits bit(4), document json, mood enum('sad','glad'), own ${isMariadb ? 'uuid' : 'char(36)'}, nothing int)`,
  `INSERT INTO kinds VALUES (18446744073709551615, 12345678901234567890.5, 0.1, '2024-02-29 13:14:15.123456', '2024-02-29 13:14:15.5', '0000-00-00',
     x'00ff7f', 'a', true, b'101', '{"a": 1}', 'glad', '123e4567-e89b-12d3-a456-426655440000', NULL)`,
];

async function prepareServer(url: string) {
  const server = await openServer(url);
  const schema = await server.addSchema('calls');
  for (const sql of schemaSql(schema, server.isMariadb)) await server.run(sql);
  return {
    ...server,
    target: { ...server.target, database: schema },
    readState: async () => [
      await server.run('SELECT * FROM notes'),
      await server.run('SELECT * FROM memory_notes'),
      await server.run('SELECT * FROM kept'),
      await server.run('SHOW TABLES'),
      server.isMariadb && (await server.run('SELECT next_not_cached_value FROM numbers')),
      await server.run('SELECT @@GLOBAL.long_query_time AS seconds'),
    ],
  };
}

const SERVERS = inject('mysqlServers');
for (const { name, url } of SERVERS)
  examineCalls(name, async () => {
    const server = await prepareServer(url);
    return {
      ...server,
      connector: mysql,
      values: {
        sql: 'SELECT * FROM kinds',
        columns: [
          { name: 'big', type: 'bigint unsigned' },
          { name: 'exact', type: 'decimal' },
          { name: 'number', type: 'double' },
          { name: 'moment', type: 'datetime' },
          { name: 'zoned', type: 'timestamp' },
          { name: 'day', type: 'date' },
          { name: 'bytes', type: 'varbinary' },
          { name: 'large', type: 'blob' },
          { name: 'flag', type: 'tinyint' },
          { name: 'bits', type: 'bit' },
          { name: 'document', type: 'json' },
          { name: 'mood', type: 'enum' },
          { name: 'own', type: server.isMariadb ? 'uuid' : 'char' },
          { name: 'nothing', type: 'int' },
        ],
        row: [
          '18446744073709551615',
          '12345678901234567890.5000000000',
          '0.1',
          '2024-02-29 13:14:15.123456',
          '2024-02-29 13:14:15.500',
          '0000-00-00',
          '00ff7f',
          '61',
          '1',
          '0101',
          '{"a": 1}',
          'glad',
          '123e4567-e89b-12d3-a456-426655440000',
          null,
        ],
      },
      missingTable: /^1146 \(42S02\)$/,
      writes: [
        'INSERT INTO notes VALUES (4, NULL)',
        'DROP TABLE notes',
        'CREATE TABLE other (id int)',
        'SELECT add_note(4)',
        'CALL define_table()',
        'CALL drop_table()',
        'CALL commit_and_write()',
        'CALL write_and_commit()',
        'CALL open_session()',
        'CALL write_and_truncate()',
        'DO add_note(4)',
        'INSERT INTO memory_notes VALUES (1)',
        'SELECT NEXT VALUE FOR numbers',
        'SET SESSION TRANSACTION READ WRITE',
        'SET GLOBAL long_query_time = 77',
        'START TRANSACTION READ WRITE',
        'COMMIT',
        "SELECT 1 INTO OUTFILE '/tmp/never'",
        `SELECT 1 --\u0001'\n INTO OUTFILE '${tmpdir()}/never-${randomUUID()}'`,
        `SELECT 1 --\u007f'\n INTO OUTFILE '${tmpdir()}/never-${randomUUID()}'`,
        "SELECT 1 /*! INTO OUTFILE '/tmp/never' */",
        'BEGIN NOT ATOMIC COMMIT; DELETE FROM notes; END',
        "EXECUTE IMMEDIATE 'DELETE FROM notes'",
      ],
      // With a limit of its own, so that all of it comes over the wire.
      big: `SELECT repeat('x', 100) FROM ${Array.from({ length: 13 }, (_, index) => `notes n${index}`).join(', ')} LIMIT 3000000`,
      slow: SLOW,
    };
  });

describe.each(SERVERS)('$name: calls that only this engine has', ({ url }) => {
  let server: Awaited<ReturnType<typeof prepareServer>>;
  beforeAll(async () => {
    server = await prepareServer(url);
  });
  afterAll(() => server?.tearDown());
  const run = (text: string, more: Partial<ExamCall> = {}) =>
    withCalls({ connector: mysql, target: server.target }, (calls) =>
      calls.run(makeCall(text, more)),
    );

  test('a procedure gives several result sets and the variables that it was called with', async () => {
    const parameters = { most: '3', said: "it's" };
    const text = 'CALL several(:most, @total, @said)';
    const result = await run(text, { parameters });
    expect(result).toMatchObject({
      resultSets: [
        {
          columns: [{ name: 'id' }, { name: 'body' }],
          rows: [
            ['1', 'one'],
            ['2', 'two'],
            ['3', 'three'],
          ],
          truncated: false,
        },
        { columns: [{ name: 'most', type: 'int' }], rows: [['3']], truncated: false },
      ],
      output: { total: '6', said: "it's!" },
      error: null,
    });
  });

  test('what a call writes is taken back, and the connection only reads again', async () => {
    const before = await server.readState();
    await withCalls({ connector: mysql, target: server.target }, async (calls) => {
      const added = await calls.run(makeCall('SELECT add_note(4) AS n', { writes: true }));
      expect(added.resultSets[0]?.rows).toEqual([['4']]);
      const changed = await calls.run(
        makeCall("UPDATE notes SET body = 'x' WHERE id < 3", { writes: true }),
      );
      expect(changed).toMatchObject({ affected: 2, resultSets: [], error: null });
      expect(await failureOf(calls.run(makeCall('SELECT add_note(4)')))).toMatchObject({
        code: 'permission',
      });
      const { resultSets } = await calls.run(
        makeCall('SELECT a.id FROM notes a, notes b, notes c ORDER BY 1', { rowLimit: 4 }),
      );
      expect(resultSets[0]?.rows).toHaveLength(4);
    });
    expect(await server.readState()).toEqual(before);
  });

  const writing = (text: string) => run(text, { writes: true });

  test('reports implicit commits, and runs the rest as programs would', async () => {
    const result = await writing('CALL write_and_truncate()');
    expect(result).toMatchObject({ resultSets: [{ rows: [['2']] }], error: null, committed: true });
    expect(await server.run('SELECT id FROM kept')).toEqual([{ id: 1 }, { id: 2 }]);
    expect(await writing('CALL write_and_fail()')).toMatchObject({
      error: { code: '1146 (42S02)' },
      committed: true,
    });
    expect(await writing('TRUNCATE kept')).toMatchObject({ error: null, committed: true });
    expect(await writing('INSERT INTO notes VALUES (5, NULL)')).toMatchObject({ committed: false });
    expect(await server.run('SELECT id FROM kept')).toEqual([]);
  });

  test('reports what tables without transactions keep', async () => {
    expect(await writing('INSERT INTO memory_notes VALUES (6)')).toMatchObject({ committed: true });
    await server.run('DELETE FROM memory_notes');
  });

  test('a procedure makes temporary tables where it may write, and fails with the reason where it may not', async () => {
    expect(await writing('CALL temporary_table()')).toMatchObject({
      resultSets: [{ rows: [['3']] }],
      error: null,
      committed: false,
    });
    const failure = await failureOf(run('CALL temporary_table()'));
    expect(failure.message).toContain('creates a temporary table');
  });

  test('what a call changes of its session prepares no other call', async () => {
    const before = await server.readState();
    await withCalls({ connector: mysql, target: server.target }, async (calls) => {
      await calls.run(makeCall('CALL switch_over()'));
      const refused = await failureOf(calls.run(makeCall('CALL write_to_memory()')));
      expect(refused).toMatchObject({ code: 'permission' });
      await calls.run(makeCall('CALL switch_over()', { writes: true }));
      expect(await failureOf(calls.run(makeCall('SELECT add_note(4)')))).toMatchObject({
        code: 'permission',
      });
    });
    expect(await server.readState()).toEqual(before);
  });

  test('leaves text alone that is not a parameter', async () => {
    const text = `SELECT ':a' AS \`:b\`, "it's :c \\" :d" AS x, @v := 5 AS y, 5--:a AS z # :e ?
      , /* ':f */ :a AS w -- :g`;
    const { resultSets, error } = await run(text, { parameters: { a: '1' } });
    expect(error).toBeNull();
    expect(resultSets[0]?.rows).toEqual([[':a', `it's :c " :d`, '5', '6', '1']]);
  });

  test('what a column shows is followed to the column of a table, where the server does not mistake it', async () => {
    for (const sql of [
      'CREATE TABLE people (id int PRIMARY KEY, pin varchar(20), body varchar(20))',
      "INSERT INTO people VALUES (1, '1234', 'x')",
      'CREATE VIEW shown AS SELECT pin AS body, id FROM people',
      'CREATE VIEW harmless AS SELECT body FROM notes',
      'CREATE ALGORITHM=TEMPTABLE VIEW shown_again AS SELECT body AS said FROM shown',
      'CREATE VIEW mixed AS SELECT body FROM people UNION SELECT pin FROM people',
      'CREATE PROCEDURE pins() SELECT body FROM (SELECT pin AS body FROM people) people',
      'CREATE FUNCTION pin() RETURNS text RETURN (SELECT pin FROM people)',
    ])
      await server.run(sql);
    const pin = { schema: server.target.database, table: 'people', column: 'pin' };
    const known = await followed(run, [
      'SELECT pin AS body FROM people',
      'SELECT DISTINCT pin AS body FROM people ORDER BY 1',
      'SELECT body FROM shown',
      'SELECT shown.body FROM shown JOIN notes b ON b.id = shown.id',
      'SELECT p.pin FROM people p JOIN notes people ON people.id = p.id',
    ]);
    expect(known).toEqual([pin, pin, pin, pin, pin]);
    const unknown = await followed(run, [
      'SELECT said FROM shown_again',
      'SELECT body FROM shown AS people',
      'SELECT body FROM shown AS harmless',
      'SELECT body FROM (SELECT pin AS body FROM people) people',
      'WITH people AS (SELECT pin AS body FROM people) SELECT body FROM people',
      'SELECT p.body FROM notes n RIGHT JOIN (SELECT pin AS body FROM people) people ON 1 JOIN people p',
      'SELECT body FROM people UNION SELECT pin FROM people',
      'SELECT body FROM mixed',
      'SELECT max(body) AS body FROM people',
      'SELECT concat(pin) AS body FROM people',
      'SELECT (SELECT pin FROM people) AS body',
      'SELECT pin() AS body',
      'CALL pins()',
      'SHOW CREATE TABLE people',
      'SELECT table_name FROM information_schema.tables',
    ]);
    // MySQL names a view by its own name, not by the alias: what the first two show is known.
    const told = server.isMariadb ? [null, null, null] : [pin, pin, null];
    expect(unknown.slice(0, 3)).toEqual(told);
    expect(unknown.slice(3).filter((origin) => origin !== null)).toEqual([]);
  });

  test('question marks are not parameters', async () => {
    const failure = await failureOf(run('SELECT ? + :a', { parameters: { a: '1' } }));
    expect(failure.message).toBe('Parameters of a call must be written as :name, not ?.');
    expect((await run("SELECT 'why?'")).resultSets[0]?.rows).toEqual([['why?']]);
  });

  test('an error after a result set is the answer', async () => {
    expect(await run('CALL fail_late()')).toMatchObject({
      resultSets: [],
      error: { code: '30042 (45042)', message: 'No note 7' },
    });
  });

  test('a procedure that lasts is stopped', async () => {
    const running = withCalls(
      { connector: mysql, target: server.target },
      (calls) => calls.run(makeCall('CALL last_long()')),
      { statement: 500 },
    );
    expect(await failureOf(running)).toMatchObject({ code: 'timeout' });
  });

  test('reports what cannot be rolled back', () => {
    const list = (text: string) => mysql.irrevocable?.(text).map(toEnglish);
    expect(list('drop table notes')).toEqual([
      'MySQL and MariaDB immediately commit statements that begin with DROP, so they are not rolled back.',
    ]);
    expect(list('CALL several(1)')?.[0]).toContain('If a procedure commits');
    expect(list("SELECT 'DROP' /*! CALL x */")).toEqual([]);
  });
});
