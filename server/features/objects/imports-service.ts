import { OBJECT_TYPE_NAMES, OBJECT_TYPES, type ObjectType } from '../../../contract/engines.ts';
import type { Side } from '../../../contract/fields.ts';
import { timestampIn } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/store.ts';
import { expectProject } from '../projects/lookup-service.ts';

/** How long the reading of a database is kept, in milliseconds. */
export const READING_KEPT = 24 * 60 * 60 * 1000;

export interface ImportedSide {
  /** Time of the last import; null before the first one. */
  imported_at: string | null;
  imported_by: string | null;
  server_version: string | null;
  read_at: string | null;
  is_kept: boolean;
  types: { object_type: ObjectType; count: number; added_at: string }[];
}

export async function listSchemas(db: Db, projectId: number, side: Side): Promise<string[]> {
  const rows = await db
    .selectFrom('object')
    .select('schema_name')
    .distinct()
    .where('project_id', '=', projectId)
    .where('side', '=', side)
    .orderBy('schema_name')
    .execute();
  return rows.map((row) => row.schema_name);
}

/** For each side of a project: its objects, when and by whom they were last imported, and facts about the server. */
export async function describeImports(
  db: Db,
  projectId: number,
): Promise<Record<Side, ImportedSide>> {
  await expectProject(db, projectId);
  const [source, target] = await Promise.all([
    describeSide(db, projectId, 'source'),
    describeSide(db, projectId, 'target'),
  ]);
  return { source, target };
}

async function describeSide(db: Db, projectId: number, side: Side): Promise<ImportedSide> {
  const last = await db
    .selectFrom('history')
    .leftJoin('app_user', 'app_user.id', 'history.user_id')
    .select(['history.at', 'app_user.username'])
    .where('history.entity', '=', 'project')
    .where('history.entity_id', '=', projectId)
    .where('history.action', '=', 'imported')
    .where('history.changes', 'like', `%"${side}_objects"%`)
    .orderBy('history.id', 'desc')
    .executeTakeFirst();
  const counts = await db
    .selectFrom('object')
    .select((q) => [
      'type_id',
      q.fn.countAll<number>().as('count'),
      q.fn.max('created_at').as('at'),
    ])
    .where('project_id', '=', projectId)
    .where('side', '=', side)
    .groupBy('type_id')
    .execute();
  const known = await db
    .selectFrom('project_connection')
    .select(['server_version', 'read_at'])
    .where('project_id', '=', projectId)
    .where('side', '=', side)
    .executeTakeFirstOrThrow();
  const sum = counts.reduce((all, { count }) => all + Number(count), 0);
  return {
    imported_at: last?.at ?? null,
    imported_by: last?.username ?? null,
    ...known,
    is_kept: known.read_at !== null && (await hasMoreThan(db, projectId, side, sum)),
    types: OBJECT_TYPE_NAMES.flatMap((object_type) => {
      const row = counts.find(({ type_id }) => type_id === OBJECT_TYPES[object_type]);
      return row ? [{ object_type, count: Number(row.count), added_at: row.at }] : [];
    }),
  };
}

/** Whether a kept reading has more objects than this; which ones these are, only comparing the names would tell. */
async function hasMoreThan(
  db: Db,
  projectId: number,
  side: Side,
  imported: number,
): Promise<boolean> {
  const row = await db
    .selectFrom('inventory_reading')
    .select('id')
    .where('project_id', '=', projectId)
    .where('side', '=', side)
    .where('ended_at', '>=', timestampIn(-READING_KEPT))
    .where('object_count', '>', imported)
    .executeTakeFirst();
  return row !== undefined;
}
