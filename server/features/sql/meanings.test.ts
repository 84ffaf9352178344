import { describe, expect, it } from 'vitest';
import type { EngineId } from '../../../connectors/engines.ts';
import type { CanonicalType } from '../../../contract/proof/definitions.ts';
import { DUCK, INT, LITE, MS, MY, ORA, PG, column, textOf } from './known-fixture.ts';
import { byRanges } from '../proof/definitions/compare/texts/meanings.ts';
import { type Expression, type KnownColumn, type KnownTable, createMeanings } from './service.ts';

const meanings = createMeanings();

const TYPES: Record<string, CanonicalType> = {
  a: INT,
  n: { kind: 'decimal', precision: 10, scale: 2 },
  f: { kind: 'float', bits: 64 },
  b: textOf(20),
  sure: textOf(20),
  flag: { kind: 'boolean' },
  d: { kind: 'date' },
  raw: { kind: 'binary', length: null, fixed: false },
  ts: { kind: 'timestamp', precision: 0, zone: false },
  e: { kind: 'enum', values: ['x', 'y'] },
  code: { kind: 'text', length: 4, fixed: true, bytes: false },
};
const COLUMNS: KnownColumn[] = Object.entries(TYPES).map(([name, canonical]) =>
  column(name, canonical, name !== 'sure'),
);

async function read(engine: EngineId, text: string, as: Expression['as'] = 'condition') {
  await meanings.prepare([{ engine, columns: COLUMNS, expressions: [{ text, as }] }]);
  return meanings.ofExpression(engine, COLUMNS, { text, as });
}

