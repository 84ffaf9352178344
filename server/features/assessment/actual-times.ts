import { objectTypeOf } from '../../../contract/engines.ts';
import type { Db } from '../../platform/db/store.ts';
import { DAY_HOURS, workingDaysBetween } from '../../platform/working-days.ts';
import { type TeamTime, daysThere } from '../calendar/service.ts';
import type { Completion } from './calibrate.ts';

/** Most days counted for one object: a longer gap was not spent on it. */
const MAX_DAYS = 5;
/** The most recent completions of a project that are read. */
const MAX_FINISHED_OBJECTS = 5_000;

/** A team starts at half its pace, and reaches it after so many working days. */
const RAMP = { from: 0.5, days: 10 };

const clampDays = (most: number, days: number): number => Math.min(most, Math.max(0, days));

/** The share of its full pace that a team has reached, so many working days after its first finished object. */
export const rampOf = (days: number): number =>
  RAMP.from + ((1 - RAMP.from) * clampDays(RAMP.days, days)) / RAMP.days;

/** Working days of one person between two moments, at most a week. */
export const workingDays = (after: string, until: string, team: TeamTime, userId: number): number =>
  clampDays(MAX_DAYS, daysThere(team, userId, after.slice(0, 10), until.slice(0, 10)));

export interface Finished {
  user_id: number;
  at: string;
  type_id: Parameters<typeof objectTypeOf>[0];
  /** In hours. */
  estimate: number;
}

/**
 * Estimates how long each finished object took: the working days since the same person finished the previous one;
 * objects finished on one day share them in proportion to their estimates. A person's first object is skipped,
 * because its beginning is unknown. Days of the team's ramp-up and of part-time work count as less, so that they do
 * not inflate later estimates.
 * @param finished - in order of time
 */
export function actualTimes(finished: readonly Finished[], team: TeamTime): Completion[] {
  const byDay = new Map<string, Finished[]>();
  for (const one of finished) {
    const key = `${one.user_id} ${one.at.slice(0, 10)}`;
    byDay.set(key, [...(byDay.get(key) ?? []), one]);
  }
  const first = finished[0]?.at ?? '';
  const before = new Map<number, string>();
  return [...byDay.values()].flatMap((batch) => {
    const { user_id: user, at } = batch[0]!;
    const since = before.get(user);
    before.set(user, at);
    if (since === undefined) return [];
    const age = workingDaysBetween(first.slice(0, 10), at.slice(0, 10), team.calendar);
    const days = Math.max(1, workingDays(since, at, team, user));
    const hours = days * DAY_HOURS * team.shareOf(user) * rampOf(age);
    const total = batch.reduce((sum, { estimate }) => sum + estimate, 0);
    return batch.map(({ estimate, type_id: typeId }) => ({
      type: objectTypeOf(typeId),
      estimate,
      actual: total === 0 ? 0 : (hours * estimate) / total,
    }));
  });
}

/** The history entry's change that marks a kind of work as done. */
const STEPS = {
  develop: '"status":["pending","migrated"]',
  test: '"status":["migrated","verified"]',
} as const;
export type Work = keyof typeof STEPS;

/** Objects that people of a project marked as migrated or verified, with an assessment's estimates. */
export async function readFinished(
  db: Db,
  projectId: number,
  assessmentId: number,
  team: TeamTime,
  work: Work = 'develop',
): Promise<Completion[]> {
  const query = db
    .selectFrom('history')
    .innerJoin('assessed_object', (join) =>
      join
        .onRef('assessed_object.object_id', '=', 'history.entity_id')
        .on('assessed_object.assessment_id', '=', assessmentId),
    )
    .select([
      'history.user_id',
      'history.at',
      'history.entity_id',
      'assessed_object.type_id',
      `assessed_object.${work}_minutes as minutes`,
    ])
    .where('history.project_id', '=', projectId)
    .where('history.entity', '=', 'object')
    .where('history.user_id', 'is not', null)
    .where('history.changes', 'like', `%${STEPS[work]}%`)
    .orderBy('history.id', 'desc')
    .limit(MAX_FINISHED_OBJECTS);
  const rows = await (
    work === 'develop'
      ? // Automatic moves say nothing about how fast people work.
        query.where('assessed_object.automatic', '=', 0)
      : query
  ).execute();
  // An object that was returned and redone counts once, with its last completion.
  const last = new Map(rows.toReversed().map((row) => [row.entity_id, row]));
  const finished = [...last.values()].toSorted((one, other) => (one.at < other.at ? -1 : 1));
  return actualTimes(
    finished.map((row) => ({
      user_id: row.user_id!,
      at: row.at,
      type_id: row.type_id,
      estimate: row.minutes / 60,
    })),
    team,
  );
}
