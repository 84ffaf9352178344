import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { collecting, makeCall } from '../../../../connectors/core/exams/call-exam.ts';
import type { Connection, Connector } from '../../../../connectors/core/connector.ts';
import { connectWith } from '../../../../connectors/core/exams/exam.ts';
import { mysql } from '../../../../connectors/mysql/connector.ts';
import { openServer } from '../../../../connectors/mysql/fixture.ts';
import { postgresql } from '../../../../connectors/postgresql/connector.ts';
import { createDatabase } from '../../../../connectors/postgresql/fixture.ts';
import type { StandardType } from '../../../../contract/engines.ts';
import { type Called, proposeCall } from './propose-call.ts';

/** A routine as its definition has it, the call that is proposed of it, and what that answers. */
interface Case {
  /** As it is listed. */
  name: string;
  type: StandardType;
  text: string;
  values?: Record<string, string | null>;
  writes?: boolean;
  /** Rows of the result set, or outputs. */
  answer: (string | null)[][] | Record<string, string | null>;
}

/** Proposes a call of an object against itself, and runs it as it stands. */
async function tryOut(connection: Connection, connector: Connector, schema: string, one: Case) {
  const [structure] = await connection.definitions!.readDefinitions(one.type, schema, [one.name]);
  const called: Called = {
    connector,
    path: [schema, one.name],
    isRoutine: one.type === 'functions' || one.type === 'procedures',
    definition: structure ?? null,
  };
  const proposal = proposeCall({ source: called, target: called });
  const { source, values, writes, reasons } = proposal;
  if (source === null) return { reasons };
  const parameters = { ...values, ...one.values };
  const call = makeCall(source, { parameters, writes: one.writes ?? writes });
  const { error, resultSets, output } = await collecting(connection.calls!).run(call);
  const rows = resultSets.length > 0 ? resultSets.map((set) => set.rows).flat() : output;
  return { text: source, isSame: proposal.target === source, error, answer: rows };
}

const listRoutines = async (connection: Connection, schema: string): Promise<string[]> => {
  const found: string[] = [];
  for (const type of ['functions', 'procedures'] as const)
    for (const name of (await connection.listObjects(type, schema)).names)
      found.push(`${type} ${name}`);
  return found.toSorted();
};

