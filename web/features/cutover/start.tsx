import { Modal, Text, TextInput, Button } from '@mantine/core';
import { useState } from 'react';
import type { Runbook } from '../../../contract/cutover.ts';
import { errorText, call } from '../../lib/api.ts';
import { useTexts } from '../../lib/i18n/index.ts';
import { Form } from '../../ui/form.tsx';
import type { SaveRunbook } from './queries.ts';
import { fromLocalInput, toLocalInput } from './times.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { CUTOVER_KINDS, type CutoverKind, startCutover } from '../../../contract/cutover-runs.ts';
import { notifyError } from '../../lib/notify.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { confirm } from '../../ui/confirm.tsx';

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

interface Props {
  projectId: number;
  runbook: Runbook;
}

/** Starts a rehearsal or the cutover with the displayed runbook. */
export function StartButtons({ projectId, runbook }: Props) {
  const t = useTexts('cutover');
  const client = useQueryClient();
  const navigate = useNavigate();
  const start = useMutation({
    mutationFn: (kind: CutoverKind) =>
      call(startCutover, { params: { id: projectId }, body: { kind, seen: runbook.version } }),
    onSuccess: (run) => {
      client.setQueryData(queryKeys.cutover(projectId, run.id), run);
      void navigate({ to: '/cutover', search: { project: projectId, run: run.id } as never });
    },
    onError: notifyError,
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: queryKeys.cutovers(projectId) }),
        client.invalidateQueries({ queryKey: queryKeys.runbook(projectId) }),
      ]),
  });
  const ask = async (kind: CutoverKind) => {
    const sure = await confirm(() => ({
      title: t(`start_${kind}Title`),
      lines: [t('startLine')],
      confirm: t(`start_${kind}`),
      danger: kind === 'cutover',
    }));
    if (sure) start.mutate(kind);
  };
  return CUTOVER_KINDS.map((kind) => (
    <Button
      key={kind}
      variant={kind === 'rehearsal' ? 'filled' : 'default'}
      disabled={start.isPending}
      onClick={() => void ask(kind)}
    >
      {t(`start_${kind}Ask`)}
    </Button>
  ));
}
