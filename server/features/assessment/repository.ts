import type { Selectable } from 'kysely';
import {
  type Complexity,
  KEPT_ASSESSMENTS,
  type UnusedReason,
} from '../../../contract/assessment.ts';
import { type ObjectType, objectTypeOf } from '../../../contract/engines.ts';
import { message } from '../../../contract/messages/message.ts';
import { timestampNow } from '../../platform/clock.ts';
import type { AssessedObjectTable, AssessmentTable } from '../../platform/db/job-tables.ts';
import { jsonIds } from '../../platform/db/sql-parts.ts';
import type { Db, Store } from '../../platform/db/store.ts';
import { createLeasedJobs } from '../databases/leased-jobs-service.ts';

export type StoredAssessment = Selectable<AssessmentTable>;
export type StoredAssessedObject = Selectable<AssessedObjectTable>;

export const assessmentJobs = createLeasedJobs({
  table: 'assessment',
  kept: KEPT_ASSESSMENTS,
  said: {
    unknown: 'what.thisAssessment',
    underWay: message('assessment.underWay'),
    ended: message('assessment.ended'),
  },
  dropFound: (tx, id) => tx.deleteFrom('assessed_object').where('assessment_id', '=', id).execute(),
  begin: () => ({ started_at: timestampNow() }),
});

/** An object's estimate in hours; `automatic` objects move without manual work. */
export interface Estimate {
  objectId: number;
  type: ObjectType;
  complexity: Complexity;
  develop: number;
  test: number;
  automatic: boolean;
}

export async function readEstimates(db: Db, assessmentId: number): Promise<Estimate[]> {
  const rows = await db
    .selectFrom('assessed_object')
    .select(['object_id', 'type_id', 'complexity', 'develop_minutes', 'test_minutes', 'automatic'])
    .where('assessment_id', '=', assessmentId)
    .where('object_id', 'is not', null)
    .orderBy('object_id')
    .execute();
  return rows.map((row) => ({
    objectId: row.object_id!,
    type: objectTypeOf(row.type_id),
    complexity: row.complexity,
    develop: row.develop_minutes / 60,
    test: row.test_minutes / 60,
    automatic: row.automatic === 1,
  }));
}

/** Inserts assessed objects, while this owner still holds the assessment's lease. */
export const insertObjects = (
  store: Store,
  id: number,
  owner: string,
  rows: readonly Omit<StoredAssessedObject, 'id'>[],
): Promise<void> =>
  store.transaction(async (tx) => {
    if (rows.length === 0 || !(await assessmentJobs.isOwn(tx, id, owner))) return;
    const stillThere = await tx
      .selectFrom('object')
      .select('id')
      .where(
        'id',
        'in',
        jsonIds(
          store.kind,
          rows.flatMap(({ object_id }) => object_id ?? []),
        ),
      )
      .execute();
    const ids = new Set(stillThere.map((row) => row.id));
    await tx
      .insertInto('assessed_object')
      .values(
        rows.map((row) => ({
          ...row,
          object_id: row.object_id !== null && ids.has(row.object_id) ? row.object_id : null,
        })),
      )
      .execute();
  });

/** Marks objects as unused for a reason, unless they already have one. */
export const markUnused = (
  store: Store,
  tx: Db,
  ids: readonly number[],
  reason: UnusedReason,
): Promise<unknown> =>
  tx
    .updateTable('assessed_object')
    .set({ unused: reason })
    .where('id', 'in', jsonIds(store.kind, ids))
    .where('unused', 'is', null)
    .execute();