const POSTGRESQL_SQL = `
  CREATE SCHEMA shop; CREATE SCHEMA "Odd ""schema"; CREATE SCHEMA "order";
  CREATE TABLE shop.notes (id int, body text); INSERT INTO shop.notes VALUES (1, 'one'), (2, 'two');
  CREATE TABLE "Odd ""schema"."a :b (c)" (id int);
  CREATE TABLE "order"."select" (id int);
  CREATE TYPE shop.pair AS (a int, b text); CREATE DOMAIN shop.rate AS numeric(4,2);
  CREATE TYPE shop."Mood" AS ENUM ('sad', 'Happy');
  CREATE FUNCTION shop.nothing() RETURNS int LANGUAGE sql AS 'SELECT 7';
  CREATE FUNCTION shop.tax(amount numeric, "Rate" shop.rate DEFAULT 10) RETURNS numeric LANGUAGE sql AS 'SELECT $1 * $2 / 100';
  CREATE FUNCTION shop."Odd :name (x)"("a b" int, int) RETURNS int LANGUAGE sql AS 'SELECT $1 + $2';
  CREATE FUNCTION shop.left(a text) RETURNS text LANGUAGE sql AS 'SELECT $1';
  CREATE FUNCTION shop.over_loaded(a int) RETURNS text LANGUAGE sql AS $$ SELECT 'int' $$;
  CREATE FUNCTION shop.over_loaded(a text) RETURNS text LANGUAGE sql AS $$ SELECT 'text' $$;
  CREATE FUNCTION shop.over_loaded(a numeric, b shop."Mood") RETURNS text LANGUAGE sql AS $$ SELECT b::text $$;
  CREATE FUNCTION shop.rows_of(n int) RETURNS TABLE (id int, body text) LANGUAGE sql AS 'SELECT id, body FROM shop.notes WHERE id <= n ORDER BY id';
  CREATE FUNCTION shop.set_of() RETURNS SETOF shop.notes LANGUAGE sql AS 'SELECT * FROM shop.notes ORDER BY id';
  CREATE FUNCTION shop.numbers() RETURNS SETOF int LANGUAGE plpgsql AS 'BEGIN RETURN NEXT 1; RETURN NEXT 2; END';
  CREATE FUNCTION shop.one_row() RETURNS shop.pair LANGUAGE sql AS $$ SELECT 1, 'x' $$;
  CREATE FUNCTION shop.outs(a int, OUT b int, INOUT c text, OUT d text) LANGUAGE sql AS $$ SELECT a + 1, c || '!', 'd' $$;
  CREATE FUNCTION shop.record() RETURNS record LANGUAGE plpgsql AS $$ BEGIN RETURN (1, 'a'); END $$;
  CREATE FUNCTION shop.records() RETURNS SETOF record LANGUAGE sql AS $$ SELECT 1, 'a' $$;
  CREATE FUNCTION shop.no_value(a int) RETURNS void LANGUAGE sql AS 'SELECT 1';
  CREATE FUNCTION shop.added(VARIADIC list int[]) RETURNS bigint LANGUAGE sql AS 'SELECT sum(x) FROM unnest(list) x';
  CREATE FUNCTION shop.any_of(a anyelement) RETURNS anyelement LANGUAGE sql AS 'SELECT a';
  CREATE FUNCTION shop.on_change() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NEW; END';
  CREATE FUNCTION shop.padded(a character, b bit, c bytea, d "char", e timestamptz, f shop.pair, g text[]) RETURNS text LANGUAGE sql AS
    $$ SELECT concat_ws('|', a, b, encode(c, 'hex'), d, e, f, g) $$;
  CREATE AGGREGATE shop.total(int) (SFUNC = int4pl, STYPE = int);
  CREATE AGGREGATE shop.middle(float8 ORDER BY anyelement) (SFUNC = ordered_set_transition, STYPE = internal, FINALFUNC = percentile_disc_final, FINALFUNC_EXTRA);
  CREATE FUNCTION shop.ranked() RETURNS bigint LANGUAGE internal WINDOW AS 'window_row_number';
  CREATE FUNCTION shop.pg_read_file(a text) RETURNS text LANGUAGE sql AS 'SELECT a';
  CREATE PROCEDURE shop.no_arguments() LANGUAGE sql AS 'SELECT 1';
  CREATE PROCEDURE shop."Close Month"(number int, OUT closed int, INOUT said text, OUT "Odd one" text) LANGUAGE plpgsql AS
    $$ BEGIN closed := number + 1; said := said || '.'; "Odd one" := 'x'; END $$;
  CREATE PROCEDURE shop.write_note(a int, b text) LANGUAGE sql AS 'INSERT INTO shop.notes VALUES (a, b)';
  CREATE PROCEDURE shop.twice(a int, INOUT said text) LANGUAGE plpgsql AS $$ BEGIN said := 'int'; END $$;
  CREATE PROCEDURE shop.twice(a text, INOUT said text) LANGUAGE plpgsql AS $$ BEGIN said := 'text'; END $$;
`;

