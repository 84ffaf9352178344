import { toEnglish } from '../../contract/messages/english.ts';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import {
  examineCalls,
  followed,
  makeCall,
  withCalls,
  type ExamCall,
} from '../core/exams/call-exam.ts';
import type { Reading } from '../core/data.ts';
import { ownForm } from '../core/rows/forms.ts';
import { connectWith, failureOf } from '../core/exams/exam.ts';
import { postgresql } from './connector.ts';
import { createDatabase, type PostgresDatabase } from './fixture.ts';

const SCHEMA_SQL = `
  CREATE SCHEMA shop;
  CREATE TABLE shop.notes (id int PRIMARY KEY, body text);
  INSERT INTO shop.notes VALUES (1, 'one'), (2, 'two'), (3, 'three');
  CREATE SEQUENCE shop.numbers;
  CREATE FUNCTION shop.add_note(a int) RETURNS bigint LANGUAGE plpgsql AS
    $$ BEGIN INSERT INTO shop.notes VALUES (a, 'added'); RETURN (SELECT count(*) FROM shop.notes); END $$;
  CREATE FUNCTION shop.define_table() RETURNS int LANGUAGE plpgsql AS
    $$ BEGIN CREATE TABLE shop.defined (id int); RETURN 1; END $$;
  CREATE FUNCTION shop.open_transaction() RETURNS int LANGUAGE plpgsql AS
    $$ BEGIN SET transaction_read_only = off; INSERT INTO shop.notes VALUES (9, 'nine'); RETURN 1; END $$;
  CREATE PROCEDURE shop.add_up(a int, INOUT total numeric, INOUT said text) LANGUAGE plpgsql AS
    $$ BEGIN total := total + a; said := 'added ' || a; END $$;
  CREATE PROCEDURE shop.write_and_commit() LANGUAGE plpgsql AS
    $$ BEGIN INSERT INTO shop.notes VALUES (8, 'eight'); COMMIT; END $$;
  CREATE PROCEDURE shop.commit_and_write() LANGUAGE plpgsql AS
    $$ BEGIN COMMIT; SET default_transaction_read_only = off; INSERT INTO shop.notes VALUES (8, 'eight'); END $$;
`;

async function prepareDatabase(): Promise<PostgresDatabase> {
  const database = await createDatabase(inject('postgresUrl'));
  await database.run(SCHEMA_SQL);
  await database.run(`ALTER DATABASE "${database.target.database}" SET search_path = shop, public`);
  return database;
}

const readState = (database: PostgresDatabase) => async () => [
  await database.run('SELECT * FROM shop.notes ORDER BY id'),
  await database.run(`SELECT nspname, relname FROM pg_class c JOIN pg_namespace n ON n.oid = relnamespace
    WHERE nspname NOT LIKE 'pg_%' ORDER BY 1, 2`),
  await database.run('SELECT last_value, is_called FROM shop.numbers'),
];

examineCalls('PostgreSQL', async () => {
  const database = await prepareDatabase();
  return {
    connector: postgresql,
    target: database.target,
    values: {
      sql: `SELECT 9223372036854775807 AS big, 12345678901234567890.50::numeric(30,2) AS exact, 0.1::float8 AS number,
        timestamp '2024-02-29 13:14:15.123456' AS moment, timestamptz '2024-02-29 13:14:15+02' AS zoned,
        '\\x00ff7f'::bytea AS bytes, true AS yes, false AS no, NULL::varchar(7) AS nothing, '{1,2}'::int[] AS list, 'é🐘' AS text`,
      columns: [
        { name: 'big', type: 'bigint' },
        { name: 'exact', type: 'numeric(30,2)' },
        { name: 'number', type: 'double precision' },
        { name: 'moment', type: 'timestamp without time zone' },
        { name: 'zoned', type: 'timestamp with time zone' },
        { name: 'bytes', type: 'bytea' },
        { name: 'yes', type: 'boolean' },
        { name: 'no', type: 'boolean' },
        { name: 'nothing', type: 'character varying(7)' },
        { name: 'list', type: 'integer[]' },
        { name: 'text', type: 'text' },
      ],
      row: [
        '9223372036854775807',
        '12345678901234567890.50',
        '0.1',
        '2024-02-29 13:14:15.123456',
        '2024-02-29 11:14:15',
        '00ff7f',
        'true',
        'false',
        null,
        '{1,2}',
        'é🐘',
      ],
    },
    missingTable: /^42P01$/,
    writes: [
      'INSERT INTO notes VALUES (4, NULL)',
      'DROP TABLE notes',
      'CREATE TABLE other (id int)',
      'WITH gone AS (DELETE FROM notes RETURNING id) SELECT * FROM gone',
      'SELECT add_note(4)',
      'SELECT define_table()',
      'SELECT open_transaction()',
      "SELECT set_config('transaction_read_only', 'off', false), add_note(4)",
      'DO $$ BEGIN SET TRANSACTION READ WRITE; DELETE FROM shop.notes; END $$',
      'DO $$ BEGIN COMMIT; SET default_transaction_read_only = off; DELETE FROM shop.notes; END $$',
      'CALL write_and_commit()',
      'CALL commit_and_write()',
      "SELECT nextval('numbers')",
      "COPY notes TO PROGRAM 'true'",
      'COMMIT',
      'SET SESSION CHARACTERISTICS AS TRANSACTION READ WRITE',
      'EXPLAIN ANALYZE DELETE FROM notes',
    ],
    readState: readState(database),
    big: 'SELECT a, repeat($$x$$, 100) FROM generate_series(1, 3000000) a',
    slow: 'SELECT pg_sleep(30)',
    tearDown: () => database.tearDown(),
  };
});

