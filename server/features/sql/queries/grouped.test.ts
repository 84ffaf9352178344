import { expect, it } from 'vitest';
import type { EngineId } from '../../../../connectors/engines.ts';
import { compareMeanings } from '../../proof/definitions/compare/texts/meanings.ts';
import { INT, LITE, MS, MY, PG, column, textOf } from '../known-fixture.ts';
import { type KnownTable, createMeanings } from '../service.ts';

const meanings = createMeanings();

const TABLES: KnownTable[] = [
  {
    name: 'store',
    as: 'store',
    schema: 'app',
    columns: [
      column('id', INT, false),
      column('town_id', INT, false),
      column('code', textOf(10)),
      column('name', textOf(40)),
    ],
    keys: [['id'], ['code']],
  },
  {
    name: 'town',
    as: 'town',
    schema: 'app',
    columns: [column('id', INT, false), column('name', textOf(40)), column('mayor', INT)],
    keys: [['id']],
  },
  {
    name: 'sale',
    as: 'sale',
    schema: 'app',
    columns: [column('store_id', INT), column('total'), column('day')],
  },
  {
    name: 'recipe',
    as: 'recipe',
    schema: 'app',
    columns: [
      column('id', INT, false),
      column('name', textOf(40), false),
      column('version', INT, false),
    ],
    keys: [['id'], ['name', 'version']],
  },
];
async function read(engine: EngineId, query: string) {
  const view = { engine, tables: TABLES, query };
  await meanings.prepare([view]);
  return meanings.ofView(view);
}
const compare = async (one: string, other: string) =>
  compareMeanings(await read(MY, one), await read(PG, other));

const SALES =
  'from sale a join store s on s.id = a.store_id join town t on t.id = s.town_id group by';
const OF_STORE = 'from store s left join town t on t.id = s.town_id group by';

it.each([
  [
    `select t.name, sum(a.total) ${SALES} s.id`,
    `select t.name, sum(a.total) ${SALES} t.name, s.id`,
  ],
  [`select s.id, sum(a.total) ${SALES} s.id`, `select s.id, sum(a.total) ${SALES} s.id, t.id`],
  [`select t.name, count(*) ${OF_STORE} s.id`, `select t.name, count(*) ${OF_STORE} s.id, t.name`],
  ['select id, name from store group by id', 'select id, name from store group by id, name'],
  // Two keys among them, of which each alone is enough.
  [
    'select name, version, count(*) from recipe group by id',
    'select name, version, count(*) from recipe group by id, name, version',
  ],
  // A sale without a store has no part in it.
  [
    'select a.store_id, s.name, sum(a.total) from sale a join store s on s.id = a.store_id group by a.store_id',
    'select a.store_id, s.name, sum(a.total) from sale a join store s on s.id = a.store_id group by a.store_id, s.name',
  ],
  [
    'select a.store_id, s.name, count(*) from sale a left join store s on s.id = a.store_id group by a.store_id',
    'select a.store_id, s.name, count(*) from sale a left join store s on s.id = a.store_id group by a.store_id, s.name',
  ],
])('a column that each group has one value of may stand in GROUP BY: %s', async (one, other) => {
  expect(await compare(one, other)).toBe('same');
});

it.each([
  // Each town has several stores.
  [
    `select s.name, sum(a.total) ${SALES} t.id`,
    `select s.name, sum(a.total) ${SALES} t.id, s.name`,
  ],
  // All stores without a code are one group.
  ['select count(*) from store group by code', 'select count(*) from store group by code, name'],
  // A store without its town has none, and there are many of these.
  [
    'select count(*) from store s left join town t on t.id = s.town_id group by t.id',
    'select count(*) from store s left join town t on t.id = s.town_id group by t.id, s.town_id',
  ],
  // Whether the town is there depends on the sale.
  [
    'select t.name, count(*) from sale a join store s on s.id = a.store_id left join town t on t.id = s.town_id and t.mayor = a.day group by s.id',
    'select t.name, count(*) from sale a join store s on s.id = a.store_id left join town t on t.id = s.town_id and t.mayor = a.day group by s.id, t.name',
  ],
  [
    'select s.name, count(*) from sale a left join store s on s.id = a.store_id and s.town_id = a.day group by a.store_id',
    'select s.name, count(*) from sale a left join store s on s.id = a.store_id and s.town_id = a.day group by a.store_id, s.name',
  ],
])('a column of several rows makes other groups: %s', async (one, other) => {
  expect(await compare(one, other)).not.toBe('same');
});

