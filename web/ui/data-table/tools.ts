export { ColumnList } from './column-list.tsx';
export { FilterRow } from './filter-row.tsx';
export { ViewList } from './view-list.tsx';
