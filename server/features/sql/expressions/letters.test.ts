import { describe, expect, it } from 'vitest';
import type { EngineId } from '../../../../connectors/engines.ts';
import { compareMeanings } from '../../proof/definitions/compare/texts/meanings.ts';
import { DUCK, LITE, MS, MY, PG, column, textOf } from '../known-fixture.ts';
import { type KnownColumn, type Letters, createMeanings } from '../service.ts';

const meanings = createMeanings();

const of = (letters: Letters): KnownColumn[] => [
  { ...column('b', textOf(20)), ...letters },
  { ...column('e', textOf(20)), ...letters },
  { ...column('c', textOf(20)), foldsCase: false },
  column('a'),
];
const COUNTS = of({ foldsCase: false });
const FOLDS = of({ foldsCase: true });
const CITEXT = of({ foldsCase: true, citext: 'public' });

const SIDES = {
  mysql: [MY, FOLDS],
  binary: [MY, COUNTS],
  sqlServer: [MS, FOLDS],
  postgresql: [PG, COUNTS],
  citext: [PG, CITEXT],
  nocase: [LITE, FOLDS],
  open: [LITE, of({ foldsCase: 'unknown' })],
  duckdb: [DUCK, FOLDS],
} as const satisfies Record<string, [EngineId, KnownColumn[]]>;
type Side = keyof typeof SIDES;

/** @param text - a condition, or a query */
async function read(side: Side, text: string) {
  const [engine, columns] = SIDES[side];
  const query = text.startsWith('select') ? text : `select a from t where ${text}`;
  const asked = { engine, tables: [{ name: 't', as: 't', columns }], query };
  await meanings.prepare([asked]);
  return meanings.ofView(asked);
}
const compare = async (one: Side, query: string, other: Side, its: string) =>
  compareMeanings(await read(one, query), await read(other, its));

