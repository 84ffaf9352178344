import { sql } from 'kysely';
import { connectorOf } from '../../../../connectors/registry.ts';
import type { Column, TriggerDefinition } from '../../../../connectors/core/definitions.ts';
import type { EngineId } from '../../../../contract/database-types.ts';
import {
  OBJECT_TYPES,
  type ObjectType,
  type ObjectTypeId,
  familyOf,
  objectTypeOf,
} from '../../../../contract/engines.ts';
import type { Side } from '../../../../contract/fields.ts';
import { message } from '../../../../contract/messages/message.ts';
import type { Db, Store } from '../../../platform/db/store.ts';
import { type Naming, readNaming } from '../pairs/naming-service.ts';
import type { PairTask } from '../pairs/service.ts';
import { withTable } from './compare/triggers/own-row.ts';
import { doneByColumns } from './compare/triggers/take-over.ts';
import { type Counterparts, type TableName, keyOfTable, objectsNamed } from './counterparts.ts';
import { describeImpossible } from './compare/triggers/impossible-triggers.ts';
import { type Definitions, type Engines, lacksOf } from './outcome.ts';
import {
  type Description,
  type JudgedFinding,
  LOST,
  type RawFinding,
  finding,
} from './compare/raw-finding.ts';

/** The future name of a missing object on the target; undefined where it is not missing, or its schema there is unknown. */
export type Becomes = (name: TableName) => TableName | undefined;

/** Objects of the source that the target lacks entirely. */
export interface Missing extends Naming {
  /** Finds which of these the target lacks, whatever their type. */
  among(names: readonly TableName[]): Promise<Becomes>;
}

/** Reads what the objects of a project's source that have no counterpart will be called on the target. */
export async function readMissing(
  store: Pick<Store, 'kind' | 'longReads'>,
  projectId: number,
): Promise<Missing> {
  const { longReads: db } = store;
  const schemas = await db
    .selectFrom('object')
    .select('schema_name')
    .distinct()
    .where('project_id', '=', projectId)
    .where('side', '=', 'target')
    .where('missing_since', 'is', null)
    .execute();
  const targetSchemas = new Set(schemas.map(({ schema_name }) => schema_name));
  const { rename, schemaOf: known } = await readNaming(db, projectId, targetSchemas);
  const isHome = targetSchemas.size === 0 && (await isOneSchema(db, projectId));
  const home = isHome ? await readHome(db, projectId) : null;
  const schemaOf = (schema: string) => known(schema) ?? home;
  return {
    rename,
    schemaOf,
    async among(names) {
      if (names.length === 0) return () => undefined;
      const found = await objectsNamed(store, names)
        .innerJoin('pair', 'pair.id', 'object.pair_id')
        .leftJoin('snapshot', 'snapshot.object_id', 'object.id')
        .where(isLacking(projectId))
        .select(['object.schema_name as schema', 'object.object_name as table'])
        .execute();
      const lacking = new Set(found.map(keyOfTable));
      return (name) => {
        const schema = lacking.has(keyOfTable(name)) ? schemaOf(name.schema) : null;
        return schema === null ? undefined : { schema, table: rename(name.table) };
      };
    },
  };
}

/** Objects of the source without a counterpart that belong to no other object, of objects with their pairs and snapshots. */
const isLacking = (projectId: number) => sql<boolean>`object.project_id = ${projectId}
  and object.side = 'source' and object.missing_since is null
  and pair.state = 'unmatched' and snapshot.belongs_to is null`;

/** Whether all that the target lacks is in one schema. */
async function isOneSchema(db: Db, projectId: number): Promise<boolean> {
  const schema = db
    .selectFrom('object')
    .innerJoin('pair', 'pair.id', 'object.pair_id')
    .leftJoin('snapshot', 'snapshot.object_id', 'object.id')
    .where(isLacking(projectId))
    .select('object.schema_name')
    .limit(1);
  const one = await schema.executeTakeFirst();
  if (!one) return false;
  const other = await schema.where('object.schema_name', '!=', one.schema_name).executeTakeFirst();
  return other === undefined;
}

