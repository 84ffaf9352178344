import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { KEPT_FORECASTS, getForecast } from '../../../contract/forecast.ts';
import { setPersonTime, setWorkingTime } from '../../../contract/calendar.ts';
import { updateObject } from '../../../contract/objects.ts';
import { addWave, changeWave, moveToWave } from '../../../contract/waves.ts';
import { writeAssessment } from '../../../tests/support/assessed.ts';
import { createProject, importTables, joinProject } from '../../../tests/support/fixtures.ts';
import { type Client, type TestApp, startTestApp } from '../../../tests/support/test-app.ts';
import { asOf } from '../../platform/clock.ts';
import type { AssessmentService } from '../assessment/service.ts';
import { createCalendarService } from '../calendar/service.ts';
import { keepForecast } from './kept.ts';
import { createForecastService, drawsFor } from './service.ts';
import { addDays, mondayOf, workingDaysBetween } from '../../platform/working-days.ts';

let app: TestApp;
let dev: Client;
let tess: Client;
beforeAll(async () => {
  app = await startTestApp();
  dev = await app.createUser('dev');
  tess = await app.createUser('tess');
});
afterAll(() => app.close());

const at = (day: string) => `${day}T10:00:00.000Z`;
/** A Wednesday. */
const TODAY = '2026-04-15';
const onThatDay = <T>(work: () => Promise<T>) => asOf(Date.parse(at(TODAY)), work);

interface Over {
  objects?: number;
  people?: boolean;
  project?: Record<string, unknown>;
}

/** A project with tables that were imported six weeks ago, and what an assessment says of each: 8 and 4 hours. */
async function prepare({ objects = 10, people = true, project = {} }: Over = {}) {
  const { admin, store } = app;
  const { Project_Id: id } = await createProject(admin, {
    Planned_Start_Date: '2026-03-01',
    Planned_End_Date: '2026-04-30',
    ...project,
  });
  if (people) {
    await asOf(Date.parse(at('2026-03-01')), async () => {
      await joinProject(admin, id, dev.userId, 'developer');
      await joinProject(admin, id, tess.userId, 'tester');
    });
  }
  const names = Array.from({ length: objects }, (_, index) => `t${index}`);
  const rows = await importTables(admin, id, 'source', names);
  const ids = rows.map((row) => row.source_objectid!);
  await store.db
    .updateTable('object')
    .set({ created_at: at('2026-03-02'), updated_at: at('2026-03-02') })
    .where('project_id', '=', id)
    .execute();
  const assess = (of: readonly number[] = ids) => writeAssessment(store, id, at('2026-03-02'), of);
  /** Somebody does one object's work on a day, as the history says. */
  const finish = (object: number, status: 'migrated' | 'verified' | 'pending', day: string) =>
    asOf(Date.parse(at(day)), () =>
      admin.call(updateObject, { params: { id: object }, body: { status } }),
    );
  const read = (query = {}) => onThatDay(() => admin.call(getForecast, { params: { id }, query }));
  return { id, ids, assess, finish, read };
}

/** Waves by their last days, each with so many of the objects. */
async function putInWaves(
  { id, ids }: { id: number; ids: readonly number[] },
  waves: readonly { ends_on: string | null; objects: number }[],
) {
  const { admin } = app;
  let next = 0;
  for (const [place, { ends_on, objects }] of waves.entries()) {
    const made = (await admin.call(addWave, { params: { id } })).waves[place]!;
    const body = {
      name: null,
      starts_on: null,
      ends_on,
      owner_id: null,
      state: 'planned' as const,
    };
    await admin.call(changeWave, { params: { id, wave: made.id }, body });
    const own = ids.slice(next, (next += objects));
    await admin.call(moveToWave, { params: { id }, body: { objects: own, wave: made.id } });
  }
}

