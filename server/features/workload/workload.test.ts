import { afterAll, beforeAll, expect, it } from 'vitest';
import { setPersonTime, setWorkingTime } from '../../../contract/calendar.ts';
import { updateUser } from '../../../contract/users.ts';
import { MAX_WEEK_TASKS, getOwnWeeks, getWorkload } from '../../../contract/workload.ts';
import { writeAssessment } from '../../../tests/support/assessed.ts';
import { createProject, importTables, joinProject } from '../../../tests/support/fixtures.ts';
import { type Client, type TestApp, startTestApp } from '../../../tests/support/test-app.ts';
import { asOf } from '../../platform/clock.ts';

let app: TestApp;
let dev: Client;
let tess: Client;
beforeAll(async () => {
  app = await startTestApp();
  [dev, tess] = [await app.createUser('dev'), await app.createUser('tess')];
});
afterAll(() => app.close());

const at = (day: string) => `${day}T10:00:00.000Z`;
/** A Wednesday. */
const TODAY = '2026-04-15';
const on = <T>(day: string, work: () => Promise<T>) => asOf(Date.parse(at(day)), work);

/** A project that ends on the Friday of next week, with tables of 8 and 4 hours. */
async function prepare(objects = 4) {
  const { Project_Id: id } = await createProject(app.admin, {
    Planned_Start_Date: '2026-03-01',
    Planned_End_Date: '2026-04-24',
  });
  const created = { created_at: at('2026-03-02') };
  await app.store.db.updateTable('project').set(created).where('id', '=', id).execute();
  await joinProject(app.admin, id, dev.userId, 'developer');
  await joinProject(app.admin, id, tess.userId, 'tester');
  const names = Array.from({ length: objects }, (_, index) => `t${index}`);
  const ids = (await importTables(app.admin, id, 'source', names)).map(
    (row) => row.source_objectid!,
  );
  await writeAssessment(app.store, id, at('2026-03-02'), ids);
  const set = (object: number, over: Record<string, unknown>) =>
    app.store.db.updateTable('object').set(over).where('id', '=', object).execute();
  const weekOf = async (client: Client, day = TODAY) =>
    (await on(day, () => client.call(getOwnWeeks, { query: { project: id } })))[0]!;
  const read = () => on(TODAY, () => app.admin.call(getWorkload, { params: { id } }));
  return { id, ids, set, weekOf, read };
}

const be = (id: number, userId: number, share: number, away: string | null = null) =>
  app.admin.call(setPersonTime, {
    params: { id, user: userId },
    body: {
      share,
      absences: away === null ? [] : [{ starts_on: away, ends_on: away, reason: null }],
    },
  });

it('is a week of hours: less a holiday, an absence and what other projects get', async () => {
  const { id, weekOf } = await prepare();
  await app.admin.call(setWorkingTime, {
    params: { id },
    body: { weekdays: [1, 2, 3, 4, 5], holidays: [{ date: '2026-04-16', name: 'Thursday' }] },
  });
  await be(id, dev.userId, 50, '2026-04-17');
  const { days, hours_left: left } = await weekOf(dev);
  expect(days.map(({ hours, off }) => off ?? hours)).toEqual([
    4,
    4,
    4,
    'holiday',
    'away',
    'weekend',
    'weekend',
  ]);
  expect(days[0]!.date).toBe('2026-04-13');
  expect(left).toBe(4);
  // On a Saturday nothing of the week is left: the next one is shown.
  const next = await weekOf(dev, '2026-04-18');
  expect([next.days[0]!.date, next.hours_left]).toEqual(['2026-04-20', 20]);
  await be(id, dev.userId, 100);
});

