import { expect, it } from 'vitest';
import { ENGINES } from '../../../../connectors/engines.ts';
import { compareMeanings } from '../../proof/definitions/compare/texts/meanings.ts';
import { INT, column, textOf } from '../known-fixture.ts';
import { createMeanings, findSureDifference } from '../service.ts';

const meanings = createMeanings();
const columns = [
  ...['id', 'a', 'b', 'g'].map((name) => column(name, INT, name !== 'id')),
  column('s', textOf(20)),
];
const tables = ['t', 'o'].map((name) => ({ name, as: name, columns }));
type Name = keyof typeof ENGINES;
const read = async (engine: Name, query: string) => {
  const view = { engine: ENGINES[engine].id, tables, query };
  await meanings.prepare([view]);
  return meanings.ofView(view);
};
/** Outputs that differ, whether the conditions do, and outputs that cannot be told. */
type Found = [outputs: number[], rows: boolean, unread: number[]] | null;

async function find([one, left]: [Name, string], [two, right]: [Name, string]): Promise<Found> {
  const [source, target] = [await read(one, left), await read(two, right)];
  const found = source?.parts && target?.parts && findSureDifference(source.parts, target.parts);
  return found ? [found.outputs, found.rows, found.unread] : null;
}

const MY = 'mysql';
const PG = 'postgresql';
const LITE = 'sqlite';

it.each<[string, Found, [Name, string], [Name, string]]>([
  [
    'an output beside one that only its engine knows',
    [[0], false, [1]],
    [MY, 'select a > 5 as x, f(b) as y from t'],
    [MY, 'select a >= 5 as x, h(b) as y from t'],
  ],
  [
    'an output beside one that cannot be read',
    [[0], false, [1]],
    [PG, 'select a > 5 as x, f(p => b) as y from t'],
    [MY, 'select a >= 5 as x, f(b) as y from t'],
  ],
  [
    'an output under a condition that both have',
    [[0], false, [1]],
    [PG, 'select a > 5 as x, f(b) as y from t where h(a) = 1'],
    [PG, 'select a >= 5 as x, f(b, 1) as y from t where h(a) = 1'],
  ],
  [
    'an output beside a condition on another column',
    [[0], false, []],
    [MY, 'select a > 5 as x from t where f(b) = 1'],
    [PG, 'select a >= 5 as x from t where h(b) = 1'],
  ],
  [
    'an output of a group',
    [[1], false, [2]],
    [MY, 'select g, count(a) as x, f(max(id)) as y from t group by g'],
    [PG, 'select g, count(b) as x, h(max(id)) as y from t group by g'],
  ],
  [
    'the condition beside an output that cannot be told',
    [[], true, [1]],
    [MY, 'select a, f(b) as y from t where a > 5 group by a, b'],
    [PG, 'select a, h(b) as y from t where a >= 5 group by a, b'],
  ],
  [
    'the condition beside a group that cannot be told',
    [[], true, [0]],
    [MY, 'select f(b) as y, count(*) as n from t where a > 5 group by f(b)'],
    [PG, 'select h(b) as y, count(*) as n from t group by h(b)'],
  ],
  [
    'a group',
    [[0], false, [1]],
    [MY, 'select a + 1 as y, f(max(b)) as n from t group by a + 1'],
    [PG, 'select a + 2 as y, h(max(b)) as n from t group by a + 2'],
  ],
  [
    'the condition beside one on another column',
    [[], true, []],
    [MY, 'select id from t where a > 5 and f(b) = 1'],
    [PG, 'select id from t where a >= 5 and h(b) = 1'],
  ],
])('finds what surely differs: %s', async (_, expected, one, other) => {
  expect(await find(one, other)).toEqual(expected);
});

