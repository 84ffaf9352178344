import type { ObjectStatus } from '../../../contract/objects.ts';
import type { ObjectTypeId } from '../../../contract/engines.ts';
import { jsonIds } from '../../platform/db/sql-parts.ts';
import type { Store } from '../../platform/db/store.ts';
import type { Work } from './allocate.ts';

export interface OpenObject {
  id: number;
  schema_name: string;
  object_name: string;
  type_id: ObjectTypeId;
  status: ObjectStatus;
  developer_id: number | null;
  tester_id: number | null;
  /** When the tester returned it to the developer. */
  returned_at: string | null;
}

/** Open objects of a project's source. */
export const readOpen = ({ longReads: db }: Store, projectId: number): Promise<OpenObject[]> =>
  db
    .selectFrom('object')
    .select([
      'id',
      'schema_name',
      'object_name',
      'type_id',
      'status',
      'developer_id',
      'tester_id',
      'returned_at',
    ])
    .where('project_id', '=', projectId)
    .where('side', '=', 'source')
    .where('missing_since', 'is', null)
    .where('status', '!=', 'verified')
    .orderBy('id')
    .execute();

/** Dependencies as pairs of ids; empty if none have been read. */
export const readEdges = ({ longReads: db }: Store, readId: number | null) =>
  db
    .selectFrom('dependency')
    .select(['object_id', 'needs_id'])
    .where('read_id', '=', readId ?? 0)
    .where('needs_id', 'is not', null)
    .orderBy('id')
    .execute();

/** Counts objects that somebody has done: of the type in all projects, and of the schema in this one. */
export type Done = (userId: number, work: Work, object: OpenObject) => number[];

export async function readDone(
  { longReads: db, kind }: Store,
  projectId: number,
  userIds: readonly number[],
): Promise<Done> {
  const counts = new Map<string, number>();
  const add = (key: string, count: number) => counts.set(key, (counts.get(key) ?? 0) + count);
  for (const [work, column, at] of [
    ['develop', 'developer_id', 'migrated_at'],
    ['test', 'tester_id', 'verified_at'],
  ] as const) {
    const rows = await db
      .selectFrom('object')
      .select(({ fn }) => [
        `${column} as user`,
        'type_id',
        'project_id',
        'schema_name',
        fn.countAll<number>().as('count'),
      ])
      .where(column, 'in', jsonIds(kind, userIds))
      .where(at, 'is not', null)
      .where('side', '=', 'source')
      .groupBy([column, 'type_id', 'project_id', 'schema_name'])
      .execute();
    for (const row of rows) {
      add(`${work} ${row.user} type ${row.type_id}`, Number(row.count));
      if (row.project_id === projectId)
        add(`${work} ${row.user} schema ${row.schema_name}`, Number(row.count));
    }
  }
  return (userId, work, { type_id: type, schema_name: schema }) =>
    [`type ${type}`, `schema ${schema}`].map((key) => counts.get(`${work} ${userId} ${key}`) ?? 0);
}
