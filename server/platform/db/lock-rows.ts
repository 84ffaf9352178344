import { type Expression, PostgresAdapter, sql } from 'kysely';
import { jsonIds } from './json-table.ts';
import type { Db } from './store.ts';

/**
 * Locks rows that the transaction is about to change, in the order of their ids. Two transactions that change many of the
 * same rows then wait for each other; each in an order of its own, they would end in a deadlock. Objects are locked
 * before pairs. SQLite has one writer, so there is nothing to lock.
 * @param chosen - ids, or a query that selects them
 */
export async function lockRows(
  tx: Db,
  table: 'object' | 'pair',
  chosen: readonly number[] | Expression<unknown>,
): Promise<void> {
  if (!(tx.getExecutor().adapter instanceof PostgresAdapter)) return;
  if ('length' in chosen && chosen.length === 0) return;
  const ids = 'length' in chosen ? jsonIds('postgresql', chosen) : sql`(${chosen})`;
  await sql`select count(*) from (
    select 1 from ${sql.table(table)} where id in ${ids} order by id for no key update
  ) as locked`.execute(tx);
}