describe('a forecast by waves', () => {
  it('has two dates for each wave in order, and marks late ones', async () => {
    const project = await prepare({ objects: 12 });
    await project.assess();
    expect((await project.read()).waves).toEqual([]);
    await putInWaves(project, [
      { ends_on: '2026-04-16', objects: 4 },
      { ends_on: '2027-04-16', objects: 4 },
    ]);
    const { waves, alerts, ends } = await project.read();
    expect(waves).toMatchObject([
      { position: 1, objects_left: 4, hours_left: 48, ends_on: '2026-04-16' },
      { position: 2, objects_left: 4, days_late: 0 },
      { id: null, position: null, ends_on: null, objects_left: 4, days_late: 0 },
    ]);
    const dates = waves.map(({ half }) => half!);
    expect(dates).toEqual([...new Set(dates)].toSorted());
    expect(waves[2]).toMatchObject({ half: ends!.half, most: ends!.most });
    const late = workingDaysBetween('2026-04-16', waves[0]!.most!);
    expect(late).toBeGreaterThan(0);
    expect(waves[0]!.days_late).toBe(late);
    expect(alerts).toContainEqual({ alert: 'late_waves', count: 1 });
  });

  it('shows the dates if the scope ended with a wave', async () => {
    const project = await prepare({ objects: 12 });
    await project.assess();
    const uncut = await project.read();
    // Nothing to cut where there are no waves.
    expect((await project.read({ until_wave: 1 })).ends).toEqual(uncut.ends);
    await putInWaves(project, [
      { ends_on: null, objects: 2 },
      { ends_on: null, objects: 2 },
    ]);
    const whole = await project.read();
    const cut = await project.read({ until_wave: 1 });
    expect(cut.scope.objects).toBe(2);
    expect(cut.ends!.most < whole.ends!.most).toBe(true);
    expect(cut.waves).toHaveLength(1);
    expect((await project.read({ until_wave: 2 })).scope.objects).toBe(4);
    const refused = await app.admin.send(getForecast, {
      params: { id: project.id },
      query: { until_wave: 'x' } as never,
    });
    expect(refused.status).toBe(422);
  });
});

