import type { Selectable } from 'kysely';
import type { Db } from '../../platform/db/store.ts';
import type { ObjectTable } from '../../platform/db/tables.ts';
import { standingOf } from '../waves/standing-service.ts';

/** Projects on which somebody develops or tests, by name; without finished ones. */
export const readProjectsOf = (db: Db, userId: number): Promise<{ id: number; name: string }[]> =>
  db
    .selectFrom('project')
    .select(['id', 'name'])
    .where('archived_at', 'is', null)
    .where('status', '!=', 'completed')
    .where('id', 'in', (member) =>
      member
        .selectFrom('project_member')
        .select('project_id')
        .where('user_id', '=', userId)
        .where('role', 'in', ['developer', 'tester']),
    )
    .orderBy('name')
    .orderBy('id')
    .execute();

const ofSource = (db: Db, projectId: number) =>
  db
    .selectFrom('object')
    .where('object.project_id', '=', projectId)
    .where('object.side', '=', 'source')
    .where('object.missing_since', 'is', null);

/**
 * Objects that somebody has to develop or test, with their waves.
 * @param readId - of dependencies; 0 if there are none
 */
export const readOwn = (db: Db, projectId: number, userId: number, readId: number) =>
  ofSource(db, projectId)
    .leftJoin('wave_object', 'wave_object.object_id', 'object.id')
    .leftJoin('wave', 'wave.id', 'wave_object.wave_id')
    .select([
      'object.id',
      'object.schema_name',
      'object.object_name',
      'object.type_id',
      'object.status',
      'object.developer_id',
      'object.due_date',
      'wave.position',
      'wave.name',
    ])
    .select(standingOf(readId).as('standing'))
    .where('object.status', '!=', 'verified')
    .where((where) =>
      where.or([
        where.and([where('developer_id', '=', userId), where('object.status', '=', 'pending')]),
        where('tester_id', '=', userId),
      ]),
    )
    .orderBy('object.id')
    .execute();

const COLUMNS = [
  'id',
  'type_id',
  'status',
  'developer_id',
  'tester_id',
  'migrated_at',
  'verified_at',
] as const;

/** Open objects of a project's source, and those migrated or verified since a day. */
export const readOpenAndFinished = (
  db: Db,
  projectId: number,
  since: string,
): Promise<Pick<Selectable<ObjectTable>, (typeof COLUMNS)[number]>[]> =>
  ofSource(db, projectId)
    .select([...COLUMNS])
    .where((where) =>
      where.or([
        where('status', '!=', 'verified'),
        where('migrated_at', '>=', since),
        where('verified_at', '>=', since),
      ]),
    )
    .execute();
