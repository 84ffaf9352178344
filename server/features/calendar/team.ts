import {
  DAY_HOURS,
  USUAL_CALENDAR,
  type WorkCalendar,
  addDays,
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
