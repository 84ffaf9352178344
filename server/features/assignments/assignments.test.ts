import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as assignments from '../../../contract/assignments.ts';
import { listNotifications } from '../../../contract/notifications.ts';
import * as objects from '../../../contract/objects.ts';
import * as projects from '../../../contract/projects.ts';
import * as users from '../../../contract/users.ts';
import {
  createProject,
  importTables,
  joinProject,
  listObjects,
} from '../../../tests/support/fixtures.ts';
import { type Client, type TestApp, startTestApp } from '../../../tests/support/test-app.ts';
import { listHistory } from '../history/service.ts';

let app: TestApp;
let projectId: number;
beforeAll(async () => {
  app = await startTestApp();
  projectId = (await createProject(app.admin)).Project_Id;
});
afterAll(() => app.close());

describe('assigning people to projects', () => {
  // covers: 1.people.3, 3.assignment.1, 7.call.9, 9.const.4, D9.1, D9.2
  it('answers a sentence as a JSON string, developer by default', async () => {
    const ada = await app.createUser('ada');
    const answer = await app.admin.send(assignments.assignProject, {
      body: { Project_Id: String(projectId), user_id: String(ada.userId) },
    });
    expect(answer).toMatchObject({
      status: 200,
      body: 'ada is now a developer of project Warehouse.',
    });
    const developers = await app.admin.call(assignments.listDevelopers, {
      params: { id: projectId },
    });
    expect(developers).toEqual([{ user_id: ada.userId, username: 'ada' }]);
  });

  // covers: 6.roles.1
  it('refuses duplicates, and unknown people or projects', async () => {
    const ben = await app.createUser('ben');
    await joinProject(app.admin, projectId, ben.userId, 'tester');
    const assign = (body: object) => app.admin.send(assignments.assignProject, { body });
    expect(
      (await assign({ Project_Id: projectId, user_id: ben.userId, role: 'tester' })).status,
    ).toBe(409);
    expect(
      (await assign({ Project_Id: 9_999, user_id: ben.userId, role: 'tester' })).body.errors[0]
        .field,
    ).toBe('Project_Id');
    expect((await assign({ Project_Id: projectId, user_id: 9_999 })).body.errors[0].field).toBe(
      'user_id',
    );
    expect(
      (await assign({ Project_Id: projectId, user_id: ben.userId, role: 'admin' })).status,
    ).toBe(422);
    await app.admin.call(users.updateUser, { body: { user_id: ben.userId, is_active: 0 } });
    expect((await assign({ Project_Id: projectId, user_id: ben.userId })).status).toBe(422);
    const testers = await app.admin.call(assignments.listTesters, { params: { id: projectId } });
    expect(testers).toEqual([]);
  });

  // covers: 5.assign.1
  it('requires a user and a project, and accepts only the two roles', async () => {
    const fieldsOf = async (body: object) => {
      const answer = await app.admin.send(assignments.assignProject, { body });
      expect(answer.status).toBe(422);
      return answer.body.errors.map((error: { field: string }) => error.field);
    };
    expect(await fieldsOf({})).toEqual(['Project_Id', 'user_id']);
    expect(await fieldsOf({ Project_Id: projectId, user_id: '' })).toEqual(['user_id']);
    const body = { Project_Id: projectId, user_id: app.admin.userId };
    expect(await fieldsOf({ ...body, role: 'reviewer' })).toEqual(['role']);
    expect(await fieldsOf({ ...body, role: '' })).toEqual(['role']);
    const empty = await app.admin.send(assignments.assignProject, { body: {} });
    expect(empty.body).toMatchObject({ detail: 'Project_Id is required; user_id is required.' });
  });

  it('changes the project, its history and open screens, and notifies the person', async () => {
    const [finn, gus] = [await app.createUser('finn'), await app.createUser('gus')];
    const { Project_Id: id } = await createProject(app.admin);
    const params = { id };
    const versionOf = async () =>
      (await app.admin.call(projects.getProject, { params })).version as number;
    const changes: (() => Promise<unknown>)[] = [
      () => joinProject(app.admin, id, finn.userId, 'developer'),
      () => app.admin.call(projects.updateProject, { params, body: { developer: [gus.userId] } }),
      () =>
        app.admin.call(assignments.removeAssignment, {
          params: { id, user_id: gus.userId, role: 'developer' },
        }),
      () =>
        app.admin.call(users.register, {
          body: { username: 'hana', password: 'a long enough password', tester_of: [id] },
        }),
    ];
    for (const change of changes) {
      const before = await versionOf();
      await change();
      expect(await versionOf()).toBeGreaterThan(before);
    }
    const told = async (of: Client) =>
      (await listHistory(app.store.db, 'assignment', of.userId)).map((line) => [
        line.action,
        line.username,
        line.changes,
      ]);
    const lines = (of: Client) => [
      ['unassigned', 'admin', { developer: [of.userId, null] }],
      ['assigned', 'admin', { developer: [null, of.userId] }],
    ];
    expect(await told(finn)).toEqual(lines(finn));
    expect(await told(gus)).toEqual(lines(gus));
    // Whom a project is taken from sees nothing of it any more.
    const hana = await app.signIn('hana', 'a long enough password');
    const { notifications } = await hana.call(listNotifications);
    expect(notifications).toMatchObject([{ kind: 'assigned', role: 'tester', project_id: id }]);
  });

  it('sets who has a role; existing members keep it, and nothing is written if nothing changes', async () => {
    const [ida, jon] = [await app.createUser('ida'), await app.createUser('jon')];
    const { Project_Id: id } = await createProject(app.admin);
    const params = { id };
    const set = (...people: (number | string)[]) =>
      app.admin.send(projects.updateProject, { params, body: { tester: people } });
    const names = async () =>
      (await app.admin.call(assignments.listTesters, { params })).map(({ username }) => username);
    const kim = await app.createUser('kim');
    await joinProject(app.admin, id, kim.userId, 'developer');
    const versionAfter = async (...people: (number | string)[]) =>
      (await set(...people)).body.version as number;
    const first = await versionAfter(ida.userId);
    const second = await versionAfter('IDA', jon.userId);
    expect(second).toBeGreaterThan(first);
    expect(await versionAfter('jon', 'ida')).toBe(second);
    expect(await names()).toEqual(['ida', 'jon']);
    // Who is not active any more stays where they were, and comes to no other project.
    await app.admin.call(users.updateUser, { body: { user_id: jon.userId, is_active: 0 } });
    expect((await set('ida', 'jon')).status).toBe(200);
    const { Project_Id: other } = await createProject(app.admin);
    const refused = await app.admin.send(projects.updateProject, {
      params: { id: other },
      body: { tester: ['jon'] },
    });
    expect(refused).toMatchObject({ status: 422, body: { errors: [{ field: 'tester' }] } });
    expect(await versionAfter('jon')).toBeGreaterThan(second);
    for (const one of [jon, kim])
      expect(await listHistory(app.store.db, 'assignment', one.userId)).toHaveLength(1);
    expect(
      (await listHistory(app.store.db, 'assignment', ida.userId)).map(({ action }) => action),
    ).toEqual(['unassigned', 'assigned']);
  });

  // covers: D4.3
  it('removes a role together with its objects, and says how many', async () => {
    const cleo = await app.createUser('cleo');
    await joinProject(app.admin, projectId, cleo.userId, 'developer');
    const rows = await importTables(app.admin, projectId, 'source', ['a', 'b', 'c']);
    const mine = rows
      .slice(0, 2)
      .map((row) => ({ source_objectid: row.source_objectid, developer: cleo.userId }));
    await app.admin.call(objects.assignDevelopers, { body: mine });
    const params = { id: projectId, user_id: cleo.userId, role: 'developer' };
    expect(await app.admin.call(assignments.removeAssignment, { params })).toEqual({
      unassigned_objects: 2,
    });
    const after = await listObjects(app.admin, projectId, 'source');
    expect(after.map((row) => row.developer)).toEqual([null, null, null]);
    const history = await app.admin.call(objects.objectHistory, {
      params: { id: rows[0]!.source_objectid },
    });
    expect(history[0]).toMatchObject({
      action: 'unassigned',
      changes: { developer: [cleo.userId, null] },
    });
    expect((await app.admin.send(assignments.removeAssignment, { params })).status).toBe(404);
  });

  // covers: D4.3
  it('takes one role and leaves the other, each with its own objects', async () => {
    const dora = await app.createUser('dora');
    const { Project_Id } = await createProject(app.admin, { Project_Name: 'Both roles' });
    for (const role of ['developer', 'tester'] as const)
      await joinProject(app.admin, Project_Id, dora.userId, role);
    const [source] = await importTables(app.admin, Project_Id, 'source', ['a']);
    const [target] = await importTables(app.admin, Project_Id, 'target', ['a']);
    const id = source!.source_objectid;
    await app.admin.call(objects.assignDevelopers, {
      body: [{ source_objectid: id, developer: dora.userId }],
    });
    await app.admin.call(objects.assignSourceTesters, {
      body: [{ source_objectid: id, tester: dora.userId }],
    });
    await app.admin.call(objects.assignTargetTesters, {
      body: [{ target_objectid: target!.target_objectid, tester: dora.userId }],
    });
    await app.admin.call(objects.updateObject, { params: { id }, body: { status: 'migrated' } });

    const remove = (role: string) =>
      app.admin.call(assignments.removeAssignment, {
        params: { id: Project_Id, user_id: dora.userId, role },
      });
    // The tester's objects of both sides.
    expect(await remove('tester')).toEqual({ unassigned_objects: 2 });
    expect(await listObjects(dora, Project_Id, 'source')).toMatchObject([
      { developer: dora.userId, tester: null, status: 'migrated' },
    ]);
    expect(await listObjects(dora, Project_Id, 'target')).toMatchObject([{ tester: null }]);

    expect(await remove('developer')).toEqual({ unassigned_objects: 1 });
    // What was done stays, and whoever is no member any more sees nothing of it.
    expect(await listObjects(app.admin, Project_Id, 'source')).toMatchObject([
      { developer: null, tester: null, status: 'migrated' },
    ]);
    const gone = await dora.send(objects.listSourceObjects, { params: { id: Project_Id } });
    expect(gone.status).toBe(403);
    const edit = await dora.send(objects.updateObject, {
      params: { id },
      body: { status: 'pending' },
    });
    expect(edit.status).toBe(403);
  });
});
