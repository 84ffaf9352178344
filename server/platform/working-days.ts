/** What somebody works in a day, in hours; from Monday to Friday. */
export const DAY_HOURS = 8;
export const WEEK_HOURS = 5 * DAY_HOURS;
const DAY = 86_400_000;

const isWorkingDay = (time: number): boolean => ![0, 6].includes(new Date(time).getUTCDay());
const timeOf = (date: string): number => Date.parse(`${date.slice(0, 10)}T00:00:00Z`);
const dateOf = (time: number): string => new Date(time).toISOString().slice(0, 10);

/** The date so many days later. */
export const addDays = (date: string, days: number): string => dateOf(timeOf(date) + days * DAY);

/** The working day on which work of so many hours ends that begins on the first one after `date`. */
export function dateAfter(date: string, hours: number): string {
  const days = Math.max(1, Math.ceil(hours / DAY_HOURS));
  // Whole weeks at once: a project may be years away.
  let time = timeOf(date) + Math.floor((days - 1) / 5) * 7 * DAY;
  for (let left = ((days - 1) % 5) + 1; left > 0;) {
    time += DAY;
    if (isWorkingDay(time)) left -= 1;
  }
  return dateOf(time);
}

/** Working days after one date, up to another; negative where that is before. */
export function workingDaysBetween(from: string, until: string): number {
  if (until < from) return -workingDaysBetween(until, from);
  const weeks = Math.floor((timeOf(until) - timeOf(from)) / (7 * DAY));
  let days = weeks * 5;
  for (let time = timeOf(from) + weeks * 7 * DAY + DAY; time <= timeOf(until); time += DAY)
    if (isWorkingDay(time)) days += 1;
  return days;
}

/** The Monday of a date's week. */
export const mondayOf = (date: string): string =>
  addDays(date, -((new Date(timeOf(date)).getUTCDay() + 6) % 7));