describe('whether letters count as they do in the column', () => {
  it.each<[Side, string, Side, string]>([
    // A cast of citext.
    ['mysql', "b = 'x'", 'citext', "b::text = 'x'"],
    ['mysql', "b = 'x'", 'citext', "b::varchar = 'x'"],
    ['mysql', "b in ('x', 'y')", 'citext', "b::text in ('x', 'y')"],
    ['mysql', 'b = e', 'citext', 'b::text = e::text'],
    ['mysql', 'b = e', 'citext', 'b = e::text'],
    ['mysql', "nullif(b, 'x') is null", 'citext', "nullif(b::text, 'x') is null"],
    ['mysql', "case b when 'x' then 1 end = 1", 'citext', "case b::text when 'x' then 1 end = 1"],
    ['mysql', "greatest(b, 'x') = 'y'", 'citext', "greatest(b::text, 'x') = 'y'"],
    [
      'mysql',
      'select x.a from t x join t y on x.b = y.b',
      'citext',
      'select x.a from t x join t y on x.b::text = y.b::text',
    ],
    [
      'mysql',
      'select a from t where b in (select e from t)',
      'citext',
      'select a from t where b::text in (select e::text from t)',
    ],
    ...[
      'select count(*) as v from t group by $',
      'select distinct $ from t',
      'select $ from t union select $ from t where a > 1',
      'select count(distinct $) as v from t',
      'select max($) as v from t',
      'select a from t order by $',
      'select row_number() over (partition by $ order by a, b) as v from t',
      'select row_number() over (order by $, a) as v from t',
      "select q.v from (select $ as v from t) q where q.v = 'x'",
      "select a from t where (select max($) from t) = 'x'",
      "select a from t where (select $ from t where x.a = 1) = 'x'",
    ].map((query): [Side, string, Side, string] => [
      'mysql',
      query.replaceAll('$', 'b'),
      'citext',
      query.replaceAll('$', 'b::text'),
    ]),
    [
      'mysql',
      "select group_concat(distinct b order by b separator ',') as v from t",
      'citext',
      "select string_agg(distinct b::text, ',' order by b::text) as v from t",
    ],
    // What is computed of citext is a text, and so is what stands beside one.
    ['mysql', "trim(b) = 'x'", 'citext', "trim(b) = 'x'"],
    ['mysql', "lower(b) = 'X'", 'citext', "lower(b) = 'X'"],
    ['mysql', "concat(b, 'y') = 'xy'", 'citext', "b || 'y' = 'xy'"],
    ['mysql', "(select trim(b) from t) = 'x'", 'citext', "(select trim(b) from t) = 'x'"],
    ['mysql', '(select b from t) = c', 'citext', '(select b from t) = c'],
    ['mysql', "trim(b) like 'x%'", 'citext', "trim(b) like 'x%'"],
    ['mysql', 'b = trim(e)', 'citext', 'b = trim(e)'],
    ['mysql', 'b = c', 'citext', 'b = c'],
    ['mysql', "coalesce(b, c) = 'x'", 'citext', "coalesce(b, c) = 'x'"],
    ['mysql', "instr(trim(b), 'x') > 0", 'citext', "strpos(trim(b), 'x') > 0"],
    ['mysql', "instr(b, 'x') > 0", 'citext', "position('x' in b) > 0"],
    [
      'mysql',
      'select left(b, 1) from t group by left(b, 1)',
      'citext',
      'select left(b, 1) from t group by left(b, 1)',
    ],
    [
      'mysql',
      "select q.v from (select trim(b) as v from t) q where q.v = 'x'",
      'citext',
      "select q.v from (select trim(b) as v from t) q where q.v = 'x'",
    ],
    [
      'mysql',
      "select a from t where (select max(trim(b)) from t) = 'x'",
      'citext',
      "select a from t where (select max(trim(b)) from t) = 'x'",
    ],
    [
      'mysql',
      "select q.v from (select coalesce(b, 'y') as v from t) q where trim(q.v) = 'x'",
      'citext',
      "select q.v from (select coalesce(b, 'y') as v from t) q where trim(q.v) = 'x'",
    ],
    // Functions of citext ignore case.
    ['mysql', "replace(b, 'x', '') = ''", 'citext', "replace(b, 'x', '') = ''"],
    ['sqlServer', "replace(b, 'x', '') = '1'", 'mysql', "replace(b, 'x', '') = '1'"],
    // Likewise of a collation of SQLite.
    ['mysql', "trim(b) = 'x'", 'nocase', "trim(b) = 'x'"],
    ['mysql', "coalesce(b, '') = 'x'", 'nocase', "coalesce(b, '') = 'x'"],
    ['mysql', "instr(b, 'x') > 0", 'nocase', "instr(b, 'x') > 0"],
    ['mysql', "instr(b, 'x') > 0", 'duckdb', "instr(b, 'x') > 0"],
    // A cast of MySQL takes the collation of the session.
    ['binary', "cast(b as char) = 'x'", 'postgresql', "b = 'x'"],
    ['binary', "convert(b using utf8mb4) = 'x'", 'postgresql', "b = 'x'"],
    ['binary', "trim(cast(b as char)) = 'x'", 'postgresql', "trim(b) = 'x'"],
    ['binary', "cast(b as char) like 'x%'", 'postgresql', "b like 'x%'"],
    // An explicit rule.
    ['mysql', "b = 'x' collate utf8mb4_bin", 'citext', "b = 'x'"],
    ['mysql', "b collate utf8mb4_bin = 'x'", 'citext', "b = 'x'"],
    ['mysql', "binary b = 'x'", 'citext', "b = 'x'"],
    ['mysql', "b = binary 'x'", 'citext', "b = 'x'"],
    ['mysql', "b = cast('x' as char charset binary)", 'citext', "b = 'x'"],
    ['mysql', "cast(b as char(5) charset binary) = 'x'", 'citext', "b = 'x'"],
    ['mysql', "b = _binary 'x'", 'citext', "b = 'x'"],
    ['mysql', "cast(b as binary) = 'x'", 'citext', "b = 'x'"],
    ['mysql', "b = 'x'", 'citext', `b = 'x' collate "C"`],
    ['mysql', "b = 'x'", 'nocase', "b = 'x' collate binary"],
    ['mysql', "b = 'x'", 'citext', "b::name = 'x'"],
    ['mysql', "b = 'x'", 'citext', "b::bpchar = 'x'"],
  ])('%s: %s, %s: %s', async (one, query, other, its) => {
    expect(await compare(one, query, other, its)).not.toBe('same');
  });

  it.each<[Side, string, Side, string]>([
    ['mysql', "b = 'x'", 'citext', "b = 'x'"],
    ['mysql', 'b = e', 'citext', 'b = e'],
    ['mysql', "coalesce(b, 'y') = 'x'", 'citext', "coalesce(b, 'y') = 'x'"],
    ['mysql', "case when a > 1 then b end = 'x'", 'citext', "case when a > 1 then b end = 'x'"],
    ['mysql', 'select b from t group by b', 'citext', 'select b from t group by b'],
    ['mysql', 'select distinct b, a from t', 'citext', 'select distinct b, a from t'],
    // Where letters of one case are compared, or none.
    ['mysql', "lower(b) = 'x'", 'citext', "lower(b) = 'x'"],
    ['mysql', "upper(trim(b)) in ('X', 'Y')", 'citext', "upper(trim(b)) in ('X', 'Y')"],
    ['mysql', 'lower(b) = lower(c)', 'citext', 'lower(b) = lower(c)'],
    ['mysql', "trim(b) <> ''", 'citext', "trim(b) <> ''"],
    ['mysql', "replace(b, '-', '') = '1'", 'citext', "replace(b, '-', '') = '1'"],
    ['mysql', "instr(b, '@') > 1", 'nocase', "instr(b, '@') > 1"],
    [
      'mysql',
      'select lower(b) from t group by lower(b)',
      'citext',
      'select lower(b) from t group by lower(b)',
    ],
    ['binary', "cast(b as char) like '1%'", 'postgresql', "b like '1%'"],
    ['mysql', "b = _utf8mb4 'x'", 'citext', "b = 'x'"],
    ['mysql', "instr(lower(b), 'x') > 0", 'duckdb', "instr(lower(b), 'x') > 0"],
    // Where the value is only shown.
    ['mysql', 'select b from t', 'citext', 'select b::text from t'],
    ['binary', 'select cast(b as char) as v from t', 'postgresql', 'select b as v from t'],
    ['binary', "trim(b) = 'x'", 'postgresql', "trim(b) = 'x'"],
    ['citext', "b::text = 'x'", 'citext', "b::text = 'x'"],
    ['nocase', "cast(b as text) = 'x'", 'mysql', "b = 'x'"],
  ])('is the same of %s: %s, %s: %s', async (one, query, other, its) => {
    expect(await compare(one, query, other, its)).toBe('same');
  });
});

it.each<[string, string]>([
  ["trim(b) = 'x'", 'unclear'],
  ["instr(b, 'x') > 0", 'unclear'],
  ["trim(b) = '1'", 'same'],
  ["b = 'x'", 'same'],
  ["b like 'x%'", 'foldsOnSource'],
])('a column of a view of SQLite that may ignore case: %s', async (text, answer) => {
  expect(await compare('open', text, 'postgresql', text.replace('instr(b', 'strpos(b'))).toBe(
    answer,
  );
});
