import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { assignProject, proposeAssignments } from '../../../contract/assignments.ts';
import { getCalendar } from '../../../contract/calendar.ts';
import { getClientView, listClientPairs } from '../../../contract/client-views.ts';
import * as contract from '../../../contract/clients.ts';
import { listPeople } from '../../../contract/comments.ts';
import { getDashboard } from '../../../contract/dashboard.ts';
import { addressOf, sentenceOf } from '../../../contract/notification-words.ts';
import { listNotifications } from '../../../contract/notifications.ts';
import * as objects from '../../../contract/objects.ts';
import * as projects from '../../../contract/projects.ts';
import { matchObjects } from '../../../contract/proof/pairs.ts';
import { search } from '../../../contract/search.ts';
import { getSignoffs, sign } from '../../../contract/signoff.ts';
import * as users from '../../../contract/users.ts';
import { getGate, setGate, DEFAULT_GATE } from '../../../contract/gate.ts';
import { createProject, importTables, joinProject } from '../../../tests/support/fixtures.ts';
import { type Client, type TestApp, startTestApp } from '../../../tests/support/test-app.ts';
import { timestampNow } from '../../platform/clock.ts';
import type { Actor } from '../../platform/http/route.ts';
import { listHistory } from '../history/service.ts';
import { createMemberService } from '../members/service.ts';
import { createNotificationService } from '../notifications/service.ts';
import { createReopenedNotifier } from '../signoff/notify-reopened.ts';
import { createClientService } from './service.ts';

let app: TestApp;
let admin: Client;
let dora: Client;
let carl: Client;
beforeAll(async () => {
  app = await startTestApp();
  admin = app.admin;
  dora = await app.createUser('dora');
  carl = await app.createUser('carl');
});
afterAll(() => app?.close());

const give = (id: number, user: Client) =>
  admin.send(contract.addClient, { params: { id }, body: { user_id: user.userId } });
const takeBack = (id: number, user: Client) =>
  admin.send(contract.removeClient, { params: { id, user_id: user.userId } });

/** A pair that Dora develops, of a project that Carl is a client of. */
async function createClientProject() {
  const made = await createProject(admin, { notes: 'for us only', source_username: 'reader' });
  const id = made.Project_Id;
  const params = { id };
  const [table] = await importTables(admin, id, 'source', ['orders']);
  await importTables(admin, id, 'target', ['orders']);
  await joinProject(admin, id, dora.userId, 'developer');
  await admin.call(objects.assignDevelopers, {
    body: [{ source_objectid: table!.source_objectid, developer: dora.userId }],
  });
  await admin.call(matchObjects, { params });
  expect((await give(id, carl)).status).toBe(201);
  const signAs = async (by: Client, role: 'client' | 'developer' | 'tester' | 'lead') => {
    const { hash: seen } = await admin.call(getSignoffs, { params, query: {} });
    return by.send(sign, { params, body: { role, seen, remark: 'as it is' } });
  };
  return { id, params, objectId: table!.source_objectid!, signAs };
}

