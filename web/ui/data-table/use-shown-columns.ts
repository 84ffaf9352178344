import { useMemo } from 'react';
import { phoneColumns } from './phone-columns.tsx';
import { fieldOf, type Column, type TableView } from './types.ts';
import { completeOrder, isShown, type TableSettings } from './use-table-settings.ts';

/** Which columns there are, in the person's order; stable, so that rows are drawn anew only when something of theirs changed. */
export function useShownColumns<R>(
  columns: readonly Column<R>[],
  { order, hidden, shown }: TableSettings,
  filters: TableView['filters'],
  phone: boolean,
) {
  const ordered = useMemo(
    () =>
      completeOrder(
        order,
        columns.map(({ key }) => key),
      ).map((key) => columns.find((column) => column.key === key)!),
    [order, columns],
  );
  // What a link or a view looks for is seen, with the filter that does it.
  const filteredBy = Object.keys(filters).join();
  const visible = useMemo(
    () =>
      ordered.filter(
        (column) =>
          isShown(column, { hidden, shown }) ||
          (column.hiddenAtFirst && filteredBy.split(',').includes(fieldOf(column))),
      ),
    [ordered, hidden, shown, filteredBy],
  );
  const drawn = useMemo(() => (phone ? phoneColumns(visible) : visible), [phone, visible]);
  return { ordered, visible, drawn };
}
