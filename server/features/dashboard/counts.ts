import { sql } from 'kysely';
import type { Dashboard } from '../../../contract/dashboard.ts';
import type { Db } from '../../platform/db/store.ts';

/** Objects by type, side and status; from the index object_status alone. */
export async function readByType(db: Db, ids: number[]): Promise<Dashboard['by_type']> {
  const rows = await db
    .selectFrom('object')
    .select(({ fn }) => ['side', 'type_id', 'status', fn.countAll<number>().as('count')])
    .where('project_id', 'in', ids)
    .groupBy(['side', 'type_id', 'status'])
    .orderBy('side')
    .orderBy('type_id')
    .execute();
  const byType = new Map<string, Dashboard['by_type'][number]>();
  for (const { side, type_id, status, count } of rows) {
    const key = `${side} ${type_id}`;
    const entry = byType.get(key) ?? {
      object_type_id: type_id,
      side,
      pending: 0,
      migrated: 0,
      verified: 0,
    };
    entry[status] += count;
    byType.set(key, entry);
  }
  return [...byType.values()];
}

async function countByDay(
  db: Db,
  ids: number[],
  column: 'migrated_at' | 'verified_at',
): Promise<Map<string, number>> {
  const day = sql<string>`substr(${sql.ref(column)}, 1, 10)`;
  const rows = await db
    .selectFrom('object')
    .select(({ fn }) => [day.as('day'), fn.countAll<number>().as('count')])
    .where('project_id', 'in', ids)
    .where(column, 'is not', null)
    .groupBy(day)
    .execute();
  return new Map(rows.map((row) => [row.day, row.count]));
}

/** Running sums of what is migrated (source) and verified (both sides), for each day with a change. */
export async function readDays(db: Db, ids: number[]): Promise<Dashboard['progress']> {
  const [migrated, verified] = await Promise.all([
    countByDay(db, ids, 'migrated_at'),
    countByDay(db, ids, 'verified_at'),
  ]);
  const days = [...new Set([...migrated.keys(), ...verified.keys()])].toSorted();
  const sums = { migrated: 0, verified: 0 };
  return days.map((day) => {
    sums.migrated += migrated.get(day) ?? 0;
    sums.verified += verified.get(day) ?? 0;
    return { day, ...sums };
  });
}

/** Objects that nobody touched since, and that are not verified. */
export async function readStale(db: Db, ids: number[], since: string): Promise<number> {
  const { count } = await db
    .selectFrom('object')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('project_id', 'in', ids)
    .where('status', '!=', 'verified')
    .where('updated_at', '<', since)
    .executeTakeFirstOrThrow();
  return count;
}

/** Objects that a tester has and that wait for the test. */
export async function readOpenTests(db: Db, ids: number[]): Promise<number> {
  const { count } = await db
    .selectFrom('object')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('project_id', 'in', ids)
    .where('tester_id', 'is not', null)
    .where(awaitsTest)
    .executeTakeFirstOrThrow();
  return count;
}

/** Migrated on the source, pending on the target. */
export const awaitsTest = sql<boolean>`((object.side = 'source' and object.status = 'migrated') or (object.side = 'target' and object.status = 'pending'))`;
