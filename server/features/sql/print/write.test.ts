import { describe, expect, it } from 'vitest';
import type { EngineId } from '../../../../connectors/engines.ts';
import type { CanonicalType } from '../../../../contract/proof/definitions.ts';
import { DUCK, INT, LITE, MS, MY, ORA, PG, column, textOf } from '../known-fixture.ts';
import { type KnownColumn, type KnownTable, createMeanings } from '../service.ts';

const meanings = createMeanings();

const TYPES: Record<string, CanonicalType> = {
  a: INT,
  n: { kind: 'decimal', precision: 10, scale: 2 },
  b: textOf(20),
  flag: { kind: 'boolean' },
  d: { kind: 'date' },
  ts: { kind: 'timestamp', precision: 0, zone: false },
  z: { kind: 'timestamp', precision: 0, zone: true },
  'p.q': { kind: 'date' },
};
const COLUMNS: KnownColumn[] = Object.entries(TYPES).map(([name, canonical]) => ({
  ...column(name, canonical),
  as: name === 'b' ? 'Name' : name,
}));
const TABLES: KnownTable[] = [
  { name: 't', as: 'Items', schema: 'app', columns: COLUMNS },
  { name: 'u', as: 'u', schema: 'app', columns: COLUMNS },
];

async function writeCheck(from: EngineId, text: string, engine: EngineId) {
  const [written] = await meanings.write(
    { engine: from, columns: COLUMNS, expressions: [{ text, as: 'condition' }] },
    { engine, names: 'quoted' },
  );
  return written;
}

