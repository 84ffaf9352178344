export { DataTable } from './data-table.tsx';
export type { DataTableProps } from './props.ts';
export { loadState, type LoadState } from './types.ts';
export { ANY, fieldOf } from './types.ts';
export { RowLink } from './rows/row-link.tsx';
export { isForPage } from './keys/use-first-step.ts';
export { widthOfAction, widthOfDotted, widthOfIconed } from './columns/word-width.ts';
export { useAddressRouter } from './views/use-address-view.ts';
export { isFound } from './rows/use-client-rows.ts';
export { listQuery, viewOfSearch } from './views/table-view.ts';
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
