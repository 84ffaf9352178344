import type { ReactNode } from 'react';

/** Columns must be stable (a const or a memo): the table is made anew when they change. */
export interface Column<R> {
  key: string;
  header: string;
  /** What sorting compares; empty values come last. */
  value: (row: R) => string | number | null | undefined;
  /** What search and column filters look through, and what is shown; the value unless given. */
  text?: (row: R) => string;
  /** Only native elements here: kit components in rows halve the scrolling speed. */
  cell?: (row: R) => ReactNode;
  /** In pixels; columns grow in proportion when there is room. */
  width?: number;
  filterable?: boolean;
}

/** The label is the accessible name, to the letter. */
export type RowAction = { label: string; tone?: 'danger' } & (
  | { href: string; onClick?: never }
  | { onClick: () => void; href?: never }
);

export interface Selection {
  selected: ReadonlySet<string>;
  onChange: (selected: Set<string>) => void;
}

/** Where rows come from: all in memory, or windows of a list that the server holds. */
export interface RowSource<R> {
  /** Rows that match, and rows there are. */
  count: number;
  total: number;
  /** Undefined while the row is not loaded. */
  at: (index: number) => R | undefined;
  /** Told which rows are on screen. */
  onRange?: (first: number, last: number) => void;
}

export interface Sorting {
  id: string;
  desc: boolean;
}

export const textOf = <R>(column: Column<R>, row: R): string =>
  column.text ? column.text(row) : String(column.value(row) ?? '');