const POSTGRESQL_CASES: Case[] = [
  { name: 'nothing', type: 'functions', text: 'SELECT shop.nothing() AS result', answer: [['7']] },
  {
    name: 'tax',
    type: 'functions',
    text: 'SELECT shop.tax(:amount::numeric, :Rate::shop.rate) AS result',
    values: { amount: '50', Rate: '19' },
    answer: [['9.5000000000000000']],
  },
  {
    name: 'Odd :name (x)',
    type: 'functions',
    text: 'SELECT shop."Odd :name (x)"(:value1::integer, :value2::integer) AS result',
    values: { value1: '1', value2: '2' },
    answer: [['3']],
  },
  {
    name: 'left',
    type: 'functions',
    text: 'SELECT shop.left(:a::text) AS result',
    values: { a: "it's; :b" },
    answer: [["it's; :b"]],
  },
  {
    name: 'over_loaded(integer)',
    type: 'functions',
    text: 'SELECT shop.over_loaded(:a::integer) AS result',
    values: { a: '1' },
    answer: [['int']],
  },
  {
    name: 'over_loaded(text)',
    type: 'functions',
    text: 'SELECT shop.over_loaded(:a::text) AS result',
    values: { a: '1' },
    answer: [['text']],
  },
  {
    name: 'over_loaded(numeric, shop."Mood")',
    type: 'functions',
    text: 'SELECT shop.over_loaded(:a::numeric, :b::shop."Mood") AS result',
    values: { a: '1', b: 'Happy' },
    answer: [['Happy']],
  },
  {
    name: 'rows_of',
    type: 'functions',
    text: 'SELECT * FROM shop.rows_of(:n::integer) AS result',
    values: { n: '2' },
    answer: [
      ['1', 'one'],
      ['2', 'two'],
    ],
  },
  {
    name: 'set_of',
    type: 'functions',
    text: 'SELECT * FROM shop.set_of() AS result',
    answer: [
      ['1', 'one'],
      ['2', 'two'],
    ],
  },
  {
    name: 'numbers',
    type: 'functions',
    text: 'SELECT * FROM shop.numbers() AS result',
    answer: [['1'], ['2']],
  },
  {
    name: 'one_row',
    type: 'functions',
    text: 'SELECT * FROM shop.one_row() AS result',
    answer: [['1', 'x']],
  },
  {
    name: 'outs',
    type: 'functions',
    text: 'SELECT * FROM shop.outs(:a::integer, :c::text) AS result',
    values: { a: '1', c: 'c' },
    answer: [['2', 'c!', 'd']],
  },
  {
    name: 'record',
    type: 'functions',
    text: 'SELECT shop.record() AS result',
    answer: [['(1,a)']],
  },
  {
    name: 'no_value',
    type: 'functions',
    text: 'SELECT shop.no_value(:a::integer) AS result',
    values: { a: null },
    answer: [[null]],
  },
  {
    name: 'added',
    type: 'functions',
    text: 'SELECT shop.added(VARIADIC :list::integer[]) AS result',
    values: { list: '{1,2,3}' },
    answer: [['6']],
  },
  {
    name: 'padded',
    type: 'functions',
    text: `SELECT shop.padded(:a::bpchar, :b::"bit", decode(:c, 'hex')::bytea, :d::"char", :e::timestamp with time zone, :f::shop.pair, :g::text[]) AS result`,
    values: {
      a: 'long',
      b: '101',
      c: 'deadbeef',
      d: 'x',
      e: '2024-01-01 00:00',
      f: '(1,a)',
      g: '{a}',
    },
    answer: [['long|101|deadbeef|x|2024-01-01 00:00:00+00|(1,a)|{a}']],
  },
  {
    name: 'total',
    type: 'functions',
    text: 'SELECT shop.total(:value1::integer) AS result',
    values: { value1: '3' },
    answer: [['3']],
  },
  {
    name: 'ranked',
    type: 'functions',
    text: 'SELECT shop.ranked() OVER () AS result',
    answer: [['1']],
  },
  { name: 'no_arguments', type: 'procedures', text: 'CALL shop.no_arguments()', answer: {} },
  {
    name: 'Close Month',
    type: 'procedures',
    text: 'CALL shop."Close Month"(:number::integer, NULL::integer, :said::text, NULL::text)',
    values: { number: '3', said: 'so' },
    answer: { closed: '4', said: 'so.', 'Odd one': 'x' },
  },
  {
    name: 'write_note',
    type: 'procedures',
    text: 'CALL shop.write_note(:a::integer, :b::text)',
    values: { a: '3', b: 'three' },
    // Nothing tells before it runs.
    writes: true,
    answer: {},
  },
  {
    name: 'twice(integer, text)',
    type: 'procedures',
    text: 'CALL shop.twice(:a::integer, :said::text)',
    values: { a: '3', said: null },
    answer: { said: 'int' },
  },
  {
    name: 'twice(text, text)',
    type: 'procedures',
    text: 'CALL shop.twice(:a::text, :said::text)',
    values: { a: '3', said: null },
    answer: { said: 'text' },
  },
];

