import type { ReactNode } from 'react';

export interface Choice {
  value: string;
  label: string;
}

/** Columns must be stable (a constant or memoised): a change rebuilds the table. */
export interface Column<R> {
  key: string;
  header: string;
  /** The value that is sorted by; empty values come last. */
  value: (row: R) => string | number | null | undefined;
  /** The displayed text, which search and filters use; by default the value. */
  text?: (row: R) => string;
  /** Custom content; use native elements only, because Mantine components in rows halve the scrolling speed. */
  cell?: (row: R) => ReactNode;
  /** What the value means, shown on hover and on keyboard focus, and read to those who do not see it. */
  about?: (row: R) => string | undefined;
  /** Minimum width in pixels. */
  width?: number;
  /** Width down to which it becomes narrower where the columns would not fit otherwise. */
  least?: number;
  /** Share of the remaining width; if no column has one, all grow proportionally. */
  grow?: number;
  /** The text on the second line of its cells, which other columns say, too; `phone.under` applies on a phone. */
  under?: (row: R) => string;
  /** On a phone: its position, its width, and both lines of its cells, of which the first is `cell` by default. */
  phone?: {
    place?: 'first' | 'last';
    width?: number;
    upper?: (row: R) => ReactNode;
    under?: (row: R) => string;
  };
  filterable?: boolean;
  /** False if the server cannot sort by it. */
  sortable?: boolean;
  /** Name for sorting and filtering; by default the key. */
  field?: string;
  /** Choices of its filter; without them, the filter searches for text. */
  choices?: readonly Choice[];
  /** Whether it may be empty, so that the filter offers to look for that. */
  nullable?: boolean;
  /** Hidden until the user shows it or filters by it. */
  hiddenAtFirst?: boolean;
}

/** The label is the exact accessible name. */
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

/** Filter values that match rows without a value, and rows with any value. */
export const NONE = '-';
export const ANY = '*';

/** Search, filters and sorting of a table. */
export interface TableView {
  q: string;
  /** Filter values by field. */
  filters: Readonly<Record<string, string>>;
  sort: readonly Sorting[];
}

/** The source of rows: all in memory, or windows of a list on the server. */
export interface RowSource<R> {
  state: LoadState;
  /** The previous rows are shown while those of a new query are loading. */
  waiting: boolean;
  /** Some visible rows could not be loaded. */
  incomplete: boolean;
  retry?: (() => void) | undefined;
  /** Why rows could not be loaded. */
  error?: unknown;
  /** Number of matching rows. */
  count: number;
  /** Number of all rows; null if only the matching ones are known. */
  total: number | null;
  /** The row at an index; undefined while it is not loaded. */
  at: (index: number) => R | undefined;
  /** Returns the row at an index, and loads it if necessary. */
  load: (index: number) => Promise<R | undefined>;
  /** Ids of all matching rows, in order. */
  ids: (signal?: AbortSignal) => Promise<string[]>;
  /** All matching rows, in order, in chunks. */
  read: (signal: AbortSignal) => AsyncGenerator<readonly R[]>;
  /** Called with the range of visible rows. */
  onRange?: (first: number, last: number) => void;
}

/** A list on the server, of which only visible windows are loaded. */
export interface WindowedList<R> {
  /** Prefix of the keys of its windows; begins with a key that live events invalidate. */
  queryKey: readonly unknown[];
  fetchRows: (query: ListQuery, signal: AbortSignal) => Promise<Window<R>>;
  fetchIds: (query: ListQuery, signal?: AbortSignal) => Promise<string[]>;
}
/** Query parameters of a list: q, sort, filter[…], limit, offset. */
export type ListQuery = Readonly<Record<string, string>>;
export interface Window<R> {
  rows: readonly R[];
  count: number;
}

export const fieldOf = (column: { key: string; field?: string }): string =>
  column.field ?? column.key;

export const textOf = <R>(column: Column<R>, row: R): string =>
  column.text ? column.text(row) : String(column.value(row) ?? '');
export type LoadState = 'loading' | 'error' | 'ready';

interface LoadQuery {
  data?: unknown;
  isError: boolean;
  error: unknown;
  refetch: () => unknown;
}

/** What a table shows of a query: loaded data stays visible during a refetch, even if that fails. */
export function loadState({ data, isError, error, refetch }: LoadQuery) {
  const state: LoadState = data !== undefined ? 'ready' : isError ? 'error' : 'loading';
  return { state, error, onRetry: () => void refetch() };
}
