import { Modal, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { Runbook } from '../../../contract/cutover.ts';
import { errorText } from '../../lib/api.ts';
import { useTexts } from '../../lib/i18n/index.ts';
import { Form } from '../../ui/form.tsx';
import type { SaveRunbook } from './queries.ts';
import { fromLocalInput, toLocalInput } from './times.ts';

interface StartDialogProps {
  runbook: Runbook;
  save: SaveRunbook;
  onClose: () => void;
}

/** Sets the planned start of the cutover. */
export function StartDialog({ runbook, save, onClose }: StartDialogProps) {
  const t = useTexts('cutover');
  const [typed, setTyped] = useState(() => toLocalInput(runbook.starts_at));
  const [failure, setFailure] = useState<string | null>(null);
  const [seen] = useState(runbook);
  const submit = async () => {
    try {
      await save.mutateAsync({ seen, starts_at: fromLocalInput(typed) });
      onClose();
    } catch (error) {
      setFailure(errorText(error));
    }
  };
  return (
    <Modal opened onClose={onClose} title={t('startTitle')}>
      <Form
        label={t('startTitle')}
        action={t('save')}
        busy={save.isPending}
        failure={failure}
        onCancel={onClose}
        onSubmit={submit}
      >
        <TextInput
          type="datetime-local"
          label={t('start')}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <Text size="sm" c="dimmed">
          {t('startHelp')}
        </Text>
      </Form>
    </Modal>
  );
}