describe('the meaning of an expression', () => {
  it.each<[EngineId, string, EngineId, string]>([
    [
      MY,
      "`a` > 0 and `b` in ('x','y')",
      PG,
      "((a > 0) AND ((b)::text = ANY ((ARRAY['y'::character varying, 'x'::character varying])::text[])))",
    ],
    [MS, '([a]>=(1) AND [a]<=(5))', MY, '`a` between 1 and 5'],
    [MS, "([b]='x' OR [b]=N'y')", ORA, "B IN ('x','y')"],
    [MY, "`d` >= '2000-01-01'", PG, "(d >= '2000-01-01'::date)"],
    [
      MY,
      "`ts` < '2000-01-01 00:00:00'",
      PG,
      "(ts < '2000-01-01 00:00:00'::timestamp without time zone)",
    ],
    [MY, '`flag` = 1', PG, '(flag = true)'],
    [MY, '`flag` = 0', PG, '(NOT flag)'],
    [MY, 'lcase(`b`)', PG, 'lower((b)::text)'],
    [MY, "concat(`b`,' x')", PG, "((b)::text || ' x'::text)"],
    [MS, "([sure]+' x')", PG, "concat(sure, ' x')"],
    [MS, "FORMAT([d],'yyyy-MM','en-US')", MY, "date_format(`d`, '%Y-%m')"],
    [
      MS,
      "format([ts], 'dd.MM.yyyy HH:mm:ss', N'en-US')",
      PG,
      "to_char(ts, 'DD.MM.YYYY HH24:MI:SS')",
    ],
    [MY, 'char_length(`b`) > 3', PG, '(length((b)::text) > 3)'],
    [MY, '`a` MOD 2 = 0', ORA, 'MOD(a,2)=0'],
    [MY, '`a` in (1,2)', PG, '(a = ANY (ARRAY[(1)::bigint, (2)::smallint]))'],
    [MY, "`b` = 'x'", PG, "((b)::character varying = 'x'::text)"],
    [MY, '100 DIV nullif(`a`,0) > 1', PG, '((100 / NULLIF(a, 0)) > 1)'],
    [MS, '(100/[a]>(1))', PG, '((100 / a) > 1)'],
    [MY, '`a` DIV 2 + 1 > 1', PG, '(((a / 2) + 1) > 1)'],
    [MY, "not(`b` like 'a%')", PG, "((b)::text !~~ 'a%'::text)"],
    [MY, "`b` like 'a\\_%'", MS, "[b] LIKE 'a!_%' ESCAPE '!'"],
    [MY, "if(`a` > 1,'x','y')", PG, "CASE WHEN (a > 1) THEN 'x'::text ELSE 'y'::text END"],
    [ORA, "DECODE(a,1,'x','y')", MY, "case `a` when 1 then 'x' else 'y' end"],
    [MY, 'year(`d`)', PG, 'EXTRACT(year FROM d)'],
    [MS, 'datepart(year,[d])', PG, "date_part('year'::text, d)"],
    [MY, "ifnull(`b`,'')", PG, "COALESCE(b, ''::character varying)"],
    [LITE, 'a is not 3', PG, '(a IS DISTINCT FROM 3)'],
    [MY, '`a` <=> 3', PG, '(NOT (a IS DISTINCT FROM 3))'],
    [MY, '`n` * `a` + 1.50', PG, '((1.5 + (n * (a)::numeric)))'],
    [MY, "trim(`b`) <> ''", PG, "(TRIM(BOTH FROM b) <> ''::text)"],
    [MY, "`e` in ('x','y')", PG, "(e = ANY (ARRAY['x'::mood, 'y'::mood]))"],
    [MY, 'not(`a` > 1 and `a` < 9)', PG, '((a <= 1) OR (a >= 9))'],
    [MS, 'dateadd(day,1,[d])', PG, "(d + '1 day'::interval)"],
    [MY, '`d` + interval 1 month', PG, "(d + '1 mon'::interval)"],
    [DUCK, "(b IN ('x', 'y'))", PG, "((b = 'x') OR (b = 'y'))"],
    [MY, 'left(`b`,3)', PG, '"substring"((b)::text, 1, 3)'],
    [MS, "[d]>='20000101'", PG, "(d >= '2000-01-01'::date)"],
    [MS, "[b]='x'", ORA, "B = 'x'"],
    [MS, 'isnull([a],(0))>(1)', ORA, 'NVL(a,0) > 1'],
    [MS, 'CONVERT([date],getdate())', PG, 'CURRENT_DATE'],
    [ORA, 'TRUNC(SYSDATE)', PG, '(now())::date'],
    [LITE, "date('now')", PG, 'CURRENT_DATE'],
  ])('%i: %s, as %i: %s', async (engine, text, other, same) => {
    const [one, two] = [await read(engine, text), await read(other, same)];
    expect(one).not.toBeNull();
    expect(two?.key).toBe(one?.key);
  });

  it.each<[string, EngineId, string, EngineId, string]>([
    ['MySQL divides integers to a fraction', MY, '`a` / 2', PG, '(a / 2)'],
    ['LENGTH counts bytes in MySQL', MY, 'length(`b`)', PG, 'length(b)'],
    ['FORMAT may go by a calendar', MS, "FORMAT([d],'yyyy-MM')", MY, "date_format(`d`, '%Y-%m')"],
    [
      'FORMAT may go by another calendar',
      MS,
      "FORMAT([d],'yyyy-MM','ar-SA')",
      MY,
      "date_format(`d`, '%Y-%m')",
    ],
    ['FORMAT minds case', MS, "FORMAT([ts],'yyyy-mm','en-US')", MY, "date_format(`ts`, '%Y-%m')"],
    ['hh counts to twelve', MS, "FORMAT([ts],'hh:mm','en-US')", MY, "date_format(`ts`, '%H:%i')"],
    ['MMM is a name', MS, "FORMAT([d],'yyyy-MMM','en-US')", MY, "date_format(`d`, '%Y-%m')"],
    ['LEN leaves blanks out', MS, 'LEN([b])', PG, 'length(b)'],
    ['concat leaves NULL out in PostgreSQL', MY, "concat(`b`,'x')", PG, "concat(b, 'x')"],
    ['|| treats NULL as empty in Oracle', ORA, "b || 'x'", PG, "(b || 'x')"],
    ['|| is OR in MySQL', MY, '`flag` || `a` = 1', PG, '(flag || (a = 1))'],
    ['an integer is rounded', PG, '(n)::integer', MY, '`n`'],
    ['and truncated in SQL Server', MS, 'CONVERT([int],[n])', PG, '(n)::integer'],
    [
      'DECIMAL without digits rounds in MySQL',
      MY,
      'cast(`b` as decimal) > 1',
      PG,
      '((b)::numeric > 1)',
    ],
    ['a length cuts', PG, "(b)::character varying(3) = 'x'", MY, "`b` = 'x'"],
    ['an escape', MY, "`b` like 'a\\_%'", PG, "(b ~~ 'a_%'::text)"],
    ['a backslash that is none in SQL Server', MY, "`b` like 'a\\\\_%'", MS, "[b] LIKE 'a\\_%'"],
    ['a class of characters', MS, "[b] LIKE '[ab]%'", PG, "(b ~~ '[ab]%'::text)"],
    ['NULL in greatest', MY, 'greatest(`a`,1)', PG, 'GREATEST(a, 1)'],
    ['> and >=', MY, '`a` > 0', PG, '(a >= 0)'],
    ['AND and OR', MY, '`a` = 1 or `n` = 2', PG, '((a = 1) AND (n = 2))'],
    ['IN and NOT IN', MY, '`a` in (1,2)', PG, '(a <> ALL (ARRAY[1, 2]))'],
    ['a text in another case', MY, "`b` = 'X'", PG, "(b = 'x'::text)"],
    ['a text and a number', MY, 'concat(`b`, 1)', PG, "(b || '1 '::text)"],
    ['IS NULL and = NULL', MY, '`a` is null', PG, '(a = NULL)'],
    ['unknown is not false', PG, '(flag IS TRUE)', MY, '`flag`'],
    ['the order of a difference', MY, '`a` - `n`', PG, '(n - (a)::numeric)'],
    ['the order of a quotient', MY, '`n` / `f`', PG, '(f / (n)::double precision)'],
    ['sums of floats', MY, '`f` + (`n` + `a`)', PG, '((f + n) + a)'],
    ['a day and a month', MY, '`d` + interval 1 day', PG, "(d + '1 mon'::interval)"],
    ['the month and the year', MY, 'year(`d`)', PG, 'EXTRACT(month FROM d)'],
    ['the time of now in Greenwich', MY, 'utc_timestamp()', PG, 'now()'],
    ['another column', MY, '`a` > 0', PG, '(n > (0)::numeric)'],
    ['the empty text is NULL in Oracle', ORA, "b <> ''", PG, "(b <> ''::text)"],
    ['a substring from the end', MY, 'substr(`b`,-2)', PG, "substr(b, '-2'::integer)"],
    ['replace minds case', MS, "REPLACE([b],'a','b')", PG, "replace(b, 'a', 'b')"],
    ['round rounds in its way', MY, 'round(`f`)', PG, 'round(f)'],
    ['-- in MySQL is twice a minus', MY, '`a`--`n`', PG, 'a'],
    ['a comment that MySQL runs', MY, '`a` /*! + 1 */', PG, 'a'],
    ['avg of integers in SQL Server', MS, 'AVG([a])', PG, 'avg(a)'],
    ['a text and a number are added in SQL Server', MS, '[b]+[a]', PG, '(b || a)'],
    ['a power is an integer there', MS, 'POWER([a],-1)', PG, 'power(a, -1)'],
    [
      'ISNULL cuts',
      MS,
      "isnull([b],'more than twenty letters')",
      PG,
      "COALESCE(b, 'more than twenty letters')",
    ],
    ['and rounds', MS, 'isnull([a],(0.5))', PG, 'COALESCE(a, 0.5)'],
    ['VARCHAR without a length cuts at 30', MS, 'CONVERT([varchar],[b]+[sure])', PG, '(b || sure)'],
    ['two bytes for a character', MS, 'DATALENGTH([b])', PG, 'octet_length(b)'],
    ['y is the day of the year', MS, 'DATEPART(y,[d])', PG, 'EXTRACT(year FROM d)'],
    ['blanks that fill up', MS, "[code]+'x'", PG, "((code)::text || 'x'::text)"],
    ['CHAR is filled up', PG, '(b)::character(5)', PG, '(b)::character varying(5)'],
    ['a day has a time in Oracle', ORA, 'CURRENT_DATE', PG, 'CURRENT_DATE'],
    ['so it has in a cast', ORA, 'CAST(ts AS DATE)', PG, '(ts)::date'],
    ['what is trimmed to nothing is NULL there', ORA, 'TRIM(b)', PG, 'TRIM(BOTH FROM b)'],
    [
      'a date is read as the session has it',
      ORA,
      "d >= '2000-01-01'",
      PG,
      "(d >= '2000-01-01'::date)",
    ],
    ['its months end', ORA, "d + INTERVAL '1' MONTH", PG, "(d + '1 mon'::interval)"],
    ['a time zone', PG, '(ts)::timestamp with time zone', PG, 'ts'],
    ['the time when it is asked', PG, 'clock_timestamp()', PG, 'now()'],
    ['a product that an integer may not hold', MY, 'cast(`a` * `a` as signed)', PG, '(a * a)::int'],
    [
      'a number that a decimal may not hold',
      MY,
      'cast(`n` * `n` as decimal(5,2))',
      PG,
      '(n * n)::numeric(5,2)',
    ],
    ['a function of people', PG, 'app.lower(b)', MY, 'lower(`b`)'],
  ])('tells apart: %s', async (_why, engine, text, other, look) => {
    const [one, two] = [await read(engine, text), await read(other, look)];
    // Neither may say nothing of it, either: a look-alike that cannot be read proves nothing here.
    if (!one || !two) expect(text).toMatch(/--|\/\*!/);
    else expect(one.key).not.toBe(two.key);
  });

  it.each([
    ['a is null or a >= 3', '(a >= 3)'],
    ['(a is null) or (a between 1 and 3)', '(a >= 1 and a <= 3)'],
    ["b is null or b in ('x', 'y')", "b in ('y', 'x')"],
    ["flag and (b is null or b <> 'x')", "b <> 'x' and flag"],
    ['a is null or n is null or a < n', 'a < n'],
    ['b is null or char_length(b) = 4', 'char_length(b) = 4'],
    ['a is null or a = 1 or n = 2', 'a = 1 or n = 2'],
  ])('a check passes what is unknown: %s', async (text, look) => {
    expect((await read(MY, text, 'check'))!.key).toBe((await read(PG, look, 'check'))!.key);
    // A condition, such as that of an index or a query, does not.
    expect((await read(MY, text))!.key).not.toBe((await read(PG, look))!.key);
  });

  it.each([
    // Of a NULL, only the first passes these.
    ['a is null or n > 3', 'n > 3'],
    ['a is null or (a > 3 and n > 3)', 'a > 3 and n > 3'],
    ['a is null or coalesce(a, 0) > 3', 'coalesce(a, 0) > 3'],
    ['a is null or b is not null', 'b is not null'],
    ['a is not null and a > 3', 'a > 3'],
    ['a is null and n > 3', 'n > 3'],
    ['a + n is null or n > 3', 'n > 3'],
  ])('a check refuses what is false: %s is not %s', async (text, look) => {
    const [one, two] = [await read(PG, text, 'check'), await read(MY, look, 'check')];
    expect(one!.key).not.toBe(two!.key);
  });

  it.each([
    ['`a` in (3,1,2)', '((a >= 1) AND (a <= 3))'],
    ['`a` = 2 or `a` = 1', '((a > 0) AND (a < 3))'],
    ['`a` > 0', '(a >= 1)'],
    ['not(`a` between 1 and 3)', '(a <> ALL (ARRAY[1, 2, 3]))'],
    ["`b` = 'x' and `a` in (1,2)", "((a < 3) AND (b = 'x'::text) AND (a > 0))"],
    ['`a` in (-1,0) or `a` is null', '((a IS NULL) OR ((a >= (-1)) AND (a <= 0)))'],
    [
      'case when `a` in (1,2) then 1 else 0 end',
      'CASE WHEN ((a > 0) AND (a < 3)) THEN 1 ELSE 0 END',
    ],
  ])('%s asks for the same whole numbers as %s', async (text, look) => {
    const [one, two, lite] = [await read(MY, text), await read(PG, look), await read(LITE, look)];
    expect(byRanges(one)!.key).toBe(byRanges(two)!.key);
    expect(one!.key).not.toBe(two!.key);
    // SQLite may keep 1.5 in a column of integers.
    expect(lite?.whole).toBeUndefined();
  });

  it("knows Oracle's whole numbers, which are decimals without digits behind the point", async () => {
    const number: CanonicalType = { kind: 'decimal', precision: 9, scale: 0 };
    const ask = async (engine: EngineId, text: string, type: CanonicalType) => {
      const columns = [column('w', type, true)];
      const expression: Expression = { text, as: 'check' };
      await meanings.prepare([{ engine, columns, expressions: [expression] }]);
      return byRanges(meanings.ofExpression(engine, columns, expression))!.key;
    };
    const whole = await ask(ORA, '"W" IN (0, 1)', number);
    expect(await ask(MY, '`w` in (0,1)', INT)).toBe(whole);
    expect(await ask(PG, '((w >= 0) AND (w < 2))', INT)).toBe(whole);
    expect(await ask(ORA, '"W" IN (0, 1)', { ...number, scale: 1 })).not.toBe(whole);
    const above = await ask(ORA, 'w > 0', number);
    expect(await ask(PG, '(w > 0)', INT)).toBe(above);
    expect(await ask(PG, '(w > 1)', INT)).not.toBe(above);
  });

  it.each([
    ['a gap', '`a` in (1,2,4)', '((a >= 1) AND (a <= 4))'],
    ['another end', '`a` in (1,2,3)', '((a >= 1) AND (a < 3))'],
    ['an open end', '`a` in (1,2,3)', '(a >= 1)'],
    ['a decimal', '`n` in (1,2,3)', '((n >= (1)::numeric) AND (n <= (3)::numeric))'],
    ['a float', '`f` in (1,2,3)', '((f >= 1) AND (f <= 3))'],
    ['a text', "`b` in ('1','2','3')", "((b >= '1'::text) AND (b <= '3'::text))"],
    [
      'a day',
      "`d` in ('2000-01-01','2000-01-02')",
      "((d >= '2000-01-01'::date) AND (d <= '2000-01-02'::date))",
    ],
    ['a fraction between', '`a` > 0.5', '(a >= 1)'],
    [
      'what is computed',
      '`a` / 2 in (1,2)',
      '((((a)::numeric / 2) >= 1) AND (((a)::numeric / 2) <= 2))',
    ],
    ['NOT of another range', 'not(`a` in (1,2))', '((a < 1) OR (a > 3))'],
    ['AND for OR', '`a` in (1,2)', '((a >= 1) OR (a <= 2))'],
    ['another column', '`a` in (1,2)', '((a >= 1) AND (n <= (2)::numeric))'],
  ])('tells ranges apart: %s', async (_why, text, look) => {
    const [one, two] = [await read(MY, text), await read(PG, look)];
    expect(one && two).toBeTruthy();
    expect(byRanges(one)!.key).not.toBe(byRanges(two)!.key);
  });

  it.each([
    ['100 DIV `a` > 1', '((100 / a) > 1)'],
    ['100 MOD `a` = 1', '((100 % a) = 1)'],
    ['`n` > 0 and `n` / `f` > 1', '((n > 0) AND (((n)::double precision / f) > 1))'],
  ])('nobody can tell whether %s divides by zero, which fails elsewhere', async (text, look) => {
    const [one, two] = [await read(MY, text), await read(PG, look)];
    expect(one!.key).not.toBe(two!.key);
    expect(one!.opaque).toBe(true);
    // On the same engine it is the same.
    expect(await read(MY, text.toUpperCase())).toEqual(one);
  });

  it.each<[string, EngineId, string]>([
    ['100 DIV `a` > 1', PG, '((100 / NULLIF(a, 0)) > 1)'],
    ['100 MOD `a` = 1', LITE, '100 % "a" = 1'],
  ])(
    '%s is NULL by zero where it is read, and by mode where a row is written',
    async (text, other, look) => {
      for (const [as, isSame] of [
        ['value', true],
        ['condition', false],
        ['written', false],
      ] as const) {
        const [one, two] = [await read(MY, text, as), await read(other, look, as)];
        expect([as, one!.key === two!.key, one!.opaque]).toEqual([as, isSame, true]);
      }
    },
  );

  it.each<[keyof typeof TYPES, EngineId, string, EngineId, string]>([
    ['e', MY, "'G'", PG, "'G'::mpaa_rating"],
    ['ts', MY, 'current_timestamp()', PG, 'CURRENT_TIMESTAMP'],
    ['ts', MS, '(getdate())', ORA, 'SYSDATE'],
    ['ts', LITE, "datetime('now')", PG, 'now()'],
    ['d', PG, 'now()', MY, 'curdate()'],
    ['a', MY, '0', PG, "'0'::smallint"],
    ['a', MY, '-1', PG, "'-1'::integer"],
    ['n', MY, "'1.50'", PG, "'1.50'::numeric"],
    ['f', MY, '0', PG, "'0'::double precision"],
    ['ts', MY, "'1000-01-01 00:00:00'", PG, "'1000-01-01 00:00:00+00'::timestamp with time zone"],
    ['flag', MY, '1', PG, 'true'],
    ['flag', MY, "b'1'", MS, '((1))'],
    ['n', MY, "'0.00'", PG, '0'],
    ['b', MS, "(N'x')", PG, "'x'::character varying"],
    ['d', MY, "'2000-01-01'", PG, "'2000-01-01'::date"],
    ['b', MY, 'NULL', PG, 'NULL::character varying'],
    ['raw', MY, "''", PG, String.raw`'\x'::bytea`],
    ['raw', MY, "'ab'", PG, String.raw`'\x6162'::bytea`],
    ['raw', MY, '0x00FF', PG, String.raw`'\x00ff'::bytea`],
    ['raw', LITE, "x'6162'", PG, "'ab'::bytea"],
    ['ts', MY, '19700101000000', PG, "'1970-01-01 00:00:00'::timestamp without time zone"],
    ['ts', MY, "'19700101103000'", PG, "'1970-01-01 10:30:00'::timestamp without time zone"],
    ['ts', MY, '19700101', MY, "'1970-01-01 00:00:00'"],
    ['d', MY, '19700101', PG, "'1970-01-01'::date"],
    ['d', MY, '(curdate() + interval 1 day)', PG, "(CURRENT_DATE + '1 day'::interval)"],
  ])('a default of %s: %i %s as %i %s', async (name, engine, text, other, same) => {
    const as = { default: TYPES[name]! };
    const [one, two] = [await read(engine, text, as), await read(other, same, as)];
    expect(one).not.toBeNull();
    expect(two?.key).toBe(one?.key);
  });

  it.each<[keyof typeof TYPES, EngineId, string, EngineId, string]>([
    ['b', MY, "'1'", PG, "'1 '::text"],
    ['n', MY, "'0.01'", PG, '0'],
    ['flag', MY, '0', PG, 'true'],
    ['a', MY, '3', PG, "'-3'::integer"],
    ['a', MY, '3', PG, "'2'::smallint"],
    ['ts', MY, "'1000-01-01 00:00:00'", PG, "'1000-01-01 00:00:00+01'::timestamp with time zone"],
    ['ts', MY, "'1000-01-01 00:00:00'", PG, "'1000-01-01 01:00:00+00'::timestamp with time zone"],
    ['d', MY, "'2000-01-01'", PG, "'2000-01-02'::date"],
    ['ts', MY, '19700101000001', PG, "'1970-01-01 00:00:00'::timestamp without time zone"],
    ['ts', MY, '700101000000', PG, "'1970-01-01 00:00:00'::timestamp without time zone"],
    ['ts', LITE, '19700101000000', MY, "'1970-01-01 00:00:00'"],
    ['a', MY, '19700101', MY, "'1970-01-01'"],
    ['ts', MY, 'utc_timestamp()', PG, 'now()'],
    ['b', MY, "'NULL'", PG, 'NULL::text'],
    ['raw', MY, "'ab'", PG, String.raw`'\x61'::bytea`],
    ['raw', MY, "'00'", PG, String.raw`'\x00'::bytea`],
  ])('tells defaults of %s apart: %i %s and %i %s', async (name, engine, text, other, look) => {
    const as = { default: TYPES[name]! };
    const [one, two] = [await read(engine, text, as), await read(other, look, as)];
    expect(one).not.toBeNull();
    expect(two).not.toBeNull();
    expect(two?.key).not.toBe(one?.key);
  });
});

