import { CloseButton, Text, TextInput, Popover } from '@mantine/core';
import { useRef, type ReactNode, type RefObject, Suspense, useState, type MouseEvent } from 'react';
import { formatNumber } from '../../../lib/format.ts';
import { Icon } from '../../icons.tsx';
import type { ColumnListProps } from '../columns/column-list.tsx';
import classes from '../data-table.module.css';
import { preloadTools, ColumnList, ViewList } from '../later.tsx';
import { usedFilters, isFiltered, type NamedView } from '../views/table-view.ts';
import { ToolButton } from './tool-button.tsx';
import { fieldOf, type Column, type RowSource, ANY, NONE, type TableView } from '../types.ts';
import { useTyping } from './use-typing.ts';
import {
  columnsOf,
  isAsSaved,
  useSavedViews,
  viewOf,
  type SavedView,
} from '../views/saved-views.ts';
import type { TableSettings } from '../views/use-table-settings.ts';
import { useTexts, type Texts } from '../../../lib/i18n/index.ts';

interface Props<R> {
  label: string;
  source: Pick<RowSource<R>, 'count' | 'total' | 'state'>;
  views: ViewsMenuProps;
  columns: ColumnListProps & { columns: readonly Column<R>[] };
  filtersOpen: boolean;
  onFilters: () => void;
  /** Fields whose filters are visible above the table. */
  shownAbove: readonly string[];
  searchBox: RefObject<HTMLInputElement | null>;
  /** The export menu. */
  exporting: ReactNode;
  children?: ReactNode;
}

const SEARCH_DELAY = 200;

export function Toolbar<R>(props: Props<R>) {
  const { label, source, views, columns, filtersOpen, onFilters, exporting, children } = props;
  const t = useTexts('table');
  const filterButton = useRef<HTMLButtonElement>(null);
  const { view, onView } = views;
  const [search, change] = useTyping(view.q, (q) => onView({ q }), SEARCH_DELAY);
  const used = Object.keys(usedFilters(view.filters)).length;
  const open = columns.columns.filter(({ key }) => filtersOpen && columns.inSight.includes(key));
  return (
    <div className={classes.tools} onPointerEnter={preloadTools} onFocus={preloadTools}>
      <div className={classes.toolbar}>
        <TextInput
          ref={props.searchBox}
          type="text"
          role="searchbox"
          aria-label={t('searchIn', { table: label })}
          placeholder={t('search')}
          value={search}
          onChange={(event) => change(event.currentTarget.value)}
          leftSection={<Icon name="search" size={16} />}
          rightSection={
            search && (
              <CloseButton size="sm" aria-label={t('clearSearch')} onClick={() => change('')} />
            )
          }
          className={classes.search ?? ''}
        />
        <ToolButton
          icon="filter"
          ref={filterButton}
          label={t('filters')}
          aria-label={used > 0 ? t('filtersUsed', { count: used }) : undefined}
          active={used > 0}
          aria-expanded={filtersOpen}
          onClick={onFilters}
        >
          {used > 0 && <span className={classes.count}>{formatNumber(used)}</span>}
        </ToolButton>
        <ColumnSettings {...columns} />
        <ViewsMenu {...views} />
        {exporting}
        {isFiltered(view) && (
          <ToolButton
            icon="close"
            label={t('clearFilters')}
            minor
            onClick={() => {
              props.searchBox.current?.focus();
              change('');
              onView({ q: '', filters: {} });
            }}
          />
        )}
        <Text size="sm" c="dimmed" role="status" className={classes.rows ?? ''}>
          {source.state === 'ready' && <Count {...source} />}
        </Text>
        {children && <div className={classes.aside}>{children}</div>}
      </div>
      <ActiveFilters
        columns={columns.columns}
        filters={view.filters}
        onFilters={(filters) => onView({ filters })}
        inSight={[...open.map(fieldOf), ...props.shownAbove]}
        next={filterButton}
      />
    </div>
  );
}

function Count({ count, total }: { count: number; total: number | null }) {
  const t = useTexts('table');
  const shown = formatNumber(count);
  if (total === null) return t('matching', { count, shown });
  return count === total
    ? t('rows', { count, shown })
    : t('rowsOf', { shown, total: formatNumber(total) });
}

