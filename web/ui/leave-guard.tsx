import { Button, Group, Modal, Text } from '@mantine/core';
import { useBlocker } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useTexts } from '../lib/i18n/index.ts';

/** Asks before the page is left with unsaved changes; `navigate` with `ignoreBlocker` bypasses it. */
export function LeaveGuard({ unsaved }: { unsaved: boolean }) {
  const t = useTexts('leave-guard');
  // The blocker is still asked for a while after the page was left, when nobody sees its answer.
  const isLeft = useRef(false);
  useEffect(() => {
    isLeft.current = false;
  }, [unsaved]);
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: () => unsaved && !isLeft.current,
    enableBeforeUnload: unsaved,
    withResolver: true,
  });
  return (
    <Modal opened={status === 'blocked'} onClose={() => reset?.()} title={t('title')} centered>
      <Text mb="md">{t('text')}</Text>
      <Group justify="flex-end">
        <Button variant="default" onClick={() => reset?.()}>
          {t('stay')}
        </Button>
        <Button
          color="red"
          onClick={() => {
            isLeft.current = true;
            proceed?.();
          }}
        >
          {t('leave')}
        </Button>
      </Group>
    </Modal>
  );
}
