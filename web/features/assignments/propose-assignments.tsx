import { Button, Group, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import type { ResponseOf } from '../../../contract/endpoint.ts';
import type { applyAssignments } from '../../../contract/assignments.ts';
import { undoAssignment } from '../../../contract/objects.ts';
import { call } from '../../lib/api.ts';
import { useTexts } from '../../lib/i18n/index.ts';
import { notifyError, notifySuccess } from '../../lib/notify.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import classes from './assignments.module.css';
import { later } from '../../ui/later.ts';

const ProposalDialog = later(() => import('./proposal-dialog.tsx'), 'ProposalDialog');

interface Props {
  projectId: number;
  /** Ids of the objects to assign; empty: all that lack a developer or tester. */
  selected: ReadonlySet<string>;
}

/** Proposes assignments for unassigned or overloaded work, and undoes the last proposal that was applied. */
export function ProposeAssignments({ projectId, selected }: Props) {
  const t = useTexts('proposal');
  const client = useQueryClient();
  const [shown, setShown] = useState<'waiting' | 'moved' | null>(null);
  const [last, setLast] = useState<ResponseOf<typeof applyAssignments> | null>(null);
  const refetch = () => {
    void client.invalidateQueries({ queryKey: queryKeys.objects(projectId) });
    void client.invalidateQueries({ queryKey: queryKeys.dashboards });
  };
  const undo = useMutation({
    mutationFn: async (names: readonly string[]) => {
      for (const [index, name] of names.entries()) {
        await call(undoAssignment, { body: { undo: name } });
        // After a failure, Undo goes on where it came to.
        setLast((shown) => shown && { ...shown, undo: names.slice(index + 1) });
      }
    },
    onSuccess: () => {
      setLast(null);
      notifySuccess(t('undone'));
    },
    onError: notifyError,
    onSettled: refetch,
  });
  return (
    <Group gap="sm" mb="sm">
      <Button variant="default" className={classes.long ?? ''} onClick={() => setShown('waiting')}>
        {selected.size > 0 ? t('openSelected', { count: selected.size }) : t('open')}
      </Button>
      <Button variant="default" className={classes.long ?? ''} onClick={() => setShown('moved')}>
        {selected.size > 0 ? t('moveSelected', { count: selected.size }) : t('openMove')}
      </Button>
      {last && (
        <>
          <Text component="output">
            {t('applied', { developers: last.developers, testers: last.testers })}
          </Text>
          <Button
            size="compact-sm"
            variant="default"
            loading={undo.isPending}
            onClick={() => undo.mutate(last.undo)}
          >
            {t('undo')}
          </Button>
          <Button size="compact-sm" variant="transparent" onClick={() => setLast(null)}>
            {t('hide')}
          </Button>
        </>
      )}
      {shown && (
        <Suspense fallback={null}>
          <ProposalDialog
            projectId={projectId}
            moves={shown === 'moved'}
            objects={selected.size > 0 ? [...selected].map(Number) : null}
            onApplied={(applied) => {
              setShown(null);
              setLast(applied);
              refetch();
            }}
            onClose={() => setShown(null)}
          />
        </Suspense>
      )}
    </Group>
  );
}
