import {
  type ObjectDefinition,
  type ObjectDefinition as Definition,
  type TableDefinition,
  type ViewDefinition,
  hasColumns,
} from '../../../../connectors/core/definitions.ts';
import { connectorOf } from '../../../../connectors/registry.ts';
import type { Side } from '../../../../contract/fields.ts';
import type { Db, Store } from '../../../platform/db/store.ts';
import type { Meanings } from '../../sql/service.ts';
import type { Naming } from '../pairs/naming-service.ts';
import { type PairTask, rulesOf } from '../pairs/service.ts';
import {
  type TableName,
  type Counterpart,
  type CounterpartOf,
  keyOfTable,
  objectsNamed,
  noCounterparts,
} from './counterparts.ts';
import { readCalled } from './compare/routines/called-routines.ts';
import { schemasOfPairs } from './compare/texts/as-written.ts';
import { type Found, readKnownTables } from './compare/texts/known-tables.ts';
import { prepareTexts, readerOf, readerOfNothing } from './compare/texts/meanings.ts';
import {
  type Definitions,
  type Engines,
  type Context,
  type IsTrigger,
  compareTask,
} from './outcome.ts';
import { OBJECT_TYPES } from '../../../../contract/engines.ts';
import { columnsOfPairs, matchColumns } from './compare/columns/match-columns.ts';

/** Reads what comparing pairs needs besides their definitions, so that a transaction can compare them without waiting. */
export async function readContext(
  store: Pick<Store, 'kind' | 'longReads'>,
  meanings: Meanings,
  projectId: number,
  engines: Engines,
  tasks: readonly PairTask[],
  definitions: Definitions,
  rename: (name: string) => string,
  schemaOf: Naming['schemaOf'] = () => null,
): Promise<Context> {
  const read = tasks.flatMap(({ pair, members }) =>
    members.flatMap(({ id, side, schema_name: schema, object_name: name }): Found[] => {
      const definition = definitions.get(id)?.definition;
      const named = rulesOf(pair).columns;
      return definition ? [{ id, side, schema, name, pairId: pair.id, named, definition }] : [];
    }),
  );
  const led = read.flatMap(({ side, definition }): TableName[] => {
    if (side !== 'source') return [];
    if (definition.kind === 'trigger') return [definition];
    return definition.kind === 'table' ? definition.foreignKeys : [];
  });
  const wordsOn = (side: Side) => {
    const engine = engines[side];
    return engine === undefined ? null : connectorOf(engine);
  };
  const triggers = read.flatMap(({ side, definition }): TableName[] =>
    side === 'target' && definition.kind === 'trigger' ? [definition] : [],
  );
  const [counterpartOf, originOf, isTrigger, calledOf] = await Promise.all([
    readCounterparts(store, projectId, 'source', led, rename, read),
    readCounterparts(store, projectId, 'target', triggers, rename, read),
    findTriggers(store, projectId, read),
    readCalled(store, projectId, wordsOn, read),
  ]);
  const { source, target } = engines;
  const found = { engines, counterpartOf, originOf, isTrigger, calledOf };
  if (source === undefined || target === undefined)
    return { ...found, texts: readerOfNothing, sources: null };
  const queriesOf = (side: Side) =>
    read.flatMap(({ side: own, definition }) => (own === side ? textsIn(definition) : []));
  const queries = { source: queriesOf('source'), target: queriesOf('target') };
  const reader = { meanings, engines: { source, target } };
  const naming = { rename, schemaOf };
  const tables = await readKnownTables(store, projectId, queries, naming, read, reader);
  const schemas = schemasOfPairs(
    tasks.flatMap(({ members }) => {
      const on = (side: Side) => members.filter((member) => member.side === side);
      const [[from, ...moreFrom], [to, ...moreTo]] = [on('source'), on('target')];
      return from && to && moreFrom.length + moreTo.length === 0
        ? [{ source: from.schema_name, target: to.schema_name }]
        : [];
    }),
  );
  const sources = { ...reader, tables, schemas };
  await prepareTexts(sources, (texts) => {
    for (const task of tasks) compareTask(task, definitions, [], rename, { ...found, texts });
  });
  return { ...found, texts: readerOf(sources), sources };
}

