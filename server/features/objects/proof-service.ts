import { sql } from 'kysely';
import type { StaleReason } from '../../../contract/objects.ts';
import { timestampNow } from '../../platform/clock.ts';
import { jsonTable, lockRows } from '../../platform/db/sql-parts.ts';
import type { Db, StoreKind } from '../../platform/db/store.ts';
import { objectHistory, recordEach } from '../history/service.ts';
import type { NotificationService } from '../notifications/service.ts';

/** Moves objects into pairs, or out of them. The pairs' cached columns about their members are refreshed separately. */
export async function moveObjects(
  kind: StoreKind,
  tx: Db,
  moves: readonly (readonly [objectId: number, pairId: number | null])[],
): Promise<void> {
  if (moves.length === 0) return;
  await lockRows(
    tx,
    'object',
    moves.map(([objectId]) => objectId),
  );
  const table = jsonTable(kind, { object_id: 'integer', to_pair: 'integer' } as const, moves).as(
    'move',
  );
  await tx
    .updateTable('object')
    .from(table)
    .set(({ ref }) => ({ pair_id: ref('move.to_pair') }))
    .whereRef('object.id', '=', 'move.object_id')
    .execute();
}

/** Marks verified objects that have changed since as stale, once, and notifies their testers. */
export async function markStale(
  tx: Db,
  notifications: NotificationService,
  projectId: number,
  changed: readonly number[],
  reason: StaleReason,
): Promise<void> {
  if (changed.length === 0) return;
  await lockRows(tx, 'object', changed);
  const verified = await tx
    .selectFrom('object')
    .select(['id', 'side', 'tester_id'])
    .where('id', 'in', changed)
    .where('status', '=', 'verified')
    .where('stale_since', 'is', null)
    .execute();
  if (verified.length === 0) return;
  const ids = verified.map(({ id }) => id);
  await tx
    .updateTable('object')
    .set({ stale_since: timestampNow(), stale_reason: reason })
    .where('id', 'in', ids)
    .execute();
  await recordEach(
    tx,
    tx
      .selectFrom('object')
      .select(
        objectHistory(null, 'stale', sql.lit(JSON.stringify({ stale_reason: [null, reason] }))),
      )
      .where('object.id', 'in', ids),
  );
  await notifications.notify(
    tx,
    verified.flatMap(({ id, side, tester_id }) =>
      tester_id === null
        ? []
        : [
            {
              userId: tester_id,
              kind: 'stale' as const,
              projectId,
              side,
              objectId: id,
              role: 'tester' as const,
            },
          ],
    ),
  );
}
