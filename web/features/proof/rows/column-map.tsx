import { Autocomplete, Button, Group, Stack, Text } from '@mantine/core';
import type { ColumnCounterpart } from '../../../../contract/proof/rows.ts';
import { useTexts } from '../../../lib/i18n/index.ts';

interface Props {
  columns: readonly ColumnCounterpart[];
  /** The columns of both sides as last read; those without a counterpart come first. */
  known: { source: readonly string[]; target: readonly string[] };
  onChange: (columns: ColumnCounterpart[]) => void;
  /** Whether incomplete entries are reported. */
  checked: boolean;
}

/** Edits which source column corresponds to which target column; comparisons of definitions and rows use this. */
export function ColumnMap({ columns, known, onChange, checked }: Props) {
  const t = useTexts('pair');
  const set = (at: number, part: Partial<ColumnCounterpart>) =>
    onChange(columns.map((one, index) => (index === at ? { ...one, ...part } : one)));
  const field = (at: number, side: 'source' | 'target') => {
    const taken = new Set(columns.map((one) => one[side]));
    const value = columns[at]![side];
    const other = columns[at]![side === 'source' ? 'target' : 'source'];
    const missing = value.trim() === '' && other.trim() !== '';
    return (
      <Autocomplete
        flex="1 1 140px"
        aria-label={`${t('columnMap')} ${at + 1}: ${t(side)}`}
        placeholder={t(side)}
        data={known[side].filter((name) => name === value || !taken.has(name))}
        value={value}
        maxLength={500}
        error={checked && missing && t('columnMapBad')}
        onChange={(name) => set(at, { [side]: name })}
      />
    );
  };
  return (
    <Stack gap="xs" component="section" aria-label={t('columnMap')}>
      <div>
        <Text size="sm" fw={600}>
          {t('columnMap')}
        </Text>
        <Text size="xs" c="dimmed">
          {t('columnMapHelp')}
        </Text>
      </div>
      {columns.map((column, at) => (
        // Rows have nothing of their own to be told apart by.
        // oxlint-disable-next-line react/no-array-index-key
        <Group key={at} gap="xs" align="flex-start">
          {field(at, 'source')}
          {field(at, 'target')}
          <Button
            variant="default"
            aria-label={`${t('columnMapRemove')} ${column.source}`}
            onClick={() => onChange(columns.filter((_, index) => index !== at))}
          >
            {t('columnMapRemove')}
          </Button>
        </Group>
      ))}
      <Group>
        <Button
          variant="default"
          size="compact-sm"
          onClick={() => onChange([...columns, { source: '', target: '' }])}
        >
          {t('columnMapAdd')}
        </Button>
      </Group>
    </Stack>
  );
}