/** Finds which triggers of tables are objects of the project, by their names or, of namesakes, by `name on table`. */
async function findTriggers(
  store: Pick<Store, 'kind' | 'longReads'>,
  projectId: number,
  read: readonly Found[],
): Promise<IsTrigger> {
  const names = read.flatMap(({ schema, name: table, definition }) =>
    (definition.kind === 'table' ? (definition.triggers ?? []) : []).flatMap(({ name }) => [
      { schema, table: name },
      { schema, table: `${name} on ${table}` },
    ]),
  );
  if (names.length === 0) return () => false;
  const rows = await objectsNamed(store, names)
    .leftJoin('snapshot', 'snapshot.object_id', 'object.id')
    .select([
      'object.id',
      'object.side',
      'object.schema_name as schema',
      'object.object_name as table',
      'snapshot.structure',
    ])
    .where('object.project_id', '=', projectId)
    .where('object.type_id', '=', OBJECT_TYPES.triggers)
    .where('object.missing_since', 'is', null)
    .where('object.pair_id', 'is not', null)
    .execute();
  const fresh = new Map(read.map(({ id, definition }) => [id, definition]));
  /** The table of each; null of one that was not read yet. */
  const known = new Map(
    rows.map((row) => {
      const last =
        fresh.get(row.id) ?? (row.structure && (JSON.parse(row.structure) as Definition));
      const on = last && last.kind === 'trigger' ? last.table : null;
      return [`${row.side} ${keyOfTable(row)}`, on] as const;
    }),
  );
  return (side, { schema, table }, trigger) =>
    [trigger, `${trigger} on ${table}`].some((name) => {
      const on = known.get(`${side} ${keyOfTable({ schema, table: name })}`);
      // Another table may have a trigger of the same name by now.
      return on === null || on === table;
    });
}

/** Texts that may name tables; for a table, those of its triggers and rules. */
function textsIn(definition: ObjectDefinition): string[] {
  const rules = hasColumns(definition) ? (definition.rules ?? []) : [];
  const own = definition.kind === 'table' ? (definition.triggers ?? []) : [definition];
  const texts = [...own, ...rules];
  return texts.flatMap((one) => ('text' in one ? (one.text ?? []) : []));
}

export async function readEngines(db: Db, projectId: number): Promise<Engines> {
  const rows = await db
    .selectFrom('project_connection')
    .select(['side', 'engine'])
    .where('project_id', '=', projectId)
    .execute();
  return Object.fromEntries(rows.map(({ side, engine }) => [side, engine]));
}

/**
 * Finds the counterparts of tables that foreign keys reference and triggers act on.
 * @param side - of these tables
 * @param justRead - objects whose definitions are not saved yet
 */
async function readCounterparts(
  store: Pick<Store, 'kind' | 'longReads'>,
  projectId: number,
  side: Side,
  tables: readonly TableName[],
  rename: (name: string) => string,
  justRead: readonly Found[],
): Promise<CounterpartOf> {
  if (tables.length === 0) return noCounterparts;
  const rows = await objectsNamed(store, tables)
    .innerJoin('pair', 'pair.id', 'object.pair_id')
    .innerJoin('object as other', 'other.pair_id', 'pair.id')
    .leftJoin('snapshot as own_read', 'own_read.object_id', 'object.id')
    .leftJoin('snapshot as other_read', 'other_read.object_id', 'other.id')
    .select([
      'object.id as own_id',
      'other.id as other_id',
      'own_read.structure as own_structure',
      'other_read.structure as other_structure',
      'pair.rules',
      'object.schema_name as own_schema',
      'object.object_name as own_name',
      'other.schema_name',
      'other.object_name',
    ])
    .where('object.project_id', '=', projectId)
    .where('object.side', '=', side)
    .where('object.type_id', 'in', [OBJECT_TYPES.tables, OBJECT_TYPES.views])
    .where('other.side', '=', side === 'source' ? 'target' : 'source')
    .where('pair.source_count', '=', 1)
    .where('pair.target_count', '=', 1)
    .execute();
  const fresh = new Map(justRead.map(({ id, definition }) => [id, definition]));
  const relationOf = (id: number, kept: string | null): TableDefinition | ViewDefinition | null => {
    const definition = fresh.get(id) ?? (kept === null ? null : (JSON.parse(kept) as Definition));
    return definition && hasColumns(definition) ? definition : null;
  };
  const found = new Map(
    rows.map((row): [string, Counterpart] => {
      const own = relationOf(row.own_id, row.own_structure);
      const other = relationOf(row.other_id, row.other_structure);
      const [source, target] = side === 'source' ? [own, other] : [other, own];
      const [from, to] = [source?.columns ?? [], target?.columns ?? []];
      const { pairs } = matchColumns(from, to, rename, rulesOf(row).columns);
      return [
        keyOfTable({ schema: row.own_schema, table: row.own_name }),
        {
          schema: row.schema_name,
          table: row.object_name,
          columns: pairs.map(([one, other]) => [one.name, other.name]),
          ...(source &&
            target && {
              both: {
                on: { source, target },
                known: columnsOfPairs(pairs, from, to, rename),
              },
            }),
        },
      ];
    }),
  );
  return (table) => found.get(keyOfTable(table));
}
