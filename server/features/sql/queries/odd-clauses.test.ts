import { expect, it } from 'vitest';
import { compareMeanings } from '../../proof/definitions/compare/texts/meanings.ts';
import { DUCK, INT, MS, MY, ORA, PG, column } from '../known-fixture.ts';
import { createMeanings } from '../service.ts';

const meanings = createMeanings();
const columns = [column('id', INT, false), column('a'), column('c')];
const tables = ['t', 'u'].map((name) => ({ name, as: name, columns, keys: [['id']] }));
const NAMES = { ms: MS, my: MY, ora: ORA, pg: PG, duck: DUCK };
const read = async (engine: keyof typeof NAMES, query: string) => {
  const view = { engine: NAMES[engine], tables, query };
  await meanings.prepare([view]);
  return meanings.ofView(view);
};

it.each([
  [
    'one row',
    'ora',
    'select id from t order by id fetch first row only',
    'pg',
    'select id from t order by id limit 1',
  ],
  [
    'columns of one table under another name',
    'ms',
    'select x.* from t x join u y on x.id = y.id',
    'ms',
    'select t.* from u join t on u.id = t.id',
  ],
  [
    'totals',
    'pg',
    'select a, count(*) as n from t group by rollup (a)',
    'pg',
    'select x.a, count(*) as n from t x group by rollup (x.a)',
  ],
  [
    'what only one engine has, under another name',
    'pg',
    'select x.a[1] as r, array(select a from u) as l, array_agg(x.c order by x.a) as o, row_to_json(x) as j from t x',
    'pg',
    'select t.a[1] as r, array(select u.a from u) as l, array_agg(c order by a) as o, row_to_json(t) as j from t',
  ],
  [
    'rows that are locked',
    'my',
    'select id from t where a > 1 for update',
    'pg',
    'select t.id from t where t.a > 1 for update',
  ],
] as const)('finds the same: %s', async (_, engine, one, other, two) => {
  expect(compareMeanings(await read(engine, one), await read(other, two))).toBe('same');
});

it.each([
  [
    'one row, or all',
    'ora',
    'select id from t order by id fetch first row only',
    'pg',
    'select id from t order by id',
  ],
  [
    'an order of all outputs',
    'duck',
    'select a from t order by all limit 3',
    'duck',
    'select a from t limit 3',
  ],
  [
    'groups of all outputs',
    'duck',
    'select a, count(*) as n from t group by all',
    'duck',
    'select a, count(*) as n from t',
  ],
  [
    'a total, where what is never NULL otherwise is',
    'ms',
    'select coalesce(id, -1) as k, count(*) as n from t group by rollup(id)',
    'ms',
    'select id as k, count(*) as n from t group by rollup(id)',
  ],
  [
    'a total of SQL Server by CUBE',
    'ms',
    'select coalesce(id, -1) as k, count(*) as n from t group by cube(id)',
    'ms',
    'select id as k, count(*) as n from t group by cube(id)',
  ],
  [
    'ROWNUM before a condition, or beside it',
    'ora',
    'select q.id from (select id, a from t where rownum <= 3) q where q.a > 1',
    'ora',
    'select id from t where rownum <= 3 and a > 1',
  ],
  [
    'ROWNUM in a list of values, or in EXISTS',
    'ora',
    'select id from t where c in (select a from u where rownum <= 3)',
    'ora',
    'select id from t where exists (select 1 from u where rownum <= 3 and u.a = t.c)',
  ],
  [
    'columns of namesakes in two schemas',
    'ms',
    'select s1.t.a from s1.t join s2.t on s1.t.id = s2.t.id',
    'ms',
    'select s2.t.a from s1.t join s2.t on s1.t.id = s2.t.id',
  ],
  [
    'all columns of the one table or of the other',
    'ms',
    'select x.* from t x join u y on x.id = y.id',
    'ms',
    'select y.* from t x join u y on x.id = y.id',
  ],
  [
    'an alias that is that of another table',
    'ms',
    'select x.* from t x join u y on x.id = y.id',
    'ms',
    'select x.* from u x join t y on x.id = y.id',
  ],
  [
    'all columns, in another order of tables',
    'ms',
    'select * from t join u on t.id = u.id',
    'ms',
    'select * from u join t on t.id = u.id',
  ],
  [
    'all columns, of which USING puts two together',
    'pg',
    'select * from t join u on t.id = u.id',
    'pg',
    'select * from t join u using (id)',
  ],
  ['all columns but one', 'duck', 'select * exclude (a) from t', 'duck', 'select * from t'],
  [
    'all columns of derived tables that list them in another order',
    'pg',
    'select * from (select a, c from t) q join (select id from u) r on true',
    'pg',
    'select * from (select c, a from t) q join (select id from u) r on true',
  ],
  [
    'rows that others lock',
    'pg',
    'select id from t for update skip locked',
    'pg',
    'select id from t',
  ],
  [
    'rows that others lock, in the words of SQL Server',
    'ms',
    'select id from t with (readpast)',
    'ms',
    'select id from t',
  ],
  ['rows that are locked', 'my', 'select id from t for update', 'my', 'select id from t'],
  [
    'rows of the one table or of the other',
    'pg',
    'select row_to_json(x) as r from t x join u y on x.id = y.id',
    'pg',
    'select row_to_json(x) as r from u x join t y on x.id = y.id',
  ],
  [
    'rows of a derived table that lists its columns in another order',
    'pg',
    'select row_to_json(q) as r from (select a, c from t) q',
    'pg',
    'select row_to_json(q) as r from (select c, a from t) q',
  ],
  [
    'a list of the one column or of the other',
    'pg',
    'select array(select a from u order by id) as r from t',
    'pg',
    'select array(select c from u order by id) as r from t',
  ],
  [
    'parts of the one table or of the other',
    'pg',
    'select x.a[1] as r from t x join u y on x.id = y.id',
    'pg',
    'select x.a[1] as r from u x join t y on x.id = y.id',
  ],
  [
    'an order by the one table or by the other',
    'pg',
    'select array_agg(x.id order by y.a) as r from t x join u y on x.id = y.id',
    'pg',
    'select array_agg(y.id order by y.a) as r from u x join t y on x.id = y.id',
  ],
] as const)('never finds the same: %s', async (_, engine, one, other, two) => {
  expect(compareMeanings(await read(engine, one), await read(other, two))).not.toBe('same');
});
