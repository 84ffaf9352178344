import type { Store } from '../../platform/db/store.ts';

/** What only grows, and can be cut off without harm to anything else. */
const GROWING = ['history', 'notification', 'login_attempt'] as const;
export type Trimmed = Record<(typeof GROWING)[number], number>;

/**
 * Deletes what happened before a moment, some rows at a time, so that others can write meanwhile.
 * Objects, projects and people stay as they are; what they were before can no longer be read or undone.
 * @param before - a timestamp, or the beginning of one such as a date
 * @returns how many rows of which table
 */
export async function trimHistory(store: Store, before: string): Promise<Trimmed> {
  const trimmed: Trimmed = { history: 0, notification: 0, login_attempt: 0 };
  for (const table of GROWING) {
    for (;;) {
      const { numDeletedRows } = await store.db
        .deleteFrom(table)
        .where('id', 'in', (select) =>
          select
            .selectFrom(table)
            .select('id')
            .where('at', '<', before)
            .orderBy('id')
            .limit(store.rowsPerTransaction),
        )
        .executeTakeFirst();
      trimmed[table] += Number(numDeletedRows);
      if (Number(numDeletedRows) < store.rowsPerTransaction) break;
    }
  }
  return trimmed;
}
