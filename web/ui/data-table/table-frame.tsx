import { Alert, Button, Group, Text, VisuallyHidden } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import {
  useEffect,
  useId,
  useRef,
  useState,
  type CSSProperties,
  type MouseEvent,
  type ReactNode,
} from 'react';
import { Empty } from '../empty.tsx';
import { Frame } from '../sideways.tsx';
import { Body } from './rows/body.tsx';
import type { FrameProps } from './props.ts';
import classes from './data-table.module.css';
import { ExportMenu } from './toolbar/export-menu.tsx';
import { Head } from './columns/head.tsx';
import { SelectionSummary } from './rows/selection-summary.tsx';
import { useViewOfAddress } from './views/saved-views.ts';
import { isFiltered, listQuery, toggleSort } from './views/table-view.ts';
import { Toolbar } from './toolbar/toolbar.tsx';
import { useColumnWidths } from './columns/use-column-widths.ts';
import { useCopy } from './rows/use-copy.ts';
import { useFirstStep } from './keys/use-first-step.ts';
import { useGrid, type RowKeys } from './keys/use-grid.ts';
import { usePeek } from './rows/use-peek.tsx';
import { useRowSelection } from './rows/use-row-selection.ts';
import { widthOfHeader } from './columns/word-width.ts';
import { useColumnChanges, useShownColumns } from './columns/use-columns.tsx';
import { useTableSettings } from './views/use-table-settings.ts';
import type { RowSource } from './types.ts';
import { errorText } from '../../lib/api.ts';
import { useTexts } from '../../lib/i18n/index.ts';

const TALL = 60;
const CHECKBOX = { wide: 44, phone: 36 };
const PHONE = '(max-width: 40em)';
const TWO_LINES = 54;
/** Heights of compact rows: of one line, and of one with a small one below. */
const DENSE = 32;
const DENSE_UNDER = 38;
/** Up to this number of rows, actions below the cells are always shown; beyond, at the row that is pointed at. */
const FEW = 5;

/** The table with all that is around it, over rows from wherever they come. */
// All parts of a table meet here; each of them is a hook or a component with a name of its own.
// oxlint-disable-next-line max-lines-per-function, complexity
export function TableFrame<R extends object>(props: FrameProps<R>) {
  const { id, label, columns, source, rowId, rowLabel, rowActions } = props;
  const { actionsBelow } = props;
  const { view, change } = props.address;
  const t = useTexts('table');
  const phone = useMediaQuery(PHONE, false, { getInitialValueInEffect: false });
  const small = phone || actionsBelow !== undefined;
  const actionsHead = widthOfHeader(t('actions'), small) - (small ? 0 : 16);
  const actionsWidth = actionsBelow ? 0 : Math.max(props.actionsWidth ?? 0, actionsHead);
  const helpId = useId();
  const scrollBox = useScrollBox(JSON.stringify(listQuery(view)));
  const searchBox = useRef<HTMLInputElement>(null);
  useFirstStep(scrollBox, props.inAddress ?? false);
  const [filtersOpen, setFiltersOpen] = useState(false);
  const { settings, update, reset } = useTableSettings(id);
  useViewOfAddress(id, { view, onView: change, onSettings: update });

  const { ordered, visible, drawn } = useShownColumns(columns, settings, view.filters, phone);
  const selection = useRowSelection(source, rowId, props.selection);
  const checkbox = selection ? CHECKBOX[phone ? 'phone' : 'wide'] : 0;
  const widths = useColumnWidths({
    columns: drawn,
    settings,
    update,
    scrollBox,
    smallHeaders: small,
    phone,
    reservedWidth: checkbox + (rowActions ? actionsWidth : 0),
  });
  const copy = useCopy({ source, columns: drawn, rowId, selection });
  const peek = usePeek();

  const twoLines = phone && drawn.some((column) => column.phone?.under);
  const dense = visible.some(({ under }) => under) ? DENSE_UNDER : DENSE;
  const rowHeight = props.rowHeight ?? (twoLines ? TWO_LINES : settings.dense ? dense : 42);
  const grid = useGrid({
    count: source.count,
    pageRows: () => Math.max(1, Math.floor((scrollBox.current?.clientHeight ?? 0) / rowHeight) - 2),
    onSelect: selection?.toggle,
    isSelected: (index) => {
      const row = source.at(index);
      return row !== undefined && (selection?.isSelected(index, rowId(row)) ?? false);
    },
    keys: keysOf(source, props.rowKeys),
    onSelectAll: selection ? () => selection.toggleAll(true) : undefined,
  });

  const { move, resize, announcement } = useColumnChanges({
    columns: ordered,
    inSight: visible,
    onOrder: (order) => update({ order }),
    onResize: widths.resize,
  });
  const width = drawn.length + (selection ? 1 : 0) + (rowActions ? 1 : 0);
  const style = { ...widths.tableStyle, '--row-height': `${rowHeight}px` } as CSSProperties;
  const filtered = isFiltered(view);
  const banner = selection?.some ? (
    <Group gap="md" align="center">
      <SelectionSummary selection={selection} count={source.count} filtered={filtered} />
      <div className={classes.selectionActions} inert={selection.fetching}>
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
        searchBox={searchBox}
        filtersOpen={filtersOpen}
        onFilters={() => setFiltersOpen(!filtersOpen)}
        shownAbove={props.quick?.fieldsShown(view) ?? []}
        exporting={<ExportMenu title={label} columns={visible} source={source} />}
      >
        {props.toolbar}
      </Toolbar>
      <VisuallyHidden id={helpId}>{t('headerHelp')}</VisuallyHidden>
      <VisuallyHidden role="status">{announcement}</VisuallyHidden>
      <VisuallyHidden role="status">{copy.said}</VisuallyHidden>
      <Frame box={scrollBox} className={classes.frame}>
        <div
          className={classes.scroll}
          ref={scrollBox}
          role="group"
          aria-label={label}
          data-actions={rowActions ? true : undefined}
          style={{ '--actions-width': `${actionsWidth}px` } as CSSProperties}
          onCopy={copy.onCopy}
          onScroll={peek.onScroll}
        >
          <table
            // What the arrow keys move through is a grid; its rows and cells are the table's.
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role
            role="grid"
            aria-multiselectable={selection ? true : undefined}
            className={`${classes.table} ${rowHeight >= TALL ? classes.tall : ''} ${small ? classes.small : ''} ${widths.tight ? classes.tight : ''} ${actionsBelow ? classes.below : ''} ${actionsBelow && source.count > FEW ? classes.many : ''}`}
            style={style}
            data-opens={props.onOpen && true}
            onClick={(event) => {
              const index = peek.explains(event) ? null : rowClicked(event);
              const row = index === null ? undefined : source.at(index);
              if (row) props.onOpen?.(row, index!);
            }}
            aria-label={label}
            aria-rowcount={source.count + 1}
            aria-busy={source.state === 'loading' || source.waiting}
            {...peek.on}
            onFocus={(event) => {
              grid.onFocus(event);
              peek.on.onFocus(event);
            }}
            onKeyDown={(event) => {
              peek.on.onKeyDown(event);
              grid.onKeyDown(event);
            }}
          >
            <colgroup>
              {selection && <col style={{ width: checkbox }} />}
              {drawn.map((column) => (
                <col key={column.key} style={widths.styleOf(column)} />
              ))}
              {rowActions && <col style={{ width: actionsWidth }} />}
            </colgroup>
            <Head
              columns={drawn}
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
            <Body
              source={source}
              columns={drawn}
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
          </table>
          <Troubles source={source} />
          {source.state === 'ready' && source.count === 0 && (
            <NoRows
              text={props.emptyText}
              action={props.emptyAction}
              noMatch={props.noMatchText?.(view)}
              onClear={
                filtered
                  ? () => {
                      searchBox.current?.focus();
                      change({ q: '', filters: {} });
                    }
                  : undefined
              }
            />
          )}
        </div>
      </Frame>
      {peek.bubble}
      {banner && <div className={classes.banner}>{banner}</div>}
    </div>
  );
}

