import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fieldsWith } from '../../../../contract/field-table.ts';
import {
  PAIR_COLUMNS,
  PAIR_FIELDS,
  type PairRow,
  listPairs,
  matchObjects,
} from '../../../../contract/proof/pairs.ts';
import { createProject, importTables } from '../../../../tests/support/fixtures.ts';
import { type TestApp, startTestApp } from '../../../../tests/support/test-app.ts';

let app: TestApp;
let projectId: number;
beforeAll(async () => {
  app = await startTestApp();
  ({ Project_Id: projectId } = await createProject(app.admin));
  await importTables(app.admin, projectId, 'source', ['orders', 'Items', 'old']);
  await importTables(app.admin, projectId, 'target', ['orders', 'items', 'fresh']);
  await app.admin.call(matchObjects, { params: { id: projectId } });
  const [first, second] = await list();
  // As comparisons leave them, which the tests of runs show.
  for (const [id, sign] of [
    [first!.id, 1],
    [second!.id, 2],
  ] as const)
    await app.store.db
      .updateTable('pair')
      .set({
        structure_result: sign === 1 ? 'same' : 'different',
        structure_findings: sign,
        structure_at: `2026-01-0${sign}T00:00:00.000Z`,
        data_result: sign === 1 ? 'identical' : 'different',
        data_differences: sign,
        data_accepted: sign,
        rows_source: sign,
        rows_target: sign + 1,
        data_at: `2026-01-0${sign}T01:00:00.000Z`,
        call_result: sign === 1 ? 'equal' : 'different',
        call_at: `2026-01-0${sign}T02:00:00.000Z`,
      })
      .where('id', '=', id)
      .execute();
});
afterAll(() => app.close());

const list = (query: object = {}): Promise<PairRow[]> =>
  app.admin.call(listPairs, { params: { id: projectId }, query });
const idsOf = (rows: PairRow[]) => rows.map(({ id }) => id);

/** As a filter names it, and as it is sorted by. */
const textOf = (row: PairRow, key: (typeof PAIR_COLUMNS)[number]): string =>
  key === 'target'
    ? row.target.map((one) => `${one.schema_name}.${one.object_name}`).join()
    : String(row[key] ?? '');

describe('every field of a pair', () => {
  it.each(PAIR_COLUMNS)('is found by: %s', async (key) => {
    const filled = (await list()).filter((row) => textOf(row, key) !== '');
    expect(filled).not.toEqual([]);
    for (const row of filled) {
      const found = await list({ [`filter[${key}]`]: textOf(row, key) });
      expect(idsOf(found)).toContain(row.id);
      for (const one of found) expect(textOf(one, key)).toContain(textOf(row, key));
    }
  });

  it.each(PAIR_COLUMNS)('is sorted by: %s', async (key) => {
    const texts = async (sort: string) =>
      (await list({ sort })).map((row) => textOf(row, key)).filter(Boolean);
    const up = await texts(key);
    expect(await texts(`-${key}`)).toEqual(up.toReversed());
  });

  it.each(fieldsWith(PAIR_FIELDS, 'column'))('is read from its column: %s', async (key) => {
    for (const row of await list()) {
      const kept = await app.store.db
        .selectFrom('pair')
        .selectAll()
        .where('id', '=', row.id)
        .executeTakeFirstOrThrow();
      expect(row[key]).toEqual(kept[PAIR_FIELDS[key].column]);
    }
  });
});
