import Database from 'libsql';
import { expect, it } from 'vitest';
import { ENGINES } from '../../../../connectors/engines.ts';
import { createMeanings } from '../service.ts';

/** What is chosen from `c`, beside `o`. */
const OUTPUTS = ['c.id, c.x', 'distinct c.x', 'count(*) as n'];
const PARTNERS = [
  'o.c = c.id',
  'o.c = c.x',
  'o.id = c.id',
  'o.c = c.id and o.x > 1',
  'o.c = c.id and o.x is null',
  'o.c = c.id or o.x = 1',
];
const CHOSEN = ['', 'c.x > 1'];

const where = (...conditions: string[]) => {
  const said = conditions.filter((one) => one !== '');
  return said.length > 0 ? ` where ${said.join(' and ')}` : '';
};

/** Ways to ask for partners, and for none; some of them are the same, and many only look so. */
function* waysOf(output: string, on: string, chosen: string): Generator<string> {
  const select = `select ${output} from`;
  const within = `select 1 from o where ${on}`;
  const derived = `(select o.id, o.c, o.x from o where o.x > 1) o`;
  yield `${select} c${where(chosen, `exists (${within})`)}`;
  yield `${select} c${where(`not exists (${within})`, chosen)}`;
  yield `${select} c${where(chosen, `not not exists (${within})`)}`;
  yield `${select} c join o on ${on}${where(chosen)}`;
  yield `${select} c, o${where(`(${on})`, chosen)}`;
  yield `${select} (select c.id, c.c, c.x from c${where(chosen)}) c${where(`exists (${within})`)}`;
  yield `${select} (select c.id, c.c, c.x from c${where(chosen)}) c join o on ${on}`;
  yield `${select} c left join o on ${on}${where(chosen)}`;
  yield `${select} (select c.id, c.c, c.x from c${where(chosen)}) c left join o on ${on}`;
  yield `${select} c left join o on (${on})${chosen && ` and ${chosen}`}`;
  for (const test of ['o.id is null', 'o.x is null', 'o.c is null', 'o.id is not null', 'o.x = 1'])
    yield `${select} c left join o on ${on}${where(test, chosen)}`;
  yield `${select} c left join ${derived} on ${on}${where(chosen)}`;
  yield `${select} c left join ${derived} on ${on}${where('o.id is null', chosen)}`;
  yield `${select} c left join o on (${on}) and o.x > 1${where(chosen)}`;
  yield `${select} c join ${derived} on ${on}${where(chosen)}`;
  for (const value of ['c.id', 'c.x'])
    for (const column of ['o.c', 'o.id'])
      for (const not of ['', 'not ']) {
        const more =
          on === PARTNERS[3] ? ' where o.x > 1' : on === PARTNERS[4] ? ' where o.x is null' : '';
        yield `${select} c${where(`${value} ${not}in (select ${column} from o${more})`, chosen)}`;
        yield `${select} c${where(`not (${value} ${not}in (select ${column} from o${more}))`, chosen)}`;
        yield `${select} c${where(`(${value} ${not}in (select ${column} from o${more})) is null`, chosen)}`;
        yield `${select} c${where(`${not}exists (select 1 from o where ${column} = ${value}${more.replace('where', 'and')})`, chosen)}`;
      }
}

const DATA = [
  {
    c: '(1, 1, 1), (2, null, 1), (3, 1, null), (4, 9, 2), (5, 2, 2)',
    o: '(1, 1, 1), (2, 1, 2), (3, null, 1), (4, 3, null), (5, 2, 2), (7, 4, 3)',
  },
  { c: '(1, 1, null), (2, 2, 2), (3, 3, 3)', o: '(1, 1, 2), (2, 3, 2), (3, 3, 1)' },
  { c: '(1, null, 1), (2, 1, 2)', o: '(1, null, null), (9, null, 1)' },
  { c: '(1, 1, 1), (2, null, null)', o: null },
];

it('is the same wherever it is said to be, however queries stand within others', async () => {
  const columns = ['id', 'c', 'x'].map((name) => ({
    name,
    as: name,
    canonical: { kind: 'integer', bits: 32, unsigned: false } as const,
    nullable: name !== 'id',
  }));
  const tables = ['c', 'o'].map((name) => ({ name, as: name, columns }));
  const stores = DATA.map((rows) => {
    const store = new Database(':memory:');
    for (const name of ['c', 'o'] as const) {
      store.exec(`create table ${name} (id int not null, c int, x int)`);
      if (rows[name] !== null) store.exec(`insert into ${name} values ${rows[name]}`);
    }
    return store;
  });
  const rowsOf = (query: string) =>
    stores.map((store) =>
      (store.prepare(query).raw(true).all([]) as unknown[][])
        .map((row) => row.join('|'))
        .toSorted(),
    );
  const queries = [
    ...new Set(
      OUTPUTS.flatMap((output) =>
        PARTNERS.flatMap((on) => CHOSEN.flatMap((chosen) => [...waysOf(output, on, chosen)])),
      ),
    ),
  ];
  const views = queries.map((query) => ({ engine: ENGINES.postgresql.id, tables, query }));
  const meanings = createMeanings();
  await meanings.prepare(views);
  const byKey = new Map<string, string[]>();
  for (const view of views) {
    const key = meanings.ofView(view)?.key;
    if (key) byKey.set(key, [...(byKey.get(key) ?? []), view.query]);
  }
  for (const [first, ...others] of byKey.values())
    for (const other of others) expect([other, rowsOf(other)]).toEqual([other, rowsOf(first!)]);
  const alike = [...byKey.values()].reduce((sum, { length }) => sum + length - 1, 0);
  expect(alike).toBeGreaterThan(500);
});
