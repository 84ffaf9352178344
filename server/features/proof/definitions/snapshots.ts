import { message } from '../../../../contract/messages/message.ts';
import { type Selectable, sql } from 'kysely';
import { readTrackedDefinitions } from '../../../../connectors/core/catalogue/tracked.ts';
import { ConnectorError } from '../../../../connectors/core/errors.ts';
import {
  type ObjectDefinition,
  DEFINITION_BATCH,
} from '../../../../connectors/core/definitions.ts';
import {
  type ObjectType,
  type ObjectTypeId,
  isTracked,
  objectTypeOf,
} from '../../../../contract/engines.ts';
import { jsonTable, lockRows } from '../../../platform/db/sql-parts.ts';
import type { SnapshotTable } from '../../../platform/db/proof-tables.ts';
import type { Db, Store } from '../../../platform/db/store.ts';
import { addReached } from './numbering.ts';
import { FORMAT, type ReadDefinition, withHashes } from './hashes.ts';
import type { DatabasePool } from '../../databases/service.ts';
import type { NotificationService } from '../../notifications/service.ts';
import { outdatePairsOf } from '../pairs/outdated-service.ts';
import type { PairMember } from '../pairs/service.ts';
import { markStale } from '../../objects/proof-service.ts';

/** An object whose definition is wanted. */
export type Wanted = Pick<PairMember, 'id' | 'side' | 'schema_name' | 'object_name'> & {
  typeId: ObjectTypeId;
};

/** Parts of a definition that are read only on request. */
export interface ReadOptions {
  /** Whether the project compares grants. */
  grants: boolean;
}

/**
 * Reads the definitions of objects of one side, in bulk. Those that are gone, or that the account may not see, are left out.
 * @returns by object id
 * @throws ConnectorError
 */
export async function readDefinitions(
  pool: Pick<DatabasePool, 'use'>,
  wanted: readonly Wanted[],
  options: ReadOptions,
): Promise<Map<number, ReadDefinition>> {
  const groups = new Map<string, { type: ObjectType; schema: string; objects: Wanted[] }>();
  for (const object of wanted) {
    const key = `${object.typeId} ${object.schema_name}`;
    const group = groups.get(key);
    if (group) group.objects.push(object);
    else
      groups.set(key, {
        type: objectTypeOf(object.typeId),
        schema: object.schema_name,
        objects: [object],
      });
  }
  const found = new Map<number, ReadDefinition>();
  const read = async (type: ObjectType, schema: string, objects: Wanted[]): Promise<void> => {
    const byName = new Map(objects.map(({ id, object_name }) => [object_name, id]));
    const isTarget = objects[0]?.side === 'target';
    const names = [...byName.keys()];
    for (const definition of await readGroup(pool, type, schema, names, { ...options, isTarget })) {
      const id = byName.get(definition.name);
      if (id !== undefined) found.set(id, withHashes(definition));
    }
  };
  await Promise.all(
    [...groups.values()].flatMap(({ type, schema, objects }) =>
      Array.from({ length: Math.ceil(objects.length / DEFINITION_BATCH) }, (_, index) =>
        read(type, schema, objects.slice(index * DEFINITION_BATCH, (index + 1) * DEFINITION_BATCH)),
      ),
    ),
  );
  return found;
}

async function readGroup(
  pool: Pick<DatabasePool, 'use'>,
  type: ObjectType,
  schema: string,
  names: string[],
  { grants, isTarget }: ReadOptions & { isTarget: boolean },
): Promise<ObjectDefinition[]> {
  try {
    return await pool.use(async ({ definitions }) => {
      if (!definitions) throw new ConnectorError('unsupported', message('rows.definitionsUnread'));
      if (isTracked(type)) return readTrackedDefinitions(definitions, type, schema, names);
      const found = await definitions.readDefinitions(type, schema, names);
      if (grants && definitions.readAccess) {
        const access = new Map(await definitions.readAccess(type, schema, names));
        for (const one of found) one.access = access.get(one.name) ?? null;
      }
      return isTarget ? addReached(definitions, schema, found) : found;
    });
  } catch (error) {
    // A schema that is gone takes its objects with it.
    if (error instanceof ConnectorError && error.code === 'not-found') return [];
    throw error;
  }
}