/** The actions of letter keys; they ignore rows that are not loaded. */
function keysOf<R>(
  source: RowSource<R>,
  rowKeys: Readonly<Record<string, (row: R, index: number) => void>> | undefined,
): RowKeys | undefined {
  return (
    rowKeys &&
    Object.fromEntries(
      Object.entries(rowKeys).map(([key, act]) => [
        key,
        (index: number) => {
          const row = source.at(index);
          if (row) act(row, index);
        },
      ]),
    )
  );
}

/** Index of the clicked row; null if a control was clicked or text was selected. */
function rowClicked({ target, ctrlKey, metaKey, shiftKey, altKey }: MouseEvent): number | null {
  // Then the browser follows the link, in a tab of its own.
  if (ctrlKey || metaKey || shiftKey || altKey) return null;
  const cell = target instanceof Element ? target.closest('tbody td') : null;
  const control =
    target instanceof Element && target.closest('a:not([data-opens]), button, input, select');
  if (!cell || control || cell.querySelector('input') || getSelection()?.toString()) return null;
  return Number(cell.closest('tr')?.dataset['index'] ?? Number.NaN);
}

/** Ref of the scroll container, which scrolls to the top when other rows are requested. */
function useScrollBox(asked: string) {
  const box = useRef<HTMLDivElement>(null);
  const before = useRef(asked);
  useEffect(() => {
    if (before.current === asked) return;
    before.current = asked;
    if (box.current) box.current.scrollTop = 0;
  }, [asked]);
  return box;
}

/** Reports below the rows that some or all of them could not be loaded. */
function Troubles<R>({ source }: { source: RowSource<R> }) {
  const t = useTexts('table');
  if (source.state !== 'error' && !source.incomplete) return null;
  return (
    <Alert color="red" role="alert" className={classes.message}>
      <Group justify="space-between">
        <div>
          {t(source.state === 'error' ? 'failed' : 'partFailed')}
          {source.error ? <Text size="sm">{errorText(source.error)}</Text> : null}
        </div>
        {source.retry && (
          <Button size="compact-sm" variant="default" onClick={source.retry}>
            {t('retry')}
          </Button>
        )}
      </Group>
    </Alert>
  );
}

interface NoRowsProps {
  text: string | undefined;
  action: ReactNode;
  noMatch: string | undefined;
  /** Clears search and filters; undefined if the table has no rows at all. */
  onClear: (() => void) | undefined;
}

function NoRows({ text, action, noMatch, onClear }: NoRowsProps) {
  const t = useTexts('table');
  if (!onClear && text)
    return (
      <div className={classes.empty}>
        <Empty text={text}>{action}</Empty>
      </div>
    );
  return (
    <Group className={classes.message ?? ''} gap="sm">
      <Text c="dimmed">{onClear ? (noMatch ?? t('noMatch')) : t('empty')}</Text>
      {onClear && (
        <Button variant="default" size="compact-sm" onClick={onClear}>
          {t('clearFilters')}
        </Button>
      )}
    </Group>
  );
}
