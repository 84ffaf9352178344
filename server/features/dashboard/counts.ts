import { sql } from 'kysely';
import type { Dashboard } from '../../../contract/dashboard.ts';
import type { Db } from '../../platform/db/store.ts';
import { type Progress, noProgress } from '../objects/service.ts';

export interface Counts extends Progress {
  by_type: Dashboard['by_type'];
  stale: number;
}

/** Objects by side, type and status; grouped in the order of the index object_status, from it alone. */
export async function readCounts(db: Db, ids: number[], staleSince: string): Promise<Counts> {
  const rows = await db
    .selectFrom('object')
    .select(({ fn }) => [
      'side',
      'type_id',
      'status',
      fn.countAll<number>().as('count'),
      fn.count<number>('missing_since').as('missing'),
      sql<number>`sum(case when updated_at < ${staleSince} then 1 else 0 end)`.as('untouched'),
    ])
    .where('project_id', 'in', ids)
    .groupBy(['project_id', 'side', 'type_id', 'status'])
    .execute();
  const counts: Counts = { ...noProgress(), by_type: [], stale: 0 };
  const byType = new Map<string, Dashboard['by_type'][number]>();
  for (const { side, type_id, status, count, missing, untouched } of rows) {
    const sum = counts[side];
    sum[status] += count;
    sum.total += count;
    sum.missing += missing;
    if (status !== 'verified') counts.stale += untouched;
    const key = `${side} ${type_id}`;
    const type = byType.get(key) ?? {
      object_type_id: type_id,
      side,
      pending: 0,
      migrated: 0,
      verified: 0,
    };
    type[status] += count;
    byType.set(key, type);
  }
  counts.by_type = [...byType.entries()]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([, type]) => type);
  return counts;
}
