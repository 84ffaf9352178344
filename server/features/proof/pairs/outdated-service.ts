import { OBJECT_TYPES } from '../../../../contract/engines.ts';
import { timestampNow } from '../../../platform/clock.ts';
import { jsonIds, lockRows } from '../../../platform/db/sql-parts.ts';
import type { Db, StoreKind } from '../../../platform/db/store.ts';

/** Locks all pairs of a project, before those that meet a condition are changed. */
export const lockPairs = (tx: Db, projectId: number): Promise<void> =>
  lockRows(tx, 'pair', tx.selectFrom('pair').select('id').where('project_id', '=', projectId));

/** Marks all results of these objects' pairs (definitions, rows, calls) as outdated until they are compared again. */
export async function outdatePairsOf(
  kind: StoreKind,
  tx: Db,
  objectIds: readonly number[],
  now = timestampNow(),
): Promise<void> {
  if (objectIds.length === 0) return;
  // The objects may leave the pair and return to it, so the change is also kept with them.
  await tx
    .updateTable('snapshot')
    .set({ changed_at: now })
    .where('object_id', 'in', jsonIds(kind, objectIds))
    .execute();
  const theirs = tx
    .selectFrom('object')
    .select('pair_id')
    .where('id', 'in', jsonIds(kind, objectIds))
    .where('pair_id', 'is not', null)
    .$narrowType<{ pair_id: number }>();
  await lockRows(tx, 'pair', theirs);
  await tx
    .updateTable('pair')
    .set({ definition_changed_at: now })
    .where('id', 'in', theirs)
    .execute();
}

const outdate = (tx: Db) => tx.updateTable('pair').set({ definition_changed_at: timestampNow() });

/** Likewise for one pair. */
export async function outdatePair(tx: Db, pairId: number): Promise<void> {
  await outdate(tx).where('id', '=', pairId).execute();
}

/** Likewise for all tables and views of a project. */
export async function outdateTables(tx: Db, projectId: number): Promise<void> {
  await lockPairs(tx, projectId);
  await outdate(tx)
    .where('project_id', '=', projectId)
    .where('type_id', 'in', [OBJECT_TYPES.tables, OBJECT_TYPES.views])
    .execute();
}

/** Likewise for all pairs of a project, including those without objects, which may come back. */
export async function outdateProject(tx: Db, projectId: number): Promise<void> {
  await lockPairs(tx, projectId);
  await outdate(tx).where('project_id', '=', projectId).execute();
}
