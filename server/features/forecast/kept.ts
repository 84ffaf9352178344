import { z } from 'zod';
import { type Forecast, KEPT_FORECASTS } from '../../../contract/forecast.ts';
import { today } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/store.ts';
import { type Planned, createHours } from './planned.ts';

/** The forecast of one week: shares of the scope at that time, with 80 % of simulations between `low` and `high`. */
export interface Kept {
  as_of: string;
  half: string;
  most: string;
  fan: { date: string; low: number; high: number }[];
}
const fan = z.array(z.object({ date: z.string(), low: z.number(), high: z.number() }));
/** Tolerance for rounded hours, which is far less than an object. */
const ROUNDING = 0.001;

/** Newest first. */
export async function listKept(db: Db, projectId: number): Promise<Kept[]> {
  const rows = await db
    .selectFrom('forecast')
    .select(['as_of', 'half', 'most', 'fan'])
    .where('project_id', '=', projectId)
    .orderBy('week', 'desc')
    .execute();
  return rows.map((row) => ({ ...row, fan: fan.parse(JSON.parse(row.fan)) }));
}

/** Stores a week's forecast once, and deletes the oldest ones. */
export async function keepForecast(
  tx: Db,
  projectId: number,
  week: string,
  forecast: Forecast,
): Promise<void> {
  const { as_of, ends, scope } = forecast;
  if (!ends || scope.hours === 0) return;
  const shares = forecast.fan.map(({ date, low, high }) => ({
    date,
    low: low / scope.hours,
    high: high / scope.hours,
  }));
  await tx
    .insertInto('forecast')
    .values({
      project_id: projectId,
      week,
      as_of,
      half: ends.half,
      most: ends.most,
      fan: JSON.stringify(shares),
    })
    .onConflict((conflicting) => conflicting.columns(['project_id', 'week']).doNothing())
    .execute();
  const oldest = await tx
    .selectFrom('forecast')
    .select('week')
    .where('project_id', '=', projectId)
    .orderBy('week', 'desc')
    .offset(KEPT_FORECASTS)
    .limit(1)
    .executeTakeFirst();
  if (oldest)
    await tx
      .deleteFrom('forecast')
      .where('project_id', '=', projectId)
      .where('week', '<=', oldest.week)
      .execute();
}

/** Number of forecast points that are in the past, and of those where the actual share was within the range. */
export function countHits(
  kept: readonly Kept[],
  planned: readonly Planned[],
): { points: number; held: number } {
  let [points, held, next] = [0, 0, 0];
  const inOrder = planned.toSorted((one, other) => (one.created_at < other.created_at ? -1 : 1));
  const hours = createHours();
  const oldestFirst = kept.toSorted((one, other) => (one.as_of < other.as_of ? -1 : 1));
  for (const { as_of, fan: forecast } of oldestFirst) {
    // Only objects that were in scope at the time of the forecast.
    for (; next < inOrder.length && inOrder[next]!.created_at <= as_of; next += 1)
      hours.add(inOrder[next]!);
    for (const { date, low, high } of forecast) {
      if (date <= as_of.slice(0, 10) || date >= today()) continue;
      const { scope, done } = hours.on(date);
      if (scope === 0) continue;
      points += 1;
      const share = done / scope;
      if (share >= low - ROUNDING && share <= high + ROUNDING) held += 1;
    }
  }
  return { points, held };
}
