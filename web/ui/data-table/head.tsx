import { useState, type DragEvent, type KeyboardEvent, type MouseEvent } from 'react';
import classes from './data-table.module.css';
import { useTableTexts } from './texts.ts';
import type { Column, Sorting } from './types.ts';
import type { RowSelection } from './use-row-selection.ts';

export interface HeadProps<R> {
  columns: readonly Column<R>[];
  sorting: readonly Sorting[];
  onSort: (key: string, add: boolean) => void;
  /** Moves a column to the place of another, or by one step. */
  onMove: (key: string, to: { before: string } | { step: 1 | -1 }) => void;
  selection: RowSelection | null;
  hasActions: boolean;
  filters: Readonly<Record<string, string>> | null;
  onFilter: (key: string, value: string) => void;
  helpId: string;
}

const DRAGGED = 'application/x-column';
const ARIA_SORT = { asc: 'ascending', desc: 'descending' } as const;

export function Head<R>(props: HeadProps<R>) {
  const t = useTableTexts();
  const { columns, selection, hasActions, filters } = props;
  return (
    <thead className={classes.head}>
      <tr>
        {selection && (
          <th className={classes.checkbox}>
            <input
              type="checkbox"
              aria-label={t('selectAll')}
              checked={selection.all}
              ref={(input) => {
                if (input) input.indeterminate = selection.some && !selection.all;
              }}
              onChange={(event) => selection.toggleAll(event.target.checked)}
            />
          </th>
        )}
        {columns.map((column) => (
          <HeaderCell key={column.key} column={column} {...props} />
        ))}
        {hasActions && (
          <th className={`${classes.actions} ${classes.actionsHead}`} scope="col">
            {t('actions')}
          </th>
        )}
      </tr>
      {filters && (
        <tr className={classes.filters}>
          {selection && <td />}
          {columns.map(({ key, header, filterable = true }) => (
            <td key={key}>
              {filterable && (
                <input
                  type="search"
                  aria-label={t('filterColumn', { column: header })}
                  value={filters[key] ?? ''}
                  onChange={(event) => props.onFilter(key, event.target.value)}
                />
              )}
            </td>
          ))}
          {hasActions && <td className={classes.actions} />}
        </tr>
      )}
    </thead>
  );
}

function HeaderCell<R>({
  column: { key, header },
  sorting,
  onSort,
  onMove,
  helpId,
}: HeadProps<R> & { column: Column<R> }) {
  const [target, setTarget] = useState(false);
  const position = sorting.findIndex(({ id }) => id === key);
  const direction = position < 0 ? undefined : sorting[position]!.desc ? 'desc' : 'asc';

  const onKeyDown = (event: KeyboardEvent<HTMLButtonElement>) => {
    if (!event.ctrlKey || !event.shiftKey) return;
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return;
    event.preventDefault();
    const leftToRight = getComputedStyle(event.currentTarget).direction !== 'rtl';
    onMove(key, { step: (event.key === 'ArrowRight') === leftToRight ? 1 : -1 });
  };
  const drag = {
    draggable: true,
    onDragStart: (event: DragEvent) => {
      event.dataTransfer.setData(DRAGGED, key);
      event.dataTransfer.effectAllowed = 'move';
    },
    onDragOver: (event: DragEvent) => {
      if (!event.dataTransfer.types.includes(DRAGGED)) return;
      event.preventDefault();
      setTarget(true);
    },
    onDragLeave: () => setTarget(false),
    onDrop: (event: DragEvent) => {
      event.preventDefault();
      setTarget(false);
      const dragged = event.dataTransfer.getData(DRAGGED);
      if (dragged && dragged !== key) onMove(dragged, { before: key });
    },
  };

  return (
    <th
      scope="col"
      aria-sort={direction && ARIA_SORT[direction]}
      className={target ? classes.dropTarget : undefined}
      {...drag}
    >
      <button
        type="button"
        className={classes.sort}
        data-column={key}
        aria-describedby={helpId}
        title={header}
        onClick={(event: MouseEvent) => onSort(key, event.shiftKey)}
        onKeyDown={onKeyDown}
      >
        <span className={classes.headerText}>{header}</span>
        <span aria-hidden="true" className={classes.arrow}>
          {direction === 'asc' ? '▲' : direction === 'desc' ? '▼' : ''}
          {direction && sorting.length > 1 ? position + 1 : ''}
        </span>
      </button>
    </th>
  );
}
