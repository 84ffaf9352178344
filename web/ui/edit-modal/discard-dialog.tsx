import { Button, Group, Modal, Text } from '@mantine/core';
import { useEditTexts } from './texts.ts';

interface Props {
  /** What the person was about to do; null while nothing is asked. */
  then: (() => void) | null;
  onKeep: () => void;
}

/** Before what was typed is thrown away. */
export function DiscardDialog({ then, onKeep }: Props) {
  const t = useEditTexts();
  return (
    <Modal
      opened={then !== null}
      onClose={onKeep}
      title={t('discardTitle')}
      size="sm"
      centered
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      <Text mb="md">{t('discardText')}</Text>
      <Group justify="flex-end">
        <Button variant="default" onClick={onKeep}>
          {t('keep')}
        </Button>
        <Button color="red" onClick={() => then?.()}>
          {t('discard')}
        </Button>
      </Group>
    </Modal>
  );
}
