import { objectTypeOf } from '../../../contract/engines.ts';
import type { Db } from '../../platform/db/store.ts';
import { DAY_HOURS, workingDaysBetween } from '../../platform/working-days.ts';
import { FULL_TIME, type TeamTime, daysThere } from '../calendar/service.ts';
import type { Completion } from './calibrate.ts';

/** A longer silence is no work at one object: so many days of it count. */
const MOST_DAYS = 5;
/** The newest ones, so many of a project. */
const MOST = 5_000;

/** A team begins at half its pace, and is at it after so many working days. */
const RAMP = { from: 0.5, days: 10 };

const upTo = (most: number, days: number): number => Math.min(most, Math.max(0, days));

/** The share of its pace at which a team is so many working days after its first object was done. */
export const rampOf = (days: number): number =>
  RAMP.from + ((1 - RAMP.from) * upTo(RAMP.days, days)) / RAMP.days;

/** Working days of one person after one moment, up to another, a week of them at the most. */
export const workingDays = (
  after: string,
  until: string,
  { team = FULL_TIME, userId = 0 }: { team?: TeamTime; userId?: number } = {},
): number => upTo(MOST_DAYS, daysThere(team, userId, after.slice(0, 10), until.slice(0, 10)));

export interface Finished {
  user_id: number;
  at: string;
  type_id: Parameters<typeof objectTypeOf>[0];
  /** Hours. */
  estimate: number;
}

/**
 * What was finished took the working days since the same person finished something before; several of one day share
 * them by their estimates. The first of a person has no beginning, and says nothing. Days in which a team begins count
 * as less, so that they do not make all that comes look long; so do those of somebody who is there for a part of the week.
 * @param finished - in order of time
 */
export function actualTimes(
  finished: readonly Finished[],
  team: TeamTime = FULL_TIME,
): Completion[] {
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
    const days = Math.max(1, workingDays(since, at, { team, userId: user }));
    const hours = days * DAY_HOURS * team.shareOf(user) * rampOf(age);
    const total = batch.reduce((sum, { estimate }) => sum + estimate, 0);
    return batch.map(({ estimate, type_id: typeId }) => ({
      type: objectTypeOf(typeId),
      estimate,
      actual: total === 0 ? 0 : (hours * estimate) / total,
    }));
  });
}

/** The step in the history with which somebody says that it is done. */
const STEPS = {
  develop: '"status":["pending","migrated"]',
  test: '"status":["migrated","verified"]',
} as const;
export type Work = keyof typeof STEPS;

/** What people of a project said they had migrated, or verified, with what an assessment thought it would take. */
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
    .limit(MOST);
  const rows = await (
    work === 'develop'
      ? // What moves by itself says nothing of how fast people write.
        query.where('assessed_object.automatic', '=', 0)
      : query
  ).execute();
  // What was returned and done again is not finished twice: the last time counts.
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
