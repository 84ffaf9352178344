import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { importSource } from '../../../contract/inventory.ts';
import * as objects from '../../../contract/objects.ts';
import { matchObjects } from '../../../contract/proof/matching.ts';
import * as pairs from '../../../contract/proof/pairs.ts';
import { addTolerance } from '../../../contract/proof/tolerances.ts';
import { importSpreadsheet } from '../../../contract/spreadsheet.ts';
import * as fixtures from '../../../tests/support/fixtures.ts';
import { untilBlocking } from '../../../tests/support/held-row.ts';
import { type Client, type TestApp, startTestApp } from '../../../tests/support/test-app.ts';
import { reconcileMissing } from './missing.ts';
import { moveObjects } from './proof-service.ts';

const NAMES = ['a', 'b', 'c', 'd', 'e', 'f'];
const TABLES = { object_type: 'tables', schema_name: 'shop' } as const;

/** What is locked at a time: many rows of a table, which somebody keeps from the one with the lowest id. */
describe.runIf(process.env['TEST_STORE'] === 'postgres')('many rows are locked by id:', () => {
  let app: TestApp;
  let tester: Client;
  let projectId: number;
  let params: { id: number };
  beforeAll(async () => {
    app = await startTestApp();
    tester = await app.createUser('tester');
  });
  afterAll(() => app.close());

  /** A project in whose tables the newest rows come first. */
  async function prepare(): Promise<{ ids: number[]; pairIds: number[] }> {
    projectId = (await fixtures.createProject(app.admin)).Project_Id;
    params = { id: projectId };
    await fixtures.joinProject(app.admin, projectId, tester.userId, 'tester');
    const rows = await fixtures.importTables(app.admin, projectId, 'source', NAMES);
    await fixtures.importTables(app.admin, projectId, 'target', NAMES);
    await app.admin.call(matchObjects, { params });
    await turnOver('object');
    await turnOver('pair');
    const ids = rows.map((row) => row.source_objectid!);
    const found = await app.admin.call(pairs.listPairIds, { params });
    return { ids, pairIds: found.map(Number).toSorted((one, other) => one - other) };
  }

  /** Writes each row once more, the newest first: the table then holds them in that order. */
  async function turnOver(table: 'object' | 'pair'): Promise<void> {
    const rows = await app.store.db
      .selectFrom(table)
      .select('id')
      .where('project_id', '=', projectId)
      .orderBy('id', 'desc')
      .execute();
    for (const { id } of rows)
      await app.store.db
        .updateTable(table)
        .set({ search_key: sql`search_key` })
        .where('id', '=', id)
        .execute();
  }

  /** Starts work while the first of these rows is locked. @returns which of the others it has locked when it waits */
  async function lockedBefore(
    table: 'object' | 'pair',
    ids: readonly number[],
    work: () => Promise<unknown>,
  ): Promise<number[]> {
    const [first, ...others] = ids;
    let working: Promise<unknown> = Promise.resolve();
    const free = await app.store.db.transaction().execute(async (holder) => {
      await holder.selectFrom(table).select('id').where('id', '=', first!).forUpdate().execute();
      working = work();
      working.catch(() => {});
      await untilBlocking(app.store.db, holder);
      const rows = await holder
        .selectFrom(table)
        .select('id')
        .where('id', 'in', others)
        .forUpdate()
        .skipLocked()
        .execute();
      return new Set(rows.map(({ id }) => id));
    });
    await working;
    return others.filter((id) => !free.has(id));
  }

  const assign = (ids: readonly number[], user: number | null) =>
    app.admin.call(objects.assignSourceTesters, {
      body: ids.toReversed().map((source_objectid) => ({ source_objectid, tester: user })),
    });

  it('an assignment, and its undoing', async () => {
    const { ids } = await prepare();
    let undo = '';
    const give = async () => ({ undo } = await assign(ids, tester.userId));
    expect(await lockedBefore('object', ids, give)).toEqual([]);
    await turnOver('object');
    const takeBack = () => app.admin.call(objects.undoAssignment, { body: { undo } });
    expect(await lockedBefore('object', ids, takeBack)).toEqual([]);
  });

  it('edits of many objects', async () => {
    const { ids } = await prepare();
    const body = { ids: ids.toReversed(), due_date: '2030-01-02' };
    const edit = () => app.admin.call(objects.editObjects, { body });
    expect(await lockedBefore('object', ids, edit)).toEqual([]);
  });

  it('a spreadsheet', async () => {
    const { ids } = await prepare();
    const rows = NAMES.map((object_name) => ({
      ...TABLES,
      side: 'source',
      object_name,
      comments: 'Listed.',
    })).toReversed();
    const bring = () => app.admin.call(importSpreadsheet, { params, body: { rows } });
    expect(await lockedBefore('object', ids, bring)).toEqual([]);
  });

  it('objects that are missing, and found by an import', async () => {
    const { ids } = await prepare();
    const actor = { userId: app.admin.userId, username: 'admin', isAdmin: true };
    const reading = {
      projectId,
      side: 'source',
      typeId: 1,
      schemaName: 'shop',
      names: [],
    } as const;
    const miss = () => reconcileMissing(app.store, actor, { ...reading, names: [] });
    expect(await lockedBefore('object', ids, miss)).toEqual([]);
    await turnOver('object');
    const body = NAMES.map((name) => fixtures.inventoryItem(projectId, name)).toReversed();
    const find = () => app.admin.call(importSource, { body });
    expect(await lockedBefore('object', ids, find)).toEqual([]);
  });

  it('objects that move into pairs', async () => {
    const { ids } = await prepare();
    const { store } = app;
    const moves = ids.toReversed().map((id) => [id, null] as const);
    const move = () => store.transaction((tx) => moveObjects(store.kind, tx, moves));
    expect(await lockedBefore('object', ids, move)).toEqual([]);
  });

  it('pairs that are confirmed, and the undoing of it', async () => {
    const { pairIds } = await prepare();
    let undo = '';
    const body = { ids: pairIds.toReversed() };
    const confirm = async () =>
      ({ undo } = await app.admin.call(pairs.confirmPairs, { params, body }));
    expect(await lockedBefore('pair', pairIds, confirm)).toEqual([]);
    await turnOver('pair');
    const takeBack = () => app.admin.call(pairs.undoPairs, { params, body: { undo } });
    expect(await lockedBefore('pair', pairIds, takeBack)).toEqual([]);
  });

  it('results that a new tolerance outdates', async () => {
    const { pairIds } = await prepare();
    await app.store.db.updateTable('pair').set({ data_differences: 1 }).execute();
    await turnOver('pair');
    const body = { cause: 'blanks:end', source_type: null, target_type: null, reason: 'Agreed.' };
    const add = () => app.admin.call(addTolerance, { params, body: { ...body, until: null } });
    expect(await lockedBefore('pair', pairIds, add)).toEqual([]);
  });

  it.each([
    [
      'a spreadsheet',
      () =>
        app.admin.send(importSpreadsheet, {
          params,
          body: { rows: [{ ...TABLES, side: 'source', object_name: 'a', tester: 'tester' }] },
        }),
    ],
    [
      'an assignment',
      async (ids: number[]) =>
        app.admin.send(objects.assignSourceTesters, {
          body: [{ source_objectid: ids[0]!, tester: tester.userId }],
        }),
    ],
  ])('%s gives nothing to a person whose role is being taken away', async (_what, give) => {
    const { ids } = await prepare();
    let giving: Promise<{ status: number }> | undefined;
    await app.store.db.transaction().execute(async (holder) => {
      await holder.deleteFrom('project_member').where('project_id', '=', projectId).execute();
      giving = give(ids);
      giving.catch(() => {});
      await untilBlocking(app.store.db, holder);
    });
    expect(await giving).toMatchObject({ status: 422, body: { errors: [{ field: 'tester' }] } });
  });

  it('two imports that add the same objects in different orders wait for each other', async () => {
    projectId = (await fixtures.createProject(app.admin)).Project_Id;
    const items = Array.from({ length: 5_000 }, (_, index) =>
      fixtures.inventoryItem(projectId, `t_${index}`),
    );
    const lists = [items, items.toReversed()];
    const found = await Promise.all(lists.map((body) => app.admin.call(importSource, { body })));
    expect(found.map(({ added }) => added).toSorted()).toEqual([0, items.length]);
    const { rows } = await sql`select deadlocks from pg_stat_database
      where datname = current_database()`.execute(app.store.db);
    expect(rows).toEqual([{ deadlocks: 0 }]);
  });
});