it.each<[string, [Name, string], [Name, string]]>([
  ['nothing differs', [MY, 'select a > 5 as x from t'], [PG, 'select a > 5 as x from t']],
  [
    'the one output that differs cannot be read',
    [MY, 'select a > 5 as x, f(b) as y from t'],
    [PG, 'select a > 5 as x, h(b) as y from t'],
  ],
  [
    'a condition that cannot be told may leave 5 out',
    [MY, 'select a > 5 as x from t where f(a) = 1'],
    [PG, 'select a >= 5 as x from t where h(a) = 1'],
  ],
  [
    'a condition that cannot be told may be about any column',
    [MY, 'select a > 5 as x from t where f() = 1'],
    [PG, 'select a >= 5 as x from t where h() = 1'],
  ],
  [
    'a condition holds a query',
    [PG, 'select a > 5 as x from t where f((select max(o.b) from o)) = 1'],
    [PG, 'select a >= 5 as x from t where h((select max(o.b) from o)) = 1'],
  ],
  [
    'the rest of the condition may make up for it',
    [MY, 'select id from t where a > 5 and f(a) = 1'],
    [PG, 'select id from t where a >= 5 and h(a) = 1'],
  ],
  [
    'the condition that is lacking may be the one that cannot be told',
    [MY, 'select id from t where a > 5'],
    [PG, 'select id from t where h(b) = 1'],
  ],
  [
    'an aggregate may hold the condition',
    [MY, 'select f(sum(a)) as x from t where a > 5'],
    [MY, 'select h(a) as x from t where a >= 5'],
  ],
  [
    'a function may return a set, and leave 5 out',
    [PG, 'select a > 5 as x, f(a) as y from t'],
    [PG, 'select a >= 5 as x, h(a) as y from t'],
  ],
  [
    'groups cannot be told',
    [MY, 'select f(b) as y, sum(a) > 5 as x from t group by f(b)'],
    [PG, 'select h(b) as y, sum(a) >= 5 as x from t group by h(b)'],
  ],
  [
    'joins cannot be told',
    [MY, 'select t.a > 5 as x from t join o on f(o.id) = t.id'],
    [PG, 'select t.a >= 5 as x from t left join o on h(o.id) = t.id'],
  ],
  [
    'which rows a limit leaves',
    [MY, 'select a > 5 as x, f(b) as y from t order by f(b) limit 5'],
    [PG, 'select a >= 5 as x, h(b) as y from t order by h(b) limit 5'],
  ],
  [
    'which of two of a table is meant',
    [MY, 'select t.a as x, f(o.b) as y from t join t as o on t.id = o.id'],
    [PG, 'select o.a as x, h(t.b) as y from t join t as o on t.id = o.id'],
  ],
  [
    'how two of a table are told apart hangs on what cannot be told',
    [MY, 'select f(o.b) as y, t.a as x from t join t as o on t.id = o.id'],
    [MY, 'select h(5) as y, t.a as x from t join t as o on t.id = o.id'],
  ],
  [
    'a group cannot be read',
    [PG, 'select f(p => b) as y, count(*) > 5 as x from t group by 1'],
    [PG, 'select h(p => b) as y, count(*) >= 5 as x from t group by 1'],
  ],
  [
    'a query stands for the output',
    [MY, 'select (select max(o.id) from o where o.b = t.b) as x, f(id) as y from t'],
    [
      MY,
      'select (select o.id from o where o.b = t.b order by o.id desc limit 1) as x, h(id) as y from t',
    ],
  ],
  [
    'a condition moves into an aggregate',
    [MY, 'select count(*) as n, f(max(id)) as y from t where a > 5'],
    [MY, 'select count(case when a > 5 then 1 end) as n, f(max(id)) as y from t'],
  ],
  [
    'only one side aggregates',
    [MY, 'select f(sum(a)) as x from t where a > 5'],
    [MY, 'select a as x from t where a >= 5'],
  ],
  [
    'LIKE ignores case by a rule that other engines may write in other words',
    [LITE, "select s like 'x%' as x, f(b) as y from t"],
    [PG, "select lower(s) like 'x%' as x, h(b) as y from t"],
  ],
  ['what * stands for', [MY, 'select *, a > 5 as x from t'], [MY, 'select *, a >= 5 as x from t']],
  [
    'more columns',
    [MY, 'select a > 5 as x, f(b) as y from t'],
    [MY, 'select a >= 5 as x, f(b) as y, g from t'],
  ],
])('is sure of nothing where %s', async (_, one, other) => {
  expect(await find(one, other)).toBeNull();
});

it('never says that views are the same if an output cannot be read', async () => {
  const [one, other] = [
    await read(PG, 'select f(p => b) as x from t'),
    await read(PG, 'select f(p => b) as x from t'),
  ];
  expect(one).toMatchObject({ unread: true });
  expect(compareMeanings(one, other)).toBe('unclear');
});

it('a part of a text of SQLite that may be a date elsewhere cannot be told', async () => {
  const ofDay = (engine: Name, canonical: Parameters<typeof column>[1], query: string) => {
    const at = [{ name: 't', as: 't', columns: [column('at', canonical, false)] }];
    return { engine: ENGINES[engine].id, tables: at, query };
  };
  const moment = { kind: 'timestamp', precision: 6, zone: false } as const;
  const views = [
    ofDay(LITE, textOf(20), 'select substr(at, 1, 7) as m, count(*) as n from t group by 1'),
    ofDay(PG, moment, "select to_char(at, 'YYYY-MM') as m, count(*) as n from t group by 1"),
  ];
  await meanings.prepare(views);
  const [source, target] = views.map((view) => meanings.ofView(view));
  expect(compareMeanings(source!, target!)).toBe('unclear');
  expect(findSureDifference(source!.parts!, target!.parts!)?.outputs ?? []).toEqual([]);
});
