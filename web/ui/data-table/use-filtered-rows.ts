import { useMemo } from 'react';
import { ANY, NONE, fieldOf, textOf, type Column } from './types.ts';

/**
 * Rows that contain the search in any column and each filter in its own. Done before the table on
 * cached lower-case text: the library's own filters take ten times as long on 100,000 rows.
 */
export function useFilteredRows<R>(
  rows: readonly R[],
  columns: readonly Column<R>[],
  search: string,
  filters: Readonly<Record<string, string>>,
): readonly R[] {
  const haystack = useMemo(() => {
    let texts: string[] | undefined;
    const build = (row: R) =>
      columns
        .map((column) => textOf(column, row))
        .join('\n')
        .toLowerCase();
    // Built at the first search only.
    return () => (texts ??= rows.map(build));
  }, [rows, columns]);

  return useMemo(() => {
    const needle = search.trim().toLowerCase();
    const texts = needle ? haystack() : undefined;
    const conditions = columns.flatMap((column) => {
      const filter = filters[fieldOf(column)]?.trim();
      return filter ? [condition(column, filter)] : [];
    });
    if (!texts && conditions.length === 0) return rows;
    return rows.filter(
      (row, index) =>
        (!texts || texts[index]!.includes(needle)) && conditions.every((holds) => holds(row)),
    );
  }, [rows, columns, search, filters, haystack]);
}

/** By the same rules as the server's. */
function condition<R>(column: Column<R>, filter: string): (row: R) => boolean {
  if (filter === NONE) return (row) => textOf(column, row) === '';
  if (filter === ANY) return (row) => textOf(column, row) !== '';
  if (column.choices) return (row) => String(column.value(row) ?? '') === filter;
  const needle = filter.toLowerCase();
  return (row) => textOf(column, row).toLowerCase().includes(needle);
}
