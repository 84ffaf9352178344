import { Stack, Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import { addTexts } from '../lib/i18n/index.ts';

const t = addTexts('confirm', { cancel: 'Cancel', close: 'Close' });

interface Question {
  title: string;
  /** What will happen, and what will be lost, a sentence per line. */
  lines: readonly string[];
  /** The word on the button. */
  confirm: string;
  /** Something is lost: the button is red. */
  danger?: boolean;
}

/** Asks before something is done; answers whether it shall be. */
export function confirm({ title, lines, confirm: word, danger = false }: Question) {
  return new Promise<boolean>((resolve) => {
    modals.openConfirmModal({
      title,
      // Below the notifications, which stay at the top.
      centered: true,
      closeButtonProps: { 'aria-label': t('close') },
      children: (
        <Stack gap="xs">
          {lines.map((line) => (
            <Text key={line}>{line}</Text>
          ))}
        </Stack>
      ),
      labels: { confirm: word, cancel: t('cancel') },
      confirmProps: danger ? { color: 'red' } : {},
      onConfirm: () => resolve(true),
      // Also called after a confirmation, when the answer is already there.
      onClose: () => resolve(false),
    });
  });
}
