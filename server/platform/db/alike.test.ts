import { type RawBuilder, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as objects from '../../../contract/objects.ts';
import * as fixtures from '../../../tests/support/fixtures.ts';
import { type TestApp, startTestApp } from '../../../tests/support/test-app.ts';
import { jsonTable } from './sql-parts.ts';

/** What the stores do alike, so that no feature needs to know which one it runs on. */
let app: TestApp;
let projectId: number;
beforeAll(async () => {
  app = await startTestApp();
  projectId = (await fixtures.createProject(app.admin)).Project_Id;
  await fixtures.importTables(app.admin, projectId, 'source', NAMES);
});
afterAll(() => app.close());

/** Capitals, accents, digits, signs, an emoji beyond the first plane, and names that share their beginning. */
const NAMES = [
  'b',
  'A',
  'a',
  'B',
  'ä',
  'Z',
  '_x',
  '10',
  '9',
  'é',
  'ßtraße',
  '😀',
  'a b',
  'a_b',
  'a%b',
  'a\\b',
  'ａ',
  'İ',
  'Öl',
  "o'x",
  '"q"',
];
const byCodePoint = (names: string[]) =>
  names.toSorted((one, other) => Buffer.compare(Buffer.from(one), Buffer.from(other)));

const list = async (query: Record<string, string>): Promise<objects.ObjectRow[]> =>
  app.admin.call(objects.listSourceObjects, { params: { id: projectId }, query });
const namesOf = async (query: Record<string, string>): Promise<string[]> =>
  (await list(query)).map((row) => row.object_name);
const one = async <T>(expression: RawBuilder<T>): Promise<T> => {
  const { rows } = await sql<{ value: T }>`select ${expression} as value`.execute(app.store.db);
  return rows[0]!.value;
};

describe('order', () => {
  it('of text is by code point, not by language', async () => {
    expect(await namesOf({ sort: 'object_name' })).toEqual(byCodePoint(NAMES));
    expect(await namesOf({ sort: '-object_name' })).toEqual(byCodePoint(NAMES).toReversed());
  });

  it('puts empty values last, up and down, and equal ones by id', async () => {
    const [first, second, third] = await list({ limit: '3' });
    for (const [row, comments] of [
      [first, 'x'],
      [second, 'y'],
      [third, 'x'],
    ] as const)
      await app.admin.call(objects.updateObject, {
        params: { id: row!.source_objectid! },
        body: { comments },
      });
    const idsOf = async (sort: string) => (await list({ sort })).map((row) => row.source_objectid!);
    const [x1, y, x2] = [first, second, third].map((row) => row!.source_objectid!);
    expect((await idsOf('comments')).slice(0, 3)).toEqual([x1, x2, y]);
    expect((await idsOf('-comments')).slice(0, 3)).toEqual([y, x1, x2]);
    const empty = (await idsOf('comments')).slice(3);
    expect(empty).toEqual(empty.toSorted((a, b) => a - b));
    expect((await idsOf('-comments')).slice(3)).toEqual(empty);
  });
});

describe('search', () => {
  it('of ASCII letters is blind to case', async () => {
    expect(byCodePoint(await namesOf({ q: 'A' }))).toEqual(byCodePoint(await namesOf({ q: 'a' })));
    expect(await namesOf({ q: 'SHOP.Z' })).toEqual(['Z']);
  });

  it.each([
    ['Ä', ['ä']],
    ['É', ['é']],
    ['SSTRASSE', []],
    ['ßTRAßE', ['ßtraße']],
    ['😀', ['😀']],
    ['_', ['_x', 'a_b']],
    ['%', ['a%b']],
    ['\\', ['a\\b']],
    ["'", ["o'x"]],
    ['"', ['"q"']],
    ['a b', ['a b']],
    ['Ａ', ['ａ']],
  ])('for %s', async (q, expected) => {
    expect(byCodePoint(await namesOf({ q }))).toEqual(byCodePoint(expected));
  });

  it.each([
    ['SHOP', NAMES],
    ['nowhere', []],
  ])('in one column, %s', async (value, expected) => {
    expect(byCodePoint(await namesOf({ 'filter[schema_name]': value }))).toEqual(
      byCodePoint(expected),
    );
  });

  it('in one column finds other letters as they are', async () => {
    expect(await namesOf({ 'filter[object_name]': 'ä' })).toEqual(['ä']);
    expect(await namesOf({ 'filter[object_name]': 'ÖL' })).toEqual(['Öl']);
  });
});

describe('values', () => {
  // covers: D9.1
  it('of counts and sums are numbers', async () => {
    const { count } = await app.store.db
      .selectFrom('object')
      .select((select) => select.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    expect(count).toBe(NAMES.length);
    const { sum } = await app.store.db
      .selectFrom('object')
      .select((select) => select.fn.sum<number>('type_id').as('sum'))
      .executeTakeFirstOrThrow();
    expect(sum).toBe(NAMES.length);
    expect(await one(sql`cast(9007199254740991 as bigint)`)).toBe(9_007_199_254_740_991);
  });

  it('of text come back as they went in', async () => {
    for (const value of ['', ' ', 'é\u0301', '\u{10ffff}', '\u0001\r\n\t', '1e5', 'null', '0x00'])
      expect(await one(sql`cast(${value} as text)`)).toBe(value);
  });

  it('go through a table of JSON unharmed', async () => {
    const rows: [number | null, string | null][] = [
      [1, 'plain'],
      [2_147_483_647, 'quote " and \' and \\'],
      [-5, '😀\u{10ffff}\n'],
      [null, null],
      [0, ''],
      [7, '[1,2]'],
      [8, 'true'],
    ];
    const table = jsonTable(app.store.kind, { number: 'integer', word: 'text' } as const, rows);
    const read = await app.store.db.selectFrom(table.as('t')).selectAll().execute();
    expect(read).toEqual(rows.map(([number, word]) => ({ number, word })));
  });

  it('ids are never given twice, not even after the last one is gone', async () => {
    const last = (await list({ sort: '-id', limit: '1' }))[0]!.source_objectid!;
    await app.store.db.deleteFrom('object').where('id', '=', last).execute();
    await fixtures.importTables(app.admin, projectId, 'target', ['later']);
    const { id } = await app.store.db
      .selectFrom('object')
      .select('id')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
    expect(id).toBeGreaterThan(last);
  });
});
