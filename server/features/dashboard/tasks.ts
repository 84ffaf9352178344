import type { Dashboard } from '../../../contract/dashboard.ts';
import type { Side } from '../../../contract/fields.ts';
import type { ObjectStatus } from '../../../contract/objects.ts';
import type { Db } from '../../platform/db/store.ts';
import type { Actor } from '../../platform/http/route.ts';
import { type Changes, newestIds } from '../history/service.ts';
import { PAIR_OUTCOME, presentObject } from '../objects/service.ts';

const SHOWN = 20;
/** Read more changes than are shown: similar ones are merged. */
const RECENT = 60;

interface Waiting {
  side: Side;
  column: 'developer_id' | 'tester_id';
  status: ObjectStatus;
}

/** Objects that wait for a person: one query per kind, so that each can use its index. */
const WAITING: Waiting[] = [
  { side: 'source', column: 'developer_id', status: 'pending' },
  { side: 'source', column: 'tester_id', status: 'migrated' },
  { side: 'target', column: 'tester_id', status: 'pending' },
];

const readWaiting = (db: Db, actor: Actor, ids: number[], { side, column, status }: Waiting) =>
  db
    .selectFrom('object')
    .innerJoin('project', 'project.id', 'object.project_id')
    .leftJoin('pair', 'pair.id', 'object.pair_id')
    .selectAll('object')
    .select(PAIR_OUTCOME)
    .select('project.name as project_name')
    .where('object.project_id', 'in', ids)
    .where(`object.${column}`, '=', actor.userId)
    .where('object.side', '=', side)
    .where('object.status', '=', status)
    .orderBy('object.updated_at')
    .orderBy('object.id')
    .limit(SHOWN)
    .execute();

async function readOpen(
  db: Db,
  actor: Actor,
  ids: number[],
  names: ReadonlyMap<number, string>,
): Promise<Pick<Dashboard['tasks'], Side>> {
  const found = (await Promise.all(WAITING.map((one) => readWaiting(db, actor, ids, one)))).flat();
  const oldest = (side: Side) =>
    found
      .filter((row) => row.side === side)
      .toSorted((one, other) => (one.updated_at < other.updated_at ? -1 : 1))
      .slice(0, SHOWN)
      .map(({ project_name, ...object }) => ({
        ...presentObject(object, names),
        Project_Name: project_name,
      }));
  return { source: oldest('source'), target: oldest('target') };
}

async function readRecent(db: Db, ids: number[]): Promise<Dashboard['tasks']['recent']> {
  const rows = await db
    .selectFrom('history')
    .leftJoin('app_user', 'app_user.id', 'history.user_id')
    .leftJoin('project', 'project.id', 'history.project_id')
    .leftJoin('object', (join) =>
      join.onRef('object.id', '=', 'history.entity_id').on('history.entity', '=', 'object'),
    )
    .leftJoin('app_user as person', (join) =>
      join.onRef('person.id', '=', 'history.entity_id').on('history.entity', '=', 'assignment'),
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
      'person.username as person',
      'object.schema_name',
      'object.object_name',
      'object.side',
    ])
    .where('history.id', 'in', [0, ...(await newestIds(db, ids, RECENT))])
    .orderBy('history.id', 'desc')
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
  const [open, recent] = await Promise.all([readOpen(db, actor, ids, names), readRecent(db, ids)]);
  return { ...open, recent };
}
