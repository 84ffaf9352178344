import {
  type Column,
  type ObjectDefinition,
  hasColumns,
} from '../../../../../../connectors/core/definitions.ts';
import { OBJECT_TYPES } from '../../../../../../contract/engines.ts';
import { SIDES, type Side } from '../../../../../../contract/fields.ts';
import type { ColumnCounterpart } from '../../../../../../contract/proof/rows.ts';
import { jsonTable } from '../../../../../platform/db/sql-parts.ts';
import type { Store } from '../../../../../platform/db/store.ts';
import type { KnownTable } from '../../../../sql/service.ts';
import type { Naming } from '../../../pairs/naming-service.ts';
import { rulesOf } from '../../../pairs/service.ts';
import { knownColumns } from '../columns/match-columns.ts';
import { type TextSources, wordsOf } from './meanings.ts';
import { keysOf } from '../keys/unique-keys.ts';
import { readTyped } from '../columns/view-types.ts';

/** How many tables the views of one reading may name; further ones count as unknown. */
const MAX_TABLES = 500;

/** An object as it was read. */
export interface Found {
  id: number;
  side: Side;
  schema: string;
  name: string;
  pairId: number | null;
  /** Counterparts of columns that people named for its pair. */
  named: readonly ColumnCounterpart[];
  definition: ObjectDefinition;
}

/**
 * The tables and views that queries name, as they were read last, under their target names.
 * @param queries - of the views and routines of each side
 * @param justRead - objects whose definitions are not saved yet
 */
export async function readKnownTables(
  store: Pick<Store, 'kind' | 'longReads'>,
  projectId: number,
  queries: Record<Side, readonly string[]>,
  { rename, schemaOf }: Naming,
  justRead: readonly Found[],
  { meanings, engines }: Pick<TextSources, 'meanings' | 'engines'>,
): Promise<Record<Side, KnownTable[]>> {
  const [source, target] = await Promise.all(
    SIDES.map((side) => {
      const named = async (texts: readonly string[]): Promise<Found[]> => {
        const names = new Set(spellingsOf(texts));
        const own = justRead.filter((one) => one.side === side && names.has(one.name));
        const kept = await findBy(store, projectId, side, { name: [...names] });
        const all = new Map([...kept, ...own].map((one) => [one.id, one]));
        return withoutNamesakes([...all.values()]);
      };
      return readTyped(queries[side], { meanings, engine: engines[side], named });
    }),
  );
  const [ofSource, ofTarget] = await Promise.all([
    readCounterparts(store, projectId, 'target', source!, justRead),
    readCounterparts(store, projectId, 'source', target!, justRead),
  ]);
  const named = (side: Side, table: Found, other: Found | undefined, as: string): KnownTable => {
    const [from, to] = side === 'source' ? [table, other] : [other, table];
    const known = knownColumns(columnsOf(from), columnsOf(to), rename, table.named);
    const there = side === 'source' ? other : table;
    const names = new Map(known[side].map((column) => [column.name, column.as]));
    // A table that the target lacks will lie in the schema that its source schema maps to.
    const schema = there ? there.schema : schemaOf(table.schema);
    return {
      name: table.name.toLowerCase(),
      spelling: table.name,
      schemaInQueries: table.schema,
      as,
      columns: known[side],
      keys: keysIn(table).map((key) => key.map((column) => names.get(column) ?? column)),
      ...(schema !== null && { schema }),
    };
  };
  return {
    source: source!.map((table) => {
      const other = ofSource(table);
      return named('source', table, other, other?.name ?? rename(table.name));
    }),
    target: target!.map((table) => named('target', table, ofTarget(table), table.name)),
  };
}

/** Names as written and in either case, because engines fold names without quotes. */
const spellingsOf = (texts: readonly string[]): string[] => [
  ...new Set(
    texts.flatMap(wordsOf).flatMap((word) => [word, word.toLowerCase(), word.toUpperCase()]),
  ),
];

/** Counterparts of tables by their pairs, whether or not a query of the other side names them. */
async function readCounterparts(
  store: Pick<Store, 'kind' | 'longReads'>,
  projectId: number,
  side: Side,
  tables: readonly Found[],
  justRead: readonly Found[],
): Promise<(table: Found) => Found | undefined> {
  const ids = new Set(tables.flatMap(({ pairId }) => pairId ?? []));
  const kept = await findBy(store, projectId, side, { pair: [...ids] });
  const own = justRead.filter((one) => one.side === side && ids.has(one.pairId ?? 0));
  const byPair = new Map([...kept, ...own].map((table) => [table.pairId, table]));
  return ({ pairId }) => (pairId === null ? undefined : byPair.get(pairId));
}

type By = { name: string[] } | { pair: number[] };

/** Existing tables and views of a side, by their names or pairs. */
async function findBy(
  { kind, longReads }: Pick<Store, 'kind' | 'longReads'>,
  projectId: number,
  side: Side,
  by: By,
): Promise<Found[]> {
  if (Object.values(by).flat().length === 0) return [];
  const isByName = 'name' in by;
  const wanted = isByName ? by.name.map((one) => [one, null]) : by.pair.map((one) => [null, one]);
  const rows = await longReads
    // The order of a CROSS JOIN is kept: SQLite would rather read all objects of the side.
    .selectFrom(jsonTable(kind, { name: 'text', pair: 'integer' } as const, wanted).as('wanted'))
    .crossJoin('object')
    .whereRef(
      isByName ? 'wanted.name' : 'wanted.pair',
      '=',
      isByName ? 'object.object_name' : 'object.pair_id',
    )
    .innerJoin('snapshot', 'snapshot.object_id', 'object.id')
    .leftJoin('pair', 'pair.id', 'object.pair_id')
    .select([
      'object.id',
      'object.schema_name',
      'object.object_name',
      'object.pair_id',
      'snapshot.structure',
      'pair.rules',
    ])
    .where('object.project_id', '=', projectId)
    .where('object.side', '=', side)
    .where('object.type_id', 'in', [OBJECT_TYPES.tables, OBJECT_TYPES.views])
    .where('object.missing_since', 'is', null)
    .orderBy('object.id')
    .limit(MAX_TABLES)
    .execute();
  return rows.map((row) => ({
    id: row.id,
    side,
    schema: row.schema_name,
    name: row.object_name,
    pairId: row.pair_id,
    named: rulesOf(row).columns,
    definition: JSON.parse(row.structure) as ObjectDefinition,
  }));
}

/** Leaves out names that occur in two schemas, since it is unknown which one is meant; those that differ in case alone stay, and are refused. */
function withoutNamesakes(found: readonly Found[]): Found[] {
  const schemas = new Map<string, Set<string>>();
  for (const { name, schema } of found) {
    const folded = name.toLowerCase();
    schemas.set(folded, (schemas.get(folded) ?? new Set()).add(schema));
  }
  return found.filter(({ name }) => schemas.get(name.toLowerCase())!.size === 1);
}

const keysIn = ({ definition }: Found): string[][] =>
  definition.kind === 'table'
    ? // One that distinguishes case may hold two values that are equal by their column.
      keysOf(definition).flatMap(({ columns, letters, disabled }) =>
        disabled || letters?.includes('seeing') ? [] : [columns],
      )
    : [];

/** Columns of a view may be NULL, whatever its tables declare. */
function columnsOf(table: Found | undefined): Column[] {
  if (!table || !hasColumns(table.definition)) return [];
  const { kind, columns } = table.definition;
  return kind === 'view' ? columns.map((column) => ({ ...column, nullable: true })) : columns;
}
