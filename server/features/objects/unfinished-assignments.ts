import { message } from '../../../contract/messages/message.ts';
import { readNewestId } from '../../platform/db/newest-id.ts';
import type { Db, Store } from '../../platform/db/store.ts';
import { conflict } from '../../platform/problem.ts';
import { restoreAll } from './undo-assignment.ts';

/** Records that an assignment of several transactions has begun; removed by the last of them. */
export async function noteBegun(tx: Db, batch: string, from: number): Promise<void> {
  await tx.insertInto('unfinished_assignment').values({ batch, from_id: from }).execute();
}

export async function noteFinished(tx: Db, batch: string): Promise<void> {
  await tx.deleteFrom('unfinished_assignment').where('batch', '=', batch).execute();
}

/** @throws ProblemError `conflict` if the assignment is being undone */
export async function refuseCancelled(tx: Db, batch: string): Promise<void> {
  const note = await tx
    .selectFrom('unfinished_assignment')
    .select('batch')
    .where('batch', '=', batch)
    .where('is_cancelled', '=', 0)
    .executeTakeFirst();
  if (!note) throw conflict(message('assignment.cutOff'));
}

/**
 * Undoes assignments that cannot be completed, because a part failed or their process crashed. After an interruption,
 * it continues where it was.
 * @param batch - all if undefined
 * @returns the number of assignments
 */
export async function rollBackUnfinished(store: Store, batch?: string): Promise<number> {
  const chosen = store.db.updateTable('unfinished_assignment').set({ is_cancelled: 1 });
  const unfinished = await (batch === undefined ? chosen : chosen.where('batch', '=', batch))
    .returningAll()
    .execute();
  const to = await readNewestId(store.db, 'history');
  for (const note of unfinished) {
    await restoreAll(store, null, { batch: note.batch, from: note.from_id, to });
    await noteFinished(store.db, note.batch);
  }
  return unfinished.length;
}
