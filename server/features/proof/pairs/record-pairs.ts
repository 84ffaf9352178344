import { sql } from 'kysely';
import { timestampNow } from '../../../platform/clock.ts';
import type { Db } from '../../../platform/db/store.ts';
import type { Actor } from '../../../platform/http/route.ts';
import { recordEach } from '../../history/service.ts';

/** One entry for each changed pair, in one statement. */
export async function recordPairs(
  tx: Db,
  actor: Actor,
  ids: readonly number[],
  action: string,
  reason: string | null,
): Promise<void> {
  if (ids.length === 0) return;
  const changes = JSON.stringify(reason === null ? {} : { reason: [null, reason] });
  await recordEach(
    tx,
    tx
      .selectFrom('pair')
      .select(({ cast, val }) => [
        cast<string>(val(timestampNow()), 'text').as('at'),
        cast<number>(val(actor.userId), 'integer').as('user_id'),
        sql<'pair'>`'pair'`.as('entity'),
        'pair.id as entity_id',
        'pair.project_id',
        cast<string>(val(action), 'text').as('action'),
        cast<string>(val(changes), 'text').as('changes'),
        sql<null>`null`.as('batch'),
      ])
      .where('pair.id', 'in', ids),
  );
}
