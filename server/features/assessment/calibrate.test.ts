import { describe, expect, it } from 'vitest';
import { actualTimes, workingDays } from './actual-times.ts';
import { type Completion, calibrate, rangeOf } from './calibrate.ts';
import { timesOf } from './rules.ts';

const some = (count: number, ratio: number): Completion[] =>
  Array.from({ length: count }, () => ({ type: 'procedures', estimate: 4, actual: 4 * ratio }));

describe('what the own times of a team say', () => {
  it('is nothing while nothing is finished', () => {
    const { procedures } = calibrate([]);
    expect(procedures).toMatchObject({ factor: 1, finished: 0, mostly_prior: true });
  });

  it('counts more the more is finished, and never all', () => {
    const factors = [1, 4, 30].map((count) => calibrate(some(count, 2)).procedures.factor);
    expect(factors[0]).toBeGreaterThan(1);
    expect(factors[1]).toBeGreaterThan(factors[0]!);
    expect(factors[2]).toBeGreaterThan(factors[1]!);
    expect(factors[2]).toBeLessThan(2);
    expect(calibrate(some(3, 2)).procedures.mostly_prior).toBe(true);
    expect(calibrate(some(4, 2)).procedures.mostly_prior).toBe(false);
  });

  it('says something of other types, too, but less', () => {
    const { procedures, views } = calibrate(some(10, 3));
    expect(views.factor).toBeGreaterThan(1);
    expect(views.factor).toBeLessThan(procedures.factor);
  });

  it('makes the range narrower, and is not thrown off by what took a hundred times as long', () => {
    const ofHours = [{ type: 'procedures' as const, hours: 100 }];
    const before = rangeOf(ofHours, calibrate([]));
    const after = rangeOf(ofHours, calibrate(some(20, 1)));
    expect(after.low).toBeGreaterThan(before.low);
    expect(after.high).toBeLessThan(before.high);
    expect(calibrate(some(20, 100)).procedures.factor).toBeLessThan(8);
  });
});

describe('what something took', () => {
  it('is working days, a week at most', () => {
    // A Friday to a Monday, and three weeks.
    expect(workingDays('2026-03-06T09:00:00Z', '2026-03-09T09:00:00Z')).toBe(1);
    expect(workingDays('2026-03-02T09:00:00Z', '2026-03-23T09:00:00Z')).toBe(5);
  });

  it('is since the same person finished something, shared by estimate', () => {
    const done = (user: number, day: number, estimate: number) => ({
      user_id: user,
      at: `2026-03-0${day}T10:00:00.000Z`,
      type_id: 4 as const,
      estimate,
    });
    const times = actualTimes([done(1, 2, 3), done(2, 3, 1), done(1, 4, 1), done(1, 4, 3)]);
    expect(times).toEqual([
      // Two working days into the project a team is at six tenths of its pace.
      { type: 'procedures', estimate: 1, actual: 0.6 * 4 },
      { type: 'procedures', estimate: 3, actual: 0.6 * 12 },
    ]);
  });
});

describe('many of one kind', () => {
  it('cost less each, and nothing from the eleventh on', () => {
    const times = [0, 1, 2, 10, 11, 500].map((count) => Number(timesOf(count).toFixed(3)));
    expect(times).toEqual([0, 1, 1.3, 3.7, 3.7, 3.7]);
  });
});
