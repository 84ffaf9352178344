import { Button, CloseButton, Group, Text, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useState, type ReactNode } from 'react';
import { formatNumber } from '../../lib/format.ts';
import { ColumnSettings, type ColumnSettingsProps } from './column-settings.tsx';
import { useTableTexts } from './texts.ts';

interface Props extends ColumnSettingsProps {
  label: string;
  shown: number;
  total: number;
  onSearch: (search: string) => void;
  filtersOpen: boolean;
  onFilters: () => void;
  children?: ReactNode;
}

const SEARCH_DELAY = 150;

export function Toolbar(props: Props) {
  const { label, shown, total, onSearch, filtersOpen, onFilters, children, ...columns } = props;
  const t = useTableTexts();
  const [search, setSearch] = useState('');
  const passOn = useDebouncedCallback(onSearch, SEARCH_DELAY);
  const change = (value: string) => {
    setSearch(value);
    passOn(value);
  };
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
          w={240}
        />
        <Button
          variant={filtersOpen ? 'filled' : 'default'}
          aria-expanded={filtersOpen}
          onClick={onFilters}
        >
          {t('filters')}
        </Button>
        <ColumnSettings {...columns} />
        <Text size="sm" c="dimmed" role="status">
          {shown === total
            ? t('rows', { count: total, shown: formatNumber(total) })
            : t('rowsOf', { shown: formatNumber(shown), total: formatNumber(total) })}
        </Text>
      </Group>
      {children && <Group gap="sm">{children}</Group>}
    </Group>
  );
}
