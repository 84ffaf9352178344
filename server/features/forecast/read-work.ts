import { DAY } from '../../../contract/days.ts';
import type { Role } from '../../../contract/projects.ts';
import { timestampIn } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/store.ts';

/** An imported object of the source, with its progress. */
export interface WorkObject {
  id: number;
  created_at: string;
  migrated_at: string | null;
  verified_at: string | null;
  wave_id: number | null;
}

/** A wave, in the order of the work. */
export interface PlannedWave {
  id: number;
  position: number;
  name: string | null;
  ends_on: string | null;
}

export const readWaves = (db: Db, projectId: number): Promise<PlannedWave[]> =>
  db
    .selectFrom('wave')
    .select(['id', 'position', 'name', 'ends_on'])
    .where('project_id', '=', projectId)
    .orderBy('position')
    .orderBy('id')
    .execute();

/** Objects that were removed from the source are out of scope. */
export const readObjects = (db: Db, projectId: number): Promise<WorkObject[]> =>
  db
    .selectFrom('object')
    .leftJoin('wave_object', 'wave_object.object_id', 'object.id')
    .select(['id', 'created_at', 'migrated_at', 'verified_at', 'wave_id'])
    .where('project_id', '=', projectId)
    .where('side', '=', 'source')
    .where('missing_since', 'is', null)
    .orderBy('id')
    .execute();

const UNTOUCHED_DAYS = 14;

/** Number of objects in progress that have not been touched for a while. */
export async function countUntouched(db: Db, projectId: number): Promise<number> {
  const { count } = await db
    .selectFrom('object')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('project_id', '=', projectId)
    .where('side', '=', 'source')
    .where('missing_since', 'is', null)
    .where('status', '!=', 'verified')
    .where('updated_at', '<', timestampIn(-UNTOUCHED_DAYS * DAY))
    .where((where) =>
      where.or([where('developer_id', 'is not', null), where('tester_id', 'is not', null)]),
    )
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Number of objects that somebody other than their developer returned more than twice. */
export async function countReturnedOften(db: Db, projectId: number): Promise<number> {
  const often = db
    .selectFrom('history')
    .innerJoin('object', 'object.id', 'history.entity_id')
    .select('history.entity_id')
    .where('history.project_id', '=', projectId)
    .where('history.entity', '=', 'object')
    .where('history.changes', 'like', '%"status":["migrated","pending"]%')
    .whereRef('history.user_id', 'is distinct from', 'object.developer_id')
    .where('object.side', '=', 'source')
    .where('object.status', '!=', 'verified')
    .groupBy('history.entity_id')
    .having(({ fn }) => fn.countAll(), '>', 2);
  const { count } = await db
    .selectFrom(often.as('often'))
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** People with work left on the source, by role. */
export async function readBusy(
  db: Db,
  projectId: number,
): Promise<Record<Role, ReadonlySet<number>>> {
  const open = db
    .selectFrom('object')
    .where('project_id', '=', projectId)
    .where('side', '=', 'source')
    .where('missing_since', 'is', null);
  const [developers, testers] = await Promise.all([
    open
      .select('developer_id as id')
      .distinct()
      .where('status', '=', 'pending')
      .where('developer_id', 'is not', null)
      .execute(),
    open
      .select('tester_id as id')
      .distinct()
      .where('status', '!=', 'verified')
      .where('tester_id', 'is not', null)
      .execute(),
  ]);
  return {
    developer: new Set(developers.map(({ id }) => id!)),
    tester: new Set(testers.map(({ id }) => id!)),
  };
}
