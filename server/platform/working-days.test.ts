import { expect, it } from 'vitest';
import { dateAfter, mondayOf, workingDaysBetween } from './working-days.ts';

it('work ends on a working day, the next one at the earliest', () => {
  // A Thursday.
  expect(dateAfter('2026-03-05', 0)).toBe('2026-03-06');
  expect(dateAfter('2026-03-05', 8)).toBe('2026-03-06');
  expect(dateAfter('2026-03-05', 8.1)).toBe('2026-03-09');
  expect(dateAfter('2026-03-07', 8)).toBe('2026-03-09');
  expect(dateAfter('2026-03-05', 40)).toBe('2026-03-12');
  expect(dateAfter('2026-03-05', 40 * 52)).toBe('2027-03-04');
});

it('working days are counted between dates, either way', () => {
  expect(workingDaysBetween('2026-03-05', '2026-03-05')).toBe(0);
  expect(workingDaysBetween('2026-03-06', '2026-03-08')).toBe(0);
  expect(workingDaysBetween('2026-03-06', '2026-03-09')).toBe(1);
  expect(workingDaysBetween('2026-03-09', '2026-03-06')).toBe(-1);
  expect(workingDaysBetween('2026-03-05', '2026-03-26')).toBe(15);
});

it('weeks begin on Monday', () => {
  expect(mondayOf('2026-03-08')).toBe('2026-03-02');
  expect(mondayOf('2026-03-09')).toBe('2026-03-09');
});

it('holidays move what ends after them, and only those that would be working days', () => {
  const calendar = {
    weekdays: new Set([1, 2, 3, 4, 5]),
    // A Friday, a Monday that is said twice, and a Sunday.
    holidays: ['2026-04-03', '2026-04-06', '2026-04-06', '2026-04-05'],
  };
  expect(dateAfter('2026-04-02', 8, calendar)).toBe('2026-04-07');
  expect(dateAfter('2026-04-01', 8, calendar)).toBe('2026-04-02');
  // Whole weeks at once, with the holidays in them.
  expect(dateAfter('2026-03-26', 8 * 20)).toBe('2026-04-23');
  expect(dateAfter('2026-03-26', 8 * 20, calendar)).toBe('2026-04-27');
  expect(workingDaysBetween('2026-04-02', '2026-04-07', calendar)).toBe(1);
  expect(workingDaysBetween('2026-04-07', '2026-04-02', calendar)).toBe(-1);
  expect(workingDaysBetween('2026-03-26', '2026-04-27', calendar)).toBe(20);
});

it('a week has the days that a project works', () => {
  // From Sunday to Thursday.
  const calendar = { weekdays: new Set([7, 1, 2, 3, 4]), holidays: [] };
  expect(dateAfter('2026-03-05', 8, calendar)).toBe('2026-03-08');
  expect(workingDaysBetween('2026-03-05', '2026-03-12', calendar)).toBe(5);
  const sundays = { weekdays: new Set([7]), holidays: ['2026-03-08'] };
  expect(dateAfter('2026-03-05', 16, sundays)).toBe('2026-03-22');
});
