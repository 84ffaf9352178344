import { expect, it } from 'vitest';
import { ENGINES } from '../../../../connectors/engines.ts';
import { compareMeanings } from '../../proof/definitions/compare/texts/meanings.ts';
import { INT, column } from '../known-fixture.ts';
import { createMeanings, findOtherRows } from '../service.ts';

const meanings = createMeanings();
const columns = ['id', 'c', 'x', 'x.y'].map((name) => column(name, INT, name !== 'id'));
const tables = ['c', 'o', 'o#1x', 'o#2x'].map((name) => ({ name, as: name, columns }));
const read = async (query: string, engine: keyof typeof ENGINES = 'postgresql') => {
  const view = { engine: ENGINES[engine].id, tables, query };
  await meanings.prepare([view]);
  return meanings.ofView(view);
};

it.each([
  [
    'a scalar query, or one beside',
    'unclear',
    'select (select max(o.x) from o where o.c = c.id) as m from c',
    'select q.m from c left join (select max(o.x) as m, o.c from o group by o.c) q on q.c = c.id',
  ],
  [
    'NOT IN where there may be NULL',
    'unclear',
    'select c.id from c where c.id not in (select o.c from o)',
    'select c.id from c where not exists (select 1 from o where o.c = c.id)',
  ],
  [
    'UNION, or a condition, where rows may stand there twice',
    'unclear',
    'select c.x from c where c.id = 1 union select c.x from c where c.id = 2',
    'select c.x from c where c.id in (1, 2)',
  ],
  [
    'UNION of what only one of its parts joins',
    'unclear',
    'select c.x from c left join o on o.c = c.id where c.x > 1 union select c.x from c left join o on o.c = c.id where o.x > 1',
    'select distinct c.x from c left join o on o.c = c.id where c.x > 1 or o.x > 1',
  ],
  [
    'UNION of other columns',
    'different',
    'select c.x from c union select c.id from c',
    'select c.x from c',
  ],
  [
    'UNION of other rows',
    'different',
    'select c.x from c where c.id = 1 union select c.x from c where c.id = 2',
    'select c.x from c where c.id = 1 union select c.x from c where c.id = 3',
  ],
  [
    'another condition within',
    'different',
    'select c.id from c where exists (select 1 from o where o.c = c.id and o.x > 1)',
    'select c.id from c where exists (select 1 from o where o.c = c.id and o.x > 2)',
  ],
  [
    'the opposite',
    'different',
    'select c.id from c where exists (select 1 from o where o.c = c.id)',
    'select c.id from c where not exists (select 1 from o where o.c = c.id)',
  ],
  [
    'a query that is not there',
    'different',
    'select c.id from c where exists (select 1 from o where o.c = c.id)',
    'select c.id from c',
  ],
  [
    'another join',
    'different',
    'select c.id from c left join o on o.c = c.id',
    'select c.id from c join o on o.c = c.id',
  ],
  [
    'a value that is another one each time, used twice',
    'unclear',
    'select q.k as one, q.k as two from (select gen_random_uuid() as k, c.id from c) q',
    'select gen_random_uuid() as one, gen_random_uuid() as two from c',
  ],
  [
    'a number that names no output',
    'unclear',
    'select q.x as a from (select 2 as k, c.x from c) q order by q.k limit 3',
    'select c.x as a from c order by 2 limit 3',
  ],
  [
    'partners that are asked for by NULL, or by EXISTS',
    'unclear',
    'select c.id from c left join o on o.c = c.id where o.x is null',
    'select c.id from c where not exists (select 1 from o where o.c = c.id)',
  ],
  [
    'IN of a row, or of its first value',
    'different',
    'select c.id from c where (c.id, c.x) in (select o.c, o.x from o)',
    'select c.id from c where c.id in (select o.c from o)',
  ],
  [
    'IN of a row',
    'same',
    'select c.id from c where (c.id, c.x) in (select o.c, o.x from o)',
    'select c.id from c where exists (select 1 from o where o.c = c.id and o.x = c.x)',
  ],
  [
    'groups of a derived relation',
    'same',
    'select q.k, count(*) as n from (select c.x + 1 as k, c.id from c) q left join o on o.c = q.id group by q.k having count(*) > 1',
    'select c.x + 1 as k, count(*) as n from c left join o on o.c = c.id group by c.x + 1 having count(*) > 1',
  ],
  [
    'only some rows in an aggregate, in two ways',
    'same',
    'select count(*) filter (where c.id in (select o.c from o)) as n from c',
    'select count(*) filter (where exists (select 1 from o where o.c = c.id)) as n from c',
  ],
  [
    'a lone table in a derived LEFT JOIN, and its own',
    'same',
    'select c.id, q.x from c left join (select o.c, o.x from o where o.x > 1) q on q.c = c.id left join o on o.c = c.x',
    'select c.id, p.x from c left join o p on p.c = c.id and p.x > 1 left join o on o.c = c.x',
  ],
  [
    'a query in brackets',
    'same',
    'select q.x from ((select c.x, c.id from c where c.id > 1)) q',
    'select c.x from c where c.id > 1',
  ],
  [
    'one query of three that differs',
    'different',
    'select c.id from c where exists (select 1 from o where o.c = c.id) and exists (select 1 from o where o.x = c.id)',
    'select c.id from c where exists (select 1 from o where o.c = c.id) and exists (select 1 from o where o.x = c.x)',
  ],
  [
    'a column with a dot in its name, of the one relation or of the other',
    'different',
    'select a."x.y" from o a join o b on a.id = b.c',
    'select b."x.y" from o b join o a on a.id = b.c',
  ],
  [
    'a column with a dot in its name, whatever its relation is called',
    'same',
    'select a."x.y" from o a join o b on a.id = b.c',
    'select q."x.y" from o r join (select o.id, o."x.y" from o) q on q.id = r.c',
  ],
  [
    'tables whose names have what tells namesakes apart',
    'different',
    'select "o#1x".x from "o#1x"',
    'select "o#2x".x from "o#2x"',
  ],
  [
    'partners that are asked for by NULL, or by what is NULL where they are',
    'unclear',
    'select c.id from c left join o on o.c = c.id where o.x is null',
    'select c.id from c left join o on o.c = c.id where (o.x = o.x) is null',
  ],
  [
    'a derived relation beside one that stays, both in a LEFT JOIN',
    'same',
    'select c.id, q.x from c left join ((select o.c, o.x from o where o.x > 1) q join (select distinct o.c from o) r on r.c = q.c) on q.c = c.id',
    'select c.id, o.x from c left join (o join (select distinct o.c from o) r on r.c = o.c and o.x > 1) on o.c = c.id',
  ],
  [
    'four of one table, in another order',
    'same',
    'select p.x from c p join c q on p.id = q.c join c r on q.id = r.c join c s on r.id = s.c',
    'select p.x from c s join c r on r.id = s.c join c q on q.id = r.c join c p on p.id = q.c',
  ],
])('tells apart, or alike, what is asked in two ways: %s', async (_, expected, one, other) => {
  expect(compareMeanings(await read(one), await read(other))).toBe(expected);
});