describe('a forecast', () => {
  it('needs an assessment, and people for the remaining work', async () => {
    const none = await prepare({ people: false });
    expect(await none.read()).toMatchObject({ without: 'unassessed', ends: null, alerts: [] });
    await none.assess();
    expect(await none.read()).toMatchObject({ without: 'no_developers', ends: null });
    await joinProject(app.admin, none.id, dev.userId, 'developer');
    expect(await none.read()).toMatchObject({ without: 'no_testers', ends: null });
    // What if there were one?
    expect(await none.read({ testers: 1 })).toMatchObject({
      without: null,
      people: { testers: 1 },
    });
    await joinProject(app.admin, none.id, tess.userId, 'tester');
    const { without, ends } = await none.read();
    expect(without).toBeNull();
    expect(ends).not.toBeNull();
  });

  it('counts scope and finished work in hours, and gives dates in order', async () => {
    const { ids, assess, finish, read } = await prepare();
    await assess(ids.slice(0, 9));
    const before = await read();
    expect(before).toMatchObject({
      scope: { objects: 9, hours: 9 * 12 },
      done: { objects: 0, hours: 0 },
      not_assessed: 1,
      planned_end: '2026-04-30',
    });
    expect(before.types).toMatchObject([
      { object_type: 'tables', objects_left: 9, hours_left: 108, develop_factor: 1 },
    ]);
    expect(before.burn_up[0]).toEqual({ date: '2026-03-02', scope: 108, done: 0 });
    expect(before.burn_up.at(-1)).toEqual({ date: TODAY, scope: 108, done: 0 });
    const { low, half, most, high } = before.ends!;
    expect([low, half, most, high].toSorted()).toEqual([low, half, most, high]);
    // Nine working days for one developer, and the last test.
    expect(workingDaysBetween(TODAY, half)).toBeGreaterThanOrEqual(9);
    expect(high > half).toBe(true);
    expect(before.fan[0]).toEqual({ date: TODAY, low: 0, middle: 0, high: 0 });
    expect(before.fan.at(-1)!.low).toBeCloseTo(108, 1);

    await finish(ids[0]!, 'migrated', '2026-03-10');
    await finish(ids[0]!, 'verified', '2026-03-12');
    await finish(ids[1]!, 'migrated', '2026-03-12');
    const after = await read();
    expect(after.done.objects).toBe(1);
    expect(after.types[0]!.objects_left).toBe(8);
    const { develop_factor: develops, test_factor: tests } = after.types[0]!;
    expect(develops).not.toBeCloseTo(1, 2);
    expect(after.scope.hours).toBeCloseTo(9 * (8 * develops + 4 * tests));
    const done = (day: string) => after.burn_up.findLast(({ date }) => date <= day)!.done;
    expect(done('2026-03-09')).toBe(0);
    // Development of two, the test of one.
    expect(done('2026-03-16')).toBeCloseTo(2 * 8 * develops + 4 * tests);
  });

  it('answers what-if questions about more people and days off', async () => {
    const { assess, read } = await prepare({ objects: 40 });
    await assess();
    const { ends, fan } = await read();
    // Far off, it is shown by week.
    expect(fan.slice(1, 3).map(({ date }) => date)).toEqual(['2026-04-22', '2026-04-29']);
    const more = await read({ developers: 3 });
    expect(more.people).toEqual({ developers: 4, testers: 1 });
    expect(more.ends!.half < ends!.half).toBe(true);
    const frozen = await read({ freeze_days: 10 });
    expect(frozen.ends!.half).toBe(addDays(ends!.half, 14));
    const field = (answer: { body: unknown }) =>
      (answer.body as { errors: { field: string }[] }).errors.map((one) => one.field);
    const { admin } = app;
    const params = { id: (await prepare()).id };
    for (const [name, value] of [
      ['testers', 51],
      ['developers', 'x'],
      ['freeze_days', -1],
    ] as const) {
      const refused = await admin.send(getForecast, { params, query: { [name]: value } as never });
      expect([refused.status, field(refused)]).toEqual([422, [name]]);
    }
  });

  it('leaves out holidays, absences and work on other projects', async () => {
    const { id, assess, read } = await prepare({ objects: 20 });
    await assess();
    const { ends } = await read();
    const soon = ['2026-04-17', '2026-04-20'].map((date) => ({ date, name: null }));
    const time = { weekdays: [1, 2, 3, 4, 5], holidays: soon };
    await app.admin.call(setWorkingTime, { params: { id }, body: time });
    const later = await read();
    for (const which of ['half', 'most'] as const)
      expect(workingDaysBetween(ends![which], later.ends![which])).toBe(2);
    await app.admin.call(setWorkingTime, {
      params: { id },
      body: { ...time, weekdays: [1, 2, 3, 4], holidays: [] },
    });
    expect((await read()).ends!.half > later.ends!.half).toBe(true);
    await app.admin.call(setWorkingTime, { params: { id }, body: { ...time, holidays: [] } });
    expect((await read()).ends).toEqual(ends);

    const params = { id, user: dev.userId };
    const absences = [{ starts_on: '2026-04-16', ends_on: '2026-04-29', reason: null }];
    await app.admin.call(setPersonTime, { params, body: { share: 100, absences } });
    const away = await read();
    expect(workingDaysBetween(ends!.half, away.ends!.half)).toBeGreaterThanOrEqual(8);
    await app.admin.call(setPersonTime, { params, body: { share: 50, absences: [] } });
    const part = workingDaysBetween(TODAY, (await read()).ends!.half);
    expect(part).toBeGreaterThan(1.7 * workingDaysBetween(TODAY, ends!.half));
    // One who is there all week takes it over.
    expect((await read({ developers: 1 })).ends!.half < away.ends!.half).toBe(true);
    await app.admin.call(setPersonTime, { params, body: { share: 100, absences: [] } });
  });

  it('says that it relies mostly on the prior until enough work is done', async () => {
    const { ids, assess, finish, read } = await prepare({ objects: 60 });
    await assess();
    expect((await read()).prior).toEqual([
      { reason: 'days', object_type: null, count: 0 },
      { reason: 'finished', object_type: null, count: 0 },
      { reason: 'type', object_type: 'tables', count: 0 },
    ]);
    const days = Array.from({ length: 36 }, (_, index) => addDays('2026-03-03', index));
    for (const [index, day] of days.entries()) await finish(ids[index]!, 'migrated', day);
    const { prior, types, ends } = await read();
    expect(prior).toEqual([]);
    // One a day, weekends included: estimates of 8 hours are not far off.
    expect(types[0]!.develop_factor).toBeGreaterThan(0.7);
    expect(types[0]!.develop_factor).toBeLessThan(1.3);
    expect(ends).not.toBeNull();
  });

  it('develops nothing anew, and takes what moves by itself as it was estimated', async () => {
    const { ids, assess, finish, read } = await prepare({ objects: 12 });
    await assess();
    await app.store.db
      .updateTable('assessed_object')
      .set({ automatic: 1 })
      .where('object_id', '=', ids[11]!)
      .execute();
    // A week for each: development takes longer here than was estimated.
    for (const [index, day] of ['03-09', '03-16', '03-23', '03-30'].entries())
      await finish(ids[index]!, 'migrated', `2026-${day}`);
    const before = await read();
    const { develop_factor: develops, test_factor: tests } = before.types[0]!;
    expect(develops).toBeGreaterThan(1.3);
    expect(before.scope.hours).toBeCloseTo(11 * 8 * develops + 8 + 12 * 4 * tests);
    // All that is left is tested: nobody develops any more.
    for (const object of ids.slice(4)) await finish(object, 'migrated', '2026-03-30');
    const { ends, types } = await read();
    expect(types[0]!.hours_left).toBeCloseTo(12 * 4 * tests);
    expect(workingDaysBetween(TODAY, ends!.half)).toBeLessThan(
      workingDaysBetween(TODAY, before.ends!.half) / 2,
    );
  });

  it('has no date and no remarks when everything is done', async () => {
    const { ids, assess, finish, read } = await prepare({ objects: 2 });
    await assess();
    // What is done soon is shown by day.
    const { fan } = await read();
    expect(fan.slice(1, 4).map(({ date }) => date)).toEqual([
      '2026-04-16',
      '2026-04-17',
      '2026-04-20',
    ]);
    for (const id of ids) {
      await finish(id, 'migrated', '2026-03-10');
      await finish(id, 'verified', '2026-03-11');
    }
    expect(await read()).toMatchObject({
      without: null,
      ends: null,
      prior: [],
      fan: [],
      alerts: [],
    });
    // Nobody is missing for what is done.
    expect((await read({ developers: -1, testers: -1 })).without).toBeNull();
  });

  it('is remembered until something changes, or the day', async () => {
    const { id, ids, assess } = await prepare();
    await assess();
    const readAt = async (moment: string) =>
      asOf(Date.parse(moment), () => app.admin.call(getForecast, { params: { id } }));
    const first = await readAt('2026-04-15T10:00:00.000Z');
    expect((await readAt('2026-04-15T11:00:00.000Z')).as_of).toBe(first.as_of);
    expect((await readAt('2026-04-16T11:00:00.000Z')).as_of).toBe('2026-04-16T11:00:00.000Z');
    await app.admin.call(updateObject, { params: { id: ids[0]! }, body: { comments: 'new' } });
    expect((await readAt('2026-04-15T12:00:00.000Z')).as_of).toBe('2026-04-15T12:00:00.000Z');
  });

  it('changes with the team and the assessment, even if nothing else does', async () => {
    const { id, assess, read } = await prepare({ objects: 30 });
    await assess();
    const before = await read();
    const eve = await app.createUser(`eve-${id}`);
    await app.store.db
      .insertInto('project_member')
      .values({ project_id: id, user_id: eve.userId, role: 'developer', created_at: at(TODAY) })
      .execute();
    const after = await read();
    expect(after.people.developers).toBe(2);
    expect(after.ends!.half < before.ends!.half).toBe(true);
  });
});

