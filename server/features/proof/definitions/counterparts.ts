import { jsonTable } from '../../../platform/db/json-table.ts';
import type { Store } from '../../../platform/db/store.ts';
import type { Column } from '../../../../connectors/core/definitions.ts';
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
  /** The columns of both tables, as they are and under target names; absent where a side was never read. */
  both?: { own: Record<Side, readonly Column[]>; known: Record<Side, KnownColumn[]> };
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
