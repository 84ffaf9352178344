import { type ReactNode, type Ref, type RefObject, memo } from 'react';
import classes from '../data-table.module.css';
import { RowLink } from './row-link.tsx';
import { type Column, type RowAction, type RowSource, textOf } from '../types.ts';
import type { Texts } from '../../../lib/i18n/index.ts';
import type { Cursor } from '../keys/use-grid.ts';
import type { RowSelection } from './use-row-selection.ts';

export interface RowProps<R> {
  row: R | undefined;
  index: number;
  columns: readonly Column<R>[];
  /** Label of the checkbox; passed as text, because looking it up in every row is slow. */
  label: string;
  actions?: ((row: R, index: number) => RowAction[]) | undefined;
  /** Rendered before the actions, which are then below the cells. */
  note?: ((row: R) => ReactNode) | undefined;
  /** Measures the height of the row. */
  measure?: Ref<HTMLTableRowElement> | undefined;
  /** Undefined if rows cannot be selected. */
  selected?: boolean | undefined;
  onSelect?: ((index: number, on: boolean, range: boolean) => void) | undefined;
  /** The stop of this row that the Tab key reaches; undefined in all other rows. */
  stop?: number | undefined;
}

function RowView<R>(props: RowProps<R>) {
  const { row, index, columns, label, actions, note, measure, selected, onSelect, stop } = props;
  const selectable = selected !== undefined;
  const first = selectable ? 1 : 0;
  const reachable = (place: number) => (stop === place ? 0 : -1);
  return (
    <tr
      ref={measure}
      aria-rowindex={index + 2}
      aria-selected={selected}
      aria-busy={row === undefined ? true : undefined}
      data-index={index}
      className={selected ? classes.selected : undefined}
    >
      {selectable && (
        <td className={classes.checkbox}>
          <input
            type="checkbox"
            data-stop
            tabIndex={reachable(0)}
            aria-label={label}
            checked={selected}
            onChange={(event) => {
              const { shiftKey } = event.nativeEvent as unknown as { shiftKey?: boolean };
              onSelect?.(index, event.target.checked, shiftKey === true);
            }}
          />
        </td>
      )}
      {columns.map((column, place) => (
        <Cell key={column.key} column={column} row={row} tabIndex={reachable(first + place)} />
      ))}
      {actions && (
        <td className={classes.actions}>
          <div className={classes.actionList} ref={note && makeRoom}>
            {row !== undefined && note?.(row)}
            <span className={classes.choices}>
              {row !== undefined &&
                actions(row, index).map((action) => (
                  <ActionButton
                    key={action.label}
                    action={action}
                    // Tab moves from the current cell to the actions of its row.
                    tabIndex={stop === undefined ? -1 : 0}
                  />
                ))}
            </span>
          </div>
        </td>
      )}
    </tr>
  );
}

/** Height of the cells in pixels; see the styles of tables with actions below the cells. */
const CELLS_HEIGHT = 46;

/** The actions may wrap, depending on width and language: adapts the height of the row. */
function makeRoom(list: HTMLDivElement | null) {
  const row = list?.closest('tr');
  if (!list || !row) return undefined;
  const observer = new ResizeObserver(() => {
    row.style.setProperty('--row-height', `${CELLS_HEIGHT + list.offsetHeight}px`);
  });
  observer.observe(list);
  return () => observer.disconnect();
}

// Its props are primitive or stable, so that a click in one row does not render the others.
const Row = memo(RowView) as typeof RowView;

interface CellProps<R> {
  column: Column<R>;
  row: R | undefined;
  tabIndex: number;
}

function Cell<R>({ column, row, tabIndex }: CellProps<R>) {
  if (row === undefined) {
    return (
      <td data-stop tabIndex={tabIndex}>
        <span className={classes.skeleton} />
      </td>
    );
  }
  const text = textOf(column, row);
  const about = column.about?.(row);
  return (
    <td
      data-stop
      tabIndex={tabIndex}
      title={[text, about].filter(Boolean).join('\n') || undefined}
      aria-description={about}
    >
      <div className={classes.clamp} dir="auto">
        {column.cell ? column.cell(row) : text}
      </div>
    </td>
  );
}

function ActionButton({ action, tabIndex }: { action: RowAction; tabIndex: number }) {
  const { label, href, onClick, tone } = action;
  const className = `${classes.action} ${tone === 'danger' ? classes.danger : ''}`;
  const shared = { className, tabIndex, 'data-stop': true, 'data-action': true };
  return href === undefined ? (
    <button type="button" {...shared} onClick={onClick}>
      {label}
    </button>
  ) : (
    <RowLink {...shared} href={href}>
      {label}
    </RowLink>
  );
}

export function SkeletonRow({ columns }: { columns: number }) {
  return (
    <tr aria-hidden="true">
      {Array.from({ length: columns }, (_, index) => (
        <td key={index}>
          <span className={classes.skeleton} />
        </td>
      ))}
    </tr>
  );
}

export interface BodyProps<R> {
  source: RowSource<R>;
  columns: readonly Column<R>[];
  rowId: (row: R) => string;
  rowLabel?: ((row: R) => string) | undefined;
  rowActions?: ((row: R, index: number) => RowAction[]) | undefined;
  rowNote?: ((row: R) => ReactNode) | undefined;
  selection: RowSelection | null;
  cursor: Cursor;
  scrollBox: RefObject<HTMLDivElement | null>;
  rowHeight: number;
  /** Number of cells per row, including the checkbox and the actions. */
  width: number;
}

export type DrawnProps<R> = BodyProps<R> & { t: Texts<'table'> };

/** The row at an index, or its placeholder. */
export function drawnRow<R>(
  props: DrawnProps<R>,
  index: number,
  measure?: (row: HTMLTableRowElement | null) => void,
) {
  const { source, columns, rowId, rowLabel, rowActions, rowNote, selection, cursor, t } = props;
  const data = source.at(index);
  const name =
    data === undefined ? String(index + 1) : (rowLabel?.(data) ?? textOf(columns[0]!, data));
  const id = data === undefined ? `#${index}` : rowId(data);
  return (
    <Row
      // Keyed by index, so that a focused placeholder keeps the focus when its row is loaded.
      key={index}
      row={data}
      index={index}
      columns={columns}
      label={selection ? t('selectRow', { row: name }) : ''}
      actions={rowActions}
      note={rowNote}
      measure={measure}
      selected={selection?.isSelected(index, id)}
      onSelect={selection?.toggle}
      stop={cursor.row === index ? cursor.stop : undefined}
    />
  );
}