it('draws less often where there is more to draw', () => {
  expect([1, 100, 5_000, 100_000].map(drawsFor)).toEqual([600, 600, 400, 200]);
});

describe('what a lead should look at', () => {
  const counts = ({ alerts }: Awaited<ReturnType<Awaited<ReturnType<typeof prepare>>['read']>>) =>
    Object.fromEntries(alerts.map(({ alert, count }) => [alert, count]));

  it('is a later date beyond the plan, and who has nothing to do', async () => {
    const { id, assess, read, ids } = await prepare({ objects: 40 });
    await assess();
    // What keeps people busy on another project or on the target is not counted here.
    const other = await prepare({ objects: 1 });
    const [onTarget] = await importTables(app.admin, id, 'target', ['t0']);
    await app.store.db
      .updateTable('object')
      .set({ developer_id: dev.userId, tester_id: tess.userId })
      .where('id', 'in', [other.ids[0]!, onTarget!.target_objectid!])
      .execute();
    const found = await read();
    expect(counts(found)).toEqual({
      beyond_plan: workingDaysBetween('2026-04-30', found.ends!.most),
      idle: 2,
    });
    await app.store.db
      .updateTable('object')
      .set({ developer_id: dev.userId, tester_id: tess.userId, updated_at: at(TODAY) })
      .where('id', '=', ids[0]!)
      .execute();
    await app.admin.call(updateObject, { params: { id: ids[1]! }, body: { comments: 'seen' } });
    expect(counts(await read()).idle).toBeUndefined();
    // What is gone from the source keeps nobody busy.
    await app.store.db
      .updateTable('object')
      .set({ missing_since: at(TODAY) })
      .where('id', '=', ids[0]!)
      .execute();
    await app.admin.call(updateObject, { params: { id: ids[1]! }, body: { comments: 'gone' } });
    expect(counts(await read()).idle).toBe(2);
  });

  it('is what waits for testing, what nobody touched, and what came back again and again', async () => {
    const { ids, assess, finish, read } = await prepare({ objects: 16 });
    await assess();
    await app.store.db
      .updateTable('object')
      .set({ developer_id: dev.userId, tester_id: tess.userId })
      .where('id', 'in', ids)
      .execute();
    for (const object of ids.slice(0, 9)) await finish(object, 'migrated', '2026-04-10');
    const few = counts(await read());
    // Seven were not touched since the import, and nine wait: fewer than ten.
    expect(few).toMatchObject({ untouched: 7 });
    expect(few.piling_up).toBeUndefined();
    await finish(ids[9]!, 'migrated', '2026-04-10');
    expect(counts(await read())).toMatchObject({ piling_up: 10, untouched: 6 });

    // Testers who keep up have no pile: not more than twice what they verified in two weeks.
    for (const object of ids.slice(10)) {
      await finish(object, 'migrated', '2026-04-10');
      await finish(object, 'verified', '2026-04-13');
    }
    expect(counts(await read()).piling_up).toBeUndefined();

    const back = ids[0]!;
    for (const day of ['11', '12', '13']) {
      expect(counts(await read()).returned_often).toBeUndefined();
      await finish(back, 'pending', `2026-04-${day}`);
      await finish(back, 'migrated', `2026-04-${day}`);
    }
    expect(counts(await read()).returned_often).toBe(1);
    // What developers take back themselves is not returned.
    await app.store.db
      .updateTable('object')
      .set({ developer_id: app.admin.userId })
      .where('id', '=', ids[1]!)
      .execute();
    for (const day of ['11', '12', '13']) {
      await finish(ids[1]!, 'pending', `2026-04-${day}`);
      await finish(ids[1]!, 'migrated', `2026-04-${day}`);
    }
    expect(counts(await read()).returned_often).toBe(1);
    await finish(back, 'verified', '2026-04-14');
    expect(counts(await read()).returned_often).toBeUndefined();
  });
});

