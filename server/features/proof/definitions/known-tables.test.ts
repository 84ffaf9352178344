import { afterAll, beforeAll, expect, it } from 'vitest';
import type { TableDefinition } from '../../../../connectors/core/definitions.ts';
import type { Side } from '../../../../contract/fields.ts';
import { ENGINES } from '../../../../connectors/engines.ts';
import { createMeanings } from '../../sql/service.ts';
import { sampleColumn, sampleTable } from '../../../../tests/support/sample-definitions.ts';
import { type TestApp, startTestApp } from '../../../../tests/support/test-app.ts';
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
