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

/** The working days of a project, and the availability of its people. */
export interface TeamTime {
  calendar: WorkCalendar;
  /** Share of the week, above 0 and at most 1. */
  shareOf(userId: number): number;
  /** Ordered by first day. */
  absencesOf(userId: number): readonly Days[];
}

/** Everybody works from Monday to Friday. */
export const FULL_TIME: TeamTime = {
  calendar: USUAL_CALENDAR,
  shareOf: () => 1,
  absencesOf: () => [],
};

/** Working days on which somebody was present, after one date and up to another. */
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

/** Somebody's absences after a date, as intervals in working hours from then. */
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

/** Hours that somebody works after one date and up to another. */
export const hoursThere = (team: TeamTime, userId: number, after: string, until: string): number =>
  until <= after ? 0 : daysThere(team, userId, after, until) * DAY_HOURS * team.shareOf(userId);

/** A person's availability. */
export interface Worker {
  /** Share of the week. */
  share: number;
  /** Intervals of absence, in working hours from now, in order. */
  away: readonly (readonly [from: number, until: number])[];
}

/** Somebody's availability after a date. */
export const workerOf = (team: TeamTime, userId: number, after: string): Worker => ({
  share: team.shareOf(userId),
  away: hoursAway(team, userId, after),
});

/** The hour at which somebody finishes work of so many hours that starts at `begin`. */
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

/** The date on which somebody finishes work of so many hours that starts after a date. */
export const dateDone = (team: TeamTime, userId: number, after: string, hours: number): string =>
  dateAfter(after, endOf(workerOf(team, userId, after), 0, hours - HOURS_ROUNDING), team.calendar);
