import type {
  ObjectDefinition,
  Column,
  ObjectDefinition as Definition,
} from '../../../../connectors/core/definitions.ts';
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
  namedTables,
  noCounterparts,
} from './counterparts.ts';
import { type Found, readKnownTables } from './known-tables.ts';
import { prepareTexts, readerOf, readerOfNothing } from './meanings.ts';
import { type Definitions, type Engines, type Context, compareTask } from './outcome.ts';
import { OBJECT_TYPES } from '../../../../contract/engines.ts';
import { columnsOfPairs, matchColumns } from './match-columns.ts';

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
  const counterpartOf = await readCounterparts(store, projectId, led, rename, read);
  const { source, target } = engines;
  if (source === undefined || target === undefined)
    return { engines, texts: readerOfNothing, counterpartOf, sources: null };
  const queriesOf = (side: Side) =>
    read.flatMap(({ side: own, definition }) => (own === side ? textsIn(definition) : []));
  const queries = { source: queriesOf('source'), target: queriesOf('target') };
  const tables = await readKnownTables(store, projectId, queries, { rename, schemaOf }, read);
  const sources = { meanings, engines: { source, target }, tables };
  await prepareTexts(sources, (texts) => {
    for (const task of tasks)
      compareTask(task, definitions, [], rename, { engines, texts, counterpartOf });
  });
  return { engines, texts: readerOf(sources), counterpartOf, sources };
}

/** Texts that may name tables; for a table, those of its triggers. */
function textsIn(definition: ObjectDefinition): string[] {
  const texts = definition.kind === 'table' ? (definition.triggers ?? []) : [definition];
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
 * Finds the counterparts of tables that the source's foreign keys reference and its triggers act on.
 * @param justRead - objects whose definitions are not saved yet
 */
async function readCounterparts(
  { kind, longReads }: Pick<Store, 'kind' | 'longReads'>,
  projectId: number,
  tables: readonly TableName[],
  rename: (name: string) => string,
  justRead: readonly Found[],
): Promise<CounterpartOf> {
  if (tables.length === 0) return noCounterparts;
  const rows = await longReads
    .selectFrom('object as source')
    .innerJoin(namedTables(kind, tables), (join) =>
      join
        .onRef('wanted.name', '=', 'source.object_name')
        .onRef('wanted.schema', '=', 'source.schema_name'),
    )
    .innerJoin('pair', 'pair.id', 'source.pair_id')
    .innerJoin('object as target', 'target.pair_id', 'pair.id')
    .leftJoin('snapshot as before', 'before.object_id', 'source.id')
    .leftJoin('snapshot as after', 'after.object_id', 'target.id')
    .select([
      'source.id as from_id',
      'target.id as to_id',
      'before.structure as from_structure',
      'after.structure as to_structure',
      'pair.rules',
      'source.schema_name as from_schema',
      'source.object_name as from_name',
      'target.schema_name',
      'target.object_name',
    ])
    .where('source.project_id', '=', projectId)
    .where('source.side', '=', 'source')
    .where('source.type_id', 'in', [OBJECT_TYPES.tables, OBJECT_TYPES.views])
    .where('target.side', '=', 'target')
    .where('pair.source_count', '=', 1)
    .where('pair.target_count', '=', 1)
    .execute();
  const own = new Map(justRead.map(({ id, definition }) => [id, definition]));
  const columnsOf = (id: number, kept: string | null): Column[] => {
    const definition = own.get(id) ?? (kept === null ? null : (JSON.parse(kept) as Definition));
    return definition?.kind === 'table' ? definition.columns : [];
  };
  const found = new Map(
    rows.map((row): [string, Counterpart] => {
      const [from, to] = [
        columnsOf(row.from_id, row.from_structure),
        columnsOf(row.to_id, row.to_structure),
      ];
      const { pairs } = matchColumns(from, to, rename, rulesOf(row).columns);
      return [
        keyOfTable({ schema: row.from_schema, table: row.from_name }),
        {
          schema: row.schema_name,
          table: row.object_name,
          columns: pairs.map(([one, other]) => [one.name, other.name]),
          ...(from.length > 0 &&
            to.length > 0 && {
              both: {
                own: { source: from, target: to },
                known: columnsOfPairs(pairs, from, to, rename),
              },
            }),
        },
      ];
    }),
  );
  return (table) => found.get(keyOfTable(table));
}
