import { describe, expect, it } from 'vitest';
import { today } from '../../platform/clock.ts';
import { addDays, mondayOf } from '../../platform/working-days.ts';
import { believe } from '../assessment/calibrate.ts';
import { FULL_TIME, type TeamTime } from '../calendar/service.ts';
import { believePace, pacesOf } from './pace.ts';
import type { Membership } from './past-team.ts';
import type { Planned } from './planned.ts';

const thisWeek = mondayOf(today());
/** At noon of a day of a week, so many weeks before this one. */
const noon = (weeksAgo: number, day = 0) =>
  `${addDays(thisWeek, day - 7 * weeksAgo)}T12:00:00.000Z`;

const workOf = (develop: number, over: Partial<Planned> = {}): Planned => ({
  id: 1,
  created_at: '2001-01-01T00:00:00.000Z',
  migrated_at: null,
  verified_at: null,
  wave_id: null,
  type: 'tables',
  wave: 0,
  automatic: true,
  develop,
  test: 0,
  counts: { develop, test: 0 },
  ...over,
});
/** Nothing is known of them, and nothing of what moves by itself takes longer than it should. */
const BELIEFS = { develop: believe([]), test: believe([]) };
const always = (...ids: number[]): Membership[] =>
  ids.map((userId) => ({ userId, from: '2001-01-01', until: null }));
const TEAM = { developer: always(1, 2), tester: always(3) };
const paceOf = (planned: readonly Planned[], team = TEAM, time: Partial<TeamTime> = {}) =>
  believePace(planned, BELIEFS, team, { ...FULL_TIME, ...time });

/** So many hours of development in each week, the oldest first, and far more that is left. */
const weeks = (...hours: number[]): Planned[] => [
  ...hours.map((each, index) => workOf(each, { migrated_at: noon(hours.length - index) })),
  workOf(10_000),
];

it('ignores the first two weeks of a team', () => {
  const thisWeek = mondayOf(today());
  const done = [8, 8, 10, 30, 20, 20].map((hours, week) =>
    workOf(hours, { migrated_at: `${addDays(thisWeek, 7 * (week - 6))}T12:00:00.000Z` }),
  );
  expect(pacesOf(done)).toEqual([0.5, 1.5, 1, 1]);
  expect(pacesOf(done.slice(1))).toEqual([]);
});

describe('what a team delivers of its hours', () => {
  it('is a wide guess until a week after its first is over', () => {
    const nothing = paceOf([workOf(100)]);
    expect(nothing).toMatchObject({ weeks: 0, delivered: null, mean: 0 });
    expect(nothing.deviation).toBeGreaterThan(0.35);
    // The week in which it began is not a whole one, and this one is not over.
    expect(paceOf([...weeks(40), workOf(40, { migrated_at: noon(0) })])).toEqual(nothing);
  });

  it('is learned from full weeks, and believed the more of them there are', () => {
    // Two developers have 80 hours; in the fourth week of a team they are at their pace.
    const learned = [3, 6, 12].map((count) =>
      paceOf(weeks(...Array.from({ length: count + 1 }, () => 40))),
    );
    expect(learned.map((pace) => pace.weeks)).toEqual([3, 6, 12]);
    for (const [one, next] of [learned.slice(0, 2), learned.slice(1)]) {
      expect(next!.deviation).toBeLessThan(one!.deviation);
      expect(next!.mean).toBeLessThan(one!.mean);
    }
    expect(Math.exp(learned[2]!.mean)).toBeGreaterThan(0.5);
    expect(Math.exp(learned[2]!.mean)).toBeLessThan(0.6);
    // Somebody at half of the week, and one who was away, could do less.
    const half = paceOf(weeks(0.1, 40, 40, 40, 40, 40), TEAM, { shareOf: () => 0.5 });
    expect(half.delivered).toBeGreaterThan(0.9);
  });

  it('expects less of a team that begins', () => {
    // 80 hours at eight tenths of the pace, then at all of it.
    expect(paceOf(weeks(1, 68)).delivered).toBeCloseTo(68 / (80 * 0.85), 1);
    expect(paceOf(weeks(1, 0, 0, 80)).delivered).toBeLessThan(0.4);
  });

  it('does not count idle time against people without work', () => {
    const begun = workOf(1, { migrated_at: noon(4), counts: { develop: 1, test: 0 } });
    const late = workOf(20, { migrated_at: noon(2), created_at: noon(2) });
    expect(paceOf([begun, late])).toMatchObject({ weeks: 1, delivered: 1 });
    // A tester tests what was ready; what became so meanwhile may wait.
    const tested = { develop: 0, test: 10 };
    const ready = workOf(0, { counts: tested, migrated_at: noon(4), verified_at: noon(3) });
    const waiting = workOf(0, { counts: tested, migrated_at: noon(3, 3) });
    expect(paceOf([ready, waiting]).delivered).toBeLessThan(1);
    expect(paceOf([ready, { ...waiting, migrated_at: noon(1, 3) }])).toMatchObject({ weeks: 1 });
  });

  it('splits a person with both roles between them', () => {
    const both = { developer: always(1, 2), tester: always(1, 2) };
    const planned = weeks(1, 40, 40, 40);
    expect(paceOf(planned, both).delivered).toBeCloseTo(2 * paceOf(planned).delivered!);
  });

  it('expects nothing of people before they joined or after they left', () => {
    const planned = weeks(1, 40, 40, 40);
    const all = paceOf(planned).delivered!;
    const monday = (weeksAgo: number) => addDays(thisWeek, -7 * weeksAgo);
    const withSecond = (from: string, until: string | null) =>
      paceOf(planned, {
        developer: [...always(1), { userId: 2, from, until }],
        tester: always(3),
      }).delivered!;
    const alone = paceOf(planned, { developer: always(1), tester: always(3) }).delivered!;
    expect(withSecond('2001-01-01', monday(3))).toBeCloseTo(alone);
    expect(withSecond(thisWeek, null)).toBeCloseTo(alone);
    expect(withSecond(monday(3), thisWeek)).toBeCloseTo(all);
    // There from Thursday on, in the first of three weeks.
    const late = withSecond(addDays(monday(3), 3), null);
    expect(late).toBeGreaterThan(all);
    expect(late).toBeLessThan(withSecond(monday(2), null));
    // Who came back was away in between.
    const back = paceOf(planned, {
      developer: [
        ...always(1),
        { userId: 2, from: monday(3), until: monday(2) },
        { userId: 2, from: monday(1), until: null },
      ],
      tester: always(3),
    }).delivered!;
    expect(back).toBeGreaterThan(all);
    expect(back).toBeLessThan(alone);
  });

  it('counts an absence of then', () => {
    const planned = weeks(1, 40, 40, 40);
    const [monday, friday] = [addDays(thisWeek, -14), addDays(thisWeek, -10)];
    const away = paceOf(planned, TEAM, {
      absencesOf: (id) => (id === 2 ? [{ starts_on: monday, ends_on: friday }] : []),
    });
    expect(away.delivered).toBeGreaterThan(paceOf(planned).delivered!);
  });

  it('is not thrown off by weeks in which nothing was done', () => {
    const idle = paceOf(weeks(1, 0, 0, 0));
    expect(idle.delivered).toBe(0);
    expect(Math.exp(-idle.mean)).toBeLessThan(8);
  });
});
