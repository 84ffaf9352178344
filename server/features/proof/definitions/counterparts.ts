import type { KnownColumn } from '../../sql/service.ts';

/** A table by the names that its database has for it. */
export interface TableName {
  schema: string;
  table: string;
}

/** What a table of the source became. */
export interface Counterpart extends TableName {
  /** Columns that became one, by their names on both sides; none where a side was never read. */
  columns: readonly (readonly [source: string, target: string])[];
  /** Columns of the source as the target calls them; none where a side was never read. */
  known?: readonly KnownColumn[];
}

/** What a table of the source became; undefined where it is in no pair of two. */
export type CounterpartOf = (table: TableName) => Counterpart | undefined;

export const noCounterparts: CounterpartOf = () => undefined;

const isSameName = (one: string, other: string): boolean =>
  one.toLowerCase() === other.toLowerCase();

/** What a column of a table became; some servers spell names of columns as people wrote them. */
export const columnIn = (
  { columns }: Pick<Counterpart, 'columns'>,
  name: string,
): string | undefined =>
  (columns.find(([source]) => source === name) ??
    columns.find(([source]) => isSameName(source, name)))?.[1];

/** Whether some column became this one. */
export const isTaken = ({ columns }: Pick<Counterpart, 'columns'>, name: string): boolean =>
  columns.some(([, target]) => isSameName(target, name));
