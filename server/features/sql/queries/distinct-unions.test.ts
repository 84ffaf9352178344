import { expect, it } from 'vitest';
import { ENGINES } from '../../../../connectors/engines.ts';
import { compareMeanings } from '../../proof/definitions/compare/texts/meanings.ts';
import { INT, column, textOf } from '../known-fixture.ts';
import { createMeanings } from '../service.ts';

const meanings = createMeanings();
const columns = [
  column('id', INT, false),
  column('other', INT, true),
  column('code', textOf(10), false),
  column('name', textOf(40), true),
];
const keys = [['id'], ['other'], ['code']];
const tables = ['c', 's', 't'].map((name) => ({ name, as: name, columns, keys }));
const read = async (query: string, engine: keyof typeof ENGINES) => {
  const view = { engine: ENGINES[engine].id, tables, query };
  await meanings.prepare([view]);
  return meanings.ofView(view);
};
/** What is said of UNION ALL of these on PostgreSQL, and UNION of them on SQLite. */
async function between(...parts: readonly string[]) {
  const [all, distinct] = [parts.join(' union all '), parts.join(' union ')];
  const answers = [
    compareMeanings(await read(all, 'postgresql'), await read(distinct, 'sqlite')),
    compareMeanings(await read(distinct, 'postgresql'), await read(all, 'sqlite')),
  ];
  expect(answers[0]).toBe(answers[1]);
  return answers[0];
}

it('UNION does what UNION ALL does where neither a part nor two of them have a row twice', async () => {
  const found = await between(
    "select 'customer' as kind, c.id, c.name from c",
    "select 'supplier', s.id, s.name from s where s.other > 1",
  );
  expect(found).toBe('same');
  const three = await between(
    "select c.id, 'a' as kind from c",
    "select s.id, 'b' from s",
    "select t.id, 'c' from t",
  );
  expect(three).toBe('same');
});

it.each<[string, ...string[]]>([
  ['without a key', "select 'a' as kind, c.name from c", "select 'b', s.name from s"],
  ['a key that may be NULL', "select 'a' as kind, c.other from c", "select 'b', s.other from s"],
  ['a key of texts', "select 'a' as kind, c.code from c", "select 'b', s.code from s"],
  ['no constant', 'select c.name as kind, c.id from c', 'select s.name, s.id from s'],
  ['one constant', "select 'a' as kind, c.id from c", "select 'a', s.id from s"],
  ['constants that differ in case', "select 'a' as kind, c.id from c", "select 'A', s.id from s"],
  [
    'a constant in two parts of three',
    "select 'a' as kind, c.id from c",
    "select 'b', s.id from s",
    "select 'a', t.id from t",
  ],
  ['two tables', "select 'a' as kind, c.id from c, t", "select 'b', s.id from s"],
  [
    'rows beside',
    "select 'a' as kind, c.id from c left join t on t.other = c.id",
    "select 'b', s.id from s",
  ],
])('UNION may remove rows: %s', async (_name, ...parts) => {
  expect(await between(...parts)).not.toBe('same');
});

it('a function of PostgreSQL may give one row twice', async () => {
  const part = "select 'a' as kind, c.id, generate_series(1, c.other) / 2 as n from c";
  const other = "select 'b', s.id, s.other from s";
  const [all, distinct] = [`${part} union all ${other}`, `${part} union ${other}`];
  const answer = compareMeanings(await read(all, 'postgresql'), await read(distinct, 'postgresql'));
  expect(answer).not.toBe('same');
});
