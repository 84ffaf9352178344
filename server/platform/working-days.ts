import { DAY } from '../../contract/days.ts';

/** Hours of a working day. */
export const DAY_HOURS = 8;
/** Tolerance for sums of the same hours added in different orders. */
export const HOURS_ROUNDING = 0.001;

/** The working days of a project. */
export interface WorkCalendar {
  /** Working days of the week: 1 is Monday, 7 is Sunday; at least one. */
  weekdays: ReadonlySet<number>;
  /** Dates on which nobody works. */
  holidays: readonly string[];
}

/** From Monday to Friday. */
export const USUAL_CALENDAR: WorkCalendar = { weekdays: new Set([1, 2, 3, 4, 5]), holidays: [] };

export const weekHours = ({ weekdays }: WorkCalendar): number => weekdays.size * DAY_HOURS;

const timeOf = (date: string): number => Date.parse(`${date.slice(0, 10)}T00:00:00Z`);
const dateOf = (time: number): string => new Date(time).toISOString().slice(0, 10);
const weekdayOf = (time: number): number => new Date(time).getUTCDay() || 7;

/** The date so many days later. */
export const addDays = (date: string, days: number): string => dateOf(timeOf(date) + days * DAY);

/** Number of holidays after one date, up to another, that would otherwise be working days. */
const lostDays = ({ weekdays, holidays }: WorkCalendar, after: number, until: number): number =>
  new Set(
    holidays.filter((date) => {
      const time = timeOf(date);
      return time > after && time <= until && weekdays.has(weekdayOf(time));
    }),
  ).size;

/** The working day on which work of so many hours ends, if it starts on the first working day after `date`. */
export function dateAfter(date: string, hours: number, calendar = USUAL_CALENDAR): string {
  const { weekdays, holidays } = calendar;
  let time = timeOf(date);
  let left = Math.max(1, Math.ceil(hours / DAY_HOURS));
  // Skips whole weeks at once, because a date may be years away.
  for (let weeks = 1; weeks > 0;) {
    weeks = Math.floor((left - 1) / weekdays.size);
    const later = time + weeks * 7 * DAY;
    left -= weeks * weekdays.size - lostDays(calendar, time, later);
    time = later;
  }
  while (left > 0) {
    time += DAY;
    if (weekdays.has(weekdayOf(time)) && !holidays.includes(dateOf(time))) left -= 1;
  }
  return dateOf(time);
}

/** Number of working days after one date, up to another; negative if the other is earlier. */
export function workingDaysBetween(from: string, until: string, calendar = USUAL_CALENDAR): number {
  if (until < from) return -workingDaysBetween(until, from, calendar);
  const [start, end] = [timeOf(from), timeOf(until)];
  const weeks = Math.floor((end - start) / (7 * DAY));
  let days = weeks * calendar.weekdays.size - lostDays(calendar, start, end);
  for (let time = start + weeks * 7 * DAY + DAY; time <= end; time += DAY)
    if (calendar.weekdays.has(weekdayOf(time))) days += 1;
  return days;
}

/** The Monday of a date's week. */
export const mondayOf = (date: string): string => addDays(date, 1 - weekdayOf(timeOf(date)));
