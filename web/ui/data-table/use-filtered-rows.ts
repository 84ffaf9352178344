import { useMemo } from 'react';
import { textOf, type Column } from './types.ts';

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
    const wanted = columns.flatMap((column) => {
      const filter = filters[column.key]?.trim().toLowerCase();
      return filter ? [{ column, filter }] : [];
    });
    if (!texts && wanted.length === 0) return rows;
    return rows.filter(
      (row, index) =>
        (!texts || texts[index]!.includes(needle)) &&
        wanted.every(({ column, filter }) => textOf(column, row).toLowerCase().includes(filter)),
    );
  }, [rows, columns, search, filters, haystack]);
}
