import { objectTypeOf } from '../../../contract/engines.ts';
import {
  MAX_WEEK_TASKS,
  type OwnWeek,
  type WeekTask,
  type WorkAmount,
} from '../../../contract/workload.ts';
import { today } from '../../platform/clock.ts';
import {
  HOURS_ROUNDING,
  type WorkCalendar,
  addDays,
  dateAfter,
  mondayOf,
  workingDaysBetween,
} from '../../platform/working-days.ts';
import type { KnownHours } from '../assessment/hours-service.ts';
import { type TeamTime, dateDone, hoursThere } from '../calendar/service.ts';
import type { readOwn } from './repository.ts';

type Own = Awaited<ReturnType<typeof readOwn>>[number];

const LAST = '9999';
const WEEK_DAYS = 7;

/** Objects that can start first, then by due date, wave and age. */
const before = (one: Own, other: Own): number =>
  Number(one.standing === 'blocked') - Number(other.standing === 'blocked') ||
  (one.due_date ?? LAST).localeCompare(other.due_date ?? LAST) ||
  (one.position ?? Infinity) - (other.position ?? Infinity) ||
  one.id - other.id;

export const sumOf = (hours: readonly number[]): WorkAmount => ({
  objects: hours.length,
  hours: hours.reduce((sum, one) => sum + one, 0),
});

/** Somebody's current week, or the next one if the current week has no working days left. */
export function weekOf(
  userId: number,
  own: readonly Own[],
  team: TeamTime,
  { hoursOf }: KnownHours,
): Omit<OwnWeek, 'project_id' | 'project_name'> {
  const now = today();
  const yesterday = addDays(now, -1);
  const monday = mondayOf(dateAfter(yesterday, 0, team.calendar));
  const days = Array.from({ length: WEEK_DAYS }, (_, day) =>
    dayOf(userId, team, addDays(monday, day)),
  );
  const hoursLeft = days
    .filter(({ date }) => date >= now)
    .reduce((left, { hours }) => left + hours, 0);
  const isNow = (one: Own) => one.developer_id === userId || one.status === 'migrated';
  const workOf = ({ status }: Own) => (status === 'migrated' ? 'test' : 'develop');
  let sum = 0;
  const inOrder = own
    .filter(isNow)
    .toSorted(before)
    .map((one) => {
      const hours = hoursOf(workOf(one), one);
      sum += hours;
      return { one, hours, until: sum };
    });
  const hoursIn = (list: typeof inOrder) => sumOf(list.map(({ hours }) => hours));
  return {
    today: now,
    days,
    hours_left: hoursLeft,
    open: hoursIn(inOrder),
    in_week: hoursIn(inOrder.filter(({ until }) => until <= hoursLeft + HOURS_ROUNDING)),
    to_come: sumOf(own.filter((one) => !isNow(one)).map((one) => hoursOf('test', one))),
    tasks: inOrder.slice(0, MAX_WEEK_TASKS).map(({ one, hours, until }): WeekTask => ({
      id: one.id,
      schema_name: one.schema_name,
      object_name: one.object_name,
      object_type: objectTypeOf(one.type_id),
      work: workOf(one),
      hours,
      due_date: one.due_date,
      wave: one.position === null ? null : { position: one.position, name: one.name },
      blocked: one.standing === 'blocked',
      done_on: dateDone(team, userId, yesterday, until),
    })),
  };
}

function dayOf(userId: number, team: TeamTime, date: string): OwnWeek['days'][number] {
  const eve = addDays(date, -1);
  const isWorkedOn = (calendar: WorkCalendar) => workingDaysBetween(eve, date, calendar) > 0;
  const hours = hoursThere(team, userId, eve, date);
  if (hours > 0) return { date, hours, off: null };
  if (isWorkedOn(team.calendar)) return { date, hours, off: 'away' };
  const isHoliday = isWorkedOn({ ...team.calendar, holidays: [] });
  return { date, hours, off: isHoliday ? 'holiday' : 'weekend' };
}
