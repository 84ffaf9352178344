export { DataTable } from './data-table.tsx';
export type { DataTableProps } from './props.ts';
export { loadState, type LoadState } from './types.ts';
export { ANY, fieldOf } from './types.ts';
export { RowLink } from './row-link.tsx';
export { isForPage } from './use-first-step.ts';
export { widthOfAction, widthOfDotted, widthOfIconed } from './word-width.ts';
export { useAddressRouter } from './use-address-view.ts';
export { isFound } from './use-client-rows.ts';
export { listQuery, viewOfSearch } from './table-view.ts';
export type {
  Choice,
  Column,
  ListQuery,
  RowAction,
  RowSource,
  TableView,
  Selection,
  WindowedList,
} from './types.ts';