/** Limits the list to the available height, so that many columns scroll within it. */
function fitHeight(place: { availableHeight: number; elements: { floating: HTMLElement } }) {
  place.elements.floating.style.maxHeight = `${Math.max(200, place.availableHeight)}px`;
}

function ColumnSettings(props: ColumnListProps) {
  const t = useTexts('table');
  return (
    <Popover
      position="bottom-start"
      shadow="md"
      withinPortal
      trapFocus
      returnFocus
      middlewares={{ flip: true, shift: true, size: { padding: 8, apply: fitHeight } }}
    >
      <Popover.Target>
        <ToolButton icon="columns" label={t('columns')} />
      </Popover.Target>
      <Popover.Dropdown aria-label={t('columns')} style={{ overflowY: 'auto' }}>
        <Suspense fallback={null}>
          <ColumnList {...props} />
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  );
}

interface ViewsMenuProps {
  tableId: string;
  view: NamedView;
  onView: (change: Partial<NamedView>) => void;
  settings: TableSettings;
  onSettings: (change: Partial<TableSettings>) => void;
}

/** Saved views: search, filters, sorting and columns under a name. */
function ViewsMenu({ tableId, view, onView, settings, onSettings }: ViewsMenuProps) {
  const t = useTexts('table');
  const { views } = useSavedViews(tableId);
  const [opened, setOpened] = useState(false);
  const { name } = view;
  const current = views[name];
  const changed = current !== undefined && !isAsSaved(current, view, settings);
  const apply = (chosen: string, saved: SavedView) => {
    onView({ ...viewOf(saved), name: chosen });
    onSettings(columnsOf(saved));
    setOpened(false);
  };
  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      position="bottom-start"
      shadow="md"
      withinPortal
      trapFocus
      returnFocus
    >
      <Popover.Target>
        <ToolButton
          icon="views"
          label={current ? t(changed ? 'viewChanged' : 'viewIs', { name }) : t('views')}
          active={current !== undefined}
          onClick={() => setOpened(!opened)}
        />
      </Popover.Target>
      <Popover.Dropdown aria-label={t('views')} maw={340}>
        <Suspense fallback={null}>
          <ViewList {...{ tableId, view, onView, settings, changed }} onApply={apply} />
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  );
}

interface ActiveFiltersProps {
  columns: readonly Column<never>[];
  filters: TableView['filters'];
  onFilters: (filters: TableView['filters']) => void;
  /** Fields whose filters are visible elsewhere. */
  inSight: readonly string[];
  /** Gets the focus when the last filter is removed. */
  next: RefObject<HTMLElement | null>;
}

/** The button is about to disappear, so the focus moves to another one. */
function passFocus({ currentTarget }: MouseEvent, next: ActiveFiltersProps['next']) {
  const item = currentTarget.closest('li');
  const neighbour = item?.nextElementSibling ?? item?.previousElementSibling;
  (neighbour?.querySelector('button') ?? next.current)?.focus();
}

/** Active filters that no open filter row shows, each with a button to remove it. */
function ActiveFilters({ columns, filters, onFilters, inSight, next }: ActiveFiltersProps) {
  const t = useTexts('table');
  const shown = Object.entries(usedFilters(filters)).filter(([field]) => !inSight.includes(field));
  if (shown.length === 0) return null;
  return (
    <ul className={classes.chips} aria-label={t('filters')}>
      {shown.map(([field, value]) => {
        const column = columns.find((one) => fieldOf(one) === field);
        const filter = { column: column?.header ?? field, value: valueText(t, column, value) };
        const { [field]: _, ...others } = filters;
        return (
          <li key={field}>
            <button
              type="button"
              className={classes.chip}
              aria-label={t('removeFilter', filter)}
              onClick={(event) => {
                passFocus(event, next);
                onFilters(others);
              }}
            >
              <span>{t('filterIs', filter)}</span>
              <Icon name="close" size={12} />
            </button>
          </li>
        );
      })}
    </ul>
  );
}

function valueText(t: Texts<'table'>, column: Column<never> | undefined, value: string): string {
  const choice = column?.choices?.find((one) => one.value === value);
  if (choice) return choice.label;
  return value === NONE ? t('isEmpty') : value === ANY ? t('isNotEmpty') : value;
}
