import { createFinder } from '../../../connectors/core/sql/constructs.ts';
import type { CatalogueNeed } from '../../../connectors/core/definitions.ts';
import { ConnectorError } from '../../../connectors/core/errors.ts';
import { groupBy } from '../../../connectors/core/group.ts';
import { connectorOf } from '../../../connectors/registry.ts';
import { OBJECT_TYPES, isTracked, objectTypeOf } from '../../../contract/engines.ts';
import { SIDES, type Side } from '../../../contract/fields.ts';
import type { Store } from '../../platform/db/store.ts';
import { isConnectionLost, type Working } from '../databases/leased-work-service.ts';
import type { DatabasePool, DatabaseService } from '../databases/service.ts';
import type { DefinitionService, Wanted } from '../proof/definitions/service.ts';
import type { Meanings } from '../sql/service.ts';
import { type KnownObject, createKnownNames } from './known-names.ts';
import { type Readers, needsOf } from './needs-of.ts';
import {
  type NewDependency,
  type StoredRead,
  insertDependencies,
  numberCycles,
  reads,
} from './repository.ts';

export interface WorkTools {
  store: Store;
  databases: DatabaseService;
  definitions: DefinitionService;
  meanings: Meanings;
}

/** Definitions held in memory at once. */
const CHUNK = 200;

/** Reads the dependencies of imported objects of both sides, in chunks; of all others only the names are held. */
export async function workOnRead(tools: WorkTools, working: Working<StoredRead>): Promise<void> {
  const { store } = tools;
  const { job, owner, progress } = working;
  await working.check();
  const objects = {
    source: await readObjects(store, job.project_id, 'source'),
    target: await readObjects(store, job.project_id, 'target'),
  };
  progress.total = objects.source.length + objects.target.length;
  let notRead = 0;
  let sourceOnly = false;
  for (const side of SIDES) {
    if (objects[side].length === 0) continue;
    try {
      notRead += await readSide(tools, working, side, objects[side]);
    } catch (error) {
      // The order of the work depends on the source only, so the target may be unavailable.
      if (side === 'source' || working.signal.aborted || !isConnectionLost(error)) throw error;
      sourceOnly = true;
    }
  }
  await working.check();
  await store.transaction(async (tx) => {
    await numberCycles(store, tx, job.id);
    await reads.leave(tx, job, owner, 'finished', {
      not_read: notRead,
      source_only: sourceOnly ? 1 : 0,
    });
  });
}

async function readObjects(store: Store, projectId: number, side: Side): Promise<KnownObject[]> {
  const rows = await store.longReads
    .selectFrom('object')
    .select(['id', 'schema_name', 'type_id', 'object_name'])
    .where('project_id', '=', projectId)
    .where('side', '=', side)
    .where('missing_since', 'is', null)
    .orderBy('type_id')
    .orderBy('schema_name')
    .orderBy('id')
    .execute();
  return rows.map(({ id, schema_name: schema, type_id: type, object_name: name }) => ({
    id,
    schema,
    name,
    type: objectTypeOf(type),
  }));
}

/** @returns the number of objects that could not be read */
async function readSide(
  { store, databases, definitions, meanings }: WorkTools,
  { job, owner, signal, progress }: Working<StoredRead>,
  side: Side,
  objects: readonly KnownObject[],
): Promise<number> {
  const { engine, database } = await databases.openPool(job.project_id, side, signal);
  try {
    const { sql, constructs } = connectorOf(engine);
    const readers: Readers = {
      names: createKnownNames(objects),
      spelling: sql,
      finder: createFinder(constructs),
      triggersApart: objects.some(({ type }) => type === 'triggers'),
      parse: (query) => meanings.namesIn(engine, query),
    };
    let notRead = 0;
    for (const part of partsOf(objects)) {
      signal.throwIfAborted();
      const [{ schema, type }] = part;
      progress.current = `${schema}.${type}`;
      const wanted = part.map(({ id, name }): Wanted => ({
        id,
        side,
        schema_name: schema,
        object_name: name,
        typeId: OBJECT_TYPES[type],
      }));
      const read = await definitions.readSource(job.project_id, database, wanted);
      const catalogue = await readCatalogue(database, part);
      const rows: NewDependency[] = [];
      for (const object of part) {
        const found = read.get(object.id);
        if (!found) notRead += 1;
        else
          for (const { needs, name, kind, origin } of await needsOf(
            object,
            found.definition,
            catalogue && (catalogue.get(object.name) ?? []),
            readers,
          ))
            rows.push({
              read_id: job.id,
              object_id: object.id,
              needs_id: needs,
              name,
              kind,
              origin,
            });
      }
      await insertDependencies(store, job.id, owner, rows);
      progress.done += part.length;
    }
    return notRead;
  } finally {
    await database.close();
  }
}

type Part = [KnownObject, ...KnownObject[]];

/**
 * Splits objects by type and schema into parts of at most CHUNK.
 * @param objects - ordered by type and schema
 */
function partsOf(objects: readonly KnownObject[]): Part[] {
  const parts: Part[] = [];
  for (const object of objects) {
    const last = parts.at(-1);
    const fits =
      last &&
      last.length < CHUNK &&
      last[0].type === object.type &&
      last[0].schema === object.schema;
    if (fits) last.push(object);
    else parts.push([object]);
  }
  return parts;
}

/** Dependencies from the catalogue, by object name; null if it has none of that kind. */
async function readCatalogue(
  database: DatabasePool,
  part: Part,
): Promise<Map<string, CatalogueNeed[]> | null> {
  const [{ schema, type }] = part;
  if (isTracked(type)) return null;
  try {
    const needs = await database.use(
      async ({ definitions }) =>
        (await definitions?.readNeeds?.(
          type,
          schema,
          part.map(({ name }) => name),
        )) ?? null,
    );
    return needs && groupBy(needs, ({ name }) => name);
  } catch (error) {
    // Where the account may not read the catalogue, only texts are used.
    if (
      error instanceof ConnectorError &&
      ['not-found', 'permission', 'failed'].includes(error.code)
    )
      return null;
    throw error;
  }
}