describe('a condition is written for another engine', () => {
  it.each<[EngineId, string, EngineId, string]>([
    [MY, "`a` > 0 and `b` in ('x','y')", PG, `"Name" IN ('x', 'y') AND "a" > 0`],
    [PG, '(length((b)::text) > 3)', MY, 'char_length(`Name`) > 3'],
    [MY, '`a` / 2 > 1', PG, 'CAST("a" AS numeric) / 2 > 1'],
    [PG, '((a / 2) > 1)', MY, '`a` DIV 2 > 1'],
    [PG, "(((b)::text || 'x'::text) = 'ax'::text)", MY, "concat(`Name`, 'x') = 'ax'"],
    [PG, "(((b)::text || 'x'::text) = 'ax'::text)", MS, "[Name] + 'x' = 'ax'"],
    [MY, "not(`b` like 'a\\_%')", PG, `"Name" NOT LIKE 'a!_%' ESCAPE '!'`],
    [MY, '`flag` = 0 or `a` is null', MS, '[a] IS NULL OR [flag] = 0'],
    [MY, "`d` >= '2000-01-01'", ORA, `"d" >= DATE '2000-01-01'`],
    [
      MY,
      "case when `flag` then `a` > 0 else `b` = 'it''s' end",
      LITE,
      `CASE WHEN "flag" THEN "a" > 0 ELSE "Name" = 'it''s' END`,
    ],
    [MY, '(`a` - (`a` - 1)) * -`n` < 5', PG, '(-"n") * ("a" - ("a" - 1)) < 5'],
    [MY, '`a` MOD 2 = 0', ORA, 'mod("a", 2) = 0'],
    [MY, "date_format(`d`, '%Y-%m') = 'x'", MS, "format([d], 'yyyy-MM', 'en-US') = 'x'"],
    [MY, 'timestampdiff(HOUR,`d`,`ts`) > 3', MY, 'TIMESTAMPDIFF(HOUR, `d`, `ts`) > 3'],
    [
      MY,
      'timestampdiff(HOUR,`d`,`ts`) > 3',
      PG,
      'trunc(EXTRACT(EPOCH FROM ("ts") - ("d")) / 3600) > 3',
    ],
    [PG, '(EXTRACT(year FROM age(ts, d)) > 17)', MY, 'TIMESTAMPDIFF(YEAR, `d`, `ts`) > 17'],
    [
      MY,
      "date_format(`d`, '%d.%m.%Y') = 'x'",
      PG,
      `to_char(CAST("d" AS timestamp), 'DD.MM.YYYY') = 'x'`,
    ],
    [
      PG,
      "(to_char((d)::timestamp without time zone, 'YYYYMM'::text) = 'x'::text)",
      MY,
      "date_format(`d`, '%Y%m') = 'x'",
    ],
    [MY, 'year(`d`) > 2000', MS, 'datepart(year, [d]) > 2000'],
    [MY, '`d` + interval 1 month > `d`', PG, `"d" < "d" + INTERVAL '1 month'`],
    [MY, 'datediff(`d`, `ts`) > 3', PG, '"d" - CAST("ts" AS date) > 3'],
    [MY, "datediff(`d`, '2020-01-01') > 3", PG, `"d" - CAST('2020-01-01' AS date) > 3`],
    [MY, 'datediff(`d`, `d`) * `a` > 3', PG, '"a" * ("d" - "d") > 3'],
    [MY, '`a` - datediff(`d`, `d`) > 3', DUCK, '"a" - ("d" - "d") > 3'],
    [PG, '((d - (ts)::date) > 3)', MY, 'datediff(`d`, CAST(`ts` AS date)) > 3'],
    [MY, "now(3) > '2020-01-01 00:00:00'", PG, `CURRENT_TIMESTAMP(3) > '2020-01-01'`],
    [MY, 'utc_timestamp() > `ts`', PG, `"ts" < (now() AT TIME ZONE 'UTC')`],
    [MY, 'greatest(`a`, 3) > 3', LITE, 'max("a", 3) > 3'],
    [MY, "x'4a' = b'101'", MY, "b'101' = x'4a'"],
    [PG, "(b IS DISTINCT FROM 'x')", LITE, `"Name" IS NOT 'x'`],
    [ORA, "b || 'x' = 'y'", PG, `coalesce("Name", '') || 'x' = 'y'`],
    [LITE, "b = 'back\\slash'", MY, "`Name` = 'back\\\\slash'"],
  ])('%i: %s, as %i', async (from, text, to, expected) => {
    expect(await writeCheck(from, text, to)).toEqual({ text: expected, exact: true });
  });

  it.each<[EngineId, string, EngineId]>([
    [PG, 'length(b) > 3', MS],
    [PG, "b ~ '^x'", MY],
    [MY, "`b` <=> 'x'", ORA],
    [ORA, "b || a = 'y'", PG],
    [PG, 'gen_random_uuid() IS NULL', LITE],
  ])('%i: %s has no words as %i', async (from, text, to) => {
    expect(await writeCheck(from, text, to)).toBeNull();
  });

  it.each([
    ['((d - (ts)::date) * a > 3)', '"a" * (trunc("d") - trunc(CAST("ts" AS date))) > 3'],
    ['(a - (d - (ts)::date) > 3)', '"a" - (trunc("d") - trunc(CAST("ts" AS date))) > 3'],
  ])('keeps the days between two dates together: %s', async (text, expected) => {
    expect((await writeCheck(PG, text, ORA))?.text).toBe(expected);
  });

  it.each<[EngineId, string, EngineId, string, boolean]>([
    [MY, 'ts < now(6)', PG, 'ts < CURRENT_TIMESTAMP', true],
    [PG, 'ts < localtimestamp', MY, 'ts < CURRENT_TIMESTAMP', true],
    // Where the current time has whole seconds alone.
    [MY, 'ts < now(6)', LITE, 'ts < CURRENT_TIMESTAMP', false],
  ])('minds the digits of the current time: %i: %s as %i', async (from, text, to, shown, exact) => {
    const written = await writeCheck(from, text, to);
    expect([written?.text.replaceAll(/["`]/g, ''), written?.exact]).toEqual([shown, exact]);
  });

  it.each<[EngineId, boolean]>([
    [MY, true],
    [PG, false],
  ])('minds the zone of the session: %i', async (to, exact) => {
    const text = "date_format(`z`, '%Y') = '2024'";
    expect(await writeCheck(MY, text, to)).toMatchObject({ exact });
  });

  it('says so where it would not mean the same', async () => {
    expect(await writeCheck(PG, 'app.score(b) > 3', MY)).toEqual({
      text: 'app.score(`Name`) > 3',
      exact: false,
    });
  });
});

describe('the query of a view', () => {
  const write = async (
    from: EngineId,
    query: string,
    engine: EngineId,
    names: 'shown' | 'quoted',
  ) => {
    const into = { engine, names };
    const [written] = await meanings.write({ engine: from, tables: TABLES, query }, into);
    return written;
  };

  it.each<[EngineId, string, EngineId, string]>([
    [
      MY,
      'select t.b, count(*) as c from t where t.a > 1 or t.n = 2 group by t.b order by c desc limit 3',
      PG,
      `SELECT
  "Items"."Name",
  count(*)
FROM "app"."Items"
WHERE "Items"."n" = 2 OR "Items"."a" > 1
GROUP BY "Items"."Name"
ORDER BY count(*) DESC
LIMIT 3`,
    ],
    [
      MY,
      'select x.a from t x join u y on y.a = x.a left join t z on z.a = y.a where x.n > 1 and y.n < 3',
      PG,
      `SELECT
  "Items"."a"
FROM "app"."Items"
JOIN "app"."u" ON "Items"."a" = "u"."a"
LEFT JOIN "app"."Items" "Items_2" ON "Items_2"."a" = "u"."a"
WHERE "u"."n" < 3
  AND "Items"."n" > 1`,
    ],
    [
      MY,
      "select json_object('b', t.b, 'a', json_array(t.a)) from t",
      PG,
      `SELECT
  json_build_object('a', json_build_array("Items"."a"), 'b', "Items"."Name")
FROM "app"."Items"`,
    ],
    [MY, 'select t.`p.q` from t', PG, 'SELECT\n  "Items"."p.q"\nFROM "app"."Items"'],
    [
      MY,
      'with q as (select a, max(n) as m from t group by a) select m from q where q.a in (select a from u)',
      LITE,
      `SELECT
  "query"."m"
FROM (
  SELECT
    "Items"."a",
    max("Items"."n") AS "m"
  FROM "app"."Items"
  GROUP BY "Items"."a"
) "query"
WHERE "query"."a" IN (
    SELECT
      "u"."a"
    FROM "app"."u"
  )`,
    ],
  ])('%i: %s', async (from, query, to, expected) => {
    expect(await write(from, query, to, 'quoted')).toEqual({ text: expected, exact: true });
  });

  it.each([
    [
      MY,
      "select json_unquote(json_extract(t.b, '$.x.y')) from t",
      'json_unquote(json_extract("Items"."Name", \'$.x.y\'))',
    ],
    [MY, "select json_value(t.b, '$.x') from t", 'json_value("Items"."Name", \'$.x\')'],
    [MY, "select json_extract(t.b, '$.x') from t", 'json_extract("Items"."Name", \'$.x\')'],
    [LITE, "select json_extract(t.b, '$.x.y') from t", '"Items"."Name" -> \'x\' ->> \'y\''],
    [LITE, 'select json_array(t.n) from t', 'json_build_array("Items"."n")'],
  ])(
    'shows what is read from JSON in the words of its engine: %i: %s',
    async (from, query, text) => {
      const expected = { text: `SELECT\n  ${text}\nFROM "app"."Items"`, exact: false };
      expect(await write(from, query, PG, 'quoted')).toEqual(expected);
    },
  );

  it.each([
    [
      'select b, a as wide, a + 1, count(*) from t group by b, a',
      'SELECT\n  Items.Name,\n  Items.a AS wide,\n  Items.a + 1 AS more,\n  count(*) AS "how many"\nFROM Items\nGROUP BY Items.a, Items.Name',
      ['Name', 'wide', 'more', 'how many'],
    ],
    [
      'select a from t union all (select n from u)',
      'SELECT\n  Items.a AS x\nFROM Items\nUNION ALL\nSELECT\n  u.n\nFROM u',
      ['x'],
    ],
    ['select * from t', null, ['a', 'b']],
    ['select a, n from t', 'SELECT\n  Items.a,\n  Items.n\nFROM Items', ['one']],
  ])(
    'shows the names of its outputs where these are not their columns: %s',
    async (query, text, outputs) => {
      const into = { engine: PG, names: 'shown', outputs } as const;
      const [written] = await meanings.write({ engine: MY, tables: TABLES, query }, into);
      expect(written?.text ?? null).toBe(text);
    },
  );

  it('is shown if a table is unknown, but not written as a statement', async () => {
    const query = 'select a from elsewhere';
    expect(await write(MY, query, PG, 'shown')).toEqual({
      text: 'SELECT\n  elsewhere.a\nFROM elsewhere',
      exact: true,
    });
    expect(await write(MY, query, PG, 'quoted')).toBeNull();
  });
});

it.each<[string, CanonicalType, string | null]>([
  ["'0000-00-00 00:00:00'", { kind: 'timestamp', precision: 0, zone: false }, null],
  ["'2020-02-30'", { kind: 'date' }, null],
  ["'2020-02-29'", { kind: 'date' }, "'2020-02-29'"],
  ["''", { kind: 'other', name: 'inet' }, null],
  ["'0.0.0.0'", { kind: 'other', name: 'inet' }, "'0.0.0.0'"],
  ["''", { kind: 'uuid' }, null],
  ["'x'", { kind: 'integer', bits: 32, unsigned: false }, null],
  ["'7'", { kind: 'integer', bits: 32, unsigned: false }, '7'],
  ["''", { kind: 'text', length: 5, fixed: false, bytes: false }, "''"],
  ["'a\\0'", { kind: 'text', length: 5, fixed: false, bytes: true }, null],
])('writes the default %s of %o only where it is a value of that', async (text, type, expected) => {
  const [written] = await meanings.write(
    { engine: MY, columns: COLUMNS, expressions: [{ text, as: { default: type } }] },
    { engine: PG, names: 'quoted' },
  );
  expect(written?.text ?? null).toBe(expected);
});
