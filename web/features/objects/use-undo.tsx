import { Button, Group } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { undoAssignment } from '../../../contract/objects.ts';
import { call } from '../../lib/api.ts';
import { sayFixed } from '../../lib/i18n/messages.ts';
import { notifyError, notifySuccess } from '../../lib/notify.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { useObjectTexts } from './texts.ts';
import type { Assigned } from './use-assign.ts';

/** The last assignment, for as long as it can be taken back from here. */
export function useUndo(projectId: number) {
  const t = useObjectTexts();
  const client = useQueryClient();
  const [last, setLast] = useState<Assigned | null>(null);
  const undo = useMutation({
    mutationFn: (assigned: Assigned) => call(undoAssignment, { body: { undo: assigned.undo } }),
    onSuccess: ({ restored }, assigned) => {
      setLast((shown) => (shown?.undo === assigned.undo ? null : shown));
      notifications.hide(noticeOf(assigned));
      void client.invalidateQueries({ queryKey: queryKeys.objects(projectId) });
      notifySuccess(t('undone', { count: restored }));
    },
    onError: notifyError,
  });

  const announce = (assigned: Assigned) => {
    setLast(assigned);
    const { role, user, count } = assigned;
    const text =
      user === null
        ? t('takenBack', { count })
        : role === 'developer'
          ? sayFixed('assignedToDeveloper')
          : sayFixed('assignedToTester');
    notifySuccess(
      <Group justify="space-between" gap="sm">
        <span>{text}</span>
        <Button size="compact-sm" variant="default" onClick={() => undo.mutate(assigned)}>
          {t('undo')}
        </Button>
      </Group>,
      noticeOf(assigned),
    );
  };
  return {
    last,
    announce,
    undo: undo.mutate,
    undoing: undo.isPending,
    forget: () => setLast(null),
  };
}

const noticeOf = ({ undo }: Assigned) => `assigned-${undo}`;
