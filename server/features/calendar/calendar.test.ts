import { afterAll, beforeAll, expect, it } from 'vitest';
import { getCalendar, setPersonTime, setWorkingTime } from '../../../contract/calendar.ts';
import { fingerprint } from '../../../contract/stale.ts';
import { createProject, joinProject } from '../../../tests/support/fixtures.ts';
import { type Client, type TestApp, startTestApp } from '../../../tests/support/test-app.ts';

let app: TestApp;
let dev: Client;
beforeAll(async () => {
  app = await startTestApp();
  dev = await app.createUser('dev');
});
afterAll(() => app.close());

const GOOD_FRIDAY = { date: '2026-04-03', name: 'Good Friday' };
const AWAY = { starts_on: '2026-07-01', ends_on: '2026-07-14', reason: null };

async function prepare() {
  const { Project_Id: id } = await createProject(app.admin);
  await joinProject(app.admin, id, dev.userId, 'developer');
  return id;
}
const newest = (projectId: number) =>
  app.store.db
    .selectFrom('history')
    .select(['action', 'user_id', 'changes'])
    .where('project_id', '=', projectId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
const fieldsOf = (answer: { body: unknown }) =>
  (answer.body as { errors: { field: string }[] }).errors.map(({ field }) => field);

it('is the usual week until it is changed, and records who changed it', async () => {
  const id = await prepare();
  const at = { params: { id } };
  const before = await dev.call(getCalendar, at);
  expect(before).toEqual({
    weekdays: [1, 2, 3, 4, 5],
    holidays: [],
    people: [
      { user_id: dev.userId, username: 'dev', roles: ['developer'], share: 100, absences: [] },
    ],
  });
  const body = {
    weekdays: [4, 1, 2, 1, 7],
    holidays: [{ date: '2026-12-25', name: 'x' }, { date: '2026-12-25', name: '' }, GOOD_FRIDAY],
  };
  const was = fingerprint({ weekdays: before.weekdays, holidays: before.holidays });
  const saved = await app.admin.call(setWorkingTime, { ...at, body: { ...body, was } as never });
  expect(saved).toMatchObject({
    weekdays: [1, 2, 4, 7],
    holidays: [GOOD_FRIDAY, { date: '2026-12-25', name: null }],
  });
  expect(await dev.call(getCalendar, at)).toEqual(saved);
  const { changes, ...line } = await newest(id);
  expect(line).toEqual({ action: 'calendar-changed', user_id: app.admin.userId });
  expect(JSON.parse(changes)).toEqual({
    working_time: [
      { weekdays: [1, 2, 3, 4, 5], holidays: [] },
      { weekdays: [1, 2, 4, 7], holidays: saved.holidays },
    ],
  });
  // Who began with what it was before does not overwrite it.
  const late = await app.admin.send(setWorkingTime, { ...at, body: { ...body, was } as never });
  expect(late.status).toBe(409);
});

it('knows the share of each on a project, and absences on all of them', async () => {
  const [id, other] = [await prepare(), await prepare()];
  const ann = await app.createUser('ann');
  for (const role of ['developer', 'tester'] as const)
    await joinProject(app.admin, id, ann.userId, role);
  const abe = await app.createUser('abe');
  await joinProject(app.admin, id, abe.userId, 'tester');
  const annAway = { share: 80, absences: [{ ...AWAY, reason: 'hers' }] };
  await app.admin.call(setPersonTime, { params: { id, user: ann.userId }, body: annAway });
  const params = { id, user: dev.userId };
  const body = {
    share: 50,
    absences: [AWAY, { ...AWAY, starts_on: '2026-05-01', ends_on: '2026-05-01' }],
  };
  const saved = await app.admin.call(setPersonTime, { params, body });
  const none = { share: 100, absences: [] };
  expect(saved.people).toEqual([
    { user_id: abe.userId, username: 'abe', roles: ['tester'], ...none },
    { user_id: ann.userId, username: 'ann', roles: ['developer', 'tester'], ...annAway },
    {
      user_id: dev.userId,
      username: 'dev',
      roles: ['developer'],
      share: 50,
      absences: body.absences.toReversed(),
    },
  ]);
  const there = await dev.call(getCalendar, { params: { id: other } });
  expect(there.people[0]).toMatchObject({ share: 100, absences: body.absences.toReversed() });
  expect(await newest(id)).toMatchObject({ action: 'calendar-changed', user_id: app.admin.userId });
  const stale = { ...none, was: fingerprint(none) };
  expect((await app.admin.send(setPersonTime, { params, body: stale })).status).toBe(409);
  await app.admin.call(setPersonTime, { params, body: none });
  expect((await dev.call(getCalendar, { params: { id: other } })).people[0]).toMatchObject(none);
});

it('keeps absences that two people save on two projects at the same time', async () => {
  const ids = await Promise.all(Array.from({ length: 4 }, prepare));
  const was = fingerprint({ share: 100, absences: [] });
  const answers = await Promise.all(
    ids.map((id, place) =>
      app.admin.send(setPersonTime, {
        params: { id, user: dev.userId },
        body: { share: 100, absences: [{ ...AWAY, reason: `of ${place}` }], was },
      }),
    ),
  );
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409]);
  const { people } = await dev.call(getCalendar, { params: { id: ids[0]! } });
  expect(people[0]!.absences).toHaveLength(1);
  const none = { share: 100, absences: [] };
  await app.admin.call(setPersonTime, { params: { id: ids[0]!, user: dev.userId }, body: none });
});

it('refuses invalid calendars, and people who are not on the project', async () => {
  const id = await prepare();
  for (const [body, field] of [
    [{ weekdays: [], holidays: [] }, 'weekdays'],
    [{ weekdays: [8], holidays: [] }, 'weekdays.0'],
    [{ weekdays: [1], holidays: [{ date: '2026-02-30', name: null }] }, 'holidays.0.date'],
  ] as const) {
    const refused = await app.admin.send(setWorkingTime, { params: { id }, body: body as never });
    expect([refused.status, fieldsOf(refused)]).toEqual([422, [field]]);
  }
  const params = { id, user: dev.userId };
  for (const [body, field] of [
    [{ share: 0, absences: [] }, 'share'],
    [{ share: 50, absences: [{ ...AWAY, ends_on: '2026-06-30' }] }, 'absences.0.ends_on'],
  ] as const) {
    const refused = await app.admin.send(setPersonTime, { params, body: body as never });
    expect([refused.status, fieldsOf(refused)]).toEqual([422, [field]]);
  }
  const body = { share: 50, absences: [] };
  const stranger = { id, user: app.admin.userId };
  expect((await app.admin.send(setPersonTime, { params: stranger, body })).status).toBe(404);
});
