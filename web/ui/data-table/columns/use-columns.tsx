import { useMemo, useState } from 'react';
import { useTexts } from '../../../lib/i18n/index.ts';
import { fieldOf, type Column, type TableView, textOf } from '../types.ts';
import {
  completeOrder,
  isShown,
  moveColumn,
  type Move,
  type TableSettings,
} from '../views/use-table-settings.ts';
import classes from '../data-table.module.css';

/** The visible columns in the user's order; stable, so that rows are rendered again only if something changed for them. */
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
  // Columns that a link or a view filters by are visible, together with their filter.
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
  const drawn = useMemo(
    () => (phone ? phoneColumns(visible) : visible.map(withLineBelow)),
    [phone, visible],
  );
  return { ordered, visible, drawn };
}

interface ColumnChanges<R> {
  columns: readonly Column<R>[];
  inSight: readonly Column<R>[];
  onOrder: (order: string[]) => void;
  onResize: (key: string, by: number, done: boolean) => number;
}

/** Moves and resizes columns, and announces it to screen readers. */
export function useColumnChanges<R>({ columns, inSight, onOrder, onResize }: ColumnChanges<R>) {
  const t = useTexts('table');
  const [announcement, setAnnouncement] = useState('');
  const headerOf = (key: string) => columns.find((column) => column.key === key)?.header ?? key;
  const move = (key: string, to: Move) => {
    const order = moveColumn(
      columns.map((column) => column.key),
      key,
      to,
    );
    onOrder(order);
    const shown = order.filter((one) => one === key || inSight.some((two) => two.key === one));
    const position = shown.indexOf(key) + 1;
    setAnnouncement(t('moved', { column: headerOf(key), position, count: shown.length }));
    // Moving the cell in the DOM takes the focus away from its button.
    const focused = document.activeElement;
    requestAnimationFrame(() => {
      if (focused instanceof HTMLElement && focused.dataset['column'] === key) focused.focus();
    });
  };
  const resize = (key: string, by: number, done: boolean) => {
    const width = onResize(key, by, done);
    if (done) setAnnouncement(t('resized', { column: headerOf(key), width }));
  };
  return { move, resize, announcement };
}

const PLACES = { first: 0, last: 2 };
const placeOf = <R,>({ phone }: Column<R>) => (phone?.place ? PLACES[phone.place] : 1);

/** The columns on a phone: the most important ones first, with details on a second line. */
function phoneColumns<R>(columns: readonly Column<R>[]): Column<R>[] {
  return columns.toSorted((a, b) => placeOf(a) - placeOf(b)).map(withSecondLine);
}

/** Two lines that fit the lowest rows; the second is not read out, as the row has its words in other columns. */
function withLineBelow<R>(column: Column<R>): Column<R> {
  const { under } = column;
  if (!under) return column;
  const cell = (row: R) => (
    <div className={classes.twoLines}>
      <div className={classes.upper}>{column.cell ? column.cell(row) : textOf(column, row)}</div>
      <div className={classes.under} aria-hidden="true">
        {under(row)}
      </div>
    </div>
  );
  return { ...column, cell };
}

function withSecondLine<R>(column: Column<R>): Column<R> {
  const { under, upper = column.cell } = column.phone ?? {};
  if (!under) return column;
  const cell = (row: R) => (
    <>
      <div className={classes.upper}>{upper ? upper(row) : textOf(column, row)}</div>
      <div className={classes.under}>{under(row)}</div>
    </>
  );
  return { ...column, cell };
}
