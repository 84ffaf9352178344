import { join } from 'node:path';
import Database from 'libsql';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { listDifferingReads } from '../../../contract/dependencies.ts';
import { importSource, importTarget } from '../../../contract/inventory.ts';
import { matchObjects } from '../../../contract/proof/pairs.ts';
import { createProject, inventoryItem } from '../../../tests/support/fixtures.ts';
import { DIFFERENT_TABLE, EQUAL_TABLE } from '../../../tests/support/proof-world.ts';
import { openRuns } from '../proof/runs/run-fixture.ts';

let runs: Awaited<ReturnType<typeof openRuns>>;

beforeAll(async () => {
  runs = await openRuns();
});
afterAll(() => runs.close());

const VIEW = `create view notes as select o.id, o.note, b.note as branch
  from ORDERS o join main.${EQUAL_TABLE} b on b.id = o.id where o.note <> 'bulk_0'`;

it('a view that differs names the tables of its query whose own rows differ', async () => {
  const source = new Database(join(runs.world.folder, 'shop.sqlite'));
  source.exec(VIEW);
  source.close();
  await runs.world.onTarget(VIEW.replace('main.', 'public.'));
  const { Project_Id: id } = await createProject(runs.admin, runs.world.form);
  for (const [call, schema] of [
    [importSource, 'main'],
    [importTarget, 'public'],
  ] as const) {
    const tables = [DIFFERENT_TABLE, EQUAL_TABLE, 'bulk_0'].map((name) =>
      inventoryItem(id, name, schema),
    );
    const view = { ...inventoryItem(id, 'notes', schema, 2), object_type_source: 'views' };
    await runs.admin.call(call, { body: [...tables, view] });
  }
  await runs.admin.call(matchObjects, { params: { id } });
  const pairOf = async (name: string) => (await runs.pairOf(id, name)).id;
  const ask = async (pair: number) => runs.admin.call(listDifferingReads, { params: { id, pair } });
  const view = await pairOf('main.notes');
  // Before anything was read, nothing is known.
  expect(await ask(view)).toEqual([]);
  await runs.waitForState(await runs.start(id), 'finished');
  const [orders, branches] = [await pairOf(DIFFERENT_TABLE), await pairOf(EQUAL_TABLE)];
  expect(await ask(view)).toEqual([{ pair_id: orders, name: `main.${DIFFERENT_TABLE}` }]);
  // What was found before something changed may hold no longer.
  const mark = (definition_changed_at: string | null) =>
    runs.app.store.db
      .updateTable('pair')
      .set({ definition_changed_at })
      .where('id', '=', orders)
      .execute();
  await mark('2999-01-01T00:00:00.000Z');
  expect(await ask(view)).toEqual([]);
  await mark(null);
  // A pair of several objects is named once.
  const ofBranches = await runs.pairOf(id, EQUAL_TABLE);
  await runs.app.store.db
    .updateTable('object')
    .set({ pair_id: orders })
    .where('id', '=', ofBranches.source[0]!.id)
    .execute();
  expect(await ask(view)).toHaveLength(1);
  // Tables read nothing.
  expect(await ask(branches)).toEqual([]);
  const other = await createProject(runs.admin, runs.world.form);
  const foreign = { id: other.Project_Id, pair: view };
  expect((await runs.admin.send(listDifferingReads, { params: foreign })).status).toBe(404);
});
