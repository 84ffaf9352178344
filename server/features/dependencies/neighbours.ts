import { sql } from 'kysely';
import { connectorOf } from '../../../connectors/registry.ts';
import {
  MAX_LISTED,
  MAX_NEIGHBOURS,
  type Neighbour,
  type ObjectDependencies,
} from '../../../contract/dependencies.ts';
import { OBJECT_TYPES, objectTypeOf } from '../../../contract/engines.ts';
import type { Db } from '../../platform/db/store.ts';
import type { DefinitionService } from '../proof/definitions/service.ts';
import type { PairTask } from '../proof/pairs/service.ts';
import { createKnownNames } from './known-names.ts';
import { namesInText } from './text-names.ts';

/** The columns to follow from and to, by direction. */
const ENDS = {
  needs: { from: 'object_id', to: 'needs_id' },
  neededBy: { from: 'needs_id', to: 'object_id' },
} as const;
type Direction = keyof typeof ENDS;

/** Ids of the pairs of the tables and views that the queries of a pair's source views name. */
export async function relationsOf(
  db: Db,
  definitions: Pick<DefinitionService, 'readLast'>,
  { pair: { project_id: projectId }, members }: PairTask,
): Promise<number[]> {
  const views = members.filter(
    ({ side, type_id: type }) => side === 'source' && objectTypeOf(type) === 'views',
  );
  const connection = await db
    .selectFrom('project_connection')
    .select('engine')
    .where('project_id', '=', projectId)
    .where('side', '=', 'source')
    .executeTakeFirst();
  if (views.length === 0 || !connection) return [];
  const read = await definitions.readLast(views.map(({ id }) => id));
  const named = views.flatMap(({ id, schema_name: own }) => {
    const view = read.get(id);
    const text = view?.kind === 'view' ? (view.text ?? '') : '';
    return namesInText(text, connectorOf(connection.engine).sql)
      .filter(({ wanted }) => wanted === 'rows')
      .map(({ path }) => ({ path, own }));
  });
  const spelt = named.flatMap(({ path }) => spellingsOf(path.at(-1)!));
  if (spelt.length === 0) return [];
  const objects = await db
    .selectFrom('object')
    .select(['id', 'schema_name as schema', 'object_name as name', 'type_id', 'pair_id'])
    .where('project_id', '=', projectId)
    .where('side', '=', 'source')
    .where('type_id', 'in', RELATIONS)
    .where('object_name', 'in', spelt.slice(0, MOST_NAMES))
    .where('pair_id', 'is not', null)
    .execute();
  const names = createKnownNames(
    objects.map(({ id, schema, name, type_id: type }) => ({
      id,
      schema,
      name,
      type: objectTypeOf(type),
    })),
  );
  const pairOf = new Map(objects.map(({ id, pair_id: pairId }) => [id, pairId!]));
  const found = named.flatMap(({ path, own }) => names.find(path, 'rows', own));
  return [...new Set(found.map(({ id }) => pairOf.get(id)!))].slice(0, MAX_LISTED);
}

const RELATIONS = [OBJECT_TYPES.tables, OBJECT_TYPES.views];
const MOST_NAMES = 3 * MAX_LISTED;
/** Engines keep unquoted names as written, in lower or in upper case. */
const spellingsOf = (name: string): string[] => [name, name.toLowerCase(), name.toUpperCase()];

/** Objects one step away from others: the first ones, and their total number. */
async function stepFrom(
  db: Db,
  readId: number,
  direction: Direction,
  { ids, seen, limit }: { ids: readonly number[]; seen: readonly number[]; limit: number },
): Promise<{ ids: number[]; count: number }> {
  if (ids.length === 0) return { ids: [], count: 0 };
  const { from, to } = ENDS[direction];
  const next = db
    .selectFrom('dependency')
    .where('read_id', '=', readId)
    .where(from, 'in', ids)
    .where(to, 'is not', null)
    .where(to, 'not in', seen);
  const { count } = await next
    .select(({ fn }) => fn.count<number>(to).distinct().as('count'))
    .executeTakeFirstOrThrow();
  const rows = await next
    .select(sql.ref<number>(to).as('id'))
    .distinct()
    .orderBy('id')
    .limit(Math.max(limit, 0))
    .execute();
  return { ids: rows.map(({ id }) => id), count: Number(count) };
}

