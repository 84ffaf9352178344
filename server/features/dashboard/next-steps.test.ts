import { afterAll, beforeAll, expect, it } from 'vitest';
import { listNextSteps } from '../../../contract/next-steps.ts';
import * as objects from '../../../contract/objects.ts';
import { archiveProject } from '../../../contract/projects.ts';
import * as pairs from '../../../contract/proof/pairs.ts';
import { createProject, importTables, joinProject } from '../../../tests/support/fixtures.ts';
import { type TestApp, startTestApp } from '../../../tests/support/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

it('follows the work of a project, from its first reading to the report', async () => {
  const { admin } = app;
  const dev = await app.createUser('dev');
  const { Project_Id: id } = await createProject(admin);
  await joinProject(admin, id, dev.userId, 'developer');
  const next = async () => {
    const found = (await admin.call(listNextSteps)).find(({ Project_Id }) => Project_Id === id);
    return found && `${found.step} ${found.count}`;
  };
  const setAll = (values: object) =>
    app.store.db.updateTable('object').set(values).where('project_id', '=', id).execute();
  /** Sets what comparisons find, and their evidence, after which the verdicts are counted again. */
  const setPairs = async (values: object, name?: string) => {
    const ofProject = app.store.db.selectFrom('pair').select('id').where('project_id', '=', id);
    const ids = name === undefined ? ofProject : ofProject.where('name', '=', `shop.${name}`);
    const evidence = { project_id: id, kind: 'data', at: '2026-03-01', detail: '{}' } as const;
    for (const pair of await ids.execute()) {
      await app.store.db.updateTable('pair').set(values).where('id', '=', pair.id).execute();
      await app.store.db
        .insertInto('evidence')
        .values({ ...evidence, pair_id: pair.id, user_id: null, run_id: null, result: 'identical' })
        .execute();
    }
  };

  expect(await next()).toBe('read 0');
  const source = await importTables(admin, id, 'source', ['a', 'b', 'c']);
  expect(await next()).toBe('readOther 0');
  const readTarget = (read_at: string | null) =>
    app.store.db
      .updateTable('project_connection')
      .set({ read_at })
      .where('project_id', '=', id)
      .where('side', '=', 'target')
      .execute();
  // Nothing is in it yet: the work on the source can begin.
  await readTarget('2026-01-01T00:00:00.000Z');
  expect(await next()).toBe('assign 3');
  await readTarget(null);
  expect(await next()).toBe('readOther 0');
  await importTables(admin, id, 'target', ['a', 'b']);
  expect(await next()).toBe('assign 3');
  await admin.call(objects.assignDevelopers, {
    body: source.map((row) => ({
      source_objectid: row.source_objectid!,
      developer: dev.userId,
    })),
  });
  await admin.call(pairs.matchObjects, { params: { id } });
  expect(await next()).toBe('never_compared 2');
  // What was compared in structure only is not compared yet.
  await setPairs({ structure_result: 'same' });
  expect(await next()).toBe('never_compared 2');
  await setPairs({ data_result: 'identical' });
  await setPairs({ data_result: 'different' }, 'a');
  expect(await next()).toBe('different 1');
  await setPairs({ data_result: 'identical' }, 'a');
  expect(await next()).toBe('unconfirmed 2');
  await setPairs({ state: 'confirmed' }, 'a');
  await setPairs({ state: 'confirmed', structure_findings: 1 }, 'b');
  expect(await next()).toBe('warned 1');
  await setPairs({ structure_findings: 0 }, 'b');
  expect(await next()).toBe('unmatched 1');
  await setPairs({ state: 'dropped' }, 'c');
  expect(await next()).toBe('test 2');
  await setAll({ status: 'verified' });
  expect(await next()).toBe('report 0');
  await admin.call(archiveProject, { params: { id }, body: { archived: 1 } });
  expect(await next()).toBeUndefined();
});