/** What the object belongs to, as a sentence, and the schema and name where that is a table. */
function belongingOf(
  definition: ObjectDefinition,
): [belongsTo: string | null, schema: string | null, name: string | null] {
  const found = 'belongsTo' in definition ? definition.belongsTo : undefined;
  if (!found) return [null, null, null];
  if (found.as !== 'trigger function') {
    const { schema, name } = found;
    const table = `${schema}.${name}`;
    const said =
      found.as === 'sequence'
        ? message('pair.numbersColumn', { name: `${table}.${found.column}` })
        : message(found.as === 'partition' ? 'pair.partOf' : 'pair.childOf', { name: table });
    return [JSON.stringify(said), schema, name];
  }
  const { triggers, count } = found;
  const names = [...triggers, ...(count > triggers.length ? ['…'] : [])].join(', ');
  const said =
    count > 0 ? message('pair.servesTriggers', { names }) : message('pair.servesNothing');
  return [JSON.stringify(said), null, null];
}

/** The definition of an object as it was read last. */
export interface StoredSnapshot {
  object_id: number;
  hash: string;
  definition: ObjectDefinition;
  read_at: string;
  changed_at: string | null;
}

export async function findSnapshots(
  db: Db,
  objectIds: readonly number[],
): Promise<Map<number, StoredSnapshot>> {
  if (objectIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('snapshot')
    .selectAll()
    .where('object_id', 'in', objectIds)
    .execute();
  return new Map(
    rows.map(({ structure, ...row }) => [
      row.object_id,
      { ...row, definition: JSON.parse(structure) as ObjectDefinition },
    ]),
  );
}

const isChanged = (
  known: Pick<Selectable<SnapshotTable>, 'hash' | 'format'> | undefined,
  now: ReadDefinition,
): boolean =>
  known !== undefined &&
  known.hash !== now.hash &&
  !now.hashesSince(known.format).includes(known.hash);

/**
 * Saves definitions. A verified object whose definition differs from the last read is marked stale, once, and its tester is
 * notified; results of its pair that are based on the former definition become outdated.
 * @param began - when reading began
 */
export async function saveSnapshots(
  store: Store,
  tx: Db,
  notifications: NotificationService,
  projectId: number,
  read: ReadonlyMap<number, ReadDefinition>,
  began: string,
  now: string,
): Promise<void> {
  if (read.size === 0) return;
  // In one order, as two that read the same definitions wait for each other here.
  const ids = [...read.keys()].toSorted((one, other) => one - other);
  const known = await tx
    .selectFrom('snapshot')
    .select(['object_id', 'hash', 'format', 'read_at'])
    .where('object_id', 'in', ids)
    .execute();
  const before = new Map(known.map((row) => [row.object_id, row]));
  const changed = ids.filter((id) => isChanged(before.get(id), read.get(id)!));
  // A read that began later takes precedence; where it found another definition, neither is certain.
  const kept = ids.filter((id) => !((before.get(id)?.read_at ?? '') > began));
  await lockRows(tx, 'object', changed);
  const table = jsonTable(
    store.kind,
    {
      object_id: 'integer',
      hash: 'text',
      structure: 'text',
      belongs_to: 'text',
      parent_schema: 'text',
      parent_name: 'text',
    } as const,
    kept.map((id) => {
      const { hash, definition } = read.get(id)!;
      return [id, hash, JSON.stringify(definition), ...belongingOf(definition)];
    }),
  ).as('read');
  await tx
    .insertInto('snapshot')
    .columns([
      'object_id',
      'hash',
      'format',
      'structure',
      'belongs_to',
      'parent_schema',
      'parent_name',
      'read_at',
    ])
    .expression(
      ({ selectFrom, cast, val }) =>
        selectFrom(table)
          .select((select) => [
            select.ref('read.object_id').as('object_id'),
            select.ref('read.hash').as('hash'),
            cast<number>(val(FORMAT), 'integer').as('format'),
            select.ref('read.structure').as('structure'),
            select.ref('read.belongs_to').as('belongs_to'),
            select.ref('read.parent_schema').as('parent_schema'),
            select.ref('read.parent_name').as('parent_name'),
            cast<string>(val(began), 'text').as('read_at'),
          ])
          // SQLite reads `on conflict` after a bare `from` as a join condition.
          .where(sql<boolean>`true`) as never,
    )
    .onConflict((conflict) =>
      conflict.column('object_id').doUpdateSet({
        hash: sql`excluded.hash`,
        format: sql`excluded.format`,
        structure: sql`excluded.structure`,
        belongs_to: sql`excluded.belongs_to`,
        parent_schema: sql`excluded.parent_schema`,
        parent_name: sql`excluded.parent_name`,
        read_at: sql`excluded.read_at`,
      }),
    )
    .execute();
  const replaced = changed.filter((id) => kept.includes(id));
  await markStale(tx, notifications, projectId, replaced, 'definition');
  await outdatePairsOf(store.kind, tx, changed, now);
}
