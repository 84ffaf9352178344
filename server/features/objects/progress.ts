import { type TrackedType, isTracked, objectTypeOf } from '../../../contract/engines.ts';
import type { Side } from '../../../contract/fields.ts';
import { ROLES, type Role, type StatusCounts } from '../../../contract/projects.ts';
import type { Db } from '../../platform/db/store.ts';

export type Progress = Record<Side, StatusCounts>;
/** A project's progress, with those of the optional types of which it has objects. */
export interface Standing {
  progress: Progress;
  tracked: Set<TrackedType>;
}

const none = (): StatusCounts => ({ total: 0, pending: 0, migrated: 0, verified: 0, missing: 0 });
export const noProgress = (): Progress => ({ source: none(), target: none() });

/** Progress of projects' objects, answered from an index alone. @param projectIds - all if undefined */
export async function readProgress(db: Db, projectIds?: number[]): Promise<Map<number, Standing>> {
  let query = db
    .selectFrom('object')
    .select(({ fn }) => [
      'project_id',
      'side',
      'type_id',
      'status',
      fn.countAll<number>().as('count'),
      fn.count<number>('missing_since').as('missing'),
    ])
    // Groups in the order of the index, which then answers the whole query.
    .groupBy(['project_id', 'side', 'type_id', 'status']);
  if (projectIds) query = query.where('project_id', 'in', [0, ...projectIds]);
  const progress = new Map<number, Standing>();
  for (const row of await query.execute()) {
    const known = progress.get(row.project_id) ?? {
      progress: noProgress(),
      tracked: new Set(),
    };
    progress.set(row.project_id, known);
    const type = objectTypeOf(row.type_id);
    if (isTracked(type)) known.tracked.add(type);
    const counts = known.progress[row.side];
    counts[row.status] += row.count;
    counts.total += row.count;
    counts.missing += row.missing;
  }
  return progress;
}

/** Number of objects that wait for somebody. */
export type OpenWork = Record<Side, number>;
const noWork = (): Record<Role, OpenWork> => ({
  developer: { source: 0, target: 0 },
  tester: { source: 0, target: 0 },
});

/** The work that waits for a user, by project and role. */
export async function readOpenWork(
  db: Db,
  userId: number,
  projectIds: number[],
): Promise<Map<number, Record<Role, OpenWork>>> {
  const open = new Map<number, Record<Role, OpenWork>>();
  for (const role of ROLES) {
    const rows = await db
      .selectFrom('object')
      .select(({ fn }) => ['project_id', 'side', fn.countAll<number>().as('count')])
      .where(`${role}_id`, '=', userId)
      .where('project_id', 'in', [0, ...projectIds])
      .where((where) =>
        role === 'developer'
          ? where.and({ side: 'source', status: 'pending' })
          : where.or([
              where.and({ side: 'source', status: 'migrated' }),
              where.and({ side: 'target', status: 'pending' }),
            ]),
      )
      .groupBy(['project_id', 'side'])
      .execute();
    for (const { project_id, side, count } of rows) {
      const known = open.get(project_id) ?? noWork();
      open.set(project_id, known);
      known[role][side] = Number(count);
    }
  }
  return open;
}