describe('a client', () => {
  it('is neither a member nor an administrator', async () => {
    const { id } = await createClientProject();
    for (const [one, said] of [
      [carl, 'carl is already a client of project Warehouse.'],
      [
        dora,
        'dora works on project Warehouse as a developer or tester and cannot also be its client.',
      ],
    ] as const)
      expect(await give(id, one)).toMatchObject({ status: 409, body: { detail: said } });
    expect((await give(id, admin)).status).toBe(409);
    const gone = await app.createUser(`gone-${id}`);
    await admin.call(users.updateUser, { body: { user_id: gone.userId, is_active: 0 } });
    for (const user of [gone, { ...gone, userId: 999_999 }]) {
      const refused = await give(id, user);
      expect(refused.status).toBe(422);
      expect(refused.body).toMatchObject({ errors: [{ field: 'user_id' }] });
    }
    expect((await give(999_999, carl)).status).toBe(404);
    const listed = await admin.call(contract.listClients);
    expect(listed.filter(({ Project_Id: project }) => project === id)).toMatchObject([
      { user_id: carl.userId, username: 'carl' },
    ]);
    const [{ Project_Name: name }] = listed as [contract.Client];
    const people = await admin.call(users.listUsers, { query: {} });
    expect(people.find(({ username }) => username === 'carl')?.client_of).toContain(name);
  });

  it('is never assigned work, which does not prevent others from it', async () => {
    const { id, params, objectId } = await createClientProject();
    await joinProject(admin, id, (await app.createUser(`worker-${id}`)).userId, 'tester');
    const assigned = { Project_Id: id, user_id: carl.userId, role: 'tester' as const };
    for (const refused of [
      await admin.send(assignProject, { body: assigned }),
      await admin.send(projects.updateProject, { params, body: { tester: [carl.userId] } }),
      await admin.send(objects.assignSourceTesters, {
        body: [{ source_objectid: objectId, tester: carl.userId }],
      }),
    ])
      expect(refused.status).toBeGreaterThanOrEqual(409);
    const everywhere = await Promise.all([
      admin.call(listPeople, { params }),
      admin.call(getCalendar, { params }),
      admin.call(proposeAssignments, { params, body: {} }),
      admin.call(getDashboard, { query: { project: id } }).then(({ people }) => people),
    ]);
    expect(JSON.stringify(everywhere)).toContain('dora');
    expect(JSON.stringify(everywhere)).not.toContain('carl');
  });

  it('cannot be somebody who is being assigned work', async () => {
    const { Project_Id: id } = await createProject(admin);
    const { store } = app;
    const hired = await app.createUser(`hired-${id}`);
    const members = createMemberService(store);
    const service = createClientService(store, {} as never, members, {} as never);
    let goOn = () => {};
    const checked = new Promise<void>((resolve) => (goOn = resolve));
    const giving = checked.then(() => give(id, hired));
    await store.transaction(async (tx) => {
      await service.expectNone(tx, id, hired.userId);
      goOn();
      // The other administrator has time to be first.
      await Promise.race([giving, setTimeout(300)]);
      await members.add(tx, id, hired.userId, 'tester');
    });
    expect((await giving).status).toBe(409);
  });

  it('sees progress and proof of the project, and neither its databases nor its people', async () => {
    const { id, params } = await createClientProject();
    const [row] = (await carl.call(contract.listClientProjects)).filter(
      ({ Project_Id: project }) => project === id,
    );
    const view = await carl.call(getClientView, { params });
    expect(view).toMatchObject({ ...row, progress: { source: { total: 1, pending: 1 } } });
    expect(view.by_type).toMatchObject([{ object_type_id: 1, verdicts: { proven: 0 } }]);
    const pairs = await carl.call(listClientPairs, { params, query: {} });
    expect(pairs).toEqual([
      {
        id: pairs[0]!.id,
        name: 'shop.orders',
        target: ['shop.orders'],
        object_type_id: 1,
        verdict: pairs[0]!.verdict,
        structure_result: null,
        data_result: null,
        call_result: null,
        compared_at: null,
      },
    ]);
    await app.store.db
      .updateTable('pair')
      .set({
        structure_result: 'same',
        structure_at: '2026-04-02T10:00:00.000Z',
        data_result: 'identical',
        data_at: '2026-04-01T10:00:00.000Z',
      })
      .where('project_id', '=', id)
      .execute();
    expect(await carl.call(listClientPairs, { params, query: {} })).toMatchObject([
      {
        structure_result: 'same',
        data_result: 'identical',
        compared_at: '2026-04-02T10:00:00.000Z',
      },
    ]);
    const seen = JSON.stringify([row, view, pairs]);
    for (const hidden of ['dora', 'reader', 'for us only', 'password', '_ip'])
      expect(seen).not.toContain(hidden);
  });

  it('of one project sees nothing of another one, and nobody else sees theirs', async () => {
    const { id, params } = await createClientProject();
    const { Project_Id: other } = await createProject(admin, { Project_Name: 'Apart' });
    const cara = await app.createUser(`cara-${id}`);
    expect((await give(other, cara)).status).toBe(201);
    for (const [one, project] of [
      [cara, id],
      [carl, other],
      [await app.createUser(`nobody-${id}`), id],
    ] as const)
      for (const answer of [
        await one.send(getClientView, { params: { id: project } }),
        await one.send(listClientPairs, { params: { id: project }, query: {} }),
        await one.send(getSignoffs, { params: { id: project }, query: {} }),
      ])
        expect(answer.status).toBe(403);
    expect(await cara.call(contract.listClientProjects)).toMatchObject([{ Project_Id: other }]);
    expect((await give(id, cara)).body).toMatchObject({ Project_Id: id, user_id: cara.userId });
    // By name of the project.
    expect(await cara.call(contract.listClientProjects)).toMatchObject([
      { Project_Id: other },
      { Project_Id: id },
    ]);
    const listed = (await admin.call(contract.listClients)).filter(
      ({ user_id: user, Project_Id: project }) => user === cara.userId || project === id,
    );
    expect(listed.map(({ Project_Id: project, username }) => [project, username])).toEqual([
      [other, cara.username],
      [id, cara.username],
      [id, 'carl'],
    ]);
    expect((await takeBack(id, carl)).status).toBe(204);
    expect((await cara.send(getClientView, { params })).status).toBe(200);
    const told = await listHistory(app.store.db, 'assignment', carl.userId);
    expect(told.slice(0, 2)).toMatchObject([
      { action: 'unassigned', username: 'admin', changes: { client: [carl.userId, null] } },
      { action: 'assigned', username: 'admin', changes: { client: [null, carl.userId] } },
    ]);
  });

  it('finds nothing of the project where others find theirs', async () => {
    const { id, objectId } = await createClientProject();
    expect(await carl.call(projects.listMyProjects, { params: { id: carl.userId } })).toEqual([]);
    const query = { project: id };
    for (const asked of [{}, query]) {
      const answer = await carl.send(getDashboard, { query: asked });
      if (answer.status === 200)
        expect(answer.body).toMatchObject({ projects: 0, people: [], tasks: { recent: [] } });
      else expect(answer.status).toBe(403);
    }
    expect(JSON.stringify(await carl.call(search, { query: { q: 'orders' } }))).not.toContain(
      'orders',
    );
    const edited = await carl.send(objects.editObjects, {
      body: { ids: [objectId], comments: 'mine' },
    });
    expect(JSON.stringify(edited.body)).not.toContain('orders');
    const row = await admin.call(objects.getObject, { params: { id: objectId } });
    expect(row.comments).toBeNull();
  });

  it('is notified until the role is removed', async () => {
    const { Project_Id: id } = await createProject(admin);
    const cleo = await app.createUser(`cleo-${id}`);
    await give(id, cleo);
    const news = async () => (await cleo.call(listNotifications)).notifications;
    const [told] = await news();
    expect(told).toMatchObject({
      kind: 'assigned',
      role: 'client',
      actor: 'admin',
      project_id: id,
    });
    expect(sentenceOf((key) => key, told!, String)).toBe('project_client');
    expect(addressOf(told!, false)).toEqual({ to: '/client', search: { project: id } });
    // Mails tell the same.
    const actor = { userId: cleo.userId, username: cleo.username, isAdmin: false } as Actor;
    const unread = await createNotificationService(app.store).listUnread(actor, 0, timestampNow());
    expect(unread).toMatchObject([{ kind: 'assigned', role: 'client' }]);
    await takeBack(id, cleo);
    expect(await news()).toEqual([]);
  });

  it('signs as client and as nothing else, and hears that it is reopened', async () => {
    const { id, params, signAs } = await createClientProject();
    expect(await carl.call(getSignoffs, { params, query: {} })).toMatchObject({
      roles: ['client'],
      has_clients: 1,
    });
    for (const role of ['developer', 'tester', 'lead'] as const)
      expect((await signAs(carl, role)).status).toBe(403);
    expect((await signAs(dora, 'client')).status).toBe(403);
    expect((await signAs(admin, 'client')).status).toBe(403);
    expect((await signAs(carl, 'client')).body).toMatchObject({
      signoffs: [{ role: 'client', signed_by: 'carl', state: 'standing', may_withdraw: 1 }],
    });
    await importTables(admin, id, 'source', ['more']);
    await createReopenedNotifier(app.store, createNotificationService(app.store)).tellReopened();
    const news = async () =>
      (await carl.call(listNotifications)).notifications.filter(
        ({ project_id: project }) => project === id,
      );
    expect(await news()).toMatchObject([
      { kind: 'signoff-reopened', role: 'client' },
      { kind: 'assigned' },
    ]);

    expect((await takeBack(id, carl)).status).toBe(204);
    expect((await takeBack(id, carl)).status).toBe(404);
    expect(await news()).toEqual([]);
    expect((await signAs(carl, 'client')).status).toBe(403);
    expect((await carl.send(getClientView, { params })).status).toBe(403);
    const { signoffs, has_clients } = await admin.call(getSignoffs, { params, query: {} });
    expect([signoffs.map(({ signed_by: name }) => name), has_clients]).toEqual([['carl'], 0]);
  });

  it('must sign if the gate demands it, with a signature of their own', async () => {
    const { id, params, signAs } = await createClientProject();
    const missing = async () => {
      const { conditions } = await admin.call(getGate, { params });
      return conditions.find(({ condition }) => condition === 'signoffs')!.count;
    };
    expect(await missing()).toBe(2);
    const settings = { ...DEFAULT_GATE, left_out: [], client_signs: 1, four_eyes: 1 } as const;
    await admin.call(setGate, { params, body: { ...settings, left_out: [] } });
    expect(await missing()).toBe(3);
    await signAs(carl, 'client');
    await signAs(dora, 'developer');
    expect(await missing()).toBe(1);
    // Carl becomes a tester: what he signs then is by the same eyes.
    await takeBack(id, carl);
    await joinProject(admin, id, carl.userId, 'tester');
    expect((await signAs(carl, 'tester')).status).toBe(409);
  });

  it('loses sight of a project that is archived, and goes with one that is deleted', async () => {
    const { id, params } = await createClientProject();
    const mine = async () =>
      (await carl.call(contract.listClientProjects)).some(
        ({ Project_Id: project }) => project === id,
      );
    expect(await mine()).toBe(true);
    await admin.call(projects.archiveProject, { params, body: { archived: 1 } });
    expect(await mine()).toBe(false);
    expect((await carl.send(getClientView, { params })).status).toBe(403);
    await app.store.db.deleteFrom('project').where('id', '=', id).execute();
    const left = await app.store.db
      .selectFrom('project_client')
      .selectAll()
      .where('project_id', '=', id)
      .execute();
    expect(left).toEqual([]);
  });

  it('who is made an administrator signs as the lead', async () => {
    const { id, params } = await createClientProject();
    const grown = await app.createUser(`grown-${id}`);
    await give(id, grown);
    await admin.call(users.setAdministrator, {
      params: { id: grown.userId },
      body: { is_admin: 1 },
    });
    expect((await grown.call(getSignoffs, { params, query: {} })).roles).toEqual(['lead']);
  });
});
