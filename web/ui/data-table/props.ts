import type { ReactNode, RefObject } from 'react';
import type { LoadState } from './load-state.ts';
import type { Column, RowAction, RowSource, Selection, TableView, WindowedList } from './types.ts';
import type { useAddressView } from './use-address-view.ts';

/** Filters above the table; see `quickFilter`. */
export interface QuickFilters {
  /** @param ready - the rows are there: only then is it counted what others there are */
  render: (
    view: TableView,
    onView: (part: Pick<TableView, 'filters'>) => void,
    ready: boolean,
  ) => ReactNode;
  /** Fields whose filter is seen there as pressed. */
  fieldsShown: (view: TableView) => readonly string[];
}

interface SharedProps<R extends object> {
  /** Under which the person's settings for this table are remembered. */
  id: string;
  /** The table's accessible name. */
  label: string;
  columns: readonly Column<R>[];
  rowId: (row: R) => string;
  /** Names a row to screen readers; its first column unless given. */
  rowLabel?: (row: R) => string;
  rowActions?: (row: R, index: number) => RowAction[];
  /** What letters do with the row that has the focus. */
  rowKeys?: Readonly<Record<string, (row: R, index: number) => void>>;
  /** A click on a row, beside its controls. */
  onOpen?: (row: R, index: number) => void;
  /** In pixels, wide enough for all actions of a row; see `widthOfAction`. */
  actionsWidth?: number;
  /** Puts the actions on a line of their own below the cells, after what this says of the row. */
  actionsBelow?: (row: R) => ReactNode;
  rowHeight?: number;
  selection?: Selection;
  /** Stays in sight below the rows, beside the number of those selected. */
  selectionBanner?: ReactNode;
  /** In its place as long as nothing is selected. */
  banner?: ReactNode;
  /** What the table is for, where it has no rows at all. */
  emptyText?: string;
  /** The one button below it. */
  emptyAction?: ReactNode;
  toolbar?: ReactNode;
  quick?: QuickFilters;
  /** For the one table of a page: what it shows is kept in the address. */
  inAddress?: boolean;
  /** Finds rows by their place, for who opens them one after the other. */
  sourceRef?: RefObject<RowSource<R> | null>;
}

export interface ClientProps<R extends object> extends SharedProps<R> {
  /** Stable between renders, like the columns. */
  rows: readonly R[];
  state: LoadState;
  onRetry?: () => void;
  list?: undefined;
}

export interface WindowedProps<R extends object> extends SharedProps<R> {
  /** Rows that stay on the server but for those in sight; stable between renders. */
  list: WindowedList<R>;
  rows?: undefined;
  state?: undefined;
  onRetry?: undefined;
}

export type DataTableProps<R extends object> = ClientProps<R> | WindowedProps<R>;
export type FrameProps<R extends object> = SharedProps<R> & {
  source: RowSource<R>;
  address: ReturnType<typeof useAddressView>;
};
