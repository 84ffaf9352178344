import { expect, it } from 'vitest';
import { USUAL_CALENDAR } from '../../platform/working-days.ts';
import { fanOf } from './planned.ts';

/** What is shown of work of so many hours, of which one is done on every working day. */
function fanOfHours(hours: number) {
  const work = {
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
  } as const;
  const days = Array.from({ length: 60 }, (_, day) => new Float64Array([day + 1]));
  const outcome = { ends: new Float64Array(), types: new Map(), waves: new Map(), days };
  return fanOf(outcome, [work], 0, USUAL_CALENDAR).map(({ middle }) => middle);
}

it('what ends within 30 working days is shown by day, what ends later by week', () => {
  expect(fanOfHours(30)).toEqual(Array.from({ length: 31 }, (_, day) => day));
  expect(fanOfHours(31)).toEqual([0, 5, 10, 15, 20, 25, 30, 35]);
});

it('the last week shown is the one in which the work ends', () => {
  expect(fanOfHours(35).at(-1)).toBe(35);
  expect(fanOfHours(36).at(-1)).toBe(40);
});
