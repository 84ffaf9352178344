import { afterAll, beforeAll, expect, it } from 'vitest';
import type { KyselyPlugin } from 'kysely';
import * as inventory from '../../../../../contract/inventory.ts';
import { decidePairs, listPairs, matchObjects } from '../../../../../contract/proof/pairs.ts';
import { createProject, inventoryItem } from '../../../../../tests/support/fixtures.ts';
import { type TestApp, startTestApp } from '../../../../../tests/support/test-app.ts';
import { readMissing } from '../missing.ts';
import { type Written, findUnmade } from './unmade-objects.ts';

const OBJECTS = 200;
const nameOf = (n: number) => ({ schema: 'shop', table: `Table_${n}` });

let app: TestApp;
let project: number;
let rows = 0;
const counter: KyselyPlugin = {
  transformQuery: ({ node }) => node,
  async transformResult({ result }) {
    rows += result.rows.length;
    return result;
  },
};
const counted = () => ({
  kind: app.store.kind,
  longReads: app.store.longReads.withPlugin(counter),
});

beforeAll(async () => {
  app = await startTestApp();
  const { admin } = app;
  project = (await createProject(admin)).Project_Id;
  const params = { id: project };
  const body = Array.from({ length: OBJECTS }, (_, n) =>
    inventoryItem(project, nameOf(n).table, 'shop'),
  );
  await admin.call(inventory.importSource, { body });
  await admin.call(matchObjects, { params });
  const [dropped] = await admin.call(listPairs, { params, query: { q: 'shop.Table_199' } });
  await admin.call(decidePairs, {
    params,
    body: { ids: [dropped!.id], state: 'dropped', reason: 'unused' },
  });
});
afterAll(() => app.close());

/** Each table needs the one behind it; every table can be created. */
const writeFrom =
  (asked: number[]) =>
  async (pairIds: readonly number[]): Promise<Written[]> => {
    asked.push(...pairIds);
    const found = await app.store.db
      .selectFrom('object')
      .select('object_name')
      .where('pair_id', 'in', pairIds)
      .execute();
    return found.map(({ object_name }) => {
      const n = Number(object_name.slice('Table_'.length));
      return { name: nameOf(n), isMade: true, needs: [nameOf(n + 1)] };
    });
  };

it('of all that the target lacks, only what is asked about and what that needs is read', async () => {
  const asked: number[] = [];
  rows = 0;
  const missing = await readMissing(counted(), project);
  const becomes = await missing.among([nameOf(5), { schema: 'shop', table: 'unknown' }]);
  expect(becomes(nameOf(5))).toEqual({ schema: 'public', table: 'Table_5' });
  expect([nameOf(6), nameOf(199)].map(becomes)).toEqual([undefined, undefined]);
  const isUnmade = await findUnmade(counted(), project, writeFrom(asked), [nameOf(195)]);
  // Table_195 to Table_198; Table_199 is dropped.
  expect(asked).toHaveLength(4);
  expect(rows).toBeLessThan(12);
  expect([194, 195, 198, 199].map((n) => isUnmade(nameOf(n)))).toEqual([false, true, true, true]);
});

it('what is written already is not written again', async () => {
  const asked: number[] = [];
  const known = [196, 197].map((n) => ({ name: nameOf(n), isMade: true, needs: [nameOf(n + 1)] }));
  const about = [nameOf(196), nameOf(3)];
  const isUnmade = await findUnmade(counted(), project, writeFrom(asked), about, [
    ...known,
    { name: nameOf(3), isMade: true, needs: [] },
  ]);
  expect(asked).toHaveLength(1);
  expect([196, 197, 198, 3].map((n) => isUnmade(nameOf(n)))).toEqual([true, true, true, false]);
});
