import fc from 'fast-check';
import { expect, it } from 'vitest';
import { DAY_HOURS, addDays } from '../../platform/working-days.ts';
import { type TeamTime, dateDone, hoursThere } from './team.ts';

const MONDAY = '2026-03-02';
/** So many days that absences, holidays and weekends are among them. */
const DAYS = 40;
const day = (number: number) => addDays(MONDAY, number);
const USER = 7;

const team = fc
  .record({
    weekdays: fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1 }),
    holidays: fc.array(fc.nat(DAYS)),
    share: fc.constantFrom(0.1, 0.5, 0.8, 1),
    absences: fc.array(fc.tuple(fc.nat(DAYS), fc.nat(12)), { maxLength: 5 }),
  })
  .map(({ weekdays, holidays, share, absences }): TeamTime => ({
    calendar: { weekdays: new Set(weekdays), holidays: holidays.map(day) },
    shareOf: () => share,
    absencesOf: () =>
      absences
        .toSorted(([one], [other]) => one - other)
        .map(([start, length]) => ({ starts_on: day(start), ends_on: day(start + length) })),
  }));

/** Hours of one day. */
function hoursOn({ calendar, shareOf, absencesOf }: TeamTime, date: string): number {
  const weekday = new Date(date).getUTCDay() || 7;
  const isOff = !calendar.weekdays.has(weekday) || calendar.holidays.includes(date);
  const isAway = absencesOf(USER).some(
    ({ starts_on: start, ends_on: end }) => start <= date && date <= end,
  );
  return isOff || isAway ? 0 : DAY_HOURS * shareOf(USER);
}

it('a person is available on working days without an absence', () => {
  fc.assert(
    fc.property(team, fc.nat(DAYS), fc.nat(DAYS), (one, after, until) => {
      let hours = 0;
      for (let number = after + 1; number <= until; number += 1) hours += hoursOn(one, day(number));
      expect(hoursThere(one, USER, day(after), day(until))).toBeCloseTo(hours);
    }),
  );
});

it('work is done on the first day up to which somebody was there for as many hours', () => {
  fc.assert(
    fc.property(team, fc.nat(DAYS), fc.constantFrom(0.5, 3, 8, 12, 40), (one, after, hours) => {
      let [number, left] = [after, hours];
      while (left > 0.01) {
        number += 1;
        left -= hoursOn(one, day(number));
      }
      expect(dateDone(one, USER, day(after), hours)).toBe(day(number));
    }),
  );
});
