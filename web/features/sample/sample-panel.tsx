import { Button, Group, Paper, Text, Title } from '@mantine/core';
import { modals } from '@mantine/modals';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { loadSample, removeSample, sampleState } from '../../../contract/sample.ts';
import { call } from '../../lib/api.ts';
import { notifyError, notifySuccess } from '../../lib/notify.ts';
import { useMe } from '../../lib/session.ts';
import { SampleAccounts, type Account } from './sample-accounts.tsx';
import { useSampleTexts } from './texts.ts';

/** For administrators: loads the sample into an empty installation, and takes it away again. */
export function SamplePanel() {
  return useMe().is_admin === 1 ? <Panel /> : null;
}

function Panel() {
  const t = useSampleTexts();
  const queryClient = useQueryClient();
  const [accounts, setAccounts] = useState<readonly Account[] | null>(null);
  const state = useQuery({
    queryKey: ['sample'],
    queryFn: ({ signal }) => call(sampleState, { signal }),
  }).data;
  const load = useMutation({
    mutationFn: () => call(loadSample),
    onSuccess: (loaded) => {
      setAccounts(loaded.accounts);
      void queryClient.invalidateQueries();
    },
    onError: notifyError,
  });
  const remove = useMutation({
    mutationFn: () => call(removeSample),
    onSuccess: () => {
      notifySuccess(t('removed'));
      void queryClient.invalidateQueries();
    },
    onError: notifyError,
  });
  const askToRemove = () =>
    modals.openConfirmModal({
      title: t('removeTitle'),
      children: t('removeText'),
      labels: { confirm: t('remove'), cancel: t('cancel') },
      confirmProps: { color: 'red' },
      onConfirm: () => remove.mutate(),
    });

  return (
    <>
      {state?.empty_installation && state.Project_Id === null && (
        <Paper withBorder p="lg">
          <Group justify="space-between" gap="lg">
            <div>
              <Title order={2} size="h4">
                {t('offerTitle')}
              </Title>
              <Text c="dimmed" maw={640}>
                {t('offer')}
              </Text>
            </div>
            <Button loading={load.isPending} onClick={() => load.mutate()}>
              {t('load')}
            </Button>
          </Group>
        </Paper>
      )}
      {state && state.Project_Id !== null && (
        <Group justify="flex-end">
          <Button
            variant="subtle"
            color="red"
            size="compact-md"
            loading={remove.isPending}
            onClick={askToRemove}
          >
            {t('remove')}
          </Button>
        </Group>
      )}
      {accounts && <SampleAccounts accounts={accounts} onClose={() => setAccounts(null)} />}
    </>
  );
}
