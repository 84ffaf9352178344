import {
  createSortedRowModel,
  rowSortingFeature,
  tableFeatures,
  useTable,
  type ColumnDef,
  type SortingState,
} from '@tanstack/react-table';
import { useMemo, useState } from 'react';
import type { Column, RowSource } from './types.ts';
import { useFilteredRows } from './use-filtered-rows.ts';
import { completeOrder, type TableSettings } from './use-table-settings.ts';

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
  search: string;
  filters: Readonly<Record<string, string>>;
  settings: TableSettings;
}

/** Search, filters, sorting and column order over rows that are all in memory. */
export function useClientRows<R extends object>({
  columns,
  rows,
  rowId,
  search,
  filters,
  settings,
}: Options<R>) {
  const [sorting, setSorting] = useState<SortingState>([]);
  const data = useFilteredRows(rows, columns, search, filters);

  const definitions = useMemo(
    () =>
      columns.map((column): ColumnDef<typeof features, R> => ({
        id: column.key,
        accessorFn: (row) => {
          const value = column.value(row);
          return value === null || value === '' ? undefined : value;
        },
        sortFn: (a, b) => compareValues(a.getValue(column.key), b.getValue(column.key)),
        sortUndefined: 'last',
        sortDescFirst: false,
      })),
    [columns],
  );
  const columnOrder = useMemo(
    () =>
      completeOrder(
        settings.order,
        columns.map((column) => column.key),
      ),
    [settings.order, columns],
  );
  const table = useTable({
    features,
    columns: definitions,
    data,
    getRowId: rowId,
    state: { sorting },
    onSortingChange: setSorting,
  });

  const sorted = table.getRowModel().rows;
  const source: RowSource<R> = useMemo(
    () => ({
      count: sorted.length,
      total: rows.length,
      at: (index) => sorted[index]?.original,
    }),
    [sorted, rows.length],
  );
  // Stable, so that rows are drawn anew only when something of theirs changed.
  const visible = useMemo(
    () =>
      columnOrder
        .filter((key) => !settings.hidden.includes(key))
        .map((key) => columns.find((column) => column.key === key)!),
    [columnOrder, settings.hidden, columns],
  );
  return {
    source,
    sorting,
    visible,
    columnOrder,
    sortBy: (key: string, add: boolean) => table.getColumn(key)?.toggleSorting(undefined, add),
  };
}