/** What no call can be written of says why. */
const POSTGRESQL_REASONS: Record<string, RegExp> = {
  any_of: /: It takes a parameter of type anyelement: /,
  on_change: /: It returns the type trigger, which a statement cannot receive\.$/,
  records: /: It returns rows whose columns only the caller knows\.$/,
  middle: /: (?:It takes a parameter of type|It is an ordered-set aggregate)/,
  pg_read_file: /: pg_read_file is not allowed: /,
};

describe('calls that are proposed on PostgreSQL', () => {
  let database: Awaited<ReturnType<typeof createDatabase>>;
  let connection: Connection;
  beforeAll(async () => {
    database = await createDatabase(inject('postgresUrl'));
    await database.run(POSTGRESQL_SQL);
    connection = await connectWith(postgresql, database.target);
  });
  afterAll(async () => {
    await connection?.close();
    await database?.tearDown();
  });
  const propose = (one: Case, schema = 'shop') => tryOut(connection, postgresql, schema, one);

  it.each(POSTGRESQL_CASES)('run as they stand: $name', async (one) => {
    const { text, answer } = one;
    expect(await propose(one)).toEqual({ text, isSame: true, error: null, answer });
  });

  it.each(Object.entries(POSTGRESQL_REASONS))(
    'are not written of %s, with the reason',
    async (name, reason) => {
      const { reasons } = await propose({ name, type: 'functions', text: '', answer: {} });
      expect(reasons).toEqual([expect.stringMatching(reason), expect.stringMatching(reason)]);
    },
  );

  it('are tried of every routine', async () => {
    const tried = [
      ...POSTGRESQL_CASES.map(({ type, name }) => `${type} ${name}`),
      ...Object.keys(POSTGRESQL_REASONS).map((name) => `functions ${name}`),
    ];
    expect(await listRoutines(connection, 'shop')).toEqual(tried.toSorted());
  });

  it('name tables with quotes where they need them only', async () => {
    const table = (name: string, text: string, rows: string): Case => ({
      name,
      type: 'tables',
      text,
      answer: [[rows]],
    });
    const cases: [string, Case][] = [
      ['shop', table('notes', 'SELECT COUNT(*) AS total FROM shop.notes', '2')],
      [
        'Odd "schema',
        table('a :b (c)', 'SELECT COUNT(*) AS total FROM "Odd ""schema"."a :b (c)"', '0'),
      ],
      ['order', table('select', 'SELECT COUNT(*) AS total FROM "order".select', '0')],
    ];
    for (const [schema, one] of cases) {
      const { text, answer } = one;
      expect(await propose(one, schema)).toEqual({ text, isSame: true, error: null, answer });
    }
  });

  it('quote every word that the server takes for none of the names', async () => {
    const rows = await database.run(
      "SELECT word FROM pg_get_keywords() WHERE catcode IN ('R', 'T') ORDER BY word",
    );
    for (const { word } of rows as { word: string }[])
      expect(postgresql.callWriter.name([word, word])).toBe(`"${word}".${word}`);
  });
});

