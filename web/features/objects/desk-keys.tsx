import { Group, Kbd, Modal, Stack, Text } from '@mantine/core';
import { useEffect } from 'react';
import { useTexts } from '../../lib/i18n/index.ts';
import { isForPage } from '../../ui/data-table/index.ts';
import { DONE_STATUS, type Desk } from './status-rules.ts';

/** The key that marks the focused row as done. */
export const MARK_KEYS: Record<Desk, string> = { testing: 'v', developer: 'm' };

/** The key `?` opens the sheet of keys. */
export function useHelpKey(onHelp: () => void) {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== '?' || !isForPage(event)) return;
      event.preventDefault();
      onHelp();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [onHelp]);
}

/** The sheet of keyboard shortcuts. */
export function KeySheet({ desk, onClose }: { desk: Desk; onClose: () => void }) {
  const t = useTexts('objects');
  const words = useTexts('object-words');
  const rows = [
    [['j', 'k'], t('key_move')],
    [['e', '↵'], t('key_edit')],
    [[MARK_KEYS[desk]], t('key_mark', { status: words(DONE_STATUS[desk]) })],
    [['␣'], t('key_select')],
    [['?'], t('key_help')],
  ] as const;
  return (
    <Modal opened onClose={onClose} title={t('keysTitle')} size="sm">
      <Stack gap="xs" component="ul" p={0} m={0}>
        {rows.map(([keys, text]) => (
          <Group key={text} component="li" gap="sm" wrap="nowrap">
            <Group gap={4} w={72} wrap="nowrap">
              {keys.map((key) => (
                <Kbd key={key}>{key}</Kbd>
              ))}
            </Group>
            <Text size="sm">{text}</Text>
          </Group>
        ))}
      </Stack>
    </Modal>
  );
}
