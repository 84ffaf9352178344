import {
  Suspense,
  useRef,
  useState,
  type DragEvent,
  type KeyboardEvent,
  type MouseEvent,
} from 'react';
import classes from '../data-table.module.css';
import { FilterRow } from '../later.tsx';
import { fieldOf, type Column, type Sorting } from '../types.ts';
import type { Cursor } from '../keys/use-grid.ts';
import type { RowSelection } from '../rows/use-row-selection.ts';
import type { Move } from '../views/use-table-settings.ts';
import { useTexts } from '../../../lib/i18n/index.ts';

export interface HeadProps<R> {
  columns: readonly Column<R>[];
  sorting: readonly Sorting[];
  onSort: (field: string, add: boolean) => void;
  onMove: (key: string, to: Move) => void;
  /** Widens a column by some pixels; `done` when the pointer is released. */
  onResize: (key: string, by: number, done: boolean) => void;
  selection: RowSelection | null;
  hasActions: boolean;
  filters: Readonly<Record<string, string>> | null;
  onFilter: (field: string, value: string) => void;
  cursor: Cursor;
  helpId: string;
}

const DRAGGED = 'application/x-column';
const ARIA_SORT = { asc: 'ascending', desc: 'descending' } as const;
const KEY_STEP = 16;

export function Head<R>(props: HeadProps<R>) {
  const t = useTexts('table');
  const { columns, selection, hasActions, filters, onFilter, cursor } = props;
  const first = selection ? 1 : 0;
  const reachable = (stop: number) => (cursor.row < 0 && cursor.stop === stop ? 0 : -1);
  return (
    <thead className={classes.head}>
      <tr data-index={-1} aria-rowindex={1}>
        {selection && (
          <th className={classes.checkbox}>
            <input
              type="checkbox"
              data-stop
              tabIndex={reachable(0)}
              aria-label={t('selectAll')}
              // Not `disabled`: the checkbox is a stop of the arrow keys and must remain focusable.
              aria-disabled={!selection.ready || undefined}
              checked={selection.all}
              ref={(input) => {
                if (input) input.indeterminate = selection.some && !selection.all;
              }}
              onChange={(event) => selection.toggleAll(event.target.checked)}
            />
          </th>
        )}
        {columns.map((column, place) => (
          <HeaderCell
            key={column.key}
            column={column}
            place={place}
            tabIndex={reachable(first + place)}
            {...props}
          />
        ))}
        {hasActions && (
          <th className={`${classes.actions} ${classes.actionsHead}`} scope="col">
            {t('actions')}
          </th>
        )}
      </tr>
      {filters && (
        <Suspense fallback={null}>
          <FilterRow
            columns={columns}
            filters={filters}
            onFilter={onFilter}
            selectable={selection !== null}
            hasActions={hasActions}
          />
        </Suspense>
      )}
    </thead>
  );
}

type CellProps<R> = HeadProps<R> & { column: Column<R>; place: number; tabIndex: number };

function HeaderCell<R>(props: CellProps<R>) {
  const { columns, column, place, sorting, onSort, onMove, onResize, helpId, tabIndex } = props;
  const { key, header } = column;
  const field = fieldOf(column);
  const [drop, setDrop] = useState<'before' | 'after' | null>(null);
  const resizing = useRef(false);
  const position = sorting.findIndex(({ id }) => id === field);
  const direction = position < 0 ? undefined : sorting[position]!.desc ? 'desc' : 'asc';

  const onKeyDown = (event: KeyboardEvent<HTMLButtonElement>) => {
    if (!event.shiftKey || event.altKey || event.metaKey) return;
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return;
    event.preventDefault();
    const step = (event.key === 'ArrowRight') === isLeftToRight(event.currentTarget) ? 1 : -1;
    if (!event.ctrlKey) return onResize(key, step * KEY_STEP, true);
    const next = columns[place + step];
    if (next) onMove(key, { beside: next.key, after: step > 0 });
  };
  const drag = {
    draggable: true,
    onDragStart: (event: DragEvent) => {
      if (resizing.current) return event.preventDefault();
      event.dataTransfer.setData(DRAGGED, key);
      event.dataTransfer.effectAllowed = 'move';
    },
    onDragOver: (event: DragEvent) => {
      if (!event.dataTransfer.types.includes(DRAGGED)) return;
      event.preventDefault();
      setDrop(isAfter(event) ? 'after' : 'before');
    },
    onDragLeave: () => setDrop(null),
    onDrop: (event: DragEvent) => {
      event.preventDefault();
      setDrop(null);
      const dragged = event.dataTransfer.getData(DRAGGED);
      if (dragged && dragged !== key) onMove(dragged, { beside: key, after: isAfter(event) });
    },
  };

  return (
    <th
      scope="col"
      aria-sort={direction && ARIA_SORT[direction]}
      className={classes.headCell}
      data-drop={drop ?? undefined}
      data-key={key}
      {...drag}
    >
      <button
        type="button"
        className={classes.sort}
        data-stop
        tabIndex={tabIndex}
        data-column={key}
        aria-describedby={helpId}
        title={header}
        onClick={(event: MouseEvent) => {
          if (column.sortable !== false) onSort(field, event.shiftKey);
        }}
        onKeyDown={onKeyDown}
      >
        <span className={classes.headerText}>{header}</span>
        <span aria-hidden="true" className={classes.arrow}>
          {direction === 'asc' ? '▲' : direction === 'desc' ? '▼' : ''}
          {direction && sorting.length > 1 ? position + 1 : ''}
        </span>
      </button>
      <Resizer
        onResize={(by, done) => onResize(key, by, done)}
        onActive={(active) => {
          resizing.current = active;
        }}
      />
    </th>
  );
}

const isLeftToRight = (element: Element) => getComputedStyle(element).direction !== 'rtl';

/** Whether the pointer is over the trailing half of the header. */
function isAfter({ clientX, currentTarget }: DragEvent): boolean {
  const { left, width } = currentTarget.getBoundingClientRect();
  return clientX > left + width / 2 === isLeftToRight(currentTarget);
}

interface ResizerProps {
  onResize: (by: number, done: boolean) => void;
  onActive: (active: boolean) => void;
}

/** Resizes a column by pointer; the keyboard uses Shift with an arrow key on the header. */
function Resizer({ onResize, onActive }: ResizerProps) {
  const from = useRef(0);
  return (
    <span
      aria-hidden="true"
      className={classes.resizer}
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        onActive(true);
        from.current = event.clientX;
        event.currentTarget.setPointerCapture(event.pointerId);
      }}
      onPointerMove={(event) => {
        if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
        onResize(distance(event), false);
        from.current = event.clientX;
      }}
      onPointerUp={(event) => {
        onResize(distance(event), true);
        onActive(false);
      }}
      onPointerCancel={() => onActive(false)}
    />
  );

  function distance(event: { clientX: number; currentTarget: Element }) {
    return (event.clientX - from.current) * (isLeftToRight(event.currentTarget) ? 1 : -1);
  }
}
