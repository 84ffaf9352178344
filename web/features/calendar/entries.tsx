import { Button, Fieldset, Group, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTexts } from '../../lib/i18n/index.ts';

interface Props {
  legend: string;
  hint?: string;
  entries: readonly { id: string }[];
  /** Maximum number of entries. */
  most: number;
  fields: (at: number) => ReactNode;
  /** Label of the button that removes the entry with this number, from 1. */
  removeLabel: (number: number) => string;
  onRemove: (at: number) => void;
  addLabel: string;
  onAdd: () => void;
}

/** A list of form entries, each with a button to remove it, and a button to add one. */
export function Entries(props: Props) {
  const { legend, hint, entries, most, fields, removeLabel, onRemove, addLabel, onAdd } = props;
  const t = useTexts('calendar');
  return (
    <Fieldset legend={legend}>
      <Stack gap="sm">
        {hint !== undefined && (
          <Text size="sm" c="dimmed">
            {hint}
          </Text>
        )}
        {entries.map(({ id }, at) => (
          <Group key={id} gap="sm" align="end">
            {fields(at)}
            <Button variant="default" aria-label={removeLabel(at + 1)} onClick={() => onRemove(at)}>
              {t('remove')}
            </Button>
          </Group>
        ))}
        <div>
          <Button variant="default" disabled={entries.length >= most} onClick={onAdd}>
            {addLabel}
          </Button>
        </div>
      </Stack>
    </Fieldset>
  );
}
