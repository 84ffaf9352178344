import type { Selectable } from 'kysely';
import { message } from '../../../../contract/messages/message.ts';
import {
  COLUMN,
  EXPRESSION,
  MAX_PROJECT_TOLERANCES,
  type NewProjectExpression,
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
import { WITH_ROWS } from './verdict.ts';

type Stored = Selectable<ProjectToleranceTable>;

/** A tolerance, or an expression, that a pair inherits from its project. */
export type Inherited = Pick<
  Stored,
  | 'id'
  | 'cause'
  | 'source_type'
  | 'target_type'
  | 'source_expression'
  | 'target_expression'
  | 'reason'
>;

const listStored = (db: Db, projectId: number): Promise<Stored[]> =>
  db
    .selectFrom('project_tolerance')
    .selectAll()
    .where('project_id', '=', projectId)
    .orderBy('id')
    .execute();

/** The tolerances and expressions of a project that are in force today. */
export const readInherited = async (db: Db, projectId: number): Promise<Inherited[]> =>
  (await listStored(db, projectId)).filter((one) => !hasEnded(one.until));

/** Ids of the project's tolerances and expressions that a result relies on. */
interface Used {
  usedTolerances: readonly number[];
  usedExpressions: readonly number[];
}

/** What a result relies on, as it is stored; null where that is nothing. */
export function writeUsed({ usedTolerances, usedExpressions }: Used): string | null {
  const marks = [...usedTolerances, ...usedExpressions.map((id) => `e${id}`)];
  return marks.length === 0 ? null : `,${marks.join(',')},`;
}
const marksIn = (text: string | null): string[] => text?.split(',').filter(Boolean) ?? [];
const markOf = ({ id, cause }: Pick<Stored, 'id' | 'cause'>): string =>
  cause === EXPRESSION ? `e${id}` : String(id);

/** Whether a result relies on a tolerance. */
export const usesTolerances = (used: string | null): boolean =>
  marksIn(used).some((mark) => !mark.startsWith('e'));

/**
 * Outdates the results that rely on a tolerance or an expression.
 * @returns in how many pairs
 */
async function outdateResultsUsing(tx: Db, one: Stored, at: string): Promise<number> {
  await lockPairs(tx, one.project_id);
  const { numUpdatedRows } = await tx
    .updateTable('pair')
    .set({ rules_changed_at: at })
    .where('project_id', '=', one.project_id)
    .where('data_leans_on', 'like', `%,${markOf(one)},%`)
    .where((where) =>
      where.or([where('rules_changed_at', 'is', null), where('rules_changed_at', '<', at)]),
    )
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}

/** Of an expression all that can be said of it, because it is gone once it is removed. */
function describeRule(one: Stored): string {
  if (one.cause !== EXPRESSION) return one.reason;
  const types = [one.source_type ?? '…', one.target_type ?? '…'].join(' → ');
  const read = [one.source_expression ?? COLUMN, one.target_expression ?? COLUMN].join(' → ');
  return `${types}: ${read}. ${one.reason}`;
}

const recordAdded = (tx: Db, actor: Actor, one: Stored) =>
  recordProjectHistory(tx, actor, one.project_id, 'comparison-rules', {
    [one.cause]: [null, describeRule(one)],
  });
const recordRemoved = (tx: Db, actor: Actor | null, one: Stored) =>
  recordProjectHistory(tx, actor, one.project_id, 'comparison-rules', {
    [one.cause]: [describeRule(one), null],
  });

const findEnded = (db: Db): Promise<Stored[]> =>
  db
    .selectFrom('project_tolerance')
    .selectAll()
    .where('ended_at', 'is', null)
    .where('until', '<', lastToday())
    .orderBy('id')
    .limit(100)
    .execute();

/** How many pairs rely on each tolerance and expression, by its mark. */
async function countPairsUsing(db: Db, projectId: number): Promise<Map<string, number>> {
  const found = await db
    .selectFrom('pair')
    .select('data_leans_on')
    .where('project_id', '=', projectId)
    .where('data_leans_on', 'is not', null)
    .execute();
  const counts = new Map<string, number>();
  for (const { data_leans_on } of found)
    for (const mark of marksIn(data_leans_on)) counts.set(mark, (counts.get(mark) ?? 0) + 1);
  return counts;
}

/** @param given - its types are spelled as by `nameOfType` */
async function add(
  tx: Db,
  actor: Actor,
  projectId: number,
  given: NewProjectTolerance & Partial<NewProjectExpression>,
) {
  const isExpression = given.cause === EXPRESSION;
  const stored = await listStored(tx, projectId);
  const isThere = stored.some(
    (one) =>
      !hasEnded(one.until) &&
      one.cause === given.cause &&
      one.source_type === given.source_type &&
      one.target_type === given.target_type,
  );
  if (isThere)
    throw conflict(message(isExpression ? 'pair.expressionThere' : 'pair.toleranceThere'));
  if (stored.length >= MAX_PROJECT_TOLERANCES)
    throw conflict(message('pair.toleranceMost', { count: MAX_PROJECT_TOLERANCES }));
  const made = await tx
    .insertInto('project_tolerance')
    .values({
      project_id: projectId,
      ...given,
      created_by: actor.userId,
      created_at: timestampNow(),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await lockPairs(tx, projectId);
  const outdated = tx
    .updateTable('pair')
    .set({ rules_changed_at: timestampNow() })
    .where('project_id', '=', projectId);
  // Rows that were equal stay equal where more is let pass, but may differ by an expression, even if they are being read now.
  await (
    isExpression
      ? outdated.where('type_id', 'in', WITH_ROWS)
      : outdated.where('data_differences', '>', 0)
  ).execute();
  await recordAdded(tx, actor, made);
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
  await recordRemoved(tx, null, ended);
}

/** Tolerances and expressions of a project, which apply to all of its pairs. */
export function createProjectTolerances({ db, longReads, transaction }: Store, users: UserService) {
  async function addTolerance(
    actor: Actor,
    projectId: number,
    given: NewProjectTolerance & Partial<NewProjectExpression>,
  ) {
    await expectProject(db, projectId);
    const [source_type, target_type] = [given.source_type, given.target_type].map((type) =>
      type === null ? null : nameOfType(type),
    ) as [string | null, string | null];
    return transaction(
      (tx) => add(tx, actor, projectId, { ...given, source_type, target_type }),
      `rules:${projectId}`,
    );
  }

  return {
    async tolerances(projectId: number): Promise<ProjectTolerance[]> {
      const [stored, names, counts] = await Promise.all([
        listStored(db, projectId),
        users.names(),
        countPairsUsing(longReads, projectId),
      ]);
      return stored.map((one) => ({
        id: one.id,
        cause: one.cause,
        source_type: one.source_type,
        target_type: one.target_type,
        source_expression: one.source_expression,
        target_expression: one.target_expression,
        reason: one.reason,
        until: one.until,
        by: one.created_by === null ? null : (names.get(one.created_by) ?? null),
        at: one.created_at,
        ended_at: hasEnded(one.until) ? endOfDay(one.until!) : null,
        pairs: counts.get(markOf(one)) ?? 0,
      }));
    },
    addTolerance,
    /** Adds expressions that are read in place of columns of the given types, once they were checked. */
    addExpression: (actor: Actor, projectId: number, given: NewProjectExpression) =>
      addTolerance(actor, projectId, { ...given, cause: EXPRESSION }),
    removeTolerance: (actor: Actor, projectId: number, id: number): Promise<number> =>
      transaction(async (tx) => {
        const removed = await tx
          .deleteFrom('project_tolerance')
          .where('id', '=', id)
          .where('project_id', '=', projectId)
          .returningAll()
          .executeTakeFirst();
        if (!removed) throw notFound('what.thisRule');
        await recordRemoved(tx, actor, removed);
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

/** Whether a result relies on what is no longer in force: it may have ended while rows were read. */
export async function usesWhatIsNotInForce(
  tx: Db,
  projectId: number,
  used: string | null,
): Promise<boolean> {
  const marks = marksIn(used);
  if (marks.length === 0) return false;
  const known = new Set((await readInherited(tx, projectId)).map(markOf));
  return marks.some((mark) => !known.has(mark));
}
