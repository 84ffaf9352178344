import type { Selectable } from 'kysely';
import { message } from '../../../../contract/messages/message.ts';
import {
  MAX_PROJECT_TOLERANCES,
  type NewProjectTolerance,
  type ProjectTolerance,
  nameOfType,
} from '../../../../contract/proof/tolerances.ts';
import { endOfDay, hasEnded, lastToday, timestampNow } from '../../../platform/clock.ts';
import type { Db, Store } from '../../../platform/db/store.ts';
import type { ProjectToleranceTable } from '../../../platform/db/proof-tables.ts';
import type { Actor } from '../../../platform/http/route.ts';
import { conflict, notFound } from '../../../platform/problem.ts';
import { recordProjectHistory } from '../../history/service.ts';
import { expectProject } from '../../projects/lookup-service.ts';
import type { UserService } from '../../users/service.ts';
import { lockPairs } from './outdated-service.ts';

type Stored = Selectable<ProjectToleranceTable>;

/** A tolerance that a pair inherits from its project. */
export type Inherited = Pick<Stored, 'id' | 'cause' | 'source_type' | 'target_type' | 'reason'>;

const listStored = (db: Db, projectId: number): Promise<Stored[]> =>
  db
    .selectFrom('project_tolerance')
    .selectAll()
    .where('project_id', '=', projectId)
    .orderBy('id')
    .execute();

/** The tolerances of a project that are in force today. */
export const readInherited = async (db: Db, projectId: number): Promise<Inherited[]> =>
  (await listStored(db, projectId)).filter((one) => !hasEnded(one.until));

/** The tolerances that a result relies on, as they are stored; null where there are none. */
export const writeUsedTolerances = (ids: readonly number[]): string | null =>
  ids.length === 0 ? null : `,${ids.join(',')},`;
const readUsedTolerances = (text: string | null): number[] =>
  text?.split(',').filter(Boolean).map(Number) ?? [];

/**
 * Outdates the results that rely on a tolerance.
 * @returns in how many pairs
 */
async function outdateResultsUsing(tx: Db, one: Stored, at: string): Promise<number> {
  await lockPairs(tx, one.project_id);
  const { numUpdatedRows } = await tx
    .updateTable('pair')
    .set({ rules_changed_at: at })
    .where('project_id', '=', one.project_id)
    .where('data_leans_on', 'like', `%,${one.id},%`)
    .where((where) =>
      where.or([where('rules_changed_at', 'is', null), where('rules_changed_at', '<', at)]),
    )
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}

const record = (tx: Db, actor: Actor | null, one: Stored, changes: [unknown, unknown]) =>
  recordProjectHistory(tx, actor, one.project_id, 'comparison-rules', { [one.cause]: changes });

const findEnded = (db: Db): Promise<Stored[]> =>
  db
    .selectFrom('project_tolerance')
    .selectAll()
    .where('ended_at', 'is', null)
    .where('until', '<', lastToday())
    .orderBy('id')
    .limit(100)
    .execute();

/** How many pairs rely on each tolerance, by its id. */
async function countPairsUsing(db: Db, projectId: number): Promise<Map<number, number>> {
  const found = await db
    .selectFrom('pair')
    .select('data_leans_on')
    .where('project_id', '=', projectId)
    .where('data_leans_on', 'is not', null)
    .execute();
  const counts = new Map<number, number>();
  for (const { data_leans_on } of found)
    for (const id of readUsedTolerances(data_leans_on)) counts.set(id, (counts.get(id) ?? 0) + 1);
  return counts;
}

