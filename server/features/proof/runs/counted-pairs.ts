import type { Db } from '../../../platform/db/store.ts';
import { type StoredRun, ownRun } from './lease.ts';
import { type FoundItem, isDifferent, worstFirst } from './repository.ts';

/** The pairs that a run counts before it compares the rows of those that changed. */

/**
 * Records that a pair was counted and waits for its rows; only the run's owner may.
 * @returns false when another process owns the run now
 */
export async function keepCounted(
  tx: Db,
  runId: number,
  owner: string,
  item: FoundItem,
): Promise<boolean> {
  const run = await tx
    .updateTable('run')
    .set((set) => ({
      counted: set('counted', '+', 1),
      counted_different: set('counted_different', '+', isDifferent(item) ? 1 : 0),
    }))
    .where('id', '=', runId)
    .where('owner', '=', owner)
    .returning('id')
    .executeTakeFirst();
  if (!run) return false;
  await tx
    .updateTable('run_item')
    .set({ counted: 1, attempts: 0 })
    .where('run_id', '=', runId)
    .where('pair_id', '=', item.pair_id)
    .execute();
  return true;
}

/** Sorts the pairs that wait for their rows by what is known of them now, the worst first. */
export async function rankCounted(
  db: Db,
  { id, project_id }: StoredRun,
  owner: string,
): Promise<void> {
  const waiting = db
    .selectFrom('run_item')
    .select('pair_id')
    .where('run_id', 'in', ownRun(db, id, owner))
    .where('state', '=', 'waiting')
    .where('counted', '=', 1);
  const ranked = db
    .selectFrom('pair')
    .select(['pair.id', worstFirst(project_id).as('place')])
    .where('pair.id', 'in', waiting)
    .as('ranked');
  await db
    .updateTable('run_item')
    .from(ranked)
    .set(({ ref }) => ({ rank: ref('ranked.place') }))
    .where('run_item.run_id', '=', id)
    .whereRef('run_item.pair_id', '=', 'ranked.id')
    .execute();
}