const mysqlSql = (shop: string, odd: string): string[] => [
  `CREATE TABLE ${shop}.notes (id int, body text)`,
  `INSERT INTO ${shop}.notes VALUES (1, 'one'), (2, 'two')`,
  `CREATE TABLE \`${odd}\`.\`a :b \`\`(c)\` (id int)`,
  `CREATE FUNCTION ${shop}.nothing() RETURNS int RETURN 7`,
  `CREATE FUNCTION ${shop}.\`Odd :name \`\`(x)\`(\`a b\` int, c decimal(5,2)) RETURNS decimal(5,2) RETURN \`a b\` + c`,
  `CREATE FUNCTION ${shop}.\`select\`(a int) RETURNS int RETURN a`,
  `CREATE FUNCTION ${shop}.\`replace\`(a int) RETURNS int RETURN a`,
  `CREATE FUNCTION ${shop}.kinds(a binary(2), b bit(3), c varbinary(9), d date, e point) RETURNS text
    RETURN concat_ws('|', hex(a), b + 0, hex(c), d, st_x(e))`,
  `CREATE FUNCTION ${shop}.same_name(a int) RETURNS int RETURN a`,
  `CREATE PROCEDURE ${shop}.same_name(INOUT a int) SET a = a + 1`,
  `CREATE PROCEDURE ${shop}.no_arguments() SELECT 1`,
  `CREATE PROCEDURE ${shop}.\`Close Month\`(number int, OUT closed int, INOUT said varchar(20), OUT \`odd one\` int)
    BEGIN SET closed = number + 1, said = concat(said, '.'), \`odd one\` = 5; SELECT body FROM ${shop}.notes ORDER BY id; END`,
  `CREATE PROCEDURE ${shop}.\`replace\`(IN a int, OUT b int) SET b = a`,
  `CREATE PROCEDURE ${shop}.write_note(a int, b text) INSERT INTO ${shop}.notes VALUES (a, b)`,
];
const MARIADB_SQL = (shop: string): string[] => [
  `CREATE AGGREGATE FUNCTION ${shop}.total(x int) RETURNS int
   BEGIN DECLARE s int DEFAULT 0; DECLARE CONTINUE HANDLER FOR NOT FOUND RETURN s; LOOP FETCH GROUP NEXT ROW; SET s = s + x; END LOOP; END`,
  `CREATE FUNCTION ${shop}.gives_back(a int, OUT b int) RETURNS int BEGIN SET b = a; RETURN a; END`,
  'SET sql_mode = oracle',
  `CREATE PACKAGE ${shop}.tools AS FUNCTION twice(a int) RETURN int; PROCEDURE pay(a IN int, b OUT int); END`,
  `CREATE PACKAGE BODY ${shop}.tools AS FUNCTION twice(a int) RETURN int AS BEGIN RETURN a * 2; END;
    PROCEDURE pay(a IN int, b OUT int) AS BEGIN b := a + 1; END; END`,
  "SET sql_mode = ''",
];

const mysqlCases = (shop: string): Case[] => [
  {
    name: 'nothing',
    type: 'functions',
    text: `SELECT ${shop}.nothing() AS result`,
    answer: [['7']],
  },
  {
    name: 'Odd :name `(x)',
    type: 'functions',
    text: `SELECT ${shop}.\`Odd :name \`\`(x)\`(:value1, :c) AS result`,
    values: { value1: '1', c: '2.5' },
    answer: [['3.50']],
  },
  {
    name: 'select',
    type: 'functions',
    text: `SELECT ${shop}.select(:a) AS result`,
    values: { a: '1' },
    answer: [['1']],
  },
  {
    name: 'replace',
    type: 'functions',
    text: `SELECT ${shop}.\`replace\`(:a) AS result`,
    values: { a: '1' },
    answer: [['1']],
  },
  {
    name: 'kinds',
    type: 'functions',
    text: `SELECT ${shop}.kinds(UNHEX(:a), CAST(CONV(:b, 2, 10) AS UNSIGNED), UNHEX(:c), :d, ST_GeomFromText(:e)) AS result`,
    values: { a: 'ff00', b: '101', c: 'deadbeef', d: '2024-02-29', e: 'POINT(3 4)' },
    answer: [['FF00|5|DEADBEEF|2024-02-29|3']],
  },
  {
    name: 'same_name',
    type: 'functions',
    text: `SELECT ${shop}.same_name(:a) AS result`,
    values: { a: '1' },
    answer: [['1']],
  },
  {
    name: 'same_name',
    type: 'procedures',
    text: `CALL ${shop}.same_name(@a)`,
    values: { a: '1' },
    answer: { a: '2' },
  },
  {
    name: 'no_arguments',
    type: 'procedures',
    text: `CALL ${shop}.no_arguments()`,
    answer: [['1']],
  },
  {
    name: 'Close Month',
    type: 'procedures',
    text: `CALL ${shop}.\`Close Month\`(:number, @closed, @said, @value4)`,
    values: { number: '3', said: 'so' },
    answer: [['one'], ['two']],
  },
  {
    name: 'replace',
    type: 'procedures',
    text: `CALL ${shop}.\`replace\`(:a, @b)`,
    values: { a: '1' },
    answer: { b: '1' },
  },
  {
    name: 'write_note',
    type: 'procedures',
    text: `CALL ${shop}.write_note(:a, :b)`,
    values: { a: '3', b: 'three' },
    writes: true,
    answer: {},
  },
];
const mariadbCases = (shop: string): Case[] => [
  {
    name: 'total',
    type: 'functions',
    text: `SELECT ${shop}.total(:x) AS result`,
    values: { x: '3' },
    answer: [['3']],
  },
  {
    name: 'tools.twice',
    type: 'functions',
    text: `SELECT ${shop}.tools.twice(:a) AS result`,
    values: { a: '3' },
    answer: [['6']],
  },
  {
    name: 'tools.pay',
    type: 'procedures',
    text: `CALL ${shop}.tools.pay(:a, @b)`,
    values: { a: '3' },
    answer: { b: '4' },
  },
];