/** @param given - its types are spelled as by `nameOfType` */
async function add(tx: Db, actor: Actor, projectId: number, given: NewProjectTolerance) {
  const stored = await listStored(tx, projectId);
  const isThere = stored.some(
    (one) =>
      !hasEnded(one.until) &&
      one.cause === given.cause &&
      one.source_type === given.source_type &&
      one.target_type === given.target_type,
  );
  if (isThere) throw conflict(message('pair.toleranceThere'));
  if (stored.length >= MAX_PROJECT_TOLERANCES)
    throw conflict(message('pair.toleranceMost', { count: MAX_PROJECT_TOLERANCES }));
  const now = timestampNow();
  const made = await tx
    .insertInto('project_tolerance')
    .values({
      project_id: projectId,
      ...given,
      created_by: actor.userId,
      created_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await lockPairs(tx, projectId);
  // Rows that were equal stay equal: only results with differences are outdated.
  await tx
    .updateTable('pair')
    .set({ rules_changed_at: now })
    .where('project_id', '=', projectId)
    .where('data_differences', '>', 0)
    .execute();
  await record(tx, actor, made, [null, made.reason]);
  return { id: made.id };
}

async function end(tx: Db, ended: Stored): Promise<void> {
  const seen = await tx
    .updateTable('project_tolerance')
    .set({ ended_at: timestampNow() })
    .where('id', '=', ended.id)
    .where('ended_at', 'is', null)
    .executeTakeFirst();
  // Another process was faster.
  if (Number(seen.numUpdatedRows) === 0) return;
  await outdateResultsUsing(tx, ended, endOfDay(ended.until!));
  await record(tx, null, ended, [ended.reason, null]);
}

/** Tolerances of a project, which apply to all of its pairs. */
export function createProjectTolerances({ db, longReads, transaction }: Store, users: UserService) {
  return {
    async tolerances(projectId: number): Promise<ProjectTolerance[]> {
      const [stored, names, counts] = await Promise.all([
        listStored(db, projectId),
        users.names(),
        countPairsUsing(longReads, projectId),
      ]);
      return stored.map(({ id, cause, source_type, target_type, reason, until, ...one }) => ({
        id,
        cause,
        source_type,
        target_type,
        reason,
        until,
        by: one.created_by === null ? null : (names.get(one.created_by) ?? null),
        at: one.created_at,
        ended_at: hasEnded(until) ? endOfDay(until!) : null,
        pairs: counts.get(id) ?? 0,
      }));
    },
    async addTolerance(actor: Actor, projectId: number, given: NewProjectTolerance) {
      await expectProject(db, projectId);
      const [source_type, target_type] = [given.source_type, given.target_type].map((type) =>
        type === null ? null : nameOfType(type),
      ) as [string | null, string | null];
      return transaction(
        (tx) => add(tx, actor, projectId, { ...given, source_type, target_type }),
        `rules:${projectId}`,
      );
    },
    removeTolerance: (actor: Actor, projectId: number, id: number): Promise<number> =>
      transaction(async (tx) => {
        const removed = await tx
          .deleteFrom('project_tolerance')
          .where('id', '=', id)
          .where('project_id', '=', projectId)
          .returningAll()
          .executeTakeFirst();
        if (!removed) throw notFound('what.thisRule');
        await record(tx, actor, removed, [removed.reason, null]);
        return outdateResultsUsing(tx, removed, timestampNow());
      }, `rules:${projectId}`),
    /** Whether a tolerance's last day is over, and it was not ended yet. */
    hasEndedProjectTolerances: async (): Promise<boolean> => (await findEnded(db)).length > 0,
    async endProjectTolerances(): Promise<void> {
      for (const ended of await findEnded(db))
        await transaction((tx) => end(tx, ended), `rules:${ended.project_id}`);
    },
  };
}

/** Whether a result relies on a tolerance that is no longer in force: it may have ended while rows were read. */
export async function usesTolerancesNotInForce(
  tx: Db,
  projectId: number,
  usedTolerances: string | null,
): Promise<boolean> {
  const ids = readUsedTolerances(usedTolerances);
  if (ids.length === 0) return false;
  const known = new Set((await readInherited(tx, projectId)).map(({ id }) => id));
  return ids.some((id) => !known.has(id));
}
