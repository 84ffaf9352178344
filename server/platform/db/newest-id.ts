import type { Db } from './store.ts';

/** The newest id of a table that only grows; 0 where it is empty. */
export async function readNewestId(
  db: Db,
  table: 'history' | 'notification' | 'evidence',
): Promise<number> {
  const row = await db
    .selectFrom(table)
    .select('id')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.id ?? 0;
}
