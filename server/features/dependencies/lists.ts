import { sql } from 'kysely';
import { type DependencyLists, MAX_LISTED } from '../../../contract/dependencies.ts';
import { objectTypeOf } from '../../../contract/engines.ts';
import { groupBy } from '../../../connectors/core/group.ts';
import type { Db } from '../../platform/db/store.ts';
import { componentsOf } from './components-service.ts';

/** Most members of a cycle that are named. */
const NAMED = 20;
/** Most dependencies of a cycle that are tried for removal. */
const MAX_TRIED = 200;

const fullName = ({ schema_name: schema, object_name: name }: Name): string =>
  schema === '' ? name : `${schema}.${name}`;
interface Name {
  schema_name: string;
  object_name: string;
}

const NAME = [
  'object.id as object_id',
  'object.schema_name',
  'object.object_name',
  'object.type_id',
] as const;

const presentName = ({ type_id: type, ...row }: NamedRow) => ({
  object_id: row.object_id,
  schema_name: row.schema_name,
  object_name: row.object_name,
  object_type: objectTypeOf(type),
});
type NamedRow = Name & { object_id: number; type_id: Parameters<typeof objectTypeOf>[0] };

type Cycles = Pick<DependencyLists, 'cycles' | 'cycle_count'>;

/** Cycles of objects that need each other, largest first. */
export async function listCycles(db: Db, readId: number): Promise<Cycles> {
  const edges = await db
    .selectFrom('dependency')
    .select(['object_id', 'needs_id', 'kind', 'cycle'])
    .where('read_id', '=', readId)
    .where('cycle', 'is not', null)
    .orderBy('id')
    .execute();
  const all = [...groupBy(edges, ({ cycle }) => cycle!)]
    .map(([cycle, of]) => ({ cycle, of, ids: [...new Set(of.map((edge) => edge.object_id))] }))
    .toSorted((one, other) => other.ids.length - one.ids.length || one.cycle - other.cycle);
  const shown = all.slice(0, MAX_LISTED).map((one) => ({ ...one, loosest: loosestOf(one.of) }));
  const wanted = shown.flatMap(({ ids, loosest }) => [
    ...ids.slice(0, NAMED),
    loosest.object_id,
    loosest.needs_id!,
  ]);
  const rows = await db
    .selectFrom('object')
    .select([...NAME, 'side'])
    .where('id', 'in', [0, ...wanted])
    .execute();
  const byId = new Map(rows.map((row) => [row.object_id, row]));
  const nameOf = (id: number): string => {
    const row = byId.get(id);
    return row ? fullName(row) : '';
  };
  return {
    cycle_count: all.length,
    cycles: shown.map(({ cycle, ids, loosest }) => ({
      cycle,
      side: byId.get(loosest.object_id)?.side ?? 'source',
      count: ids.length,
      objects: ids.slice(0, NAMED).flatMap((id) => {
        const row = byId.get(id);
        return row ? [presentName(row)] : [];
      }),
      loosest: {
        from: nameOf(loosest.object_id),
        to: nameOf(loosest.needs_id!),
        kind: loosest.kind,
      },
    })),
  };
}

/** The dependency whose removal breaks up most of the cycle; among equals a foreign key, which can be added later. */
function loosestOf<Edge extends { object_id: number; needs_id: number | null; kind: string }>(
  edges: readonly Edge[],
): Edge {
  const places = new Map<number, number>();
  for (const { object_id: id } of edges) if (!places.has(id)) places.set(id, places.size);
  const ends = edges.map(
    (edge) => [places.get(edge.object_id)!, places.get(edge.needs_id!)!] as const,
  );
  const partsWithout = (from: number, to: number): number => {
    const rest = ends.filter(([one, other]) => one !== from || other !== to);
    return componentsOf({
      size: places.size,
      from: rest.map(([one]) => one),
      to: rest.map(([, other]) => other),
    }).count;
  };
  return edges
    .slice(0, MAX_TRIED)
    .map((edge, at) => ({ edge, parts: partsWithout(...ends[at]!) }))
    .reduce((best, one) => {
      const isBetter =
        one.parts > best.parts ||
        (one.parts === best.parts &&
          one.edge.kind === 'foreign_key' &&
          best.edge.kind !== 'foreign_key');
      return isBetter ? one : best;
    }).edge;
}

