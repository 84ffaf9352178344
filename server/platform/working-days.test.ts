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
