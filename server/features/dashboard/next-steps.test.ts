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
  const setAll = (table: 'pair' | 'object', values: object) =>
    app.store.db.updateTable(table).set(values).where('project_id', '=', id).execute();

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
  expect(await next()).toBe('compare 2');
  await setAll('pair', { structure_result: 'different' });
  expect(await next()).toBe('differ 3');
  await setAll('pair', { structure_result: 'same' });
  expect(await next()).toBe('confirm 2');
  await setAll('pair', { state: 'confirmed' });
  expect(await next()).toBe('test 2');
  await setAll('object', { status: 'verified' });
  expect(await next()).toBe('report 0');
  await admin.call(archiveProject, { params: { id }, body: { archived: 1 } });
  expect(await next()).toBeUndefined();
});