it.each([
  'select town_id, count(*) as n from store group by town_id having id > 1',
  'select town_id, count(*) as n from store group by town_id order by name',
  'select town_id, (select max(a.total) from sale a where a.store_id = s.id) as most from store s group by town_id',
])('any row of a group may be asked, where one is: %s', async (query) => {
  expect(compareMeanings(await read(MY, query), await read(LITE, query))).not.toBe('same');
});

it('a grouped column may be asked for in a subquery', async () => {
  const query =
    'select id, (select max(a.total) from sale a where a.store_id = s.id and a.day > s.town_id) as most from store s group by id';
  expect(compareMeanings(await read(MY, query), await read(LITE, query))).toBe('same');
});

const NAMES = (order: string) =>
  `select s.id, string_agg(t.name || '!', ',' order by ${order}) from store s left join town t on t.id = s.town_id group by s.id`;
it('NULL has no place in the order of texts that are NULL as well', async () => {
  const here = (order: string) =>
    NAMES(order).replace("string_agg(t.name || '!', ','", "group_concat(concat(t.name, '!')");
  const asked = async (order: string) => compare(here(order), NAMES(order));
  expect(await asked('t.id')).toBe('same');
  // Towns may have no mayor, and still a name.
  expect(await asked('t.mayor')).not.toBe('same');
  expect(await asked('s.code')).not.toBe('same');
});

const write = async (
  query: string,
  engine: EngineId,
  names: 'quoted' | 'shown' = 'quoted',
  from: EngineId = MY,
) => {
  const [written] = await meanings.write(
    { engine: from, tables: TABLES, query },
    { engine, names },
  );
  return written;
};

it.each([PG, MS])('stands in GROUP BY where the engine wants that: %i', async (engine) => {
  const query = `select t.name, sum(a.total) as x ${SALES} s.id order by t.mayor`;
  const written = await write(query, engine);
  expect(written?.exact).toBe(true);
  const group = /GROUP BY (.*)/.exec(written!.text)![1]!;
  expect(group.replaceAll(/["[\]]/g, '')).toBe('store.id, town.name, town.mayor');
});

it('stands alone in GROUP BY where that is enough', async () => {
  const written = await write(`select t.name, sum(a.total) as x ${SALES} s.id`, LITE);
  expect(written?.text).toMatch(/GROUP BY "store"."id"$/);
});

it('is not written where rows of a group have several values of a column', async () => {
  expect(await write(`select s.name, sum(a.total) as x ${SALES} t.id`, PG)).toBeNull();
});

it('is shown without what would make other groups', async () => {
  const rows = `select t.id, s.name, t.name, sum(a.total) as x ${SALES} t.id`;
  const shown = await write(rows, PG, 'shown');
  expect(shown?.text).toMatch(/GROUP BY town.id, town.name$/);
  const other = await write(`${rows}, s.name`, PG, 'shown', PG);
  expect(other?.text).toMatch(/GROUP BY store.name, town.id, town.name$/);
});

const BY_SALES = (clause: string) => `select s.id, s.name ${SALES} s.id ${clause}`;
it('is no DISTINCT where something else orders the rows', async () => {
  const written = await write(BY_SALES('order by sum(a.total) desc'), PG);
  expect(written?.exact).toBe(true);
  expect(written?.text).toMatch(
    /^SELECT\n[^]*GROUP BY "store"."id", "store"."name"\nORDER BY sum\("sale"."total"\) DESC/,
  );
  const plain = await write(BY_SALES('order by s.name'), PG);
  expect(plain).toMatchObject({ text: expect.stringMatching(/^SELECT DISTINCT\n/), exact: true });
  expect(await write('select distinct id from store order by name', PG)).toBeNull();
});

it.each(['quoted', 'shown'] as const)('is not written without its locks: %s', async (names) => {
  expect(await write('select id from store for update', PG, names)).toBeNull();
});
