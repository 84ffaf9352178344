import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  MAX_PROPOSED,
  applyAssignments,
  proposeAssignments,
} from '../../../contract/assignments.ts';
import { setPersonTime } from '../../../contract/calendar.ts';
import { undoAssignment, updateObject } from '../../../contract/objects.ts';
import { updateUser } from '../../../contract/users.ts';
import { createProject, importTables, joinProject } from '../../../tests/support/fixtures.ts';
import { type Client, type TestApp, startTestApp } from '../../../tests/support/test-app.ts';
import { timestampNow, today } from '../../platform/clock.ts';
import { USUAL_CALENDAR, addDays, dateAfter } from '../../platform/working-days.ts';

let app: TestApp;
const people: Record<'dev' | 'eve' | 'tess' | 'both', Client> = {} as never;
beforeAll(async () => {
  app = await startTestApp();
  for (const name of ['dev', 'eve', 'tess', 'both'] as const)
    people[name] = await app.createUser(name);
});
afterAll(() => app.close());

/** A project with so many tables that nobody has, of which the first ones need each other in turn. */
async function prepare({ objects = 24, chain = 3 } = {}) {
  const { Project_Id: id } = await createProject(app.admin);
  await joinProject(app.admin, id, people.dev.userId, 'developer');
  await joinProject(app.admin, id, people.both.userId, 'developer');
  await joinProject(app.admin, id, people.both.userId, 'tester');
  await joinProject(app.admin, id, people.tess.userId, 'tester');
  const names = Array.from({ length: objects }, (_, index) => `t${index}`);
  const rows = await importTables(app.admin, id, 'source', names);
  const ids = rows.map((row) => row.source_objectid!);
  const { id: read } = await app.store.db
    .insertInto('dependency_read')
    .values({
      project_id: id,
      state: 'finished',
      error: null,
      owner: null,
      lease_until: null,
      created_by: null,
      created_at: timestampNow(),
      finished_at: timestampNow(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const edges = ids.slice(1, chain).map((needs, index) => ({
    read_id: read,
    object_id: ids[index]!,
    needs_id: needs,
    name: null,
    kind: 'foreign_key' as const,
    origin: 'catalogue' as const,
    cycle: null,
  }));
  if (edges.length > 0) await app.store.db.insertInto('dependency').values(edges).execute();
  const params = { id };
  const holders = async () =>
    app.store.db
      .selectFrom('object')
      .select(['id', 'developer_id', 'tester_id'])
      .where('project_id', '=', id)
      .orderBy('id')
      .execute();
  return {
    ids,
    params,
    holders,
    propose: (body: { objects?: number[]; from?: number[]; leaving?: boolean } = {}) =>
      app.admin.call(proposeAssignments, { params, body }),
    apply: (body: { objects?: number[]; from?: number[]; leaving?: boolean; seen: string }) =>
      app.admin.send(applyAssignments, { params, body }),
  };
}
const hold = (id: number, over: Record<string, unknown>) =>
  app.store.db.updateTable('object').set(over).where('id', '=', id).execute();

it('is previewed, applied as previewed with history and notifications, and undone', async () => {
  const { params, propose, apply, holders } = await prepare();
  const before = await holders();
  const proposal = await propose();
  expect(proposal).toMatchObject({
    objects: 24,
    developers: 24,
    testers: 24,
    left_out: 0,
    not_assessed: 24,
  });
  expect(proposal.people.map(({ username, roles, there }) => [username, roles, there])).toEqual([
    ['both', ['developer', 'tester'], 100],
    ['dev', ['developer'], 100],
    ['tess', ['tester'], 100],
  ]);
  const sum = (of: 'before' | 'after' | 'gets') =>
    proposal.people.reduce((all, one) => all + one[of], 0);
  expect([sum('before'), sum('after'), sum('gets')]).toEqual([0, 48, 48]);
  expect(Math.max(...proposal.people.map(({ after }) => after))).toBeLessThanOrEqual(20);
  expect(await holders()).toEqual(before);

  const { body } = await apply({ seen: proposal.seen });
  const applied = body as { developers: number; testers: number; undo: string[] };
  expect(applied).toMatchObject({ developers: 24, testers: 24 });
  const after = await holders();
  for (const one of after) {
    expect(one.developer_id).not.toBeNull();
    expect(one.tester_id).not.toBeNull();
    expect(one.developer_id).not.toBe(one.tester_id);
  }
  const shown = new Map(proposal.rows.map((row) => [row.id, row]));
  expect(after.map((one) => [one.developer_id, one.tester_id])).toEqual(
    after.map(({ id }) => [shown.get(id)!.developer!.user_id, shown.get(id)!.tester!.user_id]),
  );
  const told = await app.store.db
    .selectFrom('notification')
    .select('user_id')
    .where('project_id', '=', params.id)
    .where('count', '>', 1)
    .execute();
  expect(told.length).toBeGreaterThanOrEqual(3);
  const { changes } = await app.store.db
    .selectFrom('history')
    .select('changes')
    .where('entity', '=', 'object')
    .where('action', '=', 'assigned')
    .where('entity_id', '=', after[0]!.id)
    .orderBy('id')
    .executeTakeFirstOrThrow();
  expect(JSON.parse(changes)).toEqual({ developer: [null, after[0]!.developer_id] });

  for (const undo of applied.undo) await app.admin.call(undoAssignment, { body: { undo } });
  expect(await holders()).toEqual(before);
});

it('gives reasons, and keeps connected objects with one person', async () => {
  const { ids, params, propose } = await prepare();
  const { rows } = await propose();
  const chain = rows.filter(({ id }) => ids.slice(0, 3).includes(id));
  expect(new Set(chain.map(({ developer }) => developer!.user_id)).size).toBe(1);
  expect(chain.map(({ developer }) => [developer!.reason, developer!.count])).toEqual([
    ['together', 2],
    ['together', 2],
    ['together', 2],
  ]);
  const other = rows.find(({ id }) => id === ids[10])!;
  expect(other.developer).toMatchObject({ reason: 'load', count: 0 });
  // What was read last counts, and it found no dependency.
  const at = timestampNow();
  await app.store.db
    .insertInto('dependency_read')
    .values({ project_id: params.id, state: 'finished', created_at: at, finished_at: at })
    .execute();
  const again = (await propose()).rows.filter(({ id }) => ids.slice(0, 3).includes(id));
  expect(again.map(({ developer }) => developer!.reason)).toEqual(['load', 'load', 'load']);
  // Who has migrated tables is asked first.
  await hold(ids[20]!, { developer_id: people.dev.userId, tester_id: people.tess.userId });
  await app.admin.call(updateObject, { params: { id: ids[20]! }, body: { status: 'migrated' } });
  const known = (await propose({ objects: [ids[10]!] })).rows;
  expect(known.map(({ developer }) => developer)).toEqual([
    { user_id: people.dev.userId, username: 'dev', reason: 'knows', was: null, count: 1 },
  ]);
});

it('keeps existing assignments, and never gives one person both roles of an object', async () => {
  const { ids, propose, apply, holders } = await prepare({ objects: 7, chain: 0 });
  await hold(ids[6]!, { missing_since: timestampNow() });
  await hold(ids[0]!, { developer_id: people.both.userId });
  await hold(ids[1]!, { tester_id: people.both.userId });
  await hold(ids[2]!, { status: 'verified' });
  await hold(ids[3]!, { status: 'migrated', developer_id: people.dev.userId });
  await hold(ids[4]!, { developer_id: people.dev.userId, tester_id: people.tess.userId });
  const objects = [...ids.slice(0, 5), ids[6]!];
  const proposal = await propose({ objects });
  expect(proposal).toMatchObject({ objects: 3, developers: 1, testers: 2 });
  const reasons = new Map(
    proposal.rows.map(({ id, developer, tester }) => [id, [developer?.reason, tester?.reason]]),
  );
  // Of two who may, one has it in the other role.
  expect(reasons.get(ids[0]!)).toEqual([undefined, 'only']);
  expect(reasons.get(ids[1]!)).toEqual(['only', undefined]);
  expect(reasons.get(ids[3]!)).toEqual([undefined, 'load']);
  const open = (username: string) =>
    proposal.people.find((one) => one.username === username)!.before;
  expect([open('both'), open('dev'), open('tess')]).toEqual([2, 1, 1]);
  await apply({ objects, seen: proposal.seen });
  const [first, second, third, fourth, , sixth] = await holders();
  expect(first).toMatchObject({ developer_id: people.both.userId, tester_id: people.tess.userId });
  expect(second).toMatchObject({ developer_id: people.dev.userId, tester_id: people.both.userId });
  expect(third).toMatchObject({ developer_id: null, tester_id: null });
  expect(fourth!.tester_id).not.toBeNull();
  expect(sixth).toMatchObject({ developer_id: null, tester_id: null });
});

it('considers absences, and counts what nobody is left for', async () => {
  const { params, propose, apply } = await prepare();
  const time = { share: 100, absences: [] };
  const away = { starts_on: today(), ends_on: addDays(today(), 120), reason: null };
  const ofDev = { id: params.id, user: people.dev.userId };
  await app.admin.call(setPersonTime, {
    params: ofDev,
    body: { ...time, absences: [away] },
  });
  const ofTess = { id: params.id, user: people.tess.userId };
  await app.admin.call(setPersonTime, { params: ofTess, body: { ...time, share: 50 } });
  const { people: shown } = await propose();
  const one = (username: string) => shown.find((person) => person.username === username)!;
  expect([one('dev').there, one('tess').there]).toEqual([0, 50]);
  expect(one('dev').gets).toBe(0);
  // One day of the five that the work takes.
  const next = dateAfter(today(), 1, USUAL_CALENDAR);
  await app.admin.call(setPersonTime, {
    params: ofDev,
    body: { ...time, absences: [{ starts_on: next, ends_on: next, reason: null }] },
  });
  expect((await propose()).people.find(({ username }) => username === 'dev')!.there).toBe(80);
  await app.admin.call(setPersonTime, { params: ofDev, body: time });

  // One person alone cannot test what nobody else develops.
  const { Project_Id: id } = await createProject(app.admin);
  await joinProject(app.admin, id, people.both.userId, 'developer');
  await joinProject(app.admin, id, people.both.userId, 'tester');
  await importTables(app.admin, id, 'source', ['a', 'b']);
  const alone = await app.admin.call(proposeAssignments, { params: { id }, body: {} });
  expect(alone).toMatchObject({ objects: 2, developers: 2, testers: 0, left_out: 2 });
  expect(alone.rows[0]).toMatchObject({ developer: { reason: 'only' }, tester: null });
  const nothing = await apply({
    objects: [999_999],
    seen: (await propose({ objects: [999_999] })).seen,
  });
  expect(nothing.body).toEqual({ developers: 0, testers: 0, undo: [] });
});

it('shows the first of many, and counts and applies all', async () => {
  const { propose, apply } = await prepare({ objects: MAX_PROPOSED + 1, chain: 0 });
  const { objects, rows, seen } = await propose();
  expect([objects, rows.length]).toEqual([MAX_PROPOSED + 1, MAX_PROPOSED]);
  expect((await apply({ seen })).body).toMatchObject({ developers: MAX_PROPOSED + 1 });
});

it('is refused if it no longer matches the preview', async () => {
  const { ids, propose, apply, holders } = await prepare();
  const { seen } = await propose();
  await hold(ids[0]!, { developer_id: people.dev.userId });
  const late = await apply({ seen });
  expect(late.status).toBe(409);
  expect((late.body as { current: { seen: string } }).current.seen).toBe((await propose()).seen);
  expect((await holders()).filter(({ developer_id: holder }) => holder !== null)).toHaveLength(1);
});

describe('work that is moved', () => {
  const [DEV, BOTH] = ['dev', 'both'] as const;
  const holdAll = async (ids: readonly number[], over: Record<string, unknown>) => {
    for (const id of ids) await hold(id, over);
  };

  it('moves work from overloaded people to those with less, and back with one undo', async () => {
    const { ids, propose, apply, holders } = await prepare({ objects: 12, chain: 0 });
    const dev = people.dev.userId;
    await holdAll(ids, { developer_id: dev, tester_id: people.tess.userId });
    // What came back, and what is migrated, stays with who did it.
    await hold(ids[0]!, { returned_at: timestampNow() });
    await hold(ids[1]!, { status: 'migrated', migrated_at: timestampNow() });
    const before = await holders();
    expect((await propose()).objects).toBe(0);
    const proposal = await propose({ from: [dev] });
    const of = (name: string) => proposal.people.find(({ username }) => username === name)!;
    expect([of(DEV).before, of(BOTH).before]).toEqual([11, 0]);
    expect(of(DEV).after + of(BOTH).after).toBe(11);
    expect(Math.abs(of(DEV).after - of(BOTH).after)).toBeLessThanOrEqual(2);
    expect(proposal).toMatchObject({ testers: 0, left_out: 0, developers: of(BOTH).after });
    expect(of(DEV).gets).toBe(0);
    for (const { id, developer, tester } of proposal.rows) {
      expect([ids[0], ids[1]]).not.toContain(id);
      expect([developer, tester]).toEqual([
        { user_id: people.both.userId, username: BOTH, was: DEV, reason: 'load', count: 0 },
        null,
      ]);
    }
    expect(proposal.rows).toHaveLength(proposal.objects);
    const { body } = await apply({ from: [dev], seen: proposal.seen });
    const moved = (await holders()).filter(({ developer_id: id }) => id === people.both.userId);
    expect(moved.map(({ id }) => id)).toEqual(proposal.rows.map(({ id }) => id).toSorted());
    const { undo } = body as { undo: string[] };
    for (const one of undo) await app.admin.call(undoAssignment, { body: { undo: one } });
    expect(await holders()).toEqual(before);
  });

  it('moves all work of somebody who leaves, and counts what nobody is left for', async () => {
    const { ids, params, propose, apply, holders } = await prepare({ objects: 6, chain: 0 });
    const [dev, both] = [people.dev.userId, people.both.userId];
    await holdAll(ids, { developer_id: dev, tester_id: people.tess.userId });
    await hold(ids[0]!, { returned_at: timestampNow() });
    // Whoever would have to take it tests it.
    await hold(ids[5]!, { tester_id: both });
    const asked = { from: [dev], leaving: true };
    const proposal = await propose(asked);
    expect(proposal).toMatchObject({ developers: 5, testers: 0, left_out: 1 });
    await apply({ ...asked, seen: proposal.seen });
    expect((await holders()).map(({ developer_id: id }) => id)).toEqual([
      ...ids.slice(0, 5).map(() => both),
      dev,
    ]);
    // Testing as well, and never to who develops it.
    await joinProject(app.admin, params.id, people.eve.userId, 'tester');
    const tests = await propose({ from: [people.tess.userId], leaving: true });
    expect(new Set(tests.rows.map(({ tester }) => tester?.username))).toEqual(new Set(['eve']));
  });

  it('of who is not active any more goes to others, who hear whose it was', async () => {
    const { ids, params, propose } = await prepare({ objects: 2, chain: 0 });
    const gone = await app.createUser('gone');
    await joinProject(app.admin, params.id, gone.userId, 'developer');
    await holdAll(ids, { developer_id: gone.userId });
    // Who is not there cannot mend what came back.
    await hold(ids[0]!, { returned_at: timestampNow() });
    await app.admin.call(updateUser, { body: { user_id: gone.userId, is_active: 0 } });
    const { rows, developers } = await propose({ from: [gone.userId] });
    expect(developers).toBe(2);
    expect(rows.map(({ developer }) => developer?.was)).toEqual(['gone', 'gone']);
  });

  it('is refused if somebody else has been assigned since', async () => {
    const { ids, propose, apply, holders } = await prepare({ objects: 4, chain: 0 });
    const dev = people.dev.userId;
    await holdAll(ids, { developer_id: dev });
    const { seen } = await propose({ from: [dev], leaving: true });
    await hold(ids[0]!, { developer_id: people.both.userId });
    expect((await apply({ from: [dev], leaving: true, seen })).status).toBe(409);
    expect((await holders()).filter(({ developer_id: id }) => id === dev)).toHaveLength(3);
    const nobody = await apply({ from: [], seen });
    expect(nobody.status).toBe(422);
    const unfit = await apply({ from: 'all', leaving: 1, seen } as never);
    expect(unfit.body).toMatchObject({
      errors: [
        { field: 'from', code: 'field.notArray' },
        { field: 'leaving', code: 'field.notBoolean' },
      ],
    });
  });
});
