import { Alert, Button, Group, Text, VisuallyHidden } from '@mantine/core';
import { useId, useMemo, useRef, useState, type ReactNode } from 'react';
import { Body } from './body.tsx';
import classes from './data-table.module.css';
import { Head } from './head.tsx';
import { SkeletonRow } from './row.tsx';
import type { LoadState } from './load-state.ts';
import { useTableTexts } from './texts.ts';
import { Toolbar } from './toolbar.tsx';
import type { Column, RowAction, Selection } from './types.ts';
import { useClientRows } from './use-client-rows.ts';
import { useRowSelection } from './use-row-selection.ts';
import { moveColumn, useTableSettings } from './use-table-settings.ts';

export interface DataTableProps<R extends object> {
  /** Under which the person's settings for this table are remembered. */
  id: string;
  /** The table's accessible name. */
  label: string;
  columns: readonly Column<R>[];
  /** Stable between renders, like the columns. */
  rows: readonly R[];
  rowId: (row: R) => string;
  /** Names a row to screen readers; its first column unless given. */
  rowLabel?: (row: R) => string;
  state: LoadState;
  onRetry?: () => void;
  rowActions?: (row: R) => RowAction[];
  /** In pixels, wide enough for all actions of a row. */
  actionsWidth?: number;
  /** Puts the actions on a line of their own below the cells, after what this says of the row. */
  actionsBelow?: (row: R) => ReactNode;
  rowHeight?: number;
  selection?: Selection;
  /** Stays in sight below the rows. */
  selectionBanner?: ReactNode;
  emptyText?: string;
  toolbar?: ReactNode;
}

const TALL = 60;
const NONE: Readonly<Record<string, string>> = {};

export function DataTable<R extends object>(props: DataTableProps<R>) {
  const { id, label, columns, rows, rowId, rowLabel, state, onRetry, rowActions } = props;
  const {
    actionsBelow,
    actionsWidth = actionsBelow ? 0 : 110,
    selection,
    selectionBanner,
    emptyText,
    toolbar,
  } = props;
  const t = useTableTexts();
  const helpId = useId();
  const scrollBox = useRef<HTMLDivElement>(null);
  const [search, setSearch] = useState('');
  const [filters, setFilters] = useState(NONE);
  const [filtersOpen, setFiltersOpen] = useState(false);
  const [announcement, setAnnouncement] = useState('');
  const { settings, update, reset } = useTableSettings(id);
  const options = { columns, rows, rowId, search, filters, settings };
  const { source, sorting, visible, columnOrder, sortBy } = useClientRows(options);
  const rowSelection = useRowSelection(source, rowId, selection);
  const headers = useMemo(
    () => Object.fromEntries(columns.map(({ key, header }) => [key, header])),
    [columns],
  );

  const move = (key: string, to: { before: string } | { step: 1 | -1 }) => {
    const from = columnOrder.indexOf(key);
    const place = 'before' in to ? columnOrder.indexOf(to.before) : from + to.step;
    const order = moveColumn(columnOrder, key, place);
    update({ order });
    const position = order.indexOf(key) + 1;
    setAnnouncement(t('moved', { column: headers[key] ?? key, position, count: order.length }));
    // Moving the cell in the document takes the focus from its button.
    const focused = document.activeElement;
    requestAnimationFrame(() => {
      if (focused instanceof HTMLElement && focused.dataset['column'] === key) focused.focus();
    });
  };

  const rowHeight = props.rowHeight ?? (settings.dense ? 32 : 42);
  const width = visible.length + (rowSelection ? 1 : 0) + (rowActions ? 1 : 0);
  const minimum =
    visible.reduce((sum, column) => sum + (column.width ?? 150), 0) +
    (rowSelection ? 44 : 0) +
    (rowActions ? actionsWidth : 0);

  return (
    <div className={classes.root}>
      <Toolbar
        label={label}
        shown={source.count}
        total={source.total}
        onSearch={setSearch}
        filtersOpen={filtersOpen}
        onFilters={() => {
          setFilters(NONE);
          setFiltersOpen(!filtersOpen);
        }}
        headers={headers}
        order={columnOrder}
        settings={settings}
        onChange={update}
        onMove={move}
        onReset={reset}
      >
        {toolbar}
      </Toolbar>
      <VisuallyHidden id={helpId}>{t('headerHelp')}</VisuallyHidden>
      <VisuallyHidden role="status">{announcement}</VisuallyHidden>
      <div className={classes.scroll} ref={scrollBox} tabIndex={0} role="group" aria-label={label}>
        <table
          className={`${classes.table} ${rowHeight >= TALL ? classes.tall : ''} ${actionsBelow ? classes.below : ''}`}
          style={{ minWidth: minimum, '--row-height': `${rowHeight}px` } as React.CSSProperties}
          aria-label={label}
          aria-rowcount={source.count + 1}
          aria-busy={state === 'loading'}
        >
          <colgroup>
            {rowSelection && <col style={{ width: 44 }} />}
            {visible.map((column) => (
              <col key={column.key} style={{ width: column.width ?? 150 }} />
            ))}
            {rowActions && <col style={{ width: actionsWidth }} />}
          </colgroup>
          <Head
            columns={visible}
            sorting={sorting}
            onSort={sortBy}
            onMove={move}
            selection={rowSelection}
            hasActions={rowActions !== undefined}
            filters={filtersOpen ? filters : null}
            onFilter={(key, value) => setFilters({ ...filters, [key]: value })}
            helpId={helpId}
          />
          {state === 'loading' ? (
            <tbody>
              {Array.from({ length: 6 }, (_, index) => (
                <SkeletonRow key={index} columns={width} />
              ))}
            </tbody>
          ) : (
            <Body
              source={source}
              columns={visible}
              rowId={rowId}
              rowLabel={rowLabel}
              rowActions={rowActions}
              rowNote={actionsBelow}
              selection={rowSelection}
              scrollBox={scrollBox}
              rowHeight={rowHeight}
              width={width}
            />
          )}
        </table>
        {state === 'error' && (
          <Alert color="red" role="alert" className={classes.message}>
            <Group justify="space-between">
              {t('failed')}
              {onRetry && (
                <Button size="compact-sm" variant="default" onClick={onRetry}>
                  {t('retry')}
                </Button>
              )}
            </Group>
          </Alert>
        )}
        {state === 'ready' && source.count === 0 && (
          <Text c="dimmed" className={classes.message}>
            {source.total > 0 ? t('noMatch') : (emptyText ?? t('empty'))}
          </Text>
        )}
      </div>
      {selectionBanner && <div className={classes.banner}>{selectionBanner}</div>}
    </div>
  );
}
