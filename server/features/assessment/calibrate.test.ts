import { describe, expect, it } from 'vitest';
import { FULL_TIME, type TeamTime } from '../calendar/service.ts';
import { hoursAway } from '../calendar/team.ts';
import { actualTimes, workingDays } from './actual-times.ts';
import { type Completion, calibrate, rangeOf } from './calibrate.ts';
import { timesOf } from './rules.ts';

const some = (count: number, ratio: number): Completion[] =>
  Array.from({ length: count }, () => ({ type: 'procedures', estimate: 4, actual: 4 * ratio }));

describe("what the team's own times show", () => {
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

  it('affects other types too, but less', () => {
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
    const days = (after: string, until: string) => workingDays(after, until, FULL_TIME, 1);
    expect(days('2026-03-06T09:00:00Z', '2026-03-09T09:00:00Z')).toBe(1);
    expect(days('2026-03-02T09:00:00Z', '2026-03-23T09:00:00Z')).toBe(5);
  });

  it('is since the same person finished something, shared by estimate', () => {
    const done = (user: number, day: number, estimate: number) => ({
      user_id: user,
      at: `2026-03-0${day}T10:00:00.000Z`,
      type_id: 4 as const,
      estimate,
    });
    const finished = [done(1, 2, 3), done(2, 3, 1), done(1, 4, 1), done(1, 4, 3)];
    const times = actualTimes(finished, FULL_TIME);
    expect(times).toEqual([
      // Two working days into the project a team is at six tenths of its pace.
      { type: 'procedures', estimate: 1, actual: 0.6 * 4 },
      { type: 'procedures', estimate: 3, actual: 0.6 * 12 },
    ]);
  });
});

describe('who is not there', () => {
  const done = (day: string) => ({
    user_id: 1,
    at: `2026-03-${day}T10:00:00.000Z`,
    type_id: 4 as const,
    estimate: 1,
  });
  const finished = [done('02'), done('06')];
  // Four working days into the project a team is at seven tenths of its pace.
  const hoursOf = (team: Partial<TeamTime>) =>
    actualTimes(finished, { ...FULL_TIME, ...team })[0]!.actual;

  it('is not counted as work', () => {
    expect(hoursOf({})).toBeCloseTo(0.7 * 32);
    const absent = { starts_on: '2026-03-04', ends_on: '2026-03-05' };
    const absences = [{ starts_on: '2026-02-01', ends_on: '2026-02-20' }, absent, absent];
    expect(hoursOf({ absencesOf: () => absences })).toBeCloseTo(0.7 * 16);
    expect(hoursOf({ absencesOf: (user) => (user === 2 ? absences : []) })).toBeCloseTo(0.7 * 32);
    expect(hoursOf({ shareOf: () => 0.5 })).toBeCloseTo(0.7 * 16);
  });

  it('is everybody on a holiday', () => {
    const calendar = { ...FULL_TIME.calendar, holidays: ['2026-03-04'] };
    expect(hoursOf({ calendar })).toBeCloseTo(0.65 * 24);
  });

  it('is away for the working hours of an absence', () => {
    const absences = [
      { starts_on: '2026-02-26', ends_on: '2026-02-27' },
      { starts_on: '2026-02-26', ends_on: '2026-03-03' },
      { starts_on: '2026-03-06', ends_on: '2026-03-09' },
    ];
    expect(hoursAway({ ...FULL_TIME, absencesOf: () => absences }, 1, '2026-03-02')).toEqual([
      [0, 8],
      [24, 40],
    ]);
  });
});

describe('many of one kind', () => {
  it('cost less each, and nothing from the eleventh on', () => {
    const times = [0, 1, 2, 10, 11, 500].map((count) => Number(timesOf(count).toFixed(3)));
    expect(times).toEqual([0, 1, 1.3, 3.7, 3.7, 3.7]);
  });
});
