import { groupBy } from '../../../connectors/core/group.ts';
import { OBJECT_TYPE_NAMES } from '../../../contract/engines.ts';
import type { Forecast } from '../../../contract/forecast.ts';
import { timestampNow, today } from '../../platform/clock.ts';
import type { Beliefs, Estimate } from '../assessment/service.ts';
import type { PlannedWave, WorkObject } from './read-work.ts';
import { type Outcome, type Task, quantile } from './simulate.ts';
import {
  DAY_HOURS,
  HOURS_ROUNDING,
  type WorkCalendar,
  addDays,
  dateAfter,
  mondayOf,
  workingDaysBetween,
} from '../../platform/working-days.ts';

/** Below these numbers the prior weighs more than the team's own data. */
const ENOUGH_DATA = { days: 10, finished: 30, ofType: 4, share: 0.2 };
/** Most points of a fan by day; a longer fan is by week. */
const DAYS_SHOWN = 30;
/** Most weeks to look back. */
const MAX_WEEKS = 104;

/** An object of the scope: estimated by its assessment, counted in hours at the team's pace. */
export type Planned = WorkObject & Task;

export interface Assessed {
  estimates: readonly Estimate[];
  beliefs: Record<'develop' | 'test', Beliefs>;
}

/** @param waves - in the order of the work; objects without a wave come last */
export function plan(
  objects: readonly WorkObject[],
  { estimates, beliefs }: Assessed,
  waves: readonly PlannedWave[],
): Planned[] {
  const places = new Map<number | null, number>(waves.map(({ id }, place) => [id, place]));
  const byId = new Map(estimates.map((one) => [one.objectId, one]));
  return objects.flatMap((object) => {
    const estimate = byId.get(object.id);
    if (!estimate) return [];
    const { type, automatic, develop, test } = estimate;
    const counts = {
      develop: develop * (automatic ? 1 : beliefs.develop.factor(type)),
      test: test * beliefs.test.factor(type),
    };
    const wave = places.get(object.wave_id) ?? waves.length;
    return { ...object, type, wave, automatic, develop, test, counts };
  });
}

/** Hours in scope on a day, and hours done by then. */
export interface HoursOn {
  scope: number;
  done: number;
}

/** Sums hours by day once, so that any number of days can be queried. */
export function createHours(planned: readonly Planned[] = []) {
  const days = new Map<string, HoursOn>();
  const addTo = (at: string, scope: number, done: number): void => {
    const day = at.slice(0, 10);
    const before = days.get(day);
    if (!before) days.set(day, { scope, done });
    else {
      before.scope += scope;
      before.done += done;
    }
  };
  const add = ({ created_at, migrated_at, verified_at, counts: { develop, test } }: Planned) => {
    addTo(created_at, develop + test, 0);
    const addDone = (at: string | null, hours: number): void => {
      // An object cannot be done before it is in scope.
      if (at !== null) addTo(at < created_at ? created_at : at, 0, hours);
    };
    addDone(earlier(migrated_at, verified_at), develop);
    addDone(verified_at, test);
  };
  for (const one of planned) add(one);
  return {
    add,
    on(date: string): HoursOn {
      const sum = { scope: 0, done: 0 };
      for (const [day, { scope, done }] of days) {
        if (day > date) continue;
        sum.scope += scope;
        sum.done += done;
      }
      return sum;
    },
  };
}

const earlier = (one: string | null, other: string | null): string | null =>
  one === null || (other !== null && other < one) ? other : one;

/** The remaining work of an object, for the simulation. */
export const taskOf = ({ migrated_at, develop, ...one }: Planned): Task => ({
  ...one,
  develop: migrated_at === null ? develop : 0,
});

/** By week, with today as the last point. */
export function burnUpOf(planned: readonly Planned[]): Forecast['burn_up'] {
  const now = today();
  const first = planned.reduce(
    (least, { created_at }) => (created_at < least ? created_at : least),
    timestampNow(),
  );
  const earliest = addDays(mondayOf(now), -7 * MAX_WEEKS);
  const start = first.slice(0, 10) < earliest ? earliest : first.slice(0, 10);
  const dates: string[] = [];
  for (let date = start; date < now; date = addDays(date, 7)) dates.push(date);
  const hours = createHours(planned);
  return [...dates, now].map((date) => ({ date, ...hours.on(date) }));
}

/** Work done from today until 80 % of simulations have ended: by day if that is soon, else by week. */
export function fanOf(
  { days }: Outcome,
  planned: readonly Planned[],
  freezeHours: number,
  calendar: WorkCalendar,
): Forecast['fan'] {
  const now = today();
  const { scope, done } = createHours(planned).on(now);
  const at = (day: number, share: number) => done + quantile(days[day]!, share);
  const over = days.findIndex((_, day) => at(day, 0.1) >= scope - HOURS_ROUNDING);
  const last = over === -1 ? days.length - 1 : over;
  const step = last < DAYS_SHOWN ? 1 : calendar.weekdays.size;
  const fan = [{ date: now, low: done, middle: done, high: done }];
  for (let day = step - 1; day < last + step && day < days.length; day += step) {
    const date = dateAfter(now, (day + 1) * DAY_HOURS + freezeHours, calendar);
    fan.push({ date, low: at(day, 0.1), middle: at(day, 0.5), high: at(day, 0.9) });
  }
  return fan;
}

/** When the first object was done. */
export const firstDone = (planned: readonly Planned[]): string | null =>
  planned.reduce<string | null>(
    (first, one) => earlier(first, one.migrated_at ?? one.verified_at),
    null,
  );

/** Reasons why a forecast is mostly the prior; empty once it is based on the team's own data. */
export function priorOf(
  planned: readonly Planned[],
  { develop, test }: Assessed['beliefs'],
  calendar: WorkCalendar,
): Forecast['prior'] {
  const first = firstDone(planned);
  const days = first === null ? 0 : workingDaysBetween(first, today(), calendar);
  const finishedOf = (type: Planned['type']) =>
    Math.max(develop.finished(type), test.finished(type));
  const finished = OBJECT_TYPE_NAMES.reduce((sum, type) => sum + finishedOf(type), 0);
  const leftOf = (list: readonly Planned[]) => {
    const { scope, done: by } = createHours(list).on(today());
    return scope - by;
  };
  const byType = groupBy(planned, ({ type }) => type);
  const left = leftOf(planned);
  return [
    ...(days < ENOUGH_DATA.days
      ? [{ reason: 'days' as const, object_type: null, count: days }]
      : []),
    ...(finished < ENOUGH_DATA.finished
      ? [{ reason: 'finished' as const, object_type: null, count: finished }]
      : []),
    ...OBJECT_TYPE_NAMES.filter(
      (type) =>
        finishedOf(type) < ENOUGH_DATA.ofType &&
        leftOf(byType.get(type) ?? []) > ENOUGH_DATA.share * left,
    ).map((type) => ({ reason: 'type' as const, object_type: type, count: finishedOf(type) })),
  ];
}
