import { SIDES, type Side } from '../../../contract/fields.ts';
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
    .groupBy(['project_id', 'side', 'status']);
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

/** The sum of several projects. */
export function addProgress(all: Iterable<Progress>): Progress {
  const sum = noProgress();
  for (const one of all) {
    for (const side of SIDES) {
      for (const key of Object.keys(sum[side]) as (keyof StatusCounts)[])
        sum[side][key] += one[side][key];
    }
  }
  return sum;
}
