import { expect, it } from 'vitest';
import { today } from '../../platform/clock.ts';
import { USUAL_CALENDAR, addDays, mondayOf } from '../../platform/working-days.ts';
import { believe } from '../assessment/calibrate.ts';
import { countHits } from './kept.ts';
import { type Planned, burnUpOf, createHours, fanOf, priorOf } from './planned.ts';

const workOf = (hours: number, over: Partial<Planned> = {}): Planned => ({
  id: 1,
  created_at: '2026-01-01T00:00:00.000Z',
  migrated_at: null,
  verified_at: null,
  wave_id: null,
  type: 'tables',
  wave: 0,
  automatic: false,
  develop: hours,
  test: 0,
  counts: { develop: hours, test: 0 },
  ...over,
});

/** What is shown of work of so many hours, of which one is done on every working day. */
function fanOfHours(hours: number) {
  const days = Array.from({ length: 60 }, (_, day) => new Float64Array([day + 1]));
  const outcome = { ends: new Float64Array(), types: new Map(), waves: new Map(), days };
  return fanOf(outcome, [workOf(hours)], 0, USUAL_CALENDAR).map(({ middle }) => middle);
}

it('what ends within 30 working days is shown by day, what ends later by week', () => {
  expect(fanOfHours(30)).toEqual(Array.from({ length: 31 }, (_, day) => day));
  expect(fanOfHours(31)).toEqual([0, 5, 10, 15, 20, 25, 30, 35]);
});

it('the last week shown is the one in which the work ends', () => {
  expect(fanOfHours(35).at(-1)).toBe(35);
  expect(fanOfHours(36).at(-1)).toBe(40);
});

it('looks back two years, however old the work is', () => {
  const old = burnUpOf([workOf(8, { created_at: '2001-01-01T00:00:00.000Z' })]);
  expect(old[0]?.date).toBe(addDays(mondayOf(today()), -7 * 104));
});

it('a point of a forecast holds within what rounding leaves', () => {
  const [then, since] = [addDays(today(), -20), addDays(today(), -10)];
  const half = [workOf(8, { verified_at: `${then}T12:00:00.000Z` }), workOf(8)];
  const heldAt = (low: number, high: number) => {
    const fan = [{ date: since, low, high }];
    const kept = { as_of: `${then}T10:00:00.000Z`, half: since, most: since, fan };
    return countHits([kept], half).held;
  };
  expect(heldAt(0.5005, 1)).toBe(1);
  expect(heldAt(0, 0.4995)).toBe(1);
  expect(heldAt(0.502, 1)).toBe(0);
  expect(heldAt(0, 0.498)).toBe(0);
});

it('a type is mostly prior below four that are done, if more than a fifth of the rest is of it', () => {
  const done = (count: number) =>
    believe(Array.from({ length: count }, () => ({ type: 'views', estimate: 1, actual: 1 })));
  const typesOf = (finished: number, hours: number) =>
    priorOf(
      [workOf(80), workOf(hours, { type: 'views' })],
      { develop: done(finished), test: done(0) },
      USUAL_CALENDAR,
    ).flatMap(({ object_type: type, count }) => (type === 'views' ? [count] : []));
  expect(typesOf(3, 21)).toEqual([3]);
  expect(typesOf(4, 21)).toEqual([]);
  expect(typesOf(3, 20)).toEqual([]);
});

it('judges forecasts by the scope at the time', () => {
  const [then, later, since] = [
    addDays(today(), -20),
    addDays(today(), -15),
    addDays(today(), -10),
  ];
  const doneAt = (date: string) => workOf(8, { verified_at: `${date}T12:00:00.000Z` });
  const added = { ...doneAt(since), created_at: `${later}T00:00:00.000Z` };
  const heldOf = (asOf: string, share: number) => {
    const fan = [{ date: since, low: share, high: share }];
    return countHits(
      [
        { as_of: `${asOf}T10:00:00.000Z`, half: since, most: since, fan },
        { as_of: `${then}T10:00:00.000Z`, half: since, most: since, fan: [] },
      ],
      [added, doneAt(then), workOf(8)],
    ).held;
  };
  expect(heldOf(then, 1 / 2)).toBe(1);
  expect(heldOf(later, 2 / 3)).toBe(1);
});

it('counts objects, and their finished work, from the day on which they were added', () => {
  const work = [
    workOf(8, { migrated_at: '2026-03-02T09:00:00.000Z' }),
    workOf(4, {
      created_at: '2026-03-04T09:00:00.000Z',
      verified_at: '2026-03-03T09:00:00.000Z',
      counts: { develop: 3, test: 1 },
    }),
  ];
  const hours = createHours(work);
  const on = (day: number) => hours.on(`2026-03-0${day}`);
  expect([1, 2, 3, 4].map(on)).toEqual([
    { scope: 8, done: 0 },
    { scope: 8, done: 8 },
    { scope: 8, done: 8 },
    { scope: 12, done: 12 },
  ]);
});
