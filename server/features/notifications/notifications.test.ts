import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { removeAssignment } from '../../../contract/assignments.ts';
import { listenToEvents } from '../../../contract/events.ts';
import * as notifications from '../../../contract/notifications.ts';
import * as objects from '../../../contract/objects.ts';
import * as projects from '../../../contract/projects.ts';
import type { Db } from '../../platform/db/store.ts';
import { setAdministrator } from '../../../contract/users.ts';
import { createProject, importTables, joinProject } from '../../../tests/support/fixtures.ts';
import { type Client, type TestApp, startTestApp } from '../../../tests/support/test-app.ts';
import { createNotificationService } from './service.ts';
import { asOf } from '../../platform/clock.ts';
import { trimHistory } from '../history/trim.ts';

let app: TestApp;
let dev: Client;
let tester: Client;
let projectId: number;
let ids: number[];
beforeAll(async () => {
  app = await startTestApp();
  dev = await app.createUser('dev');
  tester = await app.createUser('tester');
  projectId = (await createProject(app.admin)).Project_Id;
  await joinProject(app.admin, projectId, dev.userId, 'developer');
  await joinProject(app.admin, projectId, tester.userId, 'tester');
  const rows = await importTables(app.admin, projectId, 'source', ['a', 'b', 'c']);
  ids = rows.map((row) => row.source_objectid!);
});
afterAll(() => app.close());

const list = (client: Client) => client.call(notifications.listNotifications);
const assign = (wanted: number[], developer: number | null) =>
  app.admin.call(objects.assignDevelopers, {
    body: wanted.map((source_objectid) => ({ source_objectid, developer })),
  });
const edit = (client: Client, id: number, body: object) =>
  client.call(objects.updateObject, { params: { id }, body });

