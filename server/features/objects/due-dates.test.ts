import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getDashboard } from '../../../contract/dashboard.ts';
import { sentenceOf } from '../../../contract/notification-words.ts';
import { listNotifications } from '../../../contract/notifications.ts';
import * as objects from '../../../contract/objects.ts';
import { archiveProject } from '../../../contract/projects.ts';
import { importSpreadsheet } from '../../../contract/spreadsheet.ts';
import { updateUser } from '../../../contract/users.ts';
import { createProject, importTables, joinProject } from '../../../tests/support/fixtures.ts';
import { type Client, type TestApp, startTestApp } from '../../../tests/support/test-app.ts';
import { asOf } from '../../platform/clock.ts';
import { wordsIn } from '../mail/digest.ts';

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
  const rows = await importTables(app.admin, projectId, 'source', ['a', 'b', 'c', 'd']);
  ids = rows.map((row) => row.source_objectid!);
  await app.admin.call(objects.assignDevelopers, {
    body: ids.map((source_objectid) => ({ source_objectid, developer: dev.userId })),
  });
  await app.admin.call(objects.assignSourceTesters, {
    body: ids.map((source_objectid) => ({ source_objectid, tester: tester.userId })),
  });
});
afterAll(() => app.close());

const get = (id: number) => app.admin.call(objects.getObject, { params: { id } });
const setDue = (wanted: number[], due_date: string | null) =>
  app.admin.call(objects.editObjects, { body: { ids: wanted, due_date } });
const find = async (due_date: string, sort = 'object_name') =>
  (
    await app.admin.call(objects.listSourceObjects, {
      params: { id: projectId },
      query: { 'filter[due_date]': due_date, sort },
    })
  ).map(({ object_name }) => object_name);
const total = async (query: object) =>
  Number(
    (await app.admin.send(objects.listSourceObjects, { params: { id: projectId }, query })).headers[
      'x-total-count'
    ],
  );
const noon = (day: string) => Date.parse(`${day}T12:00:00Z`);

describe('a due date', () => {
  it('is set by administrators, for many and for one, told in the history, and undone', async () => {
    expect(await setDue(ids.slice(0, 2), '2026-03-10')).toMatchObject({ saved: 2, refused: [] });
    const one = await app.admin.call(objects.updateObject, {
      params: { id: ids[2]! },
      body: { due_date: '2026-03-12' },
    });
    expect(one.due_date).toBe('2026-03-12');
    const [entry] = await app.admin.call(objects.objectHistory, { params: { id: ids[2]! } });
    expect(entry!.changes).toEqual({ due_date: [null, '2026-03-12'] });
    const body = { version: one.version };
    const undone = await app.admin.call(objects.undoEdit, { params: { id: ids[2]! }, body });
    expect(undone.due_date).toBeNull();
    await setDue([ids[2]!], '2026-03-12');
    await setDue([ids[3]!], '2026-03-10');
    await setDue([ids[3]!], null);
    expect((await get(ids[3]!)).due_date).toBeNull();
  });

  it('cannot be changed by developers and testers; invalid dates are refused', async () => {
    for (const person of [dev, tester]) {
      const body = { due_date: '2031-01-01' };
      const bulk = await person.send(objects.editObjects, { body: { ...body, ids: [ids[0]] } });
      expect(bulk.status).toBe(403);
      // Rows come back whole: what may not be changed in them is left as it is.
      const row = await person.call(objects.updateObject, { params: { id: ids[0]! }, body });
      expect(row.due_date).toBe('2026-03-10');
    }
    const wrong = await app.admin.send(objects.updateObject, {
      params: { id: ids[0] },
      body: { due_date: '2026-02-30' },
    });
    expect(wrong.status).toBe(422);
    expect(wrong.body.errors).toMatchObject([{ field: 'due_date' }]);
  });

  it('is what lists are sorted and filtered by; a day is over when it is over everywhere', async () => {
    expect(await find('*', '-due_date')).toEqual(['c', 'a', 'b']);
    expect(await find('-')).toEqual(['d']);
    expect(await find('2026-03-1')).toEqual(['a', 'b', 'c']);
    // At noon of UTC the day before has ended for the last of all.
    await asOf(noon('2026-03-11') - 1, async () => expect(await find('overdue')).toEqual([]));
    await asOf(noon('2026-03-11'), async () => {
      expect(await find('overdue')).toEqual(['a', 'b']);
      expect(await find('soon')).toEqual(['c']);
      const { overdue } = await app.admin.call(getDashboard, { query: { project: projectId } });
      expect(overdue).toEqual({ source: 2, target: 0 });
    });
    await asOf(noon('2026-03-05') - 1, async () => expect(await find('soon')).toEqual(['a', 'b']));
  });

  it('is counted anew on every day, though nothing in the project has changed', async () => {
    const query = { 'filter[due_date]': 'overdue', limit: '1' };
    for (const [at, count] of [
      [noon('2026-03-11') - 1, 0],
      [noon('2026-03-11'), 2],
    ] as const)
      await asOf(at, async () => expect(await total(query)).toBe(count));
  });

  it('comes with a list, and an empty cell leaves it', async () => {
    const row = { side: 'source', object_type: 'tables', schema_name: 'shop', object_name: 'd' };
    const bring = (due_date: string) =>
      app.admin.send(importSpreadsheet, {
        params: { id: projectId },
        body: { rows: [{ ...row, due_date }] },
      });
    expect((await bring('2026-04-01')).body).toMatchObject({ changed: 1 });
    expect((await bring('')).body).toMatchObject({ unchanged: 1 });
    expect((await get(ids[3]!)).due_date).toBe('2026-04-01');
    expect((await bring('soon')).body.errors).toMatchObject([{ field: 'rows.0.due_date' }]);
  });
});