describe('a forecast that was made', () => {
  /** How often assessments are asked for their estimates, which nothing else does; the first time may fail. */
  function countComputed({ fails = false } = {}) {
    const seen = { computed: 0 };
    const { store, context } = app;
    const assessments = {
      newestOf: async () => null,
      async estimatesOf() {
        seen.computed += 1;
        if (fails && seen.computed === 1) throw new Error('The store is away.');
        return null;
      },
    } as unknown as AssessmentService;
    const calendars = createCalendarService(store, context.members);
    const forecasts = createForecastService(store, assessments, context.members, calendars);
    const ask = (id: number, freeze_days = 0) =>
      forecasts.read(id, { developers: 0, testers: 0, freeze_days, until_wave: 0 });
    return { seen, ask };
  }

  it('is the answer until something changes, and a failure is none', async () => {
    const { id } = await prepare();
    const { seen, ask } = countComputed({ fails: true });
    await expect(ask(id)).rejects.toThrow('away');
    expect(await ask(id)).toMatchObject({ without: 'unassessed' });
    await ask(id);
    expect(seen.computed).toBe(2);
  });

  it('makes room for others, the oldest first', async () => {
    const { id } = await prepare();
    const { seen, ask } = countComputed();
    for (let days = 0; days <= 100; days += 1) await ask(id, days);
    expect(seen.computed).toBe(101);
    for (const days of [1, 50, 100]) await ask(id, days);
    expect(seen.computed).toBe(101);
    await ask(id, 0);
    expect(seen.computed).toBe(102);
  });
});

