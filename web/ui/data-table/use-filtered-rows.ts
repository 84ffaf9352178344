import { useMemo } from 'react';
import { ANY, NONE, fieldOf, textOf, type Column, type TableView } from './types.ts';

/**
 * Rows that contain the search in any column and each filter in its own. Done on
 * cached lower-case text, which is quick on 100,000 rows, too.
 */
export function useFilteredRows<R>(
  rows: readonly R[],
  columns: readonly Column<R>[],
  search: string,
  filters: Readonly<Record<string, string>>,
): readonly R[] {
  const haystack = useMemo(() => {
    let texts: string[] | undefined;
    // Built at the first search only.
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

/** Whether the view's search and filters find a row, as far as its columns tell. */
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

/** By the same rules as the server's. */
function condition<R>(column: Column<R>, filter: string): (row: R) => boolean {
  if (filter === NONE) return (row) => textOf(column, row) === '';
  if (filter === ANY) return (row) => textOf(column, row) !== '';
  if (column.choices) return (row) => String(column.value(row) ?? '') === filter;
  const needle = filter.toLowerCase();
  return (row) => textOf(column, row).toLowerCase().includes(needle);
}
