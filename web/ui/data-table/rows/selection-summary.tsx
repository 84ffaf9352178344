import { Button, Group, Text } from '@mantine/core';
import { formatNumber } from '../../../lib/format.ts';
import type { RowSelection } from './use-row-selection.ts';
import { useTexts } from '../../../lib/i18n/index.ts';

interface Props {
  selection: RowSelection;
  /** Number of matching rows. */
  count: number;
  filtered: boolean;
}

/** The number of selected rows, with buttons to select all or none. */
export function SelectionSummary({ selection, count, filtered }: Props) {
  const t = useTexts('table');
  const { size } = selection;
  const shown = formatNumber(size);
  const all = selection.all && size === count;
  const words = all
    ? t(filtered ? 'allMatchingSelected' : 'allSelected', { shown })
    : t('selected', { count: size, shown });
  return (
    <Group gap="sm">
      <Text component="output" fw={600}>
        {words}
      </Text>
      {!all && count > size && (
        <Button
          variant="transparent"
          size="compact-sm"
          loading={selection.fetching}
          disabled={!selection.ready}
          onClick={() => selection.toggleAll(true)}
        >
          {t(filtered ? 'selectEveryMatch' : 'selectEvery', { shown: formatNumber(count) })}
        </Button>
      )}
      <Button variant="transparent" size="compact-sm" onClick={selection.clear}>
        {t('clear')}
      </Button>
    </Group>
  );
}
