export { DataTable, type DataTableProps } from './data-table.tsx';
export { loadState, type LoadState } from './load-state.ts';
export type { Column, RowAction, Selection } from './types.ts';
