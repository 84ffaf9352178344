import { jsonTable } from '../../../platform/db/sql-parts.ts';
import type { Store } from '../../../platform/db/store.ts';
import type {
  ObjectDefinition,
  TableDefinition,
  ViewDefinition,
} from '../../../../connectors/core/definitions.ts';
import { OBJECT_TYPES } from '../../../../contract/engines.ts';
import type { Side } from '../../../../contract/fields.ts';
import type { KnownColumn } from '../../sql/service.ts';

/** A table by its names in its database. */
export interface TableName {
  schema: string;
  table: string;
}

export const keyOfTable = ({ schema, table }: TableName): string => JSON.stringify([schema, table]);

/**
 * Objects with these names. The order of a CROSS JOIN is kept: SQLite would rather read all objects of a side, and look at
 * every name for each of them.
 */
export const objectsNamed = (
  { kind, longReads }: Pick<Store, 'kind' | 'longReads'>,
  tables: readonly TableName[],
) =>
  longReads
    .selectFrom(
      jsonTable(
        kind,
        { schema: 'text', name: 'text' } as const,
        [...new Map(tables.map((one) => [keyOfTable(one), one])).values()].map((one) => [
          one.schema,
          one.table,
        ]),
      ).as('wanted'),
    )
    .crossJoin('object')
    .whereRef('wanted.name', '=', 'object.object_name')
    .whereRef('wanted.schema', '=', 'object.schema_name');

/** The counterpart of a table. */
export interface Counterpart extends TableName {
  /** Columns that correspond, by their names on both sides; none where a side was never read. */
  columns: readonly (readonly [source: string, target: string])[];
  /** Both tables, and their columns under target names; absent where a side was never read. */
  both?: BothTables;
}

export interface BothTables<T = TableDefinition | ViewDefinition> {
  on: Record<Side, T>;
  known: Record<Side, KnownColumn[]>;
}

/** Finds the counterpart of a source table; undefined where it is in no pair of two. */
export type CounterpartOf = (table: TableName) => Counterpart | undefined;

export interface Counterparts {
  counterpartOf: CounterpartOf;
  /** The same for a table of the target: which table of the source it is the counterpart of. */
  originOf: CounterpartOf;
}

export const noCounterparts: CounterpartOf = () => undefined;

const isSameName = (one: string, other: string): boolean =>
  one.toLowerCase() === other.toLowerCase();

/** The target's name of a column. Case counts only where it must: some servers spell names as people wrote them. */
export const columnIn = (
  { columns }: Pick<Counterpart, 'columns'>,
  name: string,
): string | undefined =>
  (columns.find(([source]) => source === name) ??
    columns.find(([source]) => isSameName(source, name)))?.[1];

/** Whether the target column is the counterpart of a source column. */
export const isTaken = ({ columns }: Pick<Counterpart, 'columns'>, name: string): boolean =>
  columns.some(([, target]) => isSameName(target, name));

/** Functions that triggers of the source call, in its own schemas. */
export const programsIn = (definitions: Iterable<ObjectDefinition>): TableName[] =>
  [...definitions].flatMap((one) => {
    const triggers =
      one.kind === 'table' ? (one.triggers ?? []) : one.kind === 'trigger' ? [one] : [];
    return triggers.flatMap(({ written }) => {
      const { schema = null, name = '' } = written?.calls ?? {};
      return schema === null ? [] : [{ schema, table: name }];
    });
  });

/**
 * Finds what the target has in the place of such functions: their counterparts, or else functions of the same name. One that
 * is known to be no trigger's is none.
 */
export async function readPrograms(
  store: Pick<Store, 'kind' | 'longReads'>,
  projectId: number,
  names: readonly TableName[],
  schemaOf: (schema: string) => string | null,
): Promise<(name: TableName) => TableName | undefined> {
  if (names.length === 0) return () => undefined;
  const there = names.flatMap(({ schema, table }) => {
    const to = schemaOf(schema);
    return to === null ? [] : [{ schema: to, table }];
  });
  const named = (side: Side, wanted: readonly TableName[]) =>
    objectsNamed(
      store,
      // A function of an overloaded name is listed with its parameters, of which a trigger's has none.
      wanted.flatMap((one) => [one, { ...one, table: `${one.table}()` }]),
    )
      .where('object.project_id', '=', projectId)
      .where('object.side', '=', side)
      .where('object.type_id', '=', OBJECT_TYPES.functions)
      .select(['object.schema_name as schema', 'object.object_name as table']);
  const paired = await named('source', names)
    .innerJoin('pair', 'pair.id', 'object.pair_id')
    .innerJoin('object as other', 'other.pair_id', 'pair.id')
    .where('other.side', '=', 'target')
    .where('other.missing_since', 'is', null)
    .where('pair.source_count', '=', 1)
    .where('pair.target_count', '=', 1)
    .leftJoin('snapshot', 'snapshot.object_id', 'other.id')
    .select(['other.schema_name', 'other.object_name', 'snapshot.structure'])
    .execute();
  const own = await named('target', there)
    .where('object.missing_since', 'is', null)
    .leftJoin('snapshot', 'snapshot.object_id', 'object.id')
    .select('snapshot.structure')
    .execute();
  const found = new Map([
    ...own.filter(mayBeOfTriggers).map((one) => [keyOfTable(plain(one)), plain(one)] as const),
    ...paired
      .filter(mayBeOfTriggers)
      .map(
        ({ schema_name: schema, object_name: table, ...one }) =>
          [`pair ${keyOfTable(plain(one))}`, plain({ schema, table })] as const,
      ),
  ]);
  return ({ schema, table }) =>
    found.get(`pair ${keyOfTable({ schema, table })}`) ??
    found.get(keyOfTable({ schema: schemaOf(schema) ?? '', table }));
}

function mayBeOfTriggers({ structure }: { structure: string | null }): boolean {
  const definition = structure === null ? null : (JSON.parse(structure) as ObjectDefinition);
  return definition?.kind !== 'routine' || definition.returns?.type === 'trigger';
}

const plain = ({ schema, table }: TableName): TableName => ({
  schema,
  table: table.replace(/\(\)$/, ''),
});