describe('notifications', () => {
  // covers: D24.2
  it('report assignments once per call, with their number', async () => {
    await assign(ids, dev.userId);
    await assign(ids, dev.userId);
    const { unread, notifications: all } = await list(dev);
    expect(unread).toBe(2);
    expect(all).toMatchObject([
      {
        kind: 'assigned',
        project_id: projectId,
        Project_Name: 'Warehouse',
        side: 'source',
        object_id: null,
        count: 3,
        actor: 'admin',
        role: 'developer',
        read: false,
      },
      // The project itself.
      { kind: 'assigned', side: null, object_id: null, role: 'developer', actor: 'admin' },
    ]);
  });

  it('inform who imported that it is done', async () => {
    const [newest] = (await list(app.admin)).notifications;
    expect(newest).toMatchObject({
      kind: 'import-finished',
      side: 'source',
      count: 3,
      actor: null,
    });
  });

  it('report an import that came in parts once, with its total', async () => {
    const { Project_Id } = await createProject(app.admin);
    const told = async () =>
      (await list(app.admin)).notifications
        .filter((one) => one.project_id === Project_Id)
        .map(({ side, count, read }) => [side, count, read]);
    await importTables(app.admin, Project_Id, 'source', ['a', 'b']);
    await importTables(app.admin, Project_Id, 'source', ['c']);
    await importTables(app.admin, Project_Id, 'target', ['d']);
    expect(await told()).toEqual([
      ['target', 1, false],
      ['source', 3, false],
    ]);
    await app.admin.call(notifications.readNotifications, { body: {} });
    await importTables(app.admin, Project_Id, 'source', ['e']);
    expect((await told()).map(([, count]) => count)).toEqual([1, 1, 3]);
  });

  // covers: D24.2
  it('inform the developer of the result of the work', async () => {
    await app.admin.call(objects.assignSourceTesters, {
      body: ids.map((source_objectid) => ({ source_objectid, tester: tester.userId })),
    });
    await edit(dev, ids[0]!, { status: 'migrated' });
    await edit(tester, ids[0]!, { status: 'pending', comments: 'rows are missing' });
    await edit(dev, ids[0]!, { status: 'migrated' });
    await edit(tester, ids[0]!, { status: 'verified' });
    const { notifications: all } = await list(dev);
    expect(all.slice(0, 2)).toMatchObject([
      { kind: 'verified', object_id: ids[0], object_name: 'shop.a', actor: 'tester' },
      { kind: 'returned', object_id: ids[0], object_name: 'shop.a', actor: 'tester' },
    ]);
  });

  it('are marked as read singly or all together, by their receiver only', async () => {
    const before = await list(dev);
    const [first] = before.notifications;
    await tester.call(notifications.readNotifications, { body: { ids: [first!.id] } });
    expect((await list(dev)).unread).toBe(before.unread);
    const one = await dev.call(notifications.readNotifications, { body: { ids: [first!.id] } });
    expect(one.unread).toBe(before.unread - 1);
    expect(await dev.call(notifications.readNotifications, { body: {} })).toEqual({ unread: 0 });
  });

  it('inform members and administrators once that a project is overdue', async () => {
    await createProject(app.admin, {
      Project_Name: 'Late',
      Planned_End_Date: '2026-02-01',
      tester: ['tester'],
    });
    // The planned end has not ended everywhere.
    const morning = Date.parse('2026-02-02T06:00:00Z');
    await asOf(morning, () => app.context.notifications.notifyOverdue());
    expect((await list(tester)).notifications[0]?.kind).not.toBe('project-overdue');
    await app.context.notifications.notifyOverdue();
    await app.context.notifications.notifyOverdue();
    await trimHistory(app.store, '2999');
    await app.context.notifications.notifyOverdue();
    for (const client of [app.admin, tester]) {
      const overdue = (await list(client)).notifications.filter(
        (one) => one.kind === 'project-overdue',
      );
      expect(overdue.map((one) => one.Project_Name)).toEqual(['Late']);
    }
    expect((await list(dev)).notifications.some((one) => one.kind === 'project-overdue')).toBe(
      false,
    );
  });

  it('say nothing of projects that are late but completed or archived', async () => {
    const late = async (name: string) =>
      (await createProject(app.admin, { Project_Name: name, Planned_End_Date: '2026-02-01' }))
        .Project_Id;
    const [done, away] = [await late('Done'), await late('Put away')];
    await app.admin.call(projects.updateProject, {
      params: { id: done },
      body: { Project_Status: 'completed' },
    });
    await app.admin.call(projects.archiveProject, {
      params: { id: away },
      body: { archived: 1 },
    });
    await app.context.notifications.notifyOverdue();
    const told = (await list(app.admin)).notifications.filter(
      ({ kind, project_id: id }) => kind === 'project-overdue' && (id === done || id === away),
    );
    expect(told).toEqual([]);
  });

  it('count imports for each person, and list the newest hundred', async () => {
    const { Project_Id: id } = await createProject(app.admin);
    const { userId } = await app.createUser('second');
    await app.admin.call(setAdministrator, { params: { id: userId }, body: { is_admin: 1 } });
    await importTables(app.admin, id, 'source', ['a', 'b']);
    const tell = (who: number, count: number) =>
      app.context.notifications.notifyImported(app.store.db, {
        userId: who,
        projectId: id,
        side: 'source',
        count,
      });
    await tell(userId, 5);
    await tell(userId, 1);
    const told = app.store.db.selectFrom('notification').select('count');
    expect(await told.where('user_id', '=', userId).execute()).toEqual([{ count: 6 }]);
    expect((await list(app.admin)).notifications[0]).toMatchObject({
      kind: 'import-finished',
      count: 2,
    });
    const notices = Array.from({ length: 101 }, (_, at) => ({
      userId: dev.userId,
      kind: 'assigned' as const,
      projectId,
      count: at + 1,
    }));
    await app.context.notifications.notify(app.store.db, notices);
    const shown = (await list(dev)).notifications.map(({ count }) => count);
    expect(shown).toEqual(
      notices
        .slice(1)
        .map(({ count }) => count)
        .toReversed(),
    );
    await dev.call(notifications.readNotifications, { body: {} });
  });
});

it('are any number at once', async () => {
  const { userId } = await app.createUser('much-told');
  const notices = Array.from({ length: 7_000 }, () => ({
    userId,
    kind: 'assigned' as const,
    projectId,
  }));
  await app.store.transaction((tx) => createNotificationService(app.store).notify(tx, notices));
  const told = app.store.db.selectFrom('notification').select('id').where('user_id', '=', userId);
  expect(await told.execute()).toHaveLength(7_000);
});

