import type { ReactNode, RefObject } from 'react';
import type {
  Column,
  LoadState,
  RowAction,
  RowSource,
  Selection,
  TableView,
  WindowedList,
} from './types.ts';
import type { useAddressView } from './views/use-address-view.ts';

/** Filters above the table, made by `quickFilter`. */
export interface QuickFilters {
  /** @param ready - whether the rows are loaded: only then the choices are counted */
  render: (
    view: TableView,
    onView: (part: Pick<TableView, 'filters'>) => void,
    ready: boolean,
  ) => ReactNode;
  /** Fields whose filters are visible there. */
  fieldsShown: (view: TableView) => readonly string[];
}

interface SharedProps<R extends object> {
  /** Id under which the user's settings of this table are stored. */
  id: string;
  /** The accessible name of the table. */
  label: string;
  columns: readonly Column<R>[];
  rowId: (row: R) => string;
  /** The accessible name of a row; its first column by default. */
  rowLabel?: (row: R) => string;
  rowActions?: (row: R, index: number) => RowAction[];
  /** Actions of letter keys on the focused row. */
  rowKeys?: Readonly<Record<string, (row: R, index: number) => void>>;
  /** Called when a row is clicked outside of its controls. */
  onOpen?: (row: R, index: number) => void;
  /** Width in pixels that fits all actions of a row; see `widthOfAction`. */
  actionsWidth?: number;
  /** Puts the actions on a separate line below the cells, after this content. */
  actionsBelow?: (row: R) => ReactNode;
  rowHeight?: number;
  selection?: Selection;
  /** Stays visible below the rows, beside the number of selected rows. */
  selectionBanner?: ReactNode;
  /** Shown in its place while nothing is selected. */
  banner?: ReactNode;
  /** Explains the table when it has no rows at all. */
  emptyText?: string;
  /** The button below this text. */
  emptyAction?: ReactNode;
  /** What it means that no row matches a view, where that says more than just so. */
  noMatchText?: (view: TableView) => string | undefined;
  toolbar?: ReactNode;
  quick?: QuickFilters;
  /** Keeps the table's view in the address; for a single table per page. */
  inAddress?: boolean;
  /** Gives access to rows by index, for stepping through them. */
  sourceRef?: RefObject<RowSource<R> | null>;
}

export interface ClientProps<R extends object> extends SharedProps<R> {
  /** Must be stable between renders, like the columns. */
  rows: readonly R[];
  state: LoadState;
  onRetry?: () => void;
  /** Why the rows could not be loaded. */
  error?: unknown;
  list?: undefined;
}

export interface WindowedProps<R extends object> extends SharedProps<R> {
  /** A list that is loaded from the server window by window; must be stable between renders. */
  list: WindowedList<R>;
  rows?: undefined;
  state?: undefined;
  onRetry?: undefined;
  error?: undefined;
}

export type DataTableProps<R extends object> = ClientProps<R> | WindowedProps<R>;
export type FrameProps<R extends object> = SharedProps<R> & {
  source: RowSource<R>;
  address: ReturnType<typeof useAddressView>;
};
