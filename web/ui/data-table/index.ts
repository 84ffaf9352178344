export { DataTable, type DataTableProps } from './data-table.tsx';
export { loadState, type LoadState } from './load-state.ts';
export { useAddressRouter } from './use-address-view.ts';
export type {
  Choice,
  Column,
  ListQuery,
  RowAction,
  RowSource,
  Selection,
  WindowedList,
} from './types.ts';
