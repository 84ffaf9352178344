import { useMemo } from 'react';
import { ANY, NONE, fieldOf, textOf, type Column, type TableView } from './types.ts';

/**
 * Rows that contain the search text in any column and match each column's filter. Uses cached lower-case text, which is fast
 * even for 100,000 rows.
 */
export function useFilteredRows<R>(
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
