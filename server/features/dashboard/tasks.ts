import { sql } from 'kysely';
import type { Dashboard } from '../../../contract/dashboard.ts';
import type { Side } from '../../../contract/fields.ts';
import type { Db } from '../../platform/db/store.ts';
import type { Actor } from '../../platform/http/route.ts';
import type { Changes } from '../history/service.ts';
import { presentObject } from '../objects/service.ts';

const SHOWN = 20;

async function readOpen(
  db: Db,
  actor: Actor,
  ids: number[],
  side: Side,
  names: ReadonlyMap<number, string>,
): Promise<Dashboard['tasks']['source']> {
  const mine = sql<boolean>`((object.developer_id = ${actor.userId} and object.side = 'source' and object.status = 'pending')
    or (object.tester_id = ${actor.userId} and object.status = ${side === 'source' ? 'migrated' : 'pending'}))`;
  const rows = await db
    .selectFrom('object')
    .innerJoin('project', 'project.id', 'object.project_id')
    .selectAll('object')
    .select('project.name as project_name')
    .where('object.project_id', 'in', ids)
    .where('object.side', '=', side)
    .where((where) =>
      where.or([
        where('object.developer_id', '=', actor.userId),
        where('object.tester_id', '=', actor.userId),
      ]),
    )
    .where(mine)
    .orderBy('object.updated_at')
    .limit(SHOWN)
    .execute();
  return rows.map(({ project_name, ...object }) => ({
    ...presentObject(object, names),
    Project_Name: project_name,
  }));
}

async function readRecent(db: Db, ids: number[]): Promise<Dashboard['tasks']['recent']> {
  const rows = await db
    .selectFrom('history')
    .leftJoin('app_user', 'app_user.id', 'history.user_id')
    .leftJoin('project', 'project.id', 'history.project_id')
    .leftJoin('object', (join) =>
      join.onRef('object.id', '=', 'history.entity_id').on('history.entity', '=', 'object'),
    )
    .select([
      'history.id',
      'history.at',
      'history.user_id',
      'app_user.username',
      'history.action',
      'history.changes',
      'history.entity',
      'history.entity_id',
      'history.project_id',
      'project.name as Project_Name',
      'object.schema_name',
      'object.object_name',
      'object.side',
    ])
    .where('history.project_id', 'in', ids)
    .orderBy('history.id', 'desc')
    .limit(SHOWN)
    .execute();
  return rows.map(({ schema_name, object_name, changes, ...row }) => ({
    ...row,
    changes: JSON.parse(changes) as Changes,
    object_name: object_name === null ? null : `${schema_name}.${object_name}`,
  }));
}

/** The viewer's own open objects, longest untouched first, and the latest changes. */
export async function readTasks(
  db: Db,
  actor: Actor,
  ids: number[],
  names: ReadonlyMap<number, string>,
): Promise<Dashboard['tasks']> {
  const [source, target, recent] = await Promise.all([
    readOpen(db, actor, ids, 'source', names),
    readOpen(db, actor, ids, 'target', names),
    readRecent(db, ids),
  ]);
  return { source, target, recent };
}
