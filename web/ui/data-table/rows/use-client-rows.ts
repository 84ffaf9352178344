import { useMemo } from 'react';
import {
  ANY,
  type Column,
  type LoadState,
  NONE,
  type RowSource,
  type Sorting,
  type TableView,
  fieldOf,
  textOf,
} from '../types.ts';

/**
 * Rows that contain the search text in any column and match each column's filter. Uses cached lower-case text, which is fast
 * even for 100,000 rows.
 */
function useFilteredRows<R>(
  rows: readonly R[],
  columns: readonly Column<R>[],
  search: string,
  filters: Readonly<Record<string, string>>,
): readonly R[] {
  const haystack = useMemo(() => {
    let texts: string[] | undefined;
    // Built on the first search only.
    return () => (texts ??= rows.map((row) => searchedText(columns, row)));
  }, [rows, columns]);

  return useMemo(() => {
    const needle = search.trim().toLowerCase();
    const texts = needle ? haystack() : undefined;
    const conditions = conditionsOf(columns, filters);
    if (!texts && conditions.length === 0) return rows;
    return rows.filter(
      (row, index) =>
        (!texts || texts[index]!.includes(needle)) && conditions.every((holds) => holds(row)),
    );
  }, [rows, columns, search, filters, haystack]);
}

/** Whether a row matches search and filters, as far as the columns can tell. */
export const isFound = <R>(columns: readonly Column<R>[], { q, filters }: TableView, row: R) =>
  searchedText(columns, row).includes(q.trim().toLowerCase()) &&
  conditionsOf(columns, filters).every((holds) => holds(row));

const searchedText = <R>(columns: readonly Column<R>[], row: R): string =>
  columns
    .map((column) => textOf(column, row))
    .join('\n')
    .toLowerCase();

const conditionsOf = <R>(columns: readonly Column<R>[], filters: TableView['filters']) =>
  columns.flatMap((column) => {
    const filter = filters[fieldOf(column)]?.trim();
    return filter ? [condition(column, filter)] : [];
  });

/** Follows the same rules as the server. */
function condition<R>(column: Column<R>, filter: string): (row: R) => boolean {
  if (filter === NONE) return (row) => textOf(column, row) === '';
  if (filter === ANY) return (row) => textOf(column, row) !== '';
  if (column.choices) return (row) => String(column.value(row) ?? '') === filter;
  const needle = filter.toLowerCase();
  return (row) => textOf(column, row).toLowerCase().includes(needle);
}

const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' });

type Value = string | number | null | undefined;
const isEmpty = (value: Value) => value === null || value === undefined || value === '';

/** Compares numbers by size, other values in natural order; empty values come last in both directions. */
function compare(a: Value, b: Value, desc: boolean): number {
  if (isEmpty(a) || isEmpty(b)) return Number(isEmpty(a)) - Number(isEmpty(b));
  const order =
    typeof a === 'number' && typeof b === 'number' ? a - b : collator.compare(String(a), String(b));
  return desc ? -order : order;
}

/** Sorts rows by several columns: each decides where the previous ones are equal. */
function sortRows<R>(
  rows: readonly R[],
  columns: readonly Column<R>[],
  sort: readonly Sorting[],
): readonly R[] {
  const orders = sort.flatMap(({ id, desc }) => {
    const column = columns.find((one) => fieldOf(one) === id);
    // An address may name columns that do not exist.
    return column ? [{ values: rows.map((row) => column.value(row)), desc }] : [];
  });
  if (orders.length === 0) return rows;
  const places = rows.map((_, place) => place);
  places.sort((a, b) => {
    for (const { values, desc } of orders) {
      const order = compare(values[a], values[b], desc);
      if (order !== 0) return order;
    }
    return a - b;
  });
  return places.map((place) => rows[place]!);
}

interface Options<R> {
  columns: readonly Column<R>[];
  rows: readonly R[];
  rowId: (row: R) => string;
  view: TableView;
  state: LoadState;
  onRetry?: (() => void) | undefined;
  error?: unknown;
}

/** Search, filters and sorting for rows that are all in memory. */
export function useClientRows<R extends object>({
  columns,
  rows,
  rowId,
  view,
  state,
  onRetry,
  error,
}: Options<R>): RowSource<R> {
  const data = useFilteredRows(rows, columns, view.q, view.filters);
  const sorted = useMemo(() => sortRows(data, columns, view.sort), [data, columns, view.sort]);
  return useMemo(
    () => ({
      state,
      waiting: false,
      incomplete: false,
      retry: onRetry,
      error,
      count: sorted.length,
      total: rows.length,
      at: (index) => sorted[index],
      load: async (index) => sorted[index],
      ids: async () => sorted.map(rowId),
      read: async function* read() {
        yield sorted;
      },
    }),
    // Retrying does not change what the rows are.
    // oxlint-disable-next-line react/exhaustive-deps
    [sorted, rows.length, state, error],
  );
}
