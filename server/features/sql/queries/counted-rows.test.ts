import { expect, it } from 'vitest';
import type { EngineId } from '../../../../connectors/engines.ts';
import { compareMeanings } from '../../proof/definitions/compare/texts/meanings.ts';
import { INT, MY, PG, column } from '../known-fixture.ts';
import { createMeanings } from '../service.ts';

/** Rows that meet a condition are counted by sums of truth values, or by COUNT with a filter. */

const columns = [column('id', INT, false), column('k', INT, false), column('a')];
const tables = [{ name: 't', as: 't', columns, keys: [['id']] }];
const meanings = createMeanings();
const read = async (engine: EngineId, query: string) => {
  const view = { engine, tables, query };
  await meanings.prepare([view]);
  return meanings.ofView(view);
};
const compare = async (one: string, other: string) =>
  compareMeanings(await read(MY, one), await read(PG, other));

it.each([
  ['select sum(k > 1) v from t', 'select sum(case when k > 1 then 1 else 0 end) v from t'],
  [
    'select k, sum(if(a > 1, 1, 0)) v from t group by k',
    'select k, count(*) filter (where a > 1) v from t group by k',
  ],
  [
    'select k, sum(k > 1) v from t group by k',
    'select k, count(case when k > 1 then 1 end) v from t group by k',
  ],
  [
    'select k, 1 v from t group by k having sum(if(a > 1, 1, 0)) > 2',
    'select k, 1 v from t group by k having count(*) filter (where a > 1) > 2',
  ],
  [
    'select coalesce(sum(if(a > 1, 1, 0)), 0) v from t',
    'select count(*) filter (where a > 1) v from t',
  ],
  ['select ifnull(sum(a > 1), 0) v from t', 'select count(*) filter (where a > 1) v from t'],
])('%s is %s', async (one, other) => {
  expect(await compare(one, other)).toBe('same');
});

it.each([
  // Over no rows, or none with a value, a sum is NULL.
  ['select sum(if(a > 1, 1, 0)) v from t', 'select count(*) filter (where a > 1) v from t'],
  ['select sum(a > 1) v from t', 'select sum(case when a > 1 then 1 else 0 end) v from t'],
  [
    'select k, sum(a > 1) v from t group by k',
    'select k, count(*) filter (where a > 1) v from t group by k',
  ],
  [
    'select sum(k > 1) over (partition by a) v from t',
    'select count(*) filter (where k > 1) over (partition by a) v from t',
  ],
  // Of a row for which the condition is NULL, the sum counts 2.
  ['select sum(if(a > 1, 1, 2)) v from t', 'select count(*) filter (where a > 1) v from t'],
  ['select coalesce(sum(a > 1), 1) v from t', 'select count(*) filter (where a > 1) v from t'],
])('%s is not %s', async (one, other) => {
  expect(await compare(one, other)).toBe('different');
});

it.each([
  // One group, even of no rows.
  ['group by ()', 'sum(case when a > 1 then 1 else 0 end)', 'count(*) filter (where a > 1)'],
  [
    'group by rollup (k)',
    'sum(case when a > 1 then 1 else 0 end)',
    'count(*) filter (where a > 1)',
  ],
  [
    'group by k',
    'sum((k > 1)::int) filter (where a = 1)',
    'count(case when k > 1 then 1 end) filter (where a = 1)',
  ],
])('%s: %s is not %s', async (group, one, other) => {
  const [sum, count] = await Promise.all(
    [one, other].map((it) => read(PG, `select ${it} v from t ${group}`)),
  );
  expect(compareMeanings(sum!, count!)).not.toBe('same');
});
