import { Button, Group, Modal, Stack, Text, getDefaultZIndex } from '@mantine/core';
import { useState } from 'react';
import { useTexts } from '../lib/i18n/index.ts';

export interface Question {
  title: string;
  /** What will happen and what will be lost, one sentence per line. */
  lines: readonly string[];
  /** Label of the confirming button. */
  confirm: string;
  /** Data will be lost: the button is red. */
  danger?: boolean;
}

interface Props {
  /** Null while nothing is asked. */
  ask: (() => Question) | null;
  onAnswer: (sure: boolean) => void;
}

export function ConfirmDialog({ ask, onAnswer }: Props) {
  const t = useTexts('confirm');
  // Keeps the text readable while the dialog closes.
  const [asked, setAsked] = useState(() => ask);
  if (ask && ask !== asked) setAsked(() => ask);
  const shown = asked?.();
  return (
    <Modal
      opened={ask !== null}
      onClose={() => onAnswer(false)}
      title={shown?.title}
      // Above the dialog that asks, which was opened after this one was mounted.
      zIndex={getDefaultZIndex('modal') + 1}
      // Centred, because notifications cover the top of the window.
      centered
    >
      <Stack gap="xs" mb="md">
        {shown?.lines.map((line) => (
          <Text key={line}>{line}</Text>
        ))}
      </Stack>
      <Group justify="flex-end">
        <Button variant="default" onClick={() => onAnswer(false)}>
          {t('cancel')}
        </Button>
        <Button {...(shown?.danger && { color: 'red' })} onClick={() => onAnswer(true)}>
          {shown?.confirm}
        </Button>
      </Group>
    </Modal>
  );
}
