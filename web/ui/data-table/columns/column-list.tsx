import { ActionIcon, Button, Checkbox, Divider, Group, Stack, Switch } from '@mantine/core';
import type { Column } from '../types.ts';
import { isShown, showColumn, type Move, type TableSettings } from '../views/use-table-settings.ts';
import { useTexts } from '../../../lib/i18n/index.ts';

export interface ColumnListProps {
  /** In display order. */
  columns: readonly Pick<Column<never>, 'key' | 'header' | 'hiddenAtFirst'>[];
  /** Keys of the visible columns: the selected ones, and those that a filter uses. */
  inSight: readonly string[];
  settings: TableSettings;
  onChange: (change: Partial<TableSettings>) => void;
  onMove: (key: string, to: Move) => void;
  onReset: () => void;
}

/** Sets order and visibility of columns, and the density, without dragging. */
export function ColumnList({
  columns,
  inSight,
  settings,
  onChange,
  onMove,
  onReset,
}: ColumnListProps) {
  const t = useTexts('table');
  return (
    <Stack gap={6}>
      {columns.map((one, index) => {
        const { key, header: column } = one;
        const shown = inSight.includes(key);
        const needed = shown && (inSight.length === 1 || !isShown(one, settings));
        return (
          <Group key={key} justify="space-between" wrap="nowrap" gap="lg">
            <Checkbox
              size="sm"
              label={column}
              aria-label={t('showColumn', { column })}
              checked={shown}
              // The last column, and columns with a filter, cannot be hidden.
              disabled={needed}
              onChange={(event) => onChange(showColumn(one, event.currentTarget.checked, settings))}
            />
            <Group gap={4} wrap="nowrap">
              <ActionIcon
                variant="default"
                aria-label={t('moveBefore', { column })}
                disabled={index === 0}
                onClick={() => onMove(key, { step: -1 })}
              >
                ↑
              </ActionIcon>
              <ActionIcon
                variant="default"
                aria-label={t('moveAfter', { column })}
                disabled={index === columns.length - 1}
                onClick={() => onMove(key, { step: 1 })}
              >
                ↓
              </ActionIcon>
            </Group>
          </Group>
        );
      })}
      <Divider />
      <Switch
        size="sm"
        label={t('dense')}
        checked={settings.dense}
        onChange={(event) => onChange({ dense: event.currentTarget.checked })}
      />
      <Button variant="subtle" size="compact-sm" onClick={onReset}>
        {t('reset')}
      </Button>
    </Stack>
  );
}