it('orders tasks by readiness, due date and wave, and estimates when each is done', async () => {
  const { id, ids, set, weekOf } = await prepare(9);
  const [a, b, c, d, e, f, g, gone, proven] = ids as [
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  for (const object of ids) await set(object, { developer_id: dev.userId, tester_id: tess.userId });
  const waves = await app.store.db
    .insertInto('wave')
    .values([2, 1].map((position) => ({ project_id: id, position, state: 'planned' as const })))
    .returning(['id', 'position'])
    .execute();
  const wave = (position: number) => waves.find((one) => one.position === position)!.id;
  await app.store.db
    .insertInto('wave_object')
    .values([
      { object_id: b, wave_id: wave(1) },
      { object_id: f, wave_id: wave(2) },
    ])
    .execute();
  const { id: readId } = await app.store.db
    .insertInto('dependency_read')
    .values({ project_id: id, state: 'finished', created_at: at(TODAY) })
    .returning('id')
    .executeTakeFirstOrThrow();
  await app.store.db
    .insertInto('dependency')
    .values({ read_id: readId, object_id: c, needs_id: a, kind: 'code', origin: 'tokens' })
    .execute();
  await set(c, { due_date: '2026-04-15' });
  await set(d, { due_date: '2026-04-16' });
  await set(e, { status: 'migrated', migrated_at: at('2026-04-14') });
  // Neither is anybody's work any more.
  await set(gone, { missing_since: at(TODAY) });
  await set(proven, { status: 'verified' });
  const [target] = await importTables(app.admin, id, 'target', ['t']);
  await set(target!.target_objectid!, { tester_id: tess.userId });
  const own = await weekOf(dev);
  expect(own.tasks.map((one) => [one.id, one.done_on, one.wave?.position, one.blocked])).toEqual([
    [d, '2026-04-15', undefined, false],
    [b, '2026-04-16', 1, false],
    [f, '2026-04-17', 2, false],
    [a, '2026-04-20', undefined, false],
    [g, '2026-04-21', undefined, false],
    // Its due date is over, but it cannot start before another one.
    [c, '2026-04-22', undefined, true],
  ]);
  expect(own).toMatchObject({
    hours_left: 24,
    open: { objects: 6, hours: 48 },
    in_week: { objects: 3, hours: 24 },
    to_come: { objects: 0 },
  });
  // Whoever tests waits for what is not migrated.
  expect(await weekOf(tess)).toMatchObject({
    tasks: [{ id: e, work: 'test', hours: 4, done_on: TODAY }],
    to_come: { objects: 6, hours: 24 },
  });
});

it('shows the first tasks, and counts all', async () => {
  const { ids, set, weekOf } = await prepare(MAX_WEEK_TASKS + 1);
  for (const object of ids) await set(object, { developer_id: dev.userId });
  const { tasks, open } = await weekOf(dev);
  expect(tasks.map(({ id }) => id)).toEqual(ids.slice(0, MAX_WEEK_TASKS));
  expect(open.objects).toBe(MAX_WEEK_TASKS + 1);
});

it("contains the person's own projects", async () => {
  const { id } = await prepare();
  const { Project_Id: first } = await createProject(app.admin, { Project_Name: 'Archive' });
  await joinProject(app.admin, first, dev.userId, 'developer');
  const projects = async (client: Client, query = {}) =>
    (await client.call(getOwnWeeks, { query })).map((week) => week.project_id);
  expect(await projects(dev)).toContain(id);
  expect(await projects(dev, { project: id })).toEqual([id]);
  expect(await projects(app.admin, { project: id })).toEqual([]);
  const stranger = await app.createUser('stranger');
  expect(await projects(stranger, { project: id })).toEqual([]);
  expect(await projects(tess, { project: id })).toEqual([id]);
  const names = (await dev.call(getOwnWeeks, { query: {} })).map((week) => week.project_name);
  expect(names).toEqual(names.toSorted());
  const set = (over: Record<string, unknown>) =>
    app.store.db.updateTable('project').set(over).where('id', '=', id).execute();
  await set({ archived_at: at(TODAY) });
  expect(await projects(dev, { project: id })).toEqual([]);
  await set({ archived_at: null, status: 'completed' });
  expect(await projects(dev, { project: id })).toEqual([]);
});

it("compares each person's work with the time until the planned end, and counts finished work", async () => {
  const { id, ids, set, read } = await prepare(6);
  const [a, b, c, d] = ids as [number, number, number, number];
  for (const object of [a, b, c]) await set(object, { developer_id: dev.userId });
  await set(d, { developer_id: dev.userId, tester_id: tess.userId });
  await set(d, {
    status: 'verified',
    migrated_at: at('2026-04-01'),
    verified_at: at('2026-04-14'),
  });
  // Too long ago to be counted.
  await set(a, { status: 'migrated', migrated_at: at('2026-03-17'), tester_id: tess.userId });
  // Not assessed, not there any more, and of the other side.
  const rows = await importTables(app.admin, id, 'source', ['fresh', 'gone']);
  const [fresh, gone] = ['fresh', 'gone'].map(
    (name) => rows.find((row) => row.object_name === name)!.source_objectid!,
  ) as [number, number];
  await set(fresh, { status: 'verified' });
  await set(gone, { missing_since: at(TODAY), developer_id: dev.userId });
  const [target] = await importTables(app.admin, id, 'target', ['t']);
  await set(target!.target_objectid!, { tester_id: tess.userId });
  await be(id, dev.userId, 50);
  const load = await read();
  expect(load).toMatchObject({ planned_end: '2026-04-24', since: '2026-03-18', not_assessed: 0 });
  expect(load.people).toEqual([
    {
      user_id: dev.userId,
      username: 'dev',
      roles: ['developer'],
      develop: { objects: 2, hours: 16 },
      test: { objects: 0, hours: 0 },
      // Eight working days of four hours.
      there: 32,
      finished: { objects: 1, hours: 8 },
      was_there: 80,
    },
    expect.objectContaining({
      username: 'tess',
      test: { objects: 1, hours: 4 },
      there: 64,
      finished: { objects: 1, hours: 4 },
    }),
  ]);
  expect(load.unassigned).toEqual({
    develop: { objects: 2, hours: 16 },
    test: { objects: 4, hours: 16 },
  });
  await be(id, dev.userId, 100);
  await set(fresh, { status: 'pending' });
  expect((await read()).not_assessed).toBe(1);
  const nowhere = await app.admin.send(getWorkload, { params: { id: 99_999 } });
  expect(nowhere.status).toBe(404);
  // A younger project has no four weeks.
  const created = { created_at: at('2026-04-06') };
  await app.store.db.updateTable('project').set(created).where('id', '=', id).execute();
  expect(await read()).toMatchObject({ since: '2026-04-06', people: [{ was_there: 56 }, {}] });
});

it('has the open work of who is not active any more, for others to take', async () => {
  const { id, ids, set, read } = await prepare(3);
  const gone = await app.createUser('gone');
  await joinProject(app.admin, id, gone.userId, 'developer');
  for (const object of ids) await set(object, { developer_id: gone.userId });
  const left = await app.createUser('left');
  await joinProject(app.admin, id, left.userId, 'tester');
  await set(ids[0]!, { tester_id: left.userId });
  for (const { userId } of [gone, left])
    await app.admin.call(updateUser, { body: { user_id: userId, is_active: 0 } });
  const { people, unassigned } = await read();
  expect(unassigned.develop.objects).toBe(0);
  expect(people.map(({ username }) => username)).toEqual(['dev', 'tess', 'gone', 'left']);
  expect(people[2]).toMatchObject({ roles: [], develop: { objects: 3, hours: 24 }, there: 0 });
  expect(people[3]).toMatchObject({ develop: { objects: 0 }, test: { objects: 1, hours: 4 } });
  await set(ids[0]!, { tester_id: null });
  for (const object of ids) await set(object, { developer_id: dev.userId });
  // Who has nothing open is not missed.
  const done = { status: 'verified', verified_at: at('2026-04-14') };
  await set(ids[0]!, { ...done, developer_id: gone.userId });
  expect((await read()).people).toHaveLength(2);
});
