import { Button, Checkbox, Group, Modal, Radio, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { Side } from '../../../contract/fields.ts';
import type { InventoryItem } from '../../../contract/inventory.ts';
import type { ProjectRow } from '../../../contract/projects.ts';
import { rememberOpener, useReturnFocus } from '../../ui/edit-modal/use-return-focus.ts';
import { useConnectionTexts } from './texts.ts';

export type What = 'all' | 'new' | 'chosen';
const CONFIRM = { all: 'confirmAll', new: 'confirmNew', chosen: 'confirmSome' } as const;

interface Props {
  project: ProjectRow;
  side: Side;
  lists: Record<What, readonly InventoryItem[]>;
  /** Whether the project's own connection is another one. */
  offersSaving: boolean;
  onImport: (items: readonly InventoryItem[], andSave: boolean) => void;
  onClose: () => void;
}

/** All of the report, only what is new, or the chosen rows. */
export function ImportDialog({ project, side, lists, offersSaving, onImport, onClose }: Props) {
  const t = useConnectionTexts();
  useState(rememberOpener);
  useReturnFocus();
  const { all, chosen } = lists;
  const [what, setWhat] = useState<What>(chosen.length > 0 ? 'chosen' : 'all');
  const [andSave, setAndSave] = useState(offersSaving);
  const offered = (['all', 'new', 'chosen'] as const).filter(
    (one) => one === 'all' || lists[one].length > 0,
  );
  const items = lists[what];
  // Choosing every row is choosing all.
  const whole = items.length === all.length ? 'all' : what;
  return (
    <Modal
      opened
      onClose={onClose}
      // Below the notifications, which stay at the top.
      centered
      title={t('confirmTitle', { project: project.Project_Name })}
    >
      <Stack gap="md">
        {offered.length > 1 && (
          <Radio.Group label={t('what')} value={what} onChange={(value) => setWhat(value as What)}>
            <Stack gap="xs" mt="xs">
              {offered.map((one) => (
                <Radio
                  key={one}
                  value={one}
                  label={t(`what_${one}`, { count: lists[one].length })}
                />
              ))}
            </Stack>
          </Radio.Group>
        )}
        <Text size="sm">
          {t(`${side}_${CONFIRM[whole]}`, { count: items.length, total: all.length })}
        </Text>
        <Text size="sm" c="dimmed">
          {t('confirmKept')}
        </Text>
        {offersSaving && (
          <Checkbox
            label={t('saveToo')}
            checked={andSave}
            onChange={(event) => setAndSave(event.currentTarget.checked)}
          />
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button
            data-autofocus
            onClick={() => {
              onClose();
              onImport(items, andSave);
            }}
          >
            {t('importNow')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
