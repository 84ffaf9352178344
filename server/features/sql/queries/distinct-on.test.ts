import { expect, it } from 'vitest';
import type { EngineId } from '../../../../connectors/engines.ts';
import { compareMeanings } from '../../proof/definitions/compare/texts/meanings.ts';
import { DUCK, LITE, MY, ORA, PG, MS, column } from '../known-fixture.ts';
import { createMeanings } from '../service.ts';

const meanings = createMeanings();
const table = (name: string) => ({
  name,
  as: name,
  columns: [column('id', undefined, false), column('a'), column('b')],
  keys: [['id']],
});
const viewOf = (engine: EngineId, query: string) => ({
  engine,
  tables: [table('t'), table('u')],
  query,
});

async function read(engine: EngineId, query: string) {
  const view = viewOf(engine, query);
  await meanings.prepare([view]);
  return meanings.ofView(view);
}

const LATEST = 'select distinct on (a) a, b from t order by a, id desc';

it.each<[string, EngineId, string, EngineId, string, string]>([
  [
    'the same',
    PG,
    LATEST,
    DUCK,
    `${LATEST.replace('order by a', 'order by a nulls last')}`,
    'same',
  ],
  ['a name', PG, 'select distinct on (v) a as v, b from t order by v, id desc', PG, LATEST, 'same'],
  ['a number', PG, 'select distinct on (1) a, b from t order by 1, id desc', PG, LATEST, 'same'],
  [
    'keys in another order',
    PG,
    'select distinct on (a, b) a, b from t order by a, b, id',
    PG,
    'select distinct on (b, a) a, b from t order by a, b, id',
    'same',
  ],
  ['another row', PG, LATEST, PG, LATEST.replace(' desc', ''), 'different'],
  ['another key', PG, LATEST, PG, LATEST.replace('on (a)', 'on (a, b)'), 'different'],
  ['no key', PG, LATEST, PG, LATEST.replace(' on (a)', ''), 'different'],
  ['all rows', PG, LATEST, PG, LATEST.replace('distinct on (a) ', ''), 'different'],
  ['other conditions', PG, LATEST, PG, LATEST.replace('order', 'where b > 1 order'), 'different'],
  [
    'a row that nothing says',
    PG,
    'select distinct on (a) a, b from t order by a, b',
    DUCK,
    'select distinct on (a) a, b from t order by a nulls last, b nulls last',
    'unclear',
  ],
  [
    'the first of numbered rows',
    PG,
    LATEST,
    MY,
    'select q.a, q.b from (select a, b, row_number() over (partition by a order by id desc) as n from t) q where q.n = 1 order by q.a',
    'unclear',
  ],
  [
    'a query that stands in another one',
    PG,
    'select q.a from (select distinct on (a) a, b from t order by a, id) q where q.b = 1',
    PG,
    'select q.a from (select a, b from t order by a, id) q where q.b = 1',
    'different',
  ],
  [
    'whether there are rows',
    PG,
    'select a from u where exists (select distinct on (t.b) t.b from t where t.a = u.a)',
    PG,
    'select a from u where exists (select 1 from t where t.a = u.a)',
    'same',
  ],
  [
    'whether there are several',
    PG,
    'select a from u where exists (select distinct on (t.b) t.b from t where t.a = u.a offset 1)',
    PG,
    'select a from u where exists (select t.b from t where t.a = u.a offset 1)',
    'different',
  ],
  [
    'likewise of DISTINCT',
    PG,
    'select a from u where exists (select distinct t.b from t where t.a = u.a offset 1)',
    PG,
    'select a from u where exists (select t.b from t where t.a = u.a offset 1)',
    'different',
  ],
  [
    'whether there are several of what DISTINCT shows',
    PG,
    'select a from u where exists (select distinct t.b from t where t.a = u.a offset 1)',
    PG,
    'select a from u where exists (select distinct t.id from t where t.a = u.a offset 1)',
    'different',
  ],
  [
    'whether a function returns any',
    PG,
    'select a from u where exists (select unnest(array[t.b]) from t where t.a = u.a)',
    PG,
    'select a from u where exists (select 1 from t where t.a = u.a)',
    'unclear',
  ],
])('reads DISTINCT ON: %s', async (_, one, query, other, its, answer) => {
  expect(compareMeanings(await read(one, query), await read(other, its))).toBe(answer);
});

it('finds rows by it', async () => {
  expect((await read(PG, LATEST))!.keys).toEqual([[0]]);
});

it('names a condition that differs, but no order', async () => {
  const partsOf = async (query: string) => (await read(PG, query))!.parts!;
  const [one, other] = [await partsOf(LATEST), await partsOf(LATEST.replace(' desc', ''))];
  expect(one.frame).not.toBe(other.frame);
});

it('writes it where there is such a thing', async () => {
  const write = async (engine: EngineId) =>
    (await meanings.write(viewOf(PG, LATEST), { engine, names: 'shown' }))[0];
  expect(await write(PG)).toEqual({
    text: 'SELECT DISTINCT ON (t.a)\n  t.a,\n  t.b\nFROM t\nORDER BY t.a, t.id DESC',
    exact: true,
  });
  expect(await write(DUCK)).toMatchObject({ exact: true });
  expect(await Promise.all([MY, LITE, ORA, MS].map(write))).toEqual([null, null, null, null]);
});
