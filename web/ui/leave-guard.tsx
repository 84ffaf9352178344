import { Button, Group, Modal, Text } from '@mantine/core';
import { useBlocker } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useTexts } from '../lib/i18n/index.ts';

/**
 * Asks before the page is left while something on it is not saved; `navigate` with `ignoreBlocker`
 * passes by.
 */
export function LeaveGuard({ unsaved }: { unsaved: boolean }) {
  const t = useTexts('leave-guard');
  // A page that is being left is asked for a while longer, where nobody sees its answer.
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