/** A foreign key constrains the order of loading rows, but does not block work. */
const HOLDS_UP = sql<boolean>`kind <> 'foreign_key'`;

/** Objects that are not migrated, by how many others they block. */
export async function listBlockers(
  db: Db,
  projectId: number,
  readId: number,
): Promise<DependencyLists['blockers']> {
  const direct = await db
    .selectFrom('dependency')
    .innerJoin('object', 'object.id', 'dependency.needs_id')
    .innerJoin('object as waiting', 'waiting.id', 'dependency.object_id')
    .select([...NAME])
    .where('read_id', '=', readId)
    .where(HOLDS_UP)
    .where('object.project_id', '=', projectId)
    .where('object.side', '=', 'source')
    .where('object.status', '=', 'pending')
    .where('object.missing_since', 'is', null)
    .where('waiting.status', '=', 'pending')
    .where('waiting.missing_since', 'is', null)
    .groupBy(['object.id', 'object.schema_name', 'object.object_name', 'object.type_id'])
    .orderBy(({ fn }) => fn.count('dependency.object_id').distinct(), 'desc')
    .orderBy('object.id')
    .limit(MAX_LISTED)
    .execute();
  if (direct.length === 0) return [];
  const roots = sql.join(direct.map(({ object_id: id }) => sql.lit(id)));
  // Wrapped in a select query: any other statement counts as a write, and `longReads` has no writer.
  const waits = sql<{ root: number; blocks: number }>`(
    with recursive waits(root, id) as (
      select needs_id, object_id from dependency
        where read_id = ${readId} and ${HOLDS_UP} and needs_id in (${roots})
      union
      select waits.root, dependency.object_id from waits
        join object on object.id = waits.id and object.missing_since is null
        join dependency on dependency.needs_id = waits.id
        where read_id = ${readId} and ${HOLDS_UP})
    select root, count(*) as blocks from waits join object on object.id = waits.id
      where object.status = 'pending' and object.missing_since is null and waits.id <> root group by root)`;
  const rows = await db.selectFrom(waits.as('counted')).select(['root', 'blocks']).execute();
  const blocks = new Map(rows.map((row) => [row.root, Number(row.blocks)]));
  return direct
    .map((row) => ({ ...presentName(row), blocks: blocks.get(row.object_id) ?? 0 }))
    .filter((row) => row.blocks > 0)
    .toSorted((one, other) => other.blocks - one.blocks);
}

/** What lies outside of the project, and what nobody knows. */
export async function listOutside(
  db: Db,
  readId: number,
): Promise<Pick<DependencyLists, 'outside' | 'outside_count' | 'unknown' | 'unknown_count'>> {
  const outside = db
    .selectFrom('dependency')
    .innerJoin('object', 'object.id', 'dependency.object_id')
    .where('read_id', '=', readId)
    .where('name', 'is not', null)
    .groupBy(['side', 'name', 'kind', 'origin']);
  const names = await outside
    .select(({ fn }) => [
      'side',
      'name',
      'kind',
      'origin',
      fn.countAll<number>().as('count'),
      sql<string>`min(case when schema_name = '' then object_name else schema_name || '.' || object_name end)`.as(
        'needed_by',
      ),
    ])
    .orderBy('side')
    .orderBy('count', 'desc')
    .orderBy('name')
    .limit(MAX_LISTED)
    .execute();
  const { count: outsideCount } = await db
    .selectFrom(outside.select('name').as('names'))
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  const unknown = db
    .selectFrom('dependency')
    .innerJoin('object', 'object.id', 'dependency.object_id')
    .where('read_id', '=', readId)
    .where('kind', '=', 'dynamic');
  const { count: unknownCount } = await unknown
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  const objects = await unknown
    .select([...NAME])
    .orderBy('object.id')
    .limit(MAX_LISTED)
    .execute();
  return {
    outside: names.map(({ name, count, ...row }) => ({
      ...row,
      name: name!,
      count: Number(count),
    })),
    outside_count: Number(outsideCount),
    unknown: objects.map(presentName),
    unknown_count: Number(unknownCount),
  };
}
