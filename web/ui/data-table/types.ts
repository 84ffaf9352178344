import type { ReactNode } from 'react';
import type { LoadState } from './load-state.ts';

export interface Choice {
  value: string;
  label: string;
}

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
  /** In pixels, at least. */
  width?: number;
  /** Its share of the room that is left; where no column has one, all grow in proportion. */
  grow?: number;
  /** On a phone: where it stands, how wide, and what belongs on a second line of its cells. */
  phone?: { place?: 'first' | 'last'; width?: number; under?: (row: R) => string };
  filterable?: boolean;
  /** False where the server cannot sort by it. */
  sortable?: boolean;
  /** The name that sorting and filtering know it by; the key unless given. */
  field?: string;
  /** What its filter offers; without them it looks for text anywhere. */
  choices?: readonly Choice[];
  /** Whether there are rows without a value, so that one can look for them. */
  nullable?: boolean;
  /** Stays out of sight until somebody asks for it, or looks for something in it. */
  hiddenAtFirst?: boolean;
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

export interface Sorting {
  id: string;
  desc: boolean;
}

/** Filters that find rows without a value, and those with any. */
export const NONE = '-';
export const ANY = '*';

/** What is looked for, and in which order it is shown. */
export interface TableView {
  q: string;
  /** By field. */
  filters: Readonly<Record<string, string>>;
  sort: readonly Sorting[];
}

/** Where rows come from: all in memory, or windows of a list that the server holds. */
export interface RowSource<R> {
  state: LoadState;
  /** Shows the rows of before while those of a new search are on their way. */
  waiting: boolean;
  /** Some rows in sight could not be loaded, though others could. */
  incomplete: boolean;
  retry?: (() => void) | undefined;
  /** Rows that match. */
  count: number;
  /** Rows there are; null where only the matching ones are known. */
  total: number | null;
  /** Undefined while the row is not loaded. */
  at: (index: number) => R | undefined;
  /** Loads the row where it is not loaded yet. */
  load: (index: number) => Promise<R | undefined>;
  /** Ids of all rows that match, in order. */
  ids: (signal?: AbortSignal) => Promise<string[]>;
  /** All rows that match, in order, in chunks. */
  read: (signal: AbortSignal) => AsyncGenerator<readonly R[]>;
  /** Told which rows are on screen. */
  onRange?: (first: number, last: number) => void;
}

/** A list that the server holds, of which only what is in sight is loaded. */
export interface WindowedList<R> {
  /** Under which its windows are kept; begins with what live events name. */
  queryKey: readonly unknown[];
  fetchRows: (query: ListQuery, signal: AbortSignal) => Promise<Window<R>>;
  fetchIds: (query: ListQuery, signal?: AbortSignal) => Promise<string[]>;
}
/** Parameters of a list as they go over the wire: q, sort, filter[…], limit, offset. */
export type ListQuery = Readonly<Record<string, string>>;
export interface Window<R> {
  rows: readonly R[];
  count: number;
}

export const fieldOf = (column: { key: string; field?: string }): string =>
  column.field ?? column.key;

export const textOf = <R>(column: Column<R>, row: R): string =>
  column.text ? column.text(row) : String(column.value(row) ?? '');
