import { expect, it } from 'vitest';
import { today } from '../../platform/clock.ts';
import { USUAL_CALENDAR, addDays, mondayOf } from '../../platform/working-days.ts';
import { type Planned, burnUpOf, fanOf } from './planned.ts';

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

it('what was done is looked back at for two years, however old the work is', () => {
  const old = burnUpOf([workOf(8, { created_at: '2001-01-01T00:00:00.000Z' })]);
  expect(old[0]?.date).toBe(addDays(mondayOf(today()), -7 * 104));
});
