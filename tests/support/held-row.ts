import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Db, Store } from '../../server/platform/db/store.ts';

/**
 * Does work that comes while another transaction has raised the version of a row and not committed yet. On SQLite, with
 * its one writer, the work comes afterwards.
 */
export async function whileRowIsHeld<T>(
  { db, kind }: Store,
  table: 'object' | 'project',
  id: number,
  work: () => Promise<T>,
): Promise<T> {
  const raise = (handle: Db) =>
    handle
      .updateTable(table)
      .set(({ eb }) => ({ version: eb('version', '+', 1) }))
      .where('id', '=', id)
      .execute();
  if (kind === 'sqlite') {
    await raise(db);
    return work();
  }
  let working: Promise<T> | undefined;
  await db.transaction().execute(async (tx) => {
    await raise(tx);
    working = work();
    working.catch(() => {});
    await untilBlocking(db, tx);
  });
  return working!;
}

/** Waits until work of another connection waits for what this transaction of PostgreSQL has locked. */
export async function untilBlocking(db: Db, holder: Db): Promise<void> {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(holder);
  for (let left = 250; !(await isBlocking(db, rows[0]!.pid)); left -= 1) {
    if (left === 0) throw new Error('The work does not wait.');
    await sleep(20);
  }
}

const isBlocking = async (db: Db, pid: number): Promise<boolean> => {
  const { rows } = await sql`select 1 from pg_stat_activity
    where datname = current_database() and ${pid} = any(pg_blocking_pids(pid))`.execute(db);
  return rows.length > 0;
};
