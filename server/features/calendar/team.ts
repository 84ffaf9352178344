import {
  DAY_HOURS,
  HOURS_ROUNDING,
  USUAL_CALENDAR,
  type WorkCalendar,
  addDays,
  dateAfter,
  workingDaysBetween,
} from '../../platform/working-days.ts';

interface Days {
  starts_on: string;
  ends_on: string;
}

/** On which days a project works, and how much people are there. */
export interface TeamTime {
  calendar: WorkCalendar;
  /** Of the week, above 0 and 1 at the most. */
  shareOf(userId: number): number;
  /** In order of their first day. */
  absencesOf(userId: number): readonly Days[];
}

/** Everybody from Monday to Friday. */
export const FULL_TIME: TeamTime = {
  calendar: USUAL_CALENDAR,
  shareOf: () => 1,
  absencesOf: () => [],
};

/** Working days after one date, up to another one, on which somebody was there. */
export function daysThere(team: TeamTime, userId: number, after: string, until: string): number {
  const { calendar } = team;
  let [days, counted] = [workingDaysBetween(after, until, calendar), after];
  for (const { starts_on: start, ends_on: end } of team.absencesOf(userId)) {
    const eve = addDays(start, -1);
    const [first, last] = [eve > counted ? eve : counted, end < until ? end : until];
    if (last <= first) continue;
    days -= workingDaysBetween(first, last, calendar);
    counted = last;
  }
  return days;
}

/** When somebody is away after a date, in working hours from then on. */
export const hoursAway = (team: TeamTime, userId: number, after: string): [number, number][] =>
  team
    .absencesOf(userId)
    .filter(({ ends_on: end }) => end > after)
    .map(({ starts_on: start, ends_on: end }) => {
      const eve = addDays(start, -1);
      const hoursUntil = (day: string) =>
        day <= after ? 0 : workingDaysBetween(after, day, team.calendar) * DAY_HOURS;
      return [hoursUntil(eve), hoursUntil(end)];
    });

/** Hours that somebody works after one date, up to another one. */
export const hoursThere = (team: TeamTime, userId: number, after: string, until: string): number =>
  until <= after ? 0 : daysThere(team, userId, after, until) * DAY_HOURS * team.shareOf(userId);

/** Somebody who works. */
export interface Worker {
  /** Of the week. */
  share: number;
  /** Hours from now between which somebody is away, in order. */
  away: readonly (readonly [from: number, until: number])[];
}

/** Somebody as they work after a date. */
export const workerOf = (team: TeamTime, userId: number, after: string): Worker => ({
  share: team.shareOf(userId),
  away: hoursAway(team, userId, after),
});

/** When somebody has done so many hours of work that begins at a time. */
export function endOf({ share, away }: Worker, begin: number, hours: number): number {
  let [at, left] = [begin, hours / share];
  for (const [from, until] of away) {
    if (until <= at) continue;
    if (at + left <= from) break;
    left -= Math.max(0, from - at);
    at = until;
  }
  return at + left;
}

/** The day on which somebody has done so many hours of work that begins after a date. */
export const dateDone = (team: TeamTime, userId: number, after: string, hours: number): string =>
  dateAfter(after, endOf(workerOf(team, userId, after), 0, hours - HOURS_ROUNDING), team.calendar);