describe('a reminder', () => {
  const told = async (client: Client) =>
    (await client.call(listNotifications)).notifications
      .filter(({ kind }) => kind === 'due-soon' || kind === 'overdue')
      .map(({ kind, count, object_name, role }) => [kind, object_name ?? count, role])
      .toReversed();
  /** As several servers do at the same time, and one that starts again. */
  const remindAt = (moment: number) =>
    asOf(moment, async () => {
      await Promise.all([1, 2].map(() => app.context.objects.remindOfDueDates()));
      await app.context.objects.remindOfDueDates();
    });

  it('reaches whose turn it is, the day before and when it is late, once each', async () => {
    await remindAt(noon('2026-03-08'));
    expect(await told(dev)).toEqual([]);
    await remindAt(noon('2026-03-09'));
    expect(await told(dev)).toEqual([['due-soon', 2, 'developer']]);
    await remindAt(noon('2026-03-11'));
    // That these two are due within a day is no longer true.
    expect((await told(dev)).toSorted()).toEqual([
      ['due-soon', 'shop.c', 'developer'],
      ['overdue', 2, 'developer'],
    ]);
    expect(await told(tester)).toEqual([]);
    // Whoever it passes on to while it is late hears of it, and nobody of what is verified.
    const edit = (id: number, body: object) =>
      app.admin.call(objects.updateObject, { params: { id }, body });
    await edit(ids[0]!, { status: 'migrated' });
    await edit(ids[1]!, { status: 'migrated' });
    await edit(ids[1]!, { status: 'verified' });
    await remindAt(noon('2026-03-12'));
    expect(await told(tester)).toEqual([['overdue', 'shop.a', 'tester']]);
    expect(await told(dev)).toEqual([['due-soon', 'shop.c', 'developer']]);
  });

  it('is not repeated if the clock is set back', async () => {
    const all = () => app.store.db.selectFrom('notification').select('id').execute();
    const before = await all();
    await remindAt(noon('2026-03-11') - 3_600_000);
    await remindAt(noon('2026-03-11'));
    expect(await all()).toEqual(before);
  });

  it('comes again for another date', async () => {
    await setDue([ids[2]!], '2026-03-20');
    await remindAt(noon('2026-03-19'));
    expect((await told(dev)).at(-1)).toEqual(['due-soon', 'shop.c', 'developer']);
    // The reminder of the earlier date is gone.
    expect(await told(dev)).toHaveLength(1);
  });

  it('is gone once the date has moved, and says for when the object was due', async () => {
    await remindAt(noon('2026-03-22'));
    const late = (await dev.call(listNotifications)).notifications.find(
      ({ object_name: name }) => name === 'shop.c',
    )!;
    expect(late).toMatchObject({ kind: 'overdue', due_date: '2026-03-20' });
    const words = wordsIn('en');
    expect(sentenceOf(words.notification, late, words.day)).toBe(
      'Overdue, was due on Mar 20, 2026: shop.c',
    );
    const { unread } = await dev.call(listNotifications);
    await setDue([ids[2]!], '2026-05-01');
    expect(await told(dev)).not.toContainEqual(['overdue', 'shop.c', 'developer']);
    expect((await dev.call(listNotifications)).unread).toBe(unread - 1);
  });

  it('of several objects counts those that are still due as it says', async () => {
    const rows = await importTables(app.admin, projectId, 'source', ['e', 'f', 'g']);
    const several = rows.map((row) => row.source_objectid!).slice(-3);
    await app.admin.call(objects.assignDevelopers, {
      body: several.map((source_objectid) => ({ source_objectid, developer: dev.userId })),
    });
    expect(await setDue([ids[0]!, ids[2]!, ids[3]!], null)).toMatchObject({ saved: 3 });
    await setDue(several, '2026-05-10');
    await remindAt(noon('2026-05-11'));
    expect(await told(dev)).toEqual([['overdue', 3, 'developer']]);
    const { unread } = await dev.call(listNotifications);
    await setDue([several[0]!], '2027-05-10');
    expect(await told(dev)).toEqual([['overdue', 2, 'developer']]);
    // A later reminder counts the earlier ones in, but nothing that has a reminder of its own.
    await setDue(several.slice(0, 2), '2026-05-12');
    await remindAt(noon('2026-05-13'));
    expect(await told(dev)).toEqual([['overdue', 3, 'developer']]);
    await setDue([several[0]!], '2026-05-14');
    await remindAt(noon('2026-05-15'));
    expect(await told(dev)).toEqual([
      ['overdue', 2, 'developer'],
      ['overdue', 'shop.e', 'developer'],
    ]);
    await setDue(several, null);
    expect(await told(dev)).toEqual([]);
    expect((await dev.call(listNotifications)).unread).toBe(unread - 1);
  });

  it('does not reach whoever is inactive, and nobody in an archived project', async () => {
    const active = async (is_active: 0 | 1) =>
      app.admin.call(updateUser, { body: { user_id: dev.userId, is_active } });
    const archive = (archived: 0 | 1) =>
      app.admin.call(archiveProject, { params: { id: projectId }, body: { archived } });
    await setDue([ids[2]!], null);
    await setDue([ids[3]!], '2026-06-10');
    const before = (await told(dev)).length;
    await active(0);
    await remindAt(noon('2026-06-11'));
    await active(1);
    dev = await app.signIn('dev');
    await archive(1);
    await remindAt(noon('2026-06-11'));
    await archive(0);
    expect(await told(dev)).toHaveLength(before);
    await remindAt(noon('2026-06-11'));
    expect(await told(dev)).toContainEqual(['overdue', 'shop.d', 'developer']);
  });

  it('reaches people for all of their objects, however many are due', async () => {
    // PostgreSQL takes them all at once.
    const count = Math.min(app.store.rowsPerTransaction, 2_500) + 1;
    const names = Array.from({ length: count }, (_, at) => `many_${at}`);
    const rows = await importTables(app.admin, projectId, 'target', names);
    const many = rows.map((row) => row.target_objectid!);
    await app.admin.call(objects.assignTargetTesters, {
      body: many.map((target_objectid) => ({ target_objectid, tester: tester.userId })),
    });
    await setDue(many, '2026-07-10');
    await asOf(noon('2026-07-11'), () => app.context.objects.remindOfDueDates());
    const overdue = (await tester.call(listNotifications)).notifications.filter(
      ({ kind, side }) => kind === 'overdue' && side === 'target',
    );
    expect(overdue.reduce((sum, one) => sum + one.count, 0)).toBe(count);
  });
});
