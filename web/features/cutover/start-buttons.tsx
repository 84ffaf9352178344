import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { CUTOVER_KINDS, type CutoverKind, startCutover } from '../../../contract/cutover-runs.ts';
import type { Runbook } from '../../../contract/cutover.ts';
import { call } from '../../lib/api.ts';
import { useTexts } from '../../lib/i18n/index.ts';
import { notifyError } from '../../lib/notify.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { confirm } from '../../ui/confirm.tsx';

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
    const sure = await confirm({
      title: t(`start_${kind}Title`),
      lines: [t('startLine')],
      confirm: t(`start_${kind}`),
      danger: kind === 'cutover',
    });
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
