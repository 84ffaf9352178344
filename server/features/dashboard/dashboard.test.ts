import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { UNTOUCHED, getDashboard } from '../../../contract/dashboard.ts';
import * as objects from '../../../contract/objects.ts';
import * as projects from '../../../contract/projects.ts';
import { createProject, importTables, joinProject } from '../../../tests/support/fixtures.ts';
import { type Client, type TestApp, startTestApp } from '../../../tests/support/test-app.ts';

let app: TestApp;
let dev: Client;
let tester: Client;
let projectId: number;
beforeAll(async () => {
  app = await startTestApp();
  dev = await app.createUser('dev');
  tester = await app.createUser('tester');
  projectId = (await createProject(app.admin)).Project_Id;
  await joinProject(app.admin, projectId, dev.userId, 'developer');
  await joinProject(app.admin, projectId, tester.userId, 'tester');
  const source = await importTables(app.admin, projectId, 'source', ['a', 'b', 'c']);
  const target = await importTables(app.admin, projectId, 'target', ['a']);
  const ids = source.map((row) => row.source_objectid!);
  await app.admin.call(objects.assignDevelopers, {
    body: ids.map((source_objectid) => ({ source_objectid, developer: dev.userId })),
  });
  await app.admin.call(objects.assignSourceTesters, {
    body: ids.map((source_objectid) => ({ source_objectid, tester: tester.userId })),
  });
  await app.admin.call(objects.assignTargetTesters, {
    body: [{ target_objectid: target[0]!.target_objectid, tester: tester.userId }],
  });
  const edit = (client: Client, id: number, status: string) =>
    client.call(objects.updateObject, { params: { id }, body: { status } });
  await edit(dev, ids[0]!, 'migrated');
  await edit(dev, ids[1]!, 'migrated');
  await edit(tester, ids[0]!, 'verified');
});
afterAll(() => app.close());