describe('the meaning of a query', () => {
  const view = async (engine: EngineId, query: string, tables: KnownTable[] = []) => {
    const texts = { engine, tables, query };
    await meanings.prepare([texts]);
    return meanings.ofView(texts);
  };

  it('uses the tables of the project, none of the same name in another schema', async () => {
    const tableOf = (schemaInQueries: string): KnownTable => ({
      name: 't',
      as: 't',
      schemaInQueries,
      columns: COLUMNS,
    });
    const source = await view(MY, 'select `t`.`a` AS `a` from `shop`.`t`', [tableOf('shop')]);
    const of = (table: string) => view(PG, `SELECT t.a FROM ${table} t`, [tableOf('public')]);
    expect((await of('public.t'))?.key).toBe(source?.key);
    expect((await of('t'))?.key).toBe(source?.key);
    for (const other of ['archive.t', 'elsewhere.public.t'])
      expect([other, (await of(other))?.opaque, (await of(other))?.key === source?.key]).toEqual([
        other,
        true,
        false,
      ]);
  });

  it.each([
    ['SELECT 0 UNION ALL SELECT flag FROM t', 'SELECT false UNION ALL SELECT flag FROM t', true],
    [
      'SELECT a, flag FROM t UNION SELECT a, 1 FROM t UNION SELECT a, 0 FROM t',
      'SELECT a, flag FROM t UNION SELECT a, true FROM t UNION SELECT a, false FROM t',
      true,
    ],
    [
      'SELECT q.v FROM (SELECT flag AS v FROM t UNION ALL SELECT 1 AS v) q',
      'SELECT q.v FROM (SELECT flag AS v FROM t UNION ALL SELECT true AS v) q',
      true,
    ],
    ['SELECT flag FROM t UNION ALL SELECT 0', 'SELECT flag FROM t UNION ALL SELECT true', false],
    ['SELECT flag FROM t UNION ALL SELECT 2', 'SELECT flag FROM t UNION ALL SELECT true', false],
    ['SELECT a FROM t UNION ALL SELECT 0', 'SELECT a FROM t UNION ALL SELECT false', false],
  ])(
    'counts truths beside truths on engines without a type for them: %s',
    async (own, other, same) => {
      const tables: KnownTable[] = [{ name: 't', as: 't', columns: COLUMNS }];
      const there = (await view(PG, other, tables))?.key;
      for (const engine of [LITE, MY])
        expect((await view(engine, own, tables))?.key === there).toBe(same);
      // DuckDB has truths, and makes numbers of them beside numbers.
      expect((await view(DUCK, own, tables))?.key === there).toBe(false);
    },
  );

  it.each<[EngineId, string, EngineId, string]>([
    [
      MY,
      'select `a`.`x` AS `x`,count(0) AS `n` from (`db`.`t` `a` join `db`.`u` on((`a`.`id` = `u`.`t_id`))) where (`a`.`x` > 1) group by `a`.`x`',
      PG,
      ' SELECT a.x, count(*) AS n FROM (public.t a JOIN public.u ON ((a.id = u.t_id))) WHERE (a.x > 1) GROUP BY a.x;',
    ],
    [
      MY,
      'select `a`.`x` AS `x` from (`db`.`u` join `db`.`t` `a`) where ((`a`.`x` > 1) and (`a`.`id` = `u`.`t_id`))',
      PG,
      'SELECT z.x FROM (t z JOIN u ON ((u.t_id = z.id))) WHERE (1 < z.x)',
    ],
    [
      MY,
      'select `a`.`x` AS `x` from (`t` `a` left join `u` on((`a`.`id` = `u`.`t_id`)))',
      PG,
      'SELECT a.x FROM (t a LEFT JOIN u b ON ((b.t_id = a.id)))',
    ],
    [
      MS,
      'CREATE VIEW dbo.v AS SELECT TOP (5) [x] FROM dbo.t ORDER BY [x] DESC',
      PG,
      'SELECT t.x FROM t ORDER BY t.x DESC NULLS LAST LIMIT 5',
    ],
    [
      MY,
      'select `t`.`x` AS `x` from `t` where `t`.`id` in (select `u`.`id` from `u`)',
      PG,
      'SELECT t.x FROM t WHERE (t.id IN (SELECT u.id FROM u))',
    ],
    [
      PG,
      'WITH q AS (SELECT t.x FROM t) SELECT q.x FROM q',
      MY,
      'select `q`.`x` AS `x` from (select `t`.`x` AS `x` from `t`) `q`',
    ],
    [
      ORA,
      'SELECT x FROM t MINUS SELECT x FROM u',
      PG,
      '(SELECT t.x FROM t) EXCEPT (SELECT u.x FROM u)',
    ],
    [
      MY,
      "select group_concat(`t`.`x` order by `t`.`x` ASC separator ', ') AS `l` from `t`",
      PG,
      "SELECT string_agg(t.x, ', '::text ORDER BY t.x) AS l FROM t",
    ],
  ])('%i: %s, as %i: %s', async (engine, text, other, same) => {
    const [one, two] = [await view(engine, text), await view(other, same)];
    expect(one).not.toBeNull();
    expect(two?.key).toBe(one?.key);
  });

  it.each<[string, string, string]>([
    [
      'an inner join',
      'SELECT a.x FROM (t a LEFT JOIN u b ON ((b.t_id = a.id)))',
      'SELECT a.x FROM (t a JOIN u b ON ((b.t_id = a.id)))',
    ],
    [
      'what is joined to what',
      'SELECT t.x FROM (t LEFT JOIN u ON ((u.id = t.id)))',
      'SELECT t.x FROM (u LEFT JOIN t ON ((u.id = t.id)))',
    ],
    [
      'a condition of the join',
      'SELECT t.x FROM (t LEFT JOIN u ON (((u.id = t.id) AND (u.y > 1))))',
      'SELECT t.x FROM (t LEFT JOIN u ON ((u.id = t.id))) WHERE (u.y > 1)',
    ],
    ['DISTINCT', 'SELECT DISTINCT t.x FROM t', 'SELECT t.x FROM t'],
    [
      'UNION ALL',
      'SELECT t.x FROM t UNION ALL SELECT u.x FROM u',
      'SELECT t.x FROM t UNION SELECT u.x FROM u',
    ],
    ['the order of outputs', 'SELECT t.x, t.y FROM t', 'SELECT t.y, t.x FROM t'],
    [
      'the same table twice',
      'SELECT a.x FROM t a, t b WHERE (a.id = b.up)',
      'SELECT b.x FROM t a, t b WHERE (a.id = b.up)',
    ],
    ['a limit', 'SELECT t.x FROM t LIMIT 5', 'SELECT t.x FROM t LIMIT 6'],
    [
      'HAVING',
      'SELECT t.x FROM t GROUP BY t.x HAVING (count(*) > 1)',
      'SELECT t.x FROM t GROUP BY t.x',
    ],
    ['another table', 'SELECT t.x FROM t', 'SELECT v.x FROM v'],
    [
      'what is grouped by',
      'SELECT count(*) FROM t GROUP BY t.x',
      'SELECT count(*) FROM t GROUP BY t.y',
    ],
    ['the order', 'SELECT t.x FROM t ORDER BY t.x', 'SELECT t.x FROM t ORDER BY t.x DESC'],
    ['DISTINCT in an aggregate', 'SELECT count(DISTINCT t.x) FROM t', 'SELECT count(t.x) FROM t'],
    [
      'a window',
      'SELECT sum(t.x) OVER (PARTITION BY t.y) FROM t',
      'SELECT sum(t.x) OVER (PARTITION BY t.z) FROM t',
    ],
    ['a filter', 'SELECT count(*) FILTER (WHERE (t.x > 1)) FROM t', 'SELECT count(*) FROM t'],
  ])('tells apart: %s', async (_what, text, look) => {
    const [one, two] = [await view(PG, text), await view(PG, look)];
    expect(one).not.toBeNull();
    expect(two).not.toBeNull();
    expect(two?.key).not.toBe(one?.key);
  });
});

describe('hostile texts', () => {
  it.each([
    ['brackets', '('.repeat(5_000)],
    ['closed brackets', `${'('.repeat(5_000)}1${')'.repeat(5_000)}`],
    ['NOT', 'NOT '.repeat(5_000)],
    ['more characters than are read', `'${'x'.repeat(300_000)}'`],
    ['many terms', Array.from({ length: 20_000 }, () => 'a').join('+')],
    ['two statements', '1; DROP TABLE t'],
    ['a query', '1 FROM t'],
    ['nothing', ''],
  ])('%s: are not read, and the next one is', async (_what, text) => {
    expect(await read(PG, text)).toBeNull();
    expect(await read(PG, `a > ${Math.random()}`)).not.toBeNull();
  });

  it('do not affect the texts read with them', async () => {
    const texts = ['a > 11', Array.from({ length: 20_000 }, () => 'a').join('+'), 'a > 12'];
    const expressions = texts.map((text) => ({ text, as: 'condition' as const }));
    await meanings.prepare([{ engine: PG, columns: COLUMNS, expressions }]);
    const read = expressions.map((one) => meanings.ofExpression(PG, COLUMNS, one) !== null);
    expect(read).toEqual([true, false, true]);
  });
});
