import { sql } from 'kysely';
import { DAY } from '../../../contract/days.ts';
import type { Side } from '../../../contract/fields.ts';
import { lastToday, timestampIn } from '../../platform/clock.ts';
import type { Db, Store } from '../../platform/db/store.ts';
import { jsonTable, lockRows } from '../../platform/db/sql-parts.ts';
import { type Notice, type NotificationService, dueTold, turn } from '../notifications/service.ts';

interface Due {
  id: number;
  projectId: number;
  side: Side;
  userId: number;
  isTester: boolean;
  isLate: boolean;
  told: string;
}

/** Objects due tomorrow or overdue whose current assignee has not been reminded of this date. */
async function readDue(db: Db, limit: number): Promise<Due[]> {
  const tomorrow = timestampIn(DAY).slice(0, 10);
  const late = sql<boolean>`object.due_date < ${lastToday()}`;
  const isLate = sql<number>`case when ${late} then 1 else 0 end`;
  const told = dueTold(late, turn);
  const rows = await db
    .selectFrom('object')
    .innerJoin('project', 'project.id', 'object.project_id')
    .innerJoin('app_user', (join) => join.on('app_user.id', '=', turn))
    .select(['object.id', 'object.project_id', 'object.side', 'object.status'])
    .select([turn.as('user_id'), isLate.as('is_late'), told.as('told')])
    .where('project.archived_at', 'is', null)
    .where('app_user.is_active', '=', 1)
    .where('object.status', '!=', 'verified')
    .where('object.due_date', '<=', tomorrow)
    .where(sql<boolean>`object.due_told is distinct from ${told}`)
    // Who knows that it is overdue is not told that it will be, after the clock was set back.
    .where(sql<boolean>`object.due_told is distinct from ${dueTold(sql`1 = 1`, turn)}`)
    .orderBy('object.id')
    .limit(limit)
    .execute();
  return rows.map(({ id, project_id, side, status, user_id, is_late, told: what }) => ({
    id,
    projectId: project_id,
    side,
    userId: user_id,
    isTester: side === 'target' || status !== 'pending',
    isLate: is_late === 1,
    told: what,
  }));
}

/** One notice for each person, project, side, role and reason. */
function noticesOf(due: readonly Due[]): Notice[] {
  const notices = new Map<string, Notice>();
  for (const { id, projectId, side, userId, isTester, isLate } of due) {
    const key = [userId, projectId, side, isTester, isLate].join(' ');
    const count = (notices.get(key)?.count ?? 0) + 1;
    notices.set(key, {
      userId,
      kind: isLate ? 'overdue' : 'due-soon',
      projectId,
      side,
      objectId: count === 1 ? id : null,
      count,
      role: isTester ? 'tester' : 'developer',
    });
  }
  return [...notices.values()];
}

/**
 * Reminds the person whose turn it is, a day before an object is due and once it is overdue, once each. The reminder
 * is recorded with the object in the same transaction, so that servers sharing a store, or restarting, do not repeat
 * it.
 */
export async function remindOfDueDates(
  store: Store,
  notifications: NotificationService,
): Promise<void> {
  const remind = async (tx: Db): Promise<number> => {
    const due = await readDue(tx, store.rowsPerTransaction);
    if (due.length === 0) return 0;
    const told = jsonTable(
      store.kind,
      { id: 'integer', told: 'text' } as const,
      due.map(({ id, told: what }) => [id, what]),
    ).as('reminded');
    await lockRows(
      tx,
      'object',
      due.map(({ id }) => id),
    );
    await tx
      .updateTable('object')
      .from(told)
      .set(({ ref }) => ({ due_told: ref('reminded.told') }))
      .whereRef('object.id', '=', 'reminded.id')
      .execute();
    await notifications.notify(tx, noticesOf(due));
    return due.length;
  };
  while ((await store.transaction(remind, 'due dates')) === store.rowsPerTransaction);
}