describe.each(inject('mysqlServers'))('calls that are proposed on $name', ({ url }) => {
  let server: Awaited<ReturnType<typeof openServer>>;
  let connection: Connection;
  let shop: string;
  let odd: string;
  beforeAll(async () => {
    server = await openServer(url);
    shop = await server.addSchema('shop');
    odd = `odd "${shop}`;
    await server.run(`CREATE DATABASE \`${odd}\``);
    for (const sql of mysqlSql(shop, odd)) await server.run(sql);
    if (server.isMariadb) for (const sql of MARIADB_SQL(shop)) await server.run(sql);
    connection = await connectWith(mysql, { ...server.target, database: shop });
  });
  afterAll(async () => {
    await connection?.close();
    await server?.run(`DROP DATABASE IF EXISTS \`${odd}\``);
    await server?.tearDown();
  });

  it('run as they stand, every routine that there is', async () => {
    const cases = [...mysqlCases(shop), ...(server.isMariadb ? mariadbCases(shop) : [])];
    const tried = cases.map(({ type, name }) => `${type} ${name}`);
    const hard: Case = { name: 'gives_back', type: 'functions', text: '', answer: {} };
    expect(await listRoutines(connection, shop)).toEqual(
      [...tried, ...(server.isMariadb ? ['functions gives_back'] : [])].toSorted(),
    );
    if (server.isMariadb)
      expect((await tryOut(connection, mysql, shop, hard)).reasons).toEqual([
        'No call could be proposed for the source: It returns values in its parameters, which a query cannot receive.',
        'No call could be proposed for the target: It returns values in its parameters, which a query cannot receive.',
      ]);
    for (const one of cases) {
      const { text, answer } = one;
      const found = await tryOut(connection, mysql, shop, one);
      expect(found).toEqual({ text, isSame: true, error: null, answer });
    }
  });

  it('give all outputs of a procedure that gives rows, too', async () => {
    const text = `CALL ${shop}.\`Close Month\`(:number, @closed, @said, @value4)`;
    const parameters = { number: '3', said: 'so' };
    const { output } = await collecting(connection.calls!).run(makeCall(text, { parameters }));
    expect(output).toEqual({ closed: '4', said: 'so.', value4: '5' });
  });

  it('name tables with quotes where they need them', async () => {
    const text = `SELECT COUNT(*) AS total FROM \`${odd}\`.\`a :b \`\`(c)\``;
    const one: Case = { name: 'a :b `(c)', type: 'tables', text, answer: [['0']] };
    const { answer } = one;
    expect(await tryOut(connection, mysql, odd, one)).toEqual({
      text,
      isSame: true,
      error: null,
      answer,
    });
  });

  it('need no quotes for words of the language, beside a dot', async () => {
    const rows = await server.run('SELECT word AS word FROM information_schema.keywords');
    const wrong: string[] = [];
    for (const { word } of rows as { word: string }[]) {
      if (!/^\w+$/.test(word)) continue;
      const [first, last] = [
        [word, 'nothing'],
        [shop, word],
      ].map(mysql.callWriter.name);
      for (const text of [
        `CALL ${first}()`,
        `CALL ${last}()`,
        `SELECT ${first}()`,
        `SELECT ${last}()`,
        `SELECT 1 FROM ${last}`,
        `SELECT 1 FROM ${first}`,
      ])
        await server.run(text).catch(({ errno }: { errno: number }) => {
          // ER_PARSE_ERROR
          if (errno === 1064) wrong.push(text);
        });
    }
    expect(wrong).toEqual([]);
  });
});
