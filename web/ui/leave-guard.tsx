import { Button, Group, Modal, Text } from '@mantine/core';
import { useBlocker } from '@tanstack/react-router';
import { useTexts } from '../lib/i18n/index.ts';

/**
 * Asks before the page is left while something on it is not saved; `navigate` with `ignoreBlocker`
 * passes by.
 */
export function LeaveGuard({ unsaved }: { unsaved: boolean }) {
  const t = useTexts('leave-guard');
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: () => unsaved,
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
        <Button color="red" onClick={() => proceed?.()}>
          {t('leave')}
        </Button>
      </Group>
    </Modal>
  );
}
