import { FORECAST_ALERTS, type Forecast, type ForecastAlert } from '../../../contract/forecast.ts';
import { today } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/store.ts';
import type { Planned } from './planned.ts';
import { countReturnedOften, countUntouched, readBusy } from './read-work.ts';
import { type WorkCalendar, addDays, workingDaysBetween } from '../../platform/working-days.ts';

/** Alert of waiting tests: at least so many objects, and several times what was verified in the last two weeks. */
const PILE = { least: 10, times: 2, days: 14 };

interface Situation {
  planned: readonly Planned[];
  /** The date by which most simulations end; null without a forecast. */
  most: string | null;
  plannedEnd: string;
  lateWaves: number;
  /** User ids of active members. */
  developers: readonly number[];
  testers: readonly number[];
  calendar: WorkCalendar;
}

/** Alerts for a lead, without those that count 0. */
export async function readAlerts(
  db: Db,
  projectId: number,
  { planned, most, plannedEnd, lateWaves, developers, testers, calendar }: Situation,
): Promise<Forecast['alerts']> {
  const [untouched, often, busy] = await Promise.all([
    countUntouched(db, projectId),
    countReturnedOften(db, projectId),
    readBusy(db, projectId),
  ]);
  const since = addDays(today(), -PILE.days);
  const waiting = planned.filter((one) => one.migrated_at && !one.verified_at).length;
  const verified = planned.filter((one) => (one.verified_at ?? '') >= since).length;
  const withoutWork = [
    ...(planned.some((one) => !one.migrated_at && !one.verified_at) ? developers : []),
    ...(planned.some((one) => !one.verified_at) ? testers : []),
  ].filter((id) => !busy.developer.has(id) && !busy.tester.has(id));
  const counts: Record<ForecastAlert, number> = {
    beyond_plan: most === null ? 0 : Math.max(0, workingDaysBetween(plannedEnd, most, calendar)),
    late_waves: lateWaves,
    piling_up: waiting >= PILE.least && waiting > PILE.times * verified ? waiting : 0,
    untouched,
    returned_often: often,
    idle: new Set(withoutWork).size,
  };
  return FORECAST_ALERTS.map((alert) => ({ alert, count: counts[alert] })).filter(
    ({ count }) => count > 0,
  );
}
