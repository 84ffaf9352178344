import { Alert, Button, Group, Text, VisuallyHidden } from '@mantine/core';
import { useEffect, useId, useMemo, useRef, useState, type CSSProperties } from 'react';
import { Body } from './body.tsx';
import type { FrameProps } from './props.ts';
import classes from './data-table.module.css';
import { ExportMenu } from './export-menu.tsx';
import { Head } from './head.tsx';
import { SkeletonRow } from './row.tsx';
import { SelectionSummary } from './selection-summary.tsx';
import { useViewOfAddress } from './saved-views.ts';
import { isFiltered, listQuery, toggleSort } from './table-view.ts';
import { fieldOf } from './types.ts';
import { useTableTexts } from './texts.ts';
import { Toolbar } from './toolbar.tsx';
import { useColumnWidths } from './use-column-widths.ts';
import { useCopy } from './use-copy.ts';
import { useGrid } from './use-grid.ts';
import { useRowSelection } from './use-row-selection.ts';
import { widthOfHeader } from './word-width.ts';
import { completeOrder, isShown, moveColumn, useTableSettings } from './use-table-settings.ts';

const TALL = 60;
const CHECKBOX = 44;

/** The table with all that is around it, over rows from wherever they come. */
export function TableFrame<R extends object>(props: FrameProps<R>) {
  const { id, label, columns, source, rowId, rowLabel, rowActions } = props;
  const { actionsBelow } = props;
  const { view, change } = props.address;
  const t = useTableTexts();
  const actionsWidth = actionsBelow
    ? 0
    : Math.max(props.actionsWidth ?? 0, widthOfHeader(t('actions'), false) - 20);
  const helpId = useId();
  const scrollBox = useRef<HTMLDivElement>(null);
  const [filtersWanted, setFiltersWanted] = useState(false);
  // Filters that a link or a saved view brings are seen.
  const filtersOpen = filtersWanted || Object.keys(view.filters).length > 0;
  const [announcement, setAnnouncement] = useState('');
  const { settings, update, reset } = useTableSettings(id);
  useViewOfAddress(id, { view, onView: change, onSettings: update });

  const columnOrder = useMemo(
    () =>
      completeOrder(
        settings.order,
        columns.map(({ key }) => key),
      ),
    [settings.order, columns],
  );
  // Stable, so that rows are drawn anew only when something of theirs changed.
  const ordered = useMemo(
    () => columnOrder.map((key) => columns.find((column) => column.key === key)!),
    [columnOrder, columns],
  );
  const { hidden, shown } = settings;
  // What a link or a view looks for is seen, with the filter that does it.
  const filteredBy = Object.keys(view.filters).join();
  const visible = useMemo(
    () =>
      ordered.filter(
        (column) =>
          isShown(column, { hidden, shown }) ||
          (column.hiddenAtFirst && filteredBy.split(',').includes(fieldOf(column))),
      ),
    [ordered, hidden, shown, filteredBy],
  );
  // Other rows are looked at from their beginning.
  const asked = JSON.stringify(listQuery(view));
  const askedBefore = useRef(asked);
  useEffect(() => {
    if (askedBefore.current === asked) return;
    askedBefore.current = asked;
    if (scrollBox.current) scrollBox.current.scrollTop = 0;
  }, [asked]);

  const headers = useMemo(
    () => Object.fromEntries(columns.map(({ key, header }) => [key, header])),
    [columns],
  );
  const selection = useRowSelection(source, rowId, props.selection);
  const small = actionsBelow !== undefined;
  const widths = useColumnWidths(visible, settings, update, scrollBox, small);
  const copy = useCopy({ source, columns: visible, rowId, selection });

  const rowHeight = props.rowHeight ?? (settings.dense ? 32 : 42);
  const grid = useGrid({
    count: source.count,
    pageRows: () => Math.max(1, Math.floor((scrollBox.current?.clientHeight ?? 0) / rowHeight) - 2),
    onSelect: selection?.toggle,
    isSelected: (index) => {
      const row = source.at(index);
      return row !== undefined && (selection?.isSelected(index, rowId(row)) ?? false);
    },
    onSelectAll: selection ? () => selection.toggleAll(true) : undefined,
  });

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
  const resize = (key: string, by: number, done: boolean) => {
    const width = widths.resize(key, by, done);
    if (done) setAnnouncement(t('resized', { column: headers[key] ?? key, width }));
  };

  const width = visible.length + (selection ? 1 : 0) + (rowActions ? 1 : 0);
  const together =
    visible.reduce((sum, column) => sum + widths.widthOf(column), 0) +
    (selection ? CHECKBOX : 0) +
    (rowActions ? actionsWidth : 0);
  const style: Record<string, string | number> = {
    ...(widths.fixed ? { width: together } : { minWidth: together }),
    '--row-height': `${rowHeight}px`,
  };
  const filtered = isFiltered(view);
  const banner = selection?.some ? (
    <Group gap="md" align="center">
      <SelectionSummary selection={selection} count={source.count} filtered={filtered} />
      <div className={classes.selectionActions} inert={selection.asking}>
        {props.selectionBanner}
      </div>
    </Group>
  ) : (
    props.banner
  );

  return (
    <div className={classes.root}>
      <Toolbar
        label={label}
        source={source}
        views={{ tableId: id, view, onView: change, settings, onSettings: update }}
        columns={{
          columns: ordered,
          inSight: visible.map(({ key }) => key),
          settings,
          onChange: update,
          onMove: move,
          onReset: reset,
        }}
        filtersOpen={filtersOpen}
        onFilters={() => {
          if (filtersOpen) change({ filters: {} });
          setFiltersWanted(!filtersOpen);
        }}
        exporting={<ExportMenu title={label} columns={visible} source={source} />}
      >
        {props.toolbar}
      </Toolbar>
      <VisuallyHidden id={helpId}>{t('headerHelp')}</VisuallyHidden>
      <VisuallyHidden role="status">{announcement}</VisuallyHidden>
      <VisuallyHidden role="status">{copy.said}</VisuallyHidden>
      <div
        className={classes.scroll}
        ref={scrollBox}
        role="group"
        aria-label={label}
        data-actions={rowActions ? true : undefined}
        style={{ '--actions-width': `${actionsWidth}px` } as CSSProperties}
        onCopy={copy.onCopy}
      >
        <table
          // What the arrow keys move through is a grid; its rows and cells are the table's.
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role
          role="grid"
          aria-multiselectable={selection ? true : undefined}
          className={`${classes.table} ${rowHeight >= TALL ? classes.tall : ''} ${actionsBelow ? classes.below : ''}`}
          style={style}
          aria-label={label}
          aria-rowcount={source.count + 1}
          aria-busy={source.state === 'loading' || source.waiting}
          onFocus={grid.onFocus}
          onKeyDown={grid.onKeyDown}
        >
          <colgroup>
            {selection && <col style={{ width: CHECKBOX }} />}
            {visible.map((column) => (
              <col key={column.key} style={{ width: widths.widthOf(column) }} />
            ))}
            {rowActions && <col style={{ width: actionsWidth }} />}
          </colgroup>
          <Head
            columns={visible}
            sorting={view.sort}
            onSort={(field, add) => change({ sort: toggleSort(view.sort, field, add) })}
            onMove={move}
            onResize={resize}
            selection={selection}
            hasActions={rowActions !== undefined}
            filters={filtersOpen ? view.filters : null}
            onFilter={(field, value) => change({ filters: { ...view.filters, [field]: value } })}
            cursor={grid.cursor}
            helpId={helpId}
          />
          {source.state === 'loading' ? (
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
              selection={selection}
              cursor={grid.cursor}
              scrollBox={scrollBox}
              rowHeight={rowHeight}
              width={width}
            />
          )}
        </table>
        {(source.state === 'error' || source.incomplete) && (
          <Alert color="red" role="alert" className={classes.message}>
            <Group justify="space-between">
              {t(source.state === 'error' ? 'failed' : 'partFailed')}
              {source.retry && (
                <Button size="compact-sm" variant="default" onClick={source.retry}>
                  {t('retry')}
                </Button>
              )}
            </Group>
          </Alert>
        )}
        {source.state === 'ready' && source.count === 0 && (
          <Text c="dimmed" className={classes.message}>
            {filtered ? t('noMatch') : (props.emptyText ?? t('empty'))}
          </Text>
        )}
      </div>
      {banner && <div className={classes.banner}>{banner}</div>}
    </div>
  );
}
