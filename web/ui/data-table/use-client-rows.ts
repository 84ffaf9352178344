import {
  createSortedRowModel,
  rowSortingFeature,
  tableFeatures,
  useTable,
  type ColumnDef,
} from '@tanstack/react-table';
import { useMemo } from 'react';
import type { LoadState } from './load-state.ts';
import { fieldOf, type Column, type RowSource, type TableView } from './types.ts';
import { useFilteredRows } from './use-filtered-rows.ts';

const features = tableFeatures({
  rowSortingFeature,
  sortedRowModel: createSortedRowModel(),
});

const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' });

/** Numbers by size, everything else as people order names; empty values are undefined by then. */
export function compareValues(a: unknown, b: unknown): number {
  return typeof a === 'number' && typeof b === 'number'
    ? a - b
    : collator.compare(String(a), String(b));
}

interface Options<R> {
  columns: readonly Column<R>[];
  rows: readonly R[];
  rowId: (row: R) => string;
  view: TableView;
  state: LoadState;
  onRetry?: (() => void) | undefined;
}

/** Search, filters and sorting over rows that are all in memory. */
export function useClientRows<R extends object>({
  columns,
  rows,
  rowId,
  view,
  state,
  onRetry,
}: Options<R>): RowSource<R> {
  const data = useFilteredRows(rows, columns, view.q, view.filters);
  const definitions = useMemo(
    () =>
      columns.map((column): ColumnDef<typeof features, R> => ({
        id: fieldOf(column),
        accessorFn: (row) => {
          const value = column.value(row);
          return value === null || value === '' ? undefined : value;
        },
        sortFn: (a, b) => compareValues(a.getValue(fieldOf(column)), b.getValue(fieldOf(column))),
        sortUndefined: 'last',
      })),
    [columns],
  );
  // An address may name columns that are not there.
  const sorting = useMemo(
    () => view.sort.filter(({ id }) => columns.some((column) => fieldOf(column) === id)),
    [view.sort, columns],
  );
  const table = useTable({
    features,
    columns: definitions,
    data,
    getRowId: rowId,
    state: { sorting },
  });
  const sorted = table.getRowModel().rows;
  return useMemo(() => {
    const matching = () => sorted.map((row) => row.original);
    return {
      state,
      waiting: false,
      incomplete: false,
      retry: onRetry,
      count: sorted.length,
      total: rows.length,
      at: (index) => sorted[index]?.original,
      load: async (index) => sorted[index]?.original,
      ids: async () => matching().map(rowId),
      read: async function* read() {
        yield matching();
      },
    };
    // Retrying does not change what the rows are.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [sorted, rows.length, state]);
}