/** Where an empty target gets the objects of a single schema; null where that is unknown. */
async function readHome(db: Db, projectId: number): Promise<string | null> {
  const target = await db
    .selectFrom('project_connection')
    .select(['engine', 'database_name', 'username'])
    .where('project_id', '=', projectId)
    .where('side', '=', 'target')
    .executeTakeFirst();
  if (!target) return null;
  const { home } = connectorOf(target.engine);
  if (typeof home === 'object') return home.name;
  // Unquoted names of accounts are in capitals where each has a schema.
  return home === 'database' ? target.database_name : (target.username?.toUpperCase() ?? null);
}

/** Findings of an object without a counterpart, where nobody has decided about it and it belongs to no other object. */
export function findAlone(
  { pair, members }: PairTask,
  definitions: Definitions,
  lookups: Counterparts & { engines: Engines },
): JudgedFinding[] | null {
  const [only, ...more] = members;
  if (pair.state !== 'unmatched' || !only || more.length > 0) return null;
  const definition = definitions.get(only.id)?.definition;
  if (definition && 'belongsTo' in definition && definition.belongsTo) return null;
  let missing = describeUnknownKind(only.type_id, lookups.engines.target) ?? MISSING;
  if (definition?.kind === 'trigger') {
    const done = doneByColumnsOf(only.side, definition, lookups);
    const advice = message('definition.triggerDoneAdvice');
    if (done) return [{ ...done, name: null, advice, accepted: null }];
    missing = describeImpossible(definition, lacksOf(lookups.engines)) ?? missing;
  }
  const name = `${only.schema_name}.${only.object_name}`;
  const found =
    only.side === 'source'
      ? finding('object.missing', 'object', null, name, null, missing)
      : finding('object.extra', 'object', null, null, name, EXTRA);
  return [{ ...found, accepted: null }];
}

/** Null where the target's engine has such objects, or others that they may become. */
function describeUnknownKind(typeId: ObjectTypeId, target?: EngineId): Description | null {
  const family = familyOf(typeId);
  if (target === undefined || family === 'triggers') return null;
  const { objectTypes, trackedTypes } = connectorOf(target);
  const had: readonly ObjectType[] = [...objectTypes, ...trackedTypes];
  if (had.some((one) => familyOf(OBJECT_TYPES[one]) === family)) return null;
  return {
    ...LOST,
    detail: message('definition.kindImpossible', {
      things: message(`thing.${objectTypeOf(typeId)}`),
    }),
    advice: message('definition.kindImpossibleAdvice'),
  };
}

/** Whether columns of the other side's table do all that a trigger does, where both tables were read. */
function doneByColumnsOf(
  side: Side,
  trigger: TriggerDefinition,
  { counterpartOf, originOf, engines }: Counterparts & { engines: Engines },
): RawFinding | null {
  const found = side === 'source' ? counterpartOf(trigger) : originOf(trigger);
  if (!found?.both) return null;
  const { on } = found.both;
  const [own, other] = side === 'source' ? ([0, 1] as const) : ([1, 0] as const);
  const otherOf = (name: string): Column | undefined => {
    const column = found.columns.find((both) => both[own].toLowerCase() === name)?.[other];
    return on[side === 'source' ? 'target' : 'source'].columns.find((one) => one.name === column);
  };
  const engine = engines[side];
  const words = engine === undefined ? null : connectorOf(engine);
  return doneByColumns(side, withTable(trigger, on[side]), otherOf, words);
}

const MISSING: Description = {
  ...LOST,
  detail: message('definition.missingObject'),
  advice: message('definition.missingAdvice'),
};
const EXTRA: Description = {
  answer: 'compatible',
  severity: 'warning',
  detail: message('definition.extraObject'),
  advice: message('definition.extraObjectAdvice'),
};
