import {
  ActionIcon,
  Button,
  Checkbox,
  Divider,
  Group,
  Popover,
  Stack,
  Switch,
} from '@mantine/core';
import { useTableTexts } from './texts.ts';
import type { TableSettings } from './use-table-settings.ts';

export interface ColumnSettingsProps {
  headers: Readonly<Record<string, string>>;
  order: readonly string[];
  settings: TableSettings;
  onChange: (change: Partial<TableSettings>) => void;
  onMove: (key: string, to: { step: 1 | -1 }) => void;
  onReset: () => void;
}

/** Order, visibility and density for those who do not drag. */
export function ColumnSettings({
  headers,
  order,
  settings,
  onChange,
  onMove,
  onReset,
}: ColumnSettingsProps) {
  const t = useTableTexts();
  const { hidden, dense } = settings;
  const show = (key: string, shown: boolean) =>
    onChange({ hidden: shown ? hidden.filter((other) => other !== key) : [...hidden, key] });
  return (
    <Popover position="bottom-start" shadow="md" withinPortal trapFocus returnFocus>
      <Popover.Target>
        <Button variant="default">{t('columns')}</Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('columns')}>
        <Stack gap={6}>
          {order.map((key, index) => {
            const column = headers[key] ?? key;
            const shown = !hidden.includes(key);
            return (
              <Group key={key} justify="space-between" wrap="nowrap" gap="lg">
                <Checkbox
                  size="sm"
                  label={column}
                  aria-label={t('showColumn', { column })}
                  checked={shown}
                  // At least one column stays.
                  disabled={shown && hidden.length >= order.length - 1}
                  onChange={(event) => show(key, event.currentTarget.checked)}
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
                    disabled={index === order.length - 1}
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
            checked={dense}
            onChange={(event) => onChange({ dense: event.currentTarget.checked })}
          />
          <Button variant="subtle" size="compact-sm" onClick={onReset}>
            {t('reset')}
          </Button>
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}
