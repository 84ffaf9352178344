export { ColumnList } from './columns/column-list.tsx';
export { FilterRow } from './columns/filter-row.tsx';
export { ViewList } from './views/view-list.tsx';
