import { expect, it } from 'vitest';
import { ENGINES } from '../../../connectors/engines.ts';
import { compareMeanings } from '../proof/definitions/meanings.ts';
import { createMeanings } from './service.ts';

const meanings = createMeanings();
const columns = ['id', 'c', 'x'].map((name) => ({
  name,
  as: name,
  canonical: { kind: 'integer', bits: 32, unsigned: false } as const,
  nullable: name !== 'id',
}));
const tables = ['c', 'o'].map((name) => ({ name, as: name, columns }));
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
])('tells queries apart where they stand alike: %s', async (_, expected, one, other) => {
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