describe('PostgreSQL: calls that only this engine has', () => {
  let database: PostgresDatabase;
  beforeAll(async () => {
    database = await prepareDatabase();
  });
  afterAll(() => database?.tearDown());
  const run = (text: string, more: Partial<ExamCall> = {}) =>
    withCalls({ connector: postgresql, target: database.target }, (calls) =>
      calls.run(makeCall(text, more)),
    );

  test('rows that become long are handed over in small parts, and never held together', async () => {
    const before = process.memoryUsage().rss;
    const parts: number[] = [];
    const uneven =
      "SELECT repeat('x', CASE WHEN n < 1200 THEN 1 ELSE 400000 END) FROM generate_series(1, 1600) n";
    const server = { connector: postgresql, target: database.target };
    const result = await withCalls(server, (_calls, runner) =>
      runner.run(makeCall(uneven), async (part) => {
        await new Promise((resolve) => setTimeout(resolve, 1));
        if ('rows' in part) parts.push(part.rows.reduce((sum, [text]) => sum + text!.length, 0));
        return true;
      }),
    );
    expect(result.error).toBeNull();
    expect(parts.reduce((sum, length) => sum + length, 0)).toBe(1199 + 401 * 400_000);
    expect(Math.max(...parts)).toBeLessThan(2_000_000);
    expect(process.memoryUsage().rss - before).toBeLessThan(100 * 2 ** 20);
  });

  test('a procedure gives its output parameters', async () => {
    const parameters = { a: '2', total: '9007199254740993.5' };
    const result = await run('CALL add_up(:a, :total, NULL)', { parameters });
    expect(result).toMatchObject({
      resultSets: [],
      output: { total: '9007199254740995.5', said: 'added 2' },
      error: null,
    });
  });

  test('what a call writes is taken back, and the connection only reads again', async () => {
    const before = await readState(database)();
    await withCalls({ connector: postgresql, target: database.target }, async (calls) => {
      const added = await calls.run(makeCall('SELECT add_note(4)', { writes: true }));
      expect(added.resultSets[0]?.rows).toEqual([['4']]);
      const changed = await calls.run(
        makeCall("UPDATE notes SET body = 'x' WHERE id < 3", { writes: true }),
      );
      expect(changed).toMatchObject({ affected: 2, resultSets: [], error: null });
      const dropped = await calls.run(makeCall('DROP TABLE notes', { writes: true }));
      expect(dropped.error).toBeNull();
      const committed = await calls.run(makeCall('CALL write_and_commit()', { writes: true }));
      expect(committed.error).toMatchObject({ code: '2D000' });
      expect(await failureOf(calls.run(makeCall('SELECT add_note(4)')))).toMatchObject({
        code: 'permission',
      });
    });
    expect(await readState(database)()).toEqual(before);
  });

  test('what a call writes is there each time that it is read by an expression, which writes nothing itself', async () => {
    const before = await readState(database)();
    const text = { kind: 'text', length: null, fixed: false, bytes: false } as const;
    const notesAs = (expression: string): Reading => ({
      schema: 'shop',
      table: 'notes',
      columns: [
        {
          name: 'body',
          type: 'text',
          canonical: text,
          form: ownForm(text),
          expression,
        },
      ],
      key: [],
      where: null,
    });
    const connection = await connectWith(postgresql, database.target);
    try {
      const data = connection.data!;
      const all = { kind: 'bucket', prefix: '' } as const;
      const seen: unknown[] = [];
      const added = makeCall('SELECT add_note(4)', { writes: true });
      const { error } = await connection.calls!.run(added, async (part) => {
        if (!('stage' in part)) return true;
        for (let time = 0; time < 2; time += 1)
          seen.push((await data.readRows(notesAs('upper("body")'), all)).length);
        if (part.stage === 'before') return true;
        const writes = data.readRows(notesAs('shop.add_note(5)::text'), all);
        expect(await failureOf(writes)).toMatchObject({ code: 'permission' });
        seen.push((await data.readRows(notesAs('upper("body")'), all)).length);
        return true;
      });
      expect(error).toBeNull();
      expect(seen).toEqual([3, 3, 4, 4, 4]);
      expect(await data.readRows(notesAs('upper("body")'), all)).toHaveLength(3);
    } finally {
      await connection.close();
    }
    expect(await readState(database)()).toEqual(before);
  });

  test('what a column shows is followed to the column of a table', async () => {
    await database.run(`CREATE TABLE shop.people (id int PRIMARY KEY, pin text, body text);
      CREATE VIEW shop.shown AS SELECT pin AS body, id FROM shop.people;
      CREATE VIEW shop.shown_again AS SELECT s.body AS said FROM shop.shown s JOIN shop.notes n USING (id);
      CREATE MATERIALIZED VIEW shop.stored AS SELECT upper(pin) AS body, pin AS other FROM shop.people;
      CREATE FUNCTION shop.pins() RETURNS TABLE (body text) LANGUAGE sql AS 'SELECT pin FROM shop.people'`);
    const pin = { schema: 'shop', table: 'people', column: 'pin' };
    const origins = await followed(run, [
      'SELECT pin AS body FROM people',
      'SELECT body FROM (SELECT DISTINCT pin AS body FROM people) people',
      'WITH people AS (SELECT pin AS body FROM people) TABLE people',
      'SELECT body FROM shown',
      'SELECT said FROM shown_again',
      'SELECT body FROM stored',
      'SELECT other FROM stored',
      'SELECT pin FROM people UNION SELECT body FROM people',
      'SELECT pin || body AS body FROM people',
      'SELECT max(body) AS body FROM people',
      'SELECT (SELECT body FROM people) AS body',
      'SELECT body FROM pins()',
      'SELECT people FROM people',
      'SHOW server_version',
    ]);
    expect(origins).toEqual([
      pin,
      pin,
      pin,
      pin,
      pin,
      null,
      pin,
      ...Array.from({ length: 7 }, () => null),
    ]);
  });

  test('leaves text alone that is not a parameter', async () => {
    const text = String.raw`SELECT '1'::text || $x$:a$x$ || E'\':a' || /* /* :b */ :c */ (ARRAY[1,2,3])[1:2]::text AS ":d", :a::int + 1`;
    const { resultSets, error } = await run(text, { parameters: { a: '41' } });
    expect(error).toBeNull();
    expect(resultSets[0]?.rows).toEqual([[`1:a':a{1,2}`, '42']]);
  });

  test('an error of a routine comes with its code', async () => {
    const text = "DO $$ BEGIN RAISE EXCEPTION 'No note %', 7 USING ERRCODE = 'P0042'; END $$";
    expect((await run(text, { writes: true })).error).toEqual({
      code: 'P0042',
      message: 'No note 7',
    });
    expect((await run('SELECT 1/(:n::int)', { parameters: { n: '0' } })).error?.code).toBe('22012');
  });

  test('reports what cannot be rolled back', () => {
    const list = (text: string) => postgresql.irrevocable?.(text).map(toEnglish);
    expect(list('INSERT INTO notes VALUES (1)')).toEqual([
      'Numbers drawn from sequences are not rolled back.',
    ]);
    expect(list("SELECT dblink_exec('x', 'DROP TABLE y')")).toEqual([
      'What is written to another database through dblink is not rolled back.',
    ]);
    expect(list("SELECT 'insert' -- nextval")).toEqual([]);
  });
});
