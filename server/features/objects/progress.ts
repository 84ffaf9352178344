import type { Side } from '../../../contract/fields.ts';
import type { StatusCounts } from '../../../contract/projects.ts';
import type { Db } from '../../platform/db/store.ts';

export type Progress = Record<Side, StatusCounts>;

const none = (): StatusCounts => ({ total: 0, pending: 0, migrated: 0, verified: 0, missing: 0 });
export const noProgress = (): Progress => ({ source: none(), target: none() });

/** How far the objects of projects are; from an index alone. @param projectIds - all where undefined */
export async function readProgress(db: Db, projectIds?: number[]): Promise<Map<number, Progress>> {
  let query = db
    .selectFrom('object')
    .select(({ fn }) => [
      'project_id',
      'side',
      'status',
      fn.countAll<number>().as('count'),
      fn.count<number>('missing_since').as('missing'),
    ])
    // In the order of the index, which then gives all of it.
    .groupBy(['project_id', 'side', 'type_id', 'status']);
  if (projectIds) query = query.where('project_id', 'in', [0, ...projectIds]);
  const progress = new Map<number, Progress>();
  for (const row of await query.execute()) {
    const known = progress.get(row.project_id) ?? noProgress();
    progress.set(row.project_id, known);
    const counts = known[row.side];
    counts[row.status] += row.count;
    counts.total += row.count;
    counts.missing += row.missing;
  }
  return progress;
}
