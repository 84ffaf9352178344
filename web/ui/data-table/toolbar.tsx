import { Button, CloseButton, Group, Text, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { formatNumber } from '../../lib/format.ts';
import { ColumnSettings, type ColumnSettingsProps } from './column-settings.tsx';
import { useTyping } from './filter-row.tsx';
import { usedFilters, isFiltered } from './table-view.ts';
import { useTableTexts } from './texts.ts';
import type { RowSource } from './types.ts';
import { ViewsMenu, type ViewsMenuProps } from './views-menu.tsx';

interface Props {
  label: string;
  source: Pick<RowSource<unknown>, 'count' | 'total' | 'state'>;
  views: ViewsMenuProps;
  columns: ColumnSettingsProps;
  filtersOpen: boolean;
  onFilters: () => void;
  /** Exports what is shown. */
  exporting: ReactNode;
  children?: ReactNode;
}

const SEARCH_DELAY = 200;

export function Toolbar(props: Props) {
  const { label, source, views, columns, filtersOpen, onFilters, exporting, children } = props;
  const t = useTableTexts();
  const { view, onView } = views;
  const [search, change] = useTyping(view.q, (q) => onView({ q }), SEARCH_DELAY);
  const used = Object.keys(usedFilters(view.filters)).length;
  return (
    <Group justify="space-between" gap="sm" mb="xs">
      <Group gap="sm">
        <TextInput
          type="text"
          role="searchbox"
          aria-label={t('searchIn', { table: label })}
          placeholder={t('search')}
          value={search}
          onChange={(event) => change(event.currentTarget.value)}
          rightSection={
            search && (
              <CloseButton size="sm" aria-label={t('clearSearch')} onClick={() => change('')} />
            )
          }
          w={220}
        />
        <Button
          variant={filtersOpen || used > 0 ? 'filled' : 'default'}
          aria-expanded={filtersOpen}
          onClick={onFilters}
        >
          {used > 0 ? t('filtersUsed', { count: used }) : t('filters')}
        </Button>
        {isFiltered(view) && (
          <Button
            variant="transparent"
            onClick={() => {
              change('');
              onView({ q: '', filters: {} });
            }}
          >
            {t('clearFilters')}
          </Button>
        )}
        <ColumnSettings {...columns} />
        <ViewsMenu {...views} />
        {exporting}
        <Text size="sm" c="dimmed" role="status">
          {source.state === 'ready' && <Count {...source} />}
        </Text>
      </Group>
      {children && <Group gap="sm">{children}</Group>}
    </Group>
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