it('of archived projects, or of projects that the reader has left, are not shown', async () => {
  const { Project_Id: id } = await createProject(app.admin, { Project_Name: 'Before' });
  const leaver = await app.createUser('leaver');
  await joinProject(app.admin, id, leaver.userId, 'developer');
  const told = async () => {
    const { unread, notifications: all } = await list(leaver);
    return [unread, ...all.map(({ Project_Name }) => Project_Name)];
  };
  expect(await told()).toEqual([1, 'Before']);
  const archive = (archived: 0 | 1) =>
    app.admin.call(projects.archiveProject, { params: { id }, body: { archived } });
  await archive(1);
  expect(await told()).toEqual([0]);
  await archive(0);
  expect(await told()).toEqual([1, 'Before']);
  await app.admin.call(removeAssignment, {
    params: { id, user_id: leaver.userId, role: 'developer' },
  });
  // It may have another name by now.
  await app.admin.call(projects.updateProject, {
    params: { id },
    body: { Project_Name: 'Merger' },
  });
  expect(await told()).toEqual([0]);
  expect(await leaver.call(notifications.readNotifications, { body: {} })).toEqual({ unread: 0 });
});

describe('events', () => {
  /** Reads a person's events until one of the kind comes. */
  async function waitFor(
    client: Client,
    kind: string,
    act: () => Promise<unknown>,
  ): Promise<unknown> {
    const response = await app.app.inject({
      method: 'GET',
      url: listenToEvents.path,
      headers: { cookie: client.cookie() },
      payloadAsStream: true,
    });
    expect(response.headers['content-type']).toBe('text/event-stream');
    const stream = response.stream();
    let text = '';
    const found = new Promise((resolve) => {
      stream.on('data', (piece: Buffer) => {
        text += piece.toString();
        const events = text.split('\n\n').filter((part) => part.startsWith('data: '));
        const match = events
          .map((part) => listenToEvents.response.parse(JSON.parse(part.slice(6))))
          .find((event) => event.kind === kind);
        if (match) resolve(match);
      });
    });
    await act();
    const event = await found;
    stream.destroy();
    return event;
  }

  // covers: D24.3
  it('inform others which rows somebody changed', async () => {
    const event = await waitFor(tester, 'objects', () =>
      edit(dev, ids[1]!, { comments: 'see this' }),
    );
    expect(event).toEqual({
      kind: 'objects',
      project_id: projectId,
      ids: [ids[1]],
      by: dev.userId,
    });
  });

  it('report new notifications', async () => {
    await assign([ids[2]!], null);
    const event = await waitFor(dev, 'notifications', () => assign([ids[2]!], dev.userId));
    expect(event).toEqual({ kind: 'notifications' });
  });

  // SQLite has one writer, whose ids come in the order of commits.
  it.runIf(process.env['TEST_STORE'] === 'postgres')(
    'report what is committed after something newer',
    async () => {
      const tell = (tx: Db) =>
        createNotificationService(app.store).notify(tx, [
          { userId: dev.userId, kind: 'assigned', projectId },
        ]);
      let commit!: () => void;
      const mayCommit = new Promise<void>((resolve) => (commit = resolve));
      let written!: () => void;
      const isWritten = new Promise<void>((resolve) => (written = resolve));
      const late = app.store.db.transaction().execute(async (tx) => {
        await tell(tx);
        written();
        await mayCommit;
      });
      await isWritten;
      // The watch starts behind the newer one, and has seen nothing else.
      await app.store.db
        .insertInto('notification')
        .values({
          user_id: tester.userId,
          at: '2026-01-01T00:00:00.000Z',
          kind: 'assigned',
          project_id: projectId,
          side: null,
          object_id: null,
          count: 1,
          actor_id: null,
          role: null,
          read_at: null,
        })
        .execute();
      const event = await waitFor(dev, 'notifications', async () => {
        commit();
        await late;
      });
      expect(event).toEqual({ kind: 'notifications' });
    },
  );

  it('report many changes as one of the project', async () => {
    const names = Array.from({ length: 150 }, (_, n) => `many_${n}`);
    const rows = await importTables(app.admin, projectId, 'target', names);
    const event = await waitFor(dev, 'project', () =>
      app.admin.call(objects.assignTargetTesters, {
        body: rows.map((row) => ({ target_objectid: row.target_objectid, tester: tester.userId })),
      }),
    );
    expect(event).toEqual({ kind: 'project', project_id: projectId });
  });
});