/** Objects that an object needs, or that need it, up to two steps away. */
async function around(db: Db, readId: number, id: number, direction: Direction) {
  const most = MAX_NEIGHBOURS / 2;
  const first = await stepFrom(db, readId, direction, { ids: [id], seen: [id], limit: most });
  const second = await stepFrom(db, readId, direction, {
    ids: first.ids,
    seen: [id, ...first.ids],
    limit: most - first.ids.length,
  });
  return {
    first: first.ids,
    second: second.ids,
    more: first.count + second.count - first.ids.length - second.ids.length,
  };
}

export async function readNeighbours(
  db: Db,
  read: { id: number; finished_at: string | null },
  id: number,
): Promise<ObjectDependencies> {
  const needs = await around(db, read.id, id, 'needs');
  const neededBy = await around(db, read.id, id, 'neededBy');
  // An object of a cycle is on both sides: it is shown in its nearest position, needed objects
  // first.
  const stepOf = new Map<number, number>([[id, 0]]);
  const place = (ids: readonly number[], step: number): void => {
    for (const one of ids) if (!stepOf.has(one)) stepOf.set(one, step);
  };
  place(needs.first, -1);
  place(neededBy.first, 1);
  place(needs.second, -2);
  place(neededBy.second, 2);
  const ids = [...stepOf.keys()];
  const rows = await db
    .selectFrom('object')
    .select(['id', 'schema_name', 'object_name', 'type_id', 'status'])
    .where('id', 'in', ids)
    .orderBy('schema_name')
    .orderBy('object_name')
    .execute();
  const edges = await db
    .selectFrom('dependency')
    .select(['object_id', 'needs_id', 'kind', 'origin', 'cycle'])
    .where('read_id', '=', read.id)
    .where('object_id', 'in', ids)
    .where('needs_id', 'in', ids)
    .orderBy('id')
    .execute();
  const own = await db
    .selectFrom('dependency')
    .select(['name', 'kind'])
    .where('read_id', '=', read.id)
    .where('object_id', '=', id)
    .where('needs_id', 'is', null)
    .orderBy('name')
    .execute();
  return {
    read_at: read.finished_at,
    neighbours: rows.map((row): Neighbour => ({
      object_id: row.id,
      schema_name: row.schema_name,
      object_name: row.object_name,
      object_type: objectTypeOf(row.type_id),
      status: row.status,
      step: stepOf.get(row.id)!,
    })),
    edges: edges.map(({ object_id: from, needs_id, kind, origin, cycle }) => ({
      from,
      needs: needs_id!,
      kind,
      origin,
      in_cycle: cycle !== null,
    })),
    more_needs: needs.more,
    more_needed_by: neededBy.more,
    outside: own.flatMap(({ name, kind }) => (name === null ? [] : [{ name, kind }])),
    unknown: own.some(({ kind }) => kind === 'dynamic'),
    late: await countLate(db, read.id, id),
  };
}

/** Number of unverified objects that need an object, at any distance. */
async function countLate(db: Db, readId: number, id: number): Promise<number> {
  // Wrapped in a select query: any other statement counts as a write, and `longReads` has no writer.
  const late = sql<{ count: number }>`(
    with recursive late(id) as (
      select object_id from dependency where read_id = ${readId} and needs_id = ${id}
      union
      select dependency.object_id from late join dependency on dependency.needs_id = late.id
        where read_id = ${readId})
    select count(*) as count from late join object on object.id = late.id
      where object.status <> 'verified' and late.id <> ${id})`;
  const { count } = await db
    .selectFrom(late.as('counted'))
    .select('count')
    .executeTakeFirstOrThrow();
  return Number(count);
}