describe('the dashboard', () => {
  // covers: D24.1
  it('counts objects, open tests and people', async () => {
    const seen = await app.admin.call(getDashboard);
    expect(seen).toMatchObject({
      projects: 1,
      source: { total: 3, pending: 1, migrated: 1, verified: 1, missing: 0 },
      target: { total: 1, pending: 1, verified: 0 },
      // One migrated source object and one pending target object wait for the tester.
      open_tests: 2,
      waiting: [{ Project_Id: projectId, Project_Name: expect.any(String), source: 1, target: 1 }],
      overdue_projects: 0,
      stale_objects: { source: 0, target: 0 },
      plans: [{ start: '2026-01-01', end: '2030-12-31', total: 4 }],
      by_type: [
        { side: 'source', object_type_id: 1, pending: 1, migrated: 1, verified: 1 },
        { side: 'target', object_type_id: 1, pending: 1, migrated: 0, verified: 0 },
      ],
    });
    expect(seen.progress).toEqual([
      { day: new Date().toISOString().slice(0, 10), migrated: 2, verified: 1 },
    ]);
    expect(seen.people).toEqual([
      { user_id: dev.userId, username: 'dev', migrated: 2, tested: 0, to_migrate: 1, to_test: 0 },
      {
        user_id: tester.userId,
        username: 'tester',
        migrated: 0,
        tested: 1,
        to_migrate: 0,
        to_test: 2,
      },
    ]);
    expect(seen.tasks.recent[0]).toMatchObject({
      username: 'tester',
      object_name: 'shop.a',
      changes: { status: ['migrated', 'verified'] },
    });
  });

  it('plans nothing for a project without objects', async () => {
    const { plans } = await app.admin.call(getDashboard);
    const { Project_Id } = await createProject(app.admin, { Project_Name: 'Not read yet' });
    const seen = await app.admin.call(getDashboard);
    expect(seen.projects).toBe(2);
    expect(seen.plans).toEqual(plans);
    await app.admin.call(projects.archiveProject, {
      params: { id: Project_Id },
      body: { archived: 1 },
    });
  });

  it('counts work for its assignee, whoever recorded it', async () => {
    const { Project_Id } = await createProject(app.admin, { Project_Name: 'From a list' });
    await joinProject(app.admin, Project_Id, dev.userId, 'developer');
    const [row] = await importTables(app.admin, Project_Id, 'source', ['moved']);
    const source_objectid = row!.source_objectid!;
    await app.admin.call(objects.assignDevelopers, {
      body: [{ source_objectid, developer: dev.userId }],
    });
    await app.admin.call(objects.updateObject, {
      params: { id: source_objectid },
      body: { status: 'migrated' },
    });
    const query = { project: String(Project_Id) };
    const { people, tasks } = await app.admin.call(getDashboard, { query });
    expect(people).toEqual([
      { user_id: dev.userId, username: 'dev', migrated: 1, tested: 0, to_migrate: 0, to_test: 0 },
    ]);
    const joined = tasks.recent.find(({ entity }) => entity === 'assignment');
    expect(joined).toMatchObject({ person: 'dev', changes: { developer: [null, dev.userId] } });
    await app.admin.call(projects.archiveProject, {
      params: { id: Project_Id },
      body: { archived: 1 },
    });
  });

  it('shows each person what waits for them', async () => {
    const forDev = await dev.call(getDashboard);
    expect(forDev.tasks.source.map((row) => row.object_name)).toEqual(['c']);
    const forTester = await tester.call(getDashboard);
    expect(forTester.tasks.source.map((row) => row.object_name)).toEqual(['b']);
    expect(forTester.tasks.target.map((row) => row.object_name)).toEqual(['a']);
  });

  it('shows only what waits in the project that was chosen, and none that is archived', async () => {
    const { Project_Id } = await createProject(app.admin, { Project_Name: 'Second' });
    await joinProject(app.admin, Project_Id, dev.userId, 'developer');
    const [row] = await importTables(app.admin, Project_Id, 'source', ['other']);
    await app.admin.call(objects.assignDevelopers, {
      body: [{ source_objectid: row!.source_objectid, developer: dev.userId }],
    });
    const waiting = async (query: object) =>
      (await dev.call(getDashboard, { query })).tasks.source.map((one) => one.object_name);
    expect(await waiting({})).toEqual(['c', 'other']);
    expect(await waiting({ project: String(projectId) })).toEqual(['c']);
    expect(await waiting({ project: String(Project_Id) })).toEqual(['other']);
    await app.admin.call(projects.archiveProject, {
      params: { id: Project_Id },
      body: { archived: 1 },
    });
    expect(await waiting({})).toEqual(['c']);
  });

  it('counts again after the store was away for a moment', async () => {
    const { Project_Id } = await createProject(app.admin, { Project_Name: 'Counted late' });
    await importTables(app.admin, Project_Id, 'source', ['one', 'two']);
    const ask = () => app.admin.send(getDashboard, { query: { project: String(Project_Id) } });
    const { schema } = app.store.db;
    await schema.alterTable('object').renameTo('away').execute();
    const away = await ask();
    await schema.alterTable('away').renameTo('object').execute();
    expect(away.status).toBe(500);
    expect(await ask()).toMatchObject({ status: 200, body: { source: { total: 2 } } });
    await app.admin.call(projects.archiveProject, {
      params: { id: Project_Id },
      body: { archived: 1 },
    });
  });

  // covers: D24.1
  it('holds only what the viewer may see', async () => {
    const stranger = await app.createUser('stranger');
    expect(await stranger.call(getDashboard)).toMatchObject({
      projects: 0,
      people: [],
      plans: [],
    });
    const asked = await stranger.send(getDashboard, { query: { project: String(projectId) } });
    expect(asked.status).toBe(403);
    const one = await dev.call(getDashboard, { query: { project: String(projectId) } });
    expect(one.projects).toBe(1);
  });

  it('counts objects that were untouched for two weeks, and overdue ones', async () => {
    await app.store.db
      .updateTable('object')
      .set({ updated_at: '2026-01-01T00:00:00.000Z' })
      .execute();
    await app.admin.call(projects.updateProject, {
      params: { id: projectId },
      body: { Planned_End_Date: '2026-02-01', Project_Status: 'inProgress' },
    });
    // The verified one is done, and not stale.
    expect(await app.admin.call(getDashboard)).toMatchObject({
      stale_objects: { source: 2, target: 1 },
      overdue_projects: 1,
    });
    // The list of each side finds the objects that were counted.
    const untouched = { 'filter[updated_at]': UNTOUCHED };
    for (const [list, names] of [
      [objects.listSourceObjects, ['b', 'c']],
      [objects.listTargetObjects, ['a']],
    ] as const) {
      const rows = await app.admin.call(list, { params: { id: projectId }, query: untouched });
      expect(rows.map((row) => row.object_name).toSorted()).toEqual(names);
    }
  });

  it('names the projects where verified objects have changed, to those who see them', async () => {
    await app.store.db
      .updateTable('object')
      .set({ stale_since: '2026-02-01T00:00:00.000Z' })
      .where('status', '=', 'verified')
      .execute();
    const changed = { Project_Id: projectId, objects: 1 };
    expect((await dev.call(getDashboard)).changed).toMatchObject([changed]);
    const newcomer = await app.createUser('newcomer');
    expect((await newcomer.call(getDashboard)).changed).toEqual([]);
  });

  it('shows progress on the rows of projects', async () => {
    const [row] = await dev.call(projects.listMyProjects, { params: { id: dev.userId } });
    expect(row!.progress.source).toEqual({
      total: 3,
      pending: 1,
      migrated: 1,
      verified: 1,
      missing: 0,
    });
  });
});
