import { CloseButton, Text, TextInput } from '@mantine/core';
import { useRef, type ReactNode, type RefObject } from 'react';
import { formatNumber } from '../../lib/format.ts';
import { Icon } from '../icons.tsx';
import { ActiveFilters } from './active-filters.tsx';
import type { ColumnListProps } from './column-list.tsx';
import { ColumnSettings } from './column-settings.tsx';
import classes from './data-table.module.css';
import { preloadTools } from './later.tsx';
import { usedFilters, isFiltered } from './table-view.ts';
import { useTableTexts } from './texts.ts';
import { ToolButton } from './tool-button.tsx';
import { fieldOf, type Column, type RowSource } from './types.ts';
import { useTyping } from './use-typing.ts';
import { ViewsMenu, type ViewsMenuProps } from './views-menu.tsx';

interface Props<R> {
  label: string;
  source: Pick<RowSource<R>, 'count' | 'total' | 'state'>;
  views: ViewsMenuProps;
  columns: ColumnListProps & { columns: readonly Column<R>[] };
  filtersOpen: boolean;
  onFilters: () => void;
  /** Fields whose filter is in sight above the table. */
  shownAbove: readonly string[];
  searchBox: RefObject<HTMLInputElement | null>;
  /** Exports what is shown. */
  exporting: ReactNode;
  children?: ReactNode;
}

const SEARCH_DELAY = 200;

export function Toolbar<R>(props: Props<R>) {
  const { label, source, views, columns, filtersOpen, onFilters, exporting, children } = props;
  const t = useTableTexts();
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
  const t = useTableTexts();
  const shown = formatNumber(count);
  if (total === null) return t('matching', { count, shown });
  return count === total
    ? t('rows', { count, shown })
    : t('rowsOf', { shown, total: formatNumber(total) });
}
