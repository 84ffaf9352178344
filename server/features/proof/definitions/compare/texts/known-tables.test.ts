import { afterAll, beforeAll, expect, it } from 'vitest';
import type { TableDefinition } from '../../../../../../connectors/core/definitions.ts';
import type { Side } from '../../../../../../contract/fields.ts';
import { ENGINES, type EngineId } from '../../../../../../connectors/engines.ts';
import { createMeanings } from '../../../../sql/service.ts';
import { sampleColumn, sampleTable } from '../../../../../../tests/support/sample-definitions.ts';
import { type TestApp, startTestApp } from '../../../../../../tests/support/test-app.ts';
import { type Found, readKnownTables } from './known-tables.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const reader = {
  meanings: createMeanings(),
  engines: { source: ENGINES.sqlite.id, target: ENGINES.postgresql.id },
};
const naming = { rename: (name: string) => name.toLowerCase(), schemaOf: () => 'public' };

const found = (
  side: Side,
  name: string,
  columns: string[],
  over: Partial<TableDefinition>,
): Found => ({
  id: side === 'source' ? 1 : 2,
  side,
  schema: side === 'source' ? 'shop' : 'public',
  name,
  pairId: 7,
  named: [],
  definition: sampleTable(
    columns.map((one) => sampleColumn(one)),
    { name, ...over },
  ),
});

it('tables are known with their keys, under the names that they have on the target', async () => {
  const read = [
    found('source', 'Item', ['Id', 'Code', 'Size'], {
      primaryKey: { name: 'p', columns: ['Id'] },
      uniques: [{ name: 'u', columns: ['Code', 'Size'] }],
    }),
    found('target', 'item', ['id', 'code', 'size'], {}),
  ];
  const queries = { source: ['SELECT Code FROM Item'], target: ['SELECT code FROM item'] };
  const { source, target } = await readKnownTables(app.store, 1, queries, naming, read, reader);
  expect(source).toMatchObject([
    {
      name: 'item',
      spelling: 'Item',
      schemaInQueries: 'shop',
      as: 'item',
      schema: 'public',
      keys: [['id'], ['code', 'size']],
    },
  ]);
  expect(target).toMatchObject([{ name: 'item', as: 'item', keys: [] }]);
});

it('what views of SQLite compute is text where it can be nothing else', async () => {
  const untyped = (name: string) =>
    sampleColumn(name, { type: '', canonical: { kind: 'other', name: '' }, caseSensitive: null });
  const view = (id: number, name: string, columns: string[], text: string): Found => ({
    id,
    side: 'source',
    schema: 'main',
    name,
    pairId: null,
    named: [],
    definition: {
      kind: 'view',
      name,
      columns: columns.map(untyped),
      text,
      materialised: false,
      comment: null,
      broken: null,
    },
  });
  const inner = view(3, 'inner_view', ['k', 'n'], "SELECT 'a' AS k, id AS n FROM t");
  const outer = view(
    4,
    'outer_view',
    ['kind', 'n', 'mixed'],
    "SELECT k, n, k FROM inner_view UNION ALL SELECT 'b', 'c', NULL FROM t UNION ALL SELECT 'c', 'd', 1 FROM t",
  );
  const read = [inner, outer, found('source', 't', ['id'], {})];
  const queries = { source: ["SELECT 1 FROM outer_view WHERE kind = 'a'"], target: [] };
  const { source } = await readKnownTables(app.store, 1, queries, naming, read, reader);
  expect(source.map(({ name }) => name)).toEqual(['outer_view']);
  expect(source[0]!.columns).toMatchObject([
    { name: 'kind', canonical: { kind: 'text', length: null, fixed: false }, foldsCase: false },
    { name: 'n', canonical: { kind: 'other' } },
    { name: 'mixed', canonical: { kind: 'other' } },
  ]);
});

it('a view of SQLite passes on that its columns ignore case', async () => {
  const text = (name: string, caseSensitive: boolean) =>
    sampleColumn(name, {
      type: 'TEXT',
      canonical: { kind: 'text', length: null, fixed: false, bytes: false },
      caseSensitive,
    });
  /** As SQLite tells of them. */
  const view = (id: number, name: string, query: string): Found => ({
    ...found('source', name, [], {}),
    id,
    pairId: null,
    definition: {
      kind: 'view',
      name,
      columns: [text('blind', true), text('seeing', true)],
      text: query,
      materialised: false,
      comment: null,
      broken: null,
    },
  });
  const columns = [text('b', false), text('s', true)];
  const table: Found = { ...found('source', 't', [], {}), definition: sampleTable(columns) };
  const inner = view(3, 'inner_view', 'SELECT b AS blind, s AS seeing FROM t');
  const outer = view(4, 'outer_view', 'SELECT blind, seeing FROM inner_view');
  const odd = view(5, 'odd_view', 'WITH RECURSIVE q AS (SELECT 1) SELECT b, s FROM q, t');
  const asked = ['SELECT blind FROM outer_view, odd_view'];
  const readAs = async (engine: EngineId) => {
    const engines = { ...reader.engines, source: engine };
    const read = [table, inner, outer, odd];
    const own = { ...reader, engines };
    const queries = { source: asked, target: [] };
    const { source } = await readKnownTables(app.store, 1, queries, naming, read, own);
    return source.map(({ name, columns: of }) => [name, ...of.map(({ foldsCase }) => foldsCase)]);
  };
  expect(await readAs(ENGINES.sqlite.id)).toEqual([
    ['outer_view', 'unknown', false],
    ['odd_view', 'unknown', 'unknown'],
  ]);
  expect(await readAs(ENGINES.mysql.id)).toEqual([
    ['outer_view', false, false],
    ['odd_view', false, false],
  ]);
});

it('of tables that differ in case alone, it is not told which one a query means', async () => {
  const item = (id: number, name: string, over: Partial<Found> = {}): Found => ({
    ...found('source', name, ['id'], {}),
    id,
    pairId: id,
    ...over,
  });
  const query = 'SELECT Item.id FROM Item';
  const queries = { source: [query, 'SELECT id FROM item'], target: [] };
  const readAs = async (...read: Found[]) => {
    const { source } = await readKnownTables(app.store, 1, queries, naming, read, reader);
    const asked = { engine: ENGINES.postgresql.id, tables: source, query };
    await reader.meanings.prepare([asked]);
    return { names: source.map(({ spelling }) => spelling), view: reader.meanings.ofView(asked) };
  };
  expect(await readAs(item(3, 'Item'))).toMatchObject({ names: ['Item'], view: { opaque: false } });
  const both = await readAs(item(3, 'Item'), item(4, 'item'));
  expect(both).toEqual({ names: ['Item', 'item'], view: null });
  // In another schema, it is a table that is not known.
  const apart = await readAs(item(3, 'Item'), item(4, 'item', { schema: 'other' }));
  expect(apart.names).toEqual([]);
});
