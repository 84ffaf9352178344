import { Button, Group, Modal, Stack, Textarea } from '@mantine/core';
import { useState } from 'react';
import { usePairTexts } from './texts.ts';

interface Props {
  state: 'dropped' | 'new';
  onClose: () => void;
  onReason: (reason: string) => void;
}

/** Asks why an object has nothing on the other side. */
export function ReasonDialog({ state, onClose, onReason }: Props) {
  const t = usePairTexts();
  const [reason, setReason] = useState('');
  const [missing, setMissing] = useState(false);
  return (
    <Modal
      opened
      centered
      onClose={onClose}
      title={t(state === 'dropped' ? 'dropTitle' : 'addTitle')}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (reason.trim() === '') setMissing(true);
          else onReason(reason.trim());
        }}
      >
        <Stack gap="md">
          <Textarea
            label={t('reason')}
            description={t('reasonHelp')}
            value={reason}
            onChange={(event) => setReason(event.currentTarget.value)}
            error={missing && reason.trim() === '' && t('reasonRequired')}
            maxLength={1_000}
            minRows={3}
            autosize
            data-autofocus
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {t('cancel')}
            </Button>
            <Button type="submit">{t('save')}</Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