it.each([
  ['mysql', 'select now() as n', 'mysql', 'select now(6) as n', 'unclear'],
  ['mysql', 'select now(6) as n', 'postgresql', 'select now() as n', 'same'],
  ['mysql', 'select now(6) as n', 'mysql', 'select current_timestamp(6) as n', 'same'],
  ['mysql', 'select now() as n', 'postgresql', 'select now() as n', 'same'],
  ['postgresql', 'select now() as n', 'postgresql', 'select current_timestamp(6) as n', 'same'],
] as const)(
  'minds fractions of a second: %s %s, %s %s',
  async (engine, one, other, two, answer) => {
    const [left, right] = [await read(one, engine), await read(two, other)];
    expect(compareMeanings(left, right)).toBe(answer);
  },
);

it.each([
  [
    'rows without a partner',
    'partners',
    'select c.id, round(sum(o.x), 2) as s from c left join o on o.c = c.id group by c.id',
    'select c.id, sum(o.x) as s from c join o on o.c = c.id group by c.id',
  ],
  [
    'duplicates of a union',
    'duplicates',
    'select round(c.x, 2) as x from c union all select o.x from o',
    'select c.x from c union select o.x from o',
  ],
  ['duplicates', 'duplicates', 'select distinct round(c.x, 2) as x from c', 'select c.x from c'],
  [
    'nothing, in one way',
    null,
    'select round(c.x, 2) as x from c left join o on o.c = c.id',
    'select c.x from o right join c on c.id = o.c',
  ],
  [
    'nothing that GROUP BY may not make up for',
    null,
    'select distinct round(c.x, 2) as x from c',
    'select c.x from c group by c.x',
  ],
  [
    'nothing that a query within may not make up for',
    null,
    'select c.id from c left join o on o.c = c.id where o.id is null',
    'select c.id from c where not exists (select 1 from o where o.c = c.id)',
  ],
  [
    'nothing that another table may not make up for',
    null,
    'select c.id from c left join o on o.c = c.id',
    'select c.id from c',
  ],
])(
  'of two queries that cannot be told apart, what surely matters to rows: %s',
  async (_, matters, left, right) => {
    const [source, target] = [await read(left), await read(right, 'sqlite')];
    expect(findOtherRows(source?.shape, target?.shape)).toBe(matters);
  },
);