describe('earlier forecasts', () => {
  it('are kept once a week, of projects that have dates', async () => {
    const { id, assess, read } = await prepare({ objects: 30 });
    const keep = (day: string) =>
      asOf(Date.parse(at(day)), () => app.context.forecasts.keepWeekly());
    await keep('2026-04-01');
    const rows = () =>
      app.store.db
        .selectFrom('forecast')
        .select(['week', 'as_of'])
        .where('project_id', '=', id)
        .orderBy('week')
        .execute();
    expect(await rows()).toEqual([]);
    await assess();
    await keep('2026-04-01');
    await keep('2026-04-02');
    await keep('2026-04-06');
    expect(await rows()).toEqual([
      { week: '2026-03-30', as_of: at('2026-04-01') },
      { week: '2026-04-06', as_of: at('2026-04-06') },
    ]);
    const { kept, hits } = await read();
    expect(kept.map(({ as_of }) => as_of)).toEqual([at('2026-04-06'), at('2026-04-01')]);
    // Somebody was expected to be done with something by now.
    expect(hits).toEqual({ points: expect.any(Number), held: 0 });
  });

  it('are deleted when they are old, and for completed projects', async () => {
    const [mine, other] = [await prepare(), await prepare()];
    await mine.assess();
    await other.assess();
    const found = await mine.read();
    const rows = (id: number) =>
      app.store.db
        .selectFrom('forecast')
        .select('week')
        .where('project_id', '=', id)
        .orderBy('week')
        .execute();
    const keep = (id: number, week: string) =>
      app.store.transaction((tx) => keepForecast(tx, id, week, found));
    await keep(other.id, '2020-01-06');
    // Shares of nothing are none.
    for (const over of [{ ends: null }, { scope: { objects: 1, hours: 0 } }])
      await app.store.transaction((tx) =>
        keepForecast(tx, other.id, '2020-01-13', { ...found, ...over }),
      );
    for (let week = 0; week <= KEPT_FORECASTS; week += 1)
      await keep(mine.id, addDays('2021-01-04', 7 * week));
    const left = await rows(mine.id);
    expect(left).toHaveLength(KEPT_FORECASTS);
    expect(left[0]).toEqual({ week: '2021-01-11' });
    expect(await rows(other.id)).toEqual([{ week: '2020-01-06' }]);

    await app.store.db
      .updateTable('project')
      .set({ status: 'completed' })
      .where('id', '=', other.id)
      .execute();
    await onThatDay(() => app.context.forecasts.keepWeekly());
    expect(await rows(other.id)).toHaveLength(1);
    expect((await rows(mine.id)).at(-1)).toEqual({ week: mondayOf(TODAY) });
  });

  it('show how often their ranges held; misses widen the next one', async () => {
    const { id, ids, assess, finish, read } = await prepare({ objects: 60 });
    await assess();
    const days = Array.from({ length: 36 }, (_, index) => addDays('2026-03-03', index));
    for (const [index, day] of days.entries()) await finish(ids[index]!, 'migrated', day);
    const usual = await read();
    expect(usual.prior).toEqual([]);
    const weeks = Array.from({ length: 5 }, (_, index) => addDays('2026-03-04', 7 * index));
    const keep = (week: string, [low, high]: [number, number]) =>
      app.store.transaction((tx) =>
        keepForecast(tx, id, mondayOf(week), {
          ...usual,
          as_of: at(week),
          fan: weeks
            .filter((date) => date > week)
            .map((date) => ({
              date,
              low: low * usual.scope.hours,
              middle: 0,
              high: high * usual.scope.hours,
            })),
        }),
      );
    const touch = (comments: string) =>
      app.admin.call(updateObject, { params: { id: ids[40]! }, body: { comments } });
    for (const week of weeks) await keep(week, [0.01, 0.99]);
    await touch('a');
    const trusted = await read();
    expect(trusted.hits).toEqual({ points: 10, held: 10 });
    expect(trusted.ends).toEqual(usual.ends);
    await app.store.db.deleteFrom('forecast').where('project_id', '=', id).execute();
    await keep(weeks[0]!, [0.01, 0.99]);
    await touch('b');
    expect(await read()).toMatchObject({ hits: { points: 4, held: 4 }, ends: usual.ends });
    for (const week of weeks.slice(1, 3)) await keep(week, [0.9, 1]);
    for (const week of weeks.slice(3)) await keep(week, [0, 0.01]);
    await touch('c');
    const doubted = await read();
    expect(doubted.hits).toEqual({ points: 10, held: 4 });
    const width = ({ ends }: typeof usual) => workingDaysBetween(ends!.low, ends!.high);
    expect(width(doubted)).toBeGreaterThan(width(usual));
  });
});
