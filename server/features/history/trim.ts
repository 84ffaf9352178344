import type { Store } from '../../platform/db/store.ts';

/** Tables that only grow, whose old rows can be deleted without harm. */
const GROWING = ['history', 'notification', 'login_attempt'] as const;
export type Trimmed = Record<(typeof GROWING)[number], number>;

/**
 * Deletes entries from before a moment, in batches, so that others can write meanwhile. Objects, projects and people
 * keep their state; earlier states can no longer be read or undone.
 * @param before - a timestamp, or a prefix of one such as a date
 * @returns the number of rows by table
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
            .$if(table === 'notification', (query) =>
              query.where('id', 'not in', (inner) =>
                // Shows that a project need not be called overdue again.
                inner.selectFrom('notification').select('id').where('kind', '=', 'project-overdue'),
              ),
            )
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
