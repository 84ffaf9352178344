import { type Selectable, sql } from 'kysely';
import { asFault } from '../../../contract/messages/fault.ts';
import type { Message } from '../../../contract/messages/message.ts';
import {
  type AssessmentState,
  type Complexity,
  KEPT_ASSESSMENTS,
  type UnusedReason,
} from '../../../contract/assessment.ts';
import { type ObjectType, objectTypeOf } from '../../../contract/engines.ts';
import { timestampIn, timestampNow } from '../../platform/clock.ts';
import type { AssessedObjectTable, AssessmentTable } from '../../platform/db/assessment-tables.ts';
import { jsonIds } from '../../platform/db/json-table.ts';
import type { Db, Store } from '../../platform/db/store.ts';
import type { Progress } from '../databases/leased-work-service.ts';

export type StoredAssessment = Selectable<AssessmentTable>;
export type StoredAssessedObject = Selectable<AssessedObjectTable>;

/** A process that works on an assessment says so at least this often, or another one begins it anew. Milliseconds. */
const LEASE = 15_000;

export const findAssessment = (
  db: Db,
  projectId: number,
  id: number,
): Promise<StoredAssessment | undefined> =>
  db
    .selectFrom('assessment')
    .selectAll()
    .where('id', '=', id)
    .where('project_id', '=', projectId)
    .executeTakeFirst();

export const listStored = (db: Db, projectId: number): Promise<StoredAssessment[]> =>
  db
    .selectFrom('assessment')
    .selectAll()
    .where('project_id', '=', projectId)
    .orderBy('id', 'desc')
    .execute();

/** The newest one that came to its end. */
export const findNewest = (db: Db, projectId: number): Promise<StoredAssessment | undefined> =>
  db
    .selectFrom('assessment')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('state', '=', 'finished')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();

/** What an object is estimated at, in hours; `automatic` is what moves by itself. */
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

const claimable = (db: Db) =>
  db
    .selectFrom('assessment')
    .select('id')
    .where((where) =>
      where.or([
        where('state', '=', 'queued'),
        where.and([where('state', '=', 'running'), where('lease_until', '<', timestampNow())]),
      ]),
    )
    .orderBy('id');

export const hasClaimable = async (db: Db): Promise<boolean> =>
  (await claimable(db).limit(1).executeTakeFirst()) !== undefined;

/** Takes the next assessment that nobody works on; what was found of it before is dropped. */
export function claimAssessment(
  store: Store,
  owner: string,
): Promise<StoredAssessment | undefined> {
  return store.transaction(async (tx) => {
    const next = claimable(tx).limit(1);
    const found = await (
      store.kind === 'postgresql' ? next.forUpdate().skipLocked() : next
    ).executeTakeFirst();
    if (!found) return undefined;
    await tx.deleteFrom('assessed_object').where('assessment_id', '=', found.id).execute();
    return tx
      .updateTable('assessment')
      .set({
        state: 'running',
        owner,
        lease_until: timestampIn(LEASE),
        started_at: timestampNow(),
        done: 0,
        error: null,
      })
      .where('id', '=', found.id)
      .returningAll()
      .executeTakeFirst();
  });
}

/** Says that the owner still works on it, and how far it is. @returns what was asked for meanwhile */
export async function renewLease(
  db: Db,
  id: number,
  owner: string,
  progress: Progress,
): Promise<'cancelled' | 'lost' | null> {
  const row = await db
    .updateTable('assessment')
    .set({ lease_until: timestampIn(LEASE), ...progress })
    .where('id', '=', id)
    .where('owner', '=', owner)
    .where('state', '=', 'running')
    .returning('cancelling')
    .executeTakeFirst();
  if (!row) return 'lost';
  return row.cancelling === 1 ? 'cancelled' : null;
}

/** Keeps objects that were assessed, as long as the assessment is this owner's. */
export const insertObjects = (
  store: Store,
  id: number,
  owner: string,
  rows: readonly Omit<StoredAssessedObject, 'id'>[],
): Promise<void> =>
  store.transaction(async (tx) => {
    const own = await ownAssessment(tx, id, owner).executeTakeFirst();
    if (!own || rows.length === 0) return;
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

const ownAssessment = (db: Db, id: number, owner: string) =>
  db.selectFrom('assessment').select('id').where('id', '=', id).where('owner', '=', owner);

/** Says of objects that nothing refers to them, unless more is known. */
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

/** Ends an assessment in the state that it has come to; older ones go. */
export async function leaveAssessment(
  tx: Db,
  { id, project_id: projectId }: StoredAssessment,
  owner: string,
  state: AssessmentState,
  set: {
    features?: string;
    not_read?: number;
    error?: Message;
    connection_failed?: 0 | 1;
  } = {},
): Promise<void> {
  const { error, ...rest } = set;
  const left = await tx
    .updateTable('assessment')
    .set((to) => ({
      state,
      ...rest,
      ...(state === 'finished' && { done: to.ref('total') }),
      error: error ? asFault(error) : null,
      owner: null,
      lease_until: null,
      current: null,
      finished_at: state === 'queued' ? null : timestampNow(),
    }))
    .where('id', '=', id)
    .where('owner', '=', owner)
    .returning('id')
    .executeTakeFirst();
  if (!left) return;
  if (state !== 'finished')
    await tx.deleteFrom('assessed_object').where('assessment_id', '=', id).execute();
  await deleteOld(tx, projectId);
}

async function deleteOld(tx: Db, projectId: number): Promise<void> {
  const ended = await tx
    .selectFrom('assessment')
    .select('id')
    .where('project_id', '=', projectId)
    .where('state', 'not in', ['queued', 'running'])
    // Those that came to nothing go first.
    .orderBy(sql`case state when 'finished' then 0 else 1 end`)
    .orderBy('id', 'desc')
    .offset(KEPT_ASSESSMENTS)
    .limit(1_000)
    .execute();
  if (ended.length === 0) return;
  await tx
    .deleteFrom('assessment')
    .where(
      'id',
      'in',
      ended.map(({ id }) => id),
    )
    .execute();
}
