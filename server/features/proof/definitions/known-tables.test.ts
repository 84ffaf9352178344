import { afterAll, beforeAll, expect, it } from 'vitest';
import type { TableDefinition } from '../../../../connectors/core/definitions.ts';
import type { Side } from '../../../../contract/fields.ts';
import { sampleColumn, sampleTable } from '../../../../tests/support/sample-definitions.ts';
import { type TestApp, startTestApp } from '../../../../tests/support/test-app.ts';
import { type Found, readKnownTables } from './known-tables.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

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
  const naming = { rename: (name: string) => name.toLowerCase(), schemaOf: () => 'public' };
  const queries = { source: ['SELECT Code FROM Item'], target: ['SELECT code FROM item'] };
  const { source, target } = await readKnownTables(app.store, 1, queries, naming, read);
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
