import { Button, Group, Modal, Text } from '@mantine/core';
import { useEditTexts } from './texts.ts';

interface Props {
  opened: boolean;
  onDiscard: () => void;
  onKeep: () => void;
}

/** Before what was typed is thrown away. */
export function DiscardDialog({ opened, onDiscard, onKeep }: Props) {
  const t = useEditTexts();
  return (
    <Modal
      opened={opened}
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
        <Button color="red" onClick={onDiscard}>
          {t('discard')}
        </Button>
      </Group>
    </Modal>
  );
}
