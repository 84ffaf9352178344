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

function useSample() {
  return useQuery({
    queryKey: ['sample'],
    queryFn: ({ signal }) => call(sampleState, { signal }),
    enabled: useMe().is_admin === 1,
  }).data;
}

/** On an empty installation: something to try without any database server. */
export function SampleOffer() {
  const t = useSampleTexts();
  const queryClient = useQueryClient();
  const state = useSample();
  const [accounts, setAccounts] = useState<readonly Account[] | null>(null);
  const load = useMutation({
    mutationFn: () => call(loadSample),
    onSuccess: (loaded) => {
      setAccounts(loaded.accounts);
      void queryClient.invalidateQueries();
    },
    onError: notifyError,
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
      {accounts && <SampleAccounts accounts={accounts} onClose={() => setAccounts(null)} />}
    </>
  );
}

/** Takes the sample away again, while there is one. */
export function SampleRemoval() {
  const t = useSampleTexts();
  const queryClient = useQueryClient();
  const state = useSample();
  const remove = useMutation({
    mutationFn: () => call(removeSample),
    onSuccess: () => {
      notifySuccess(t('removed'));
      void queryClient.invalidateQueries();
    },
    onError: notifyError,
  });
  const ask = () =>
    modals.openConfirmModal({
      title: t('removeTitle'),
      children: t('removeText'),
      labels: { confirm: t('remove'), cancel: t('cancel') },
      confirmProps: { color: 'red' },
      onConfirm: () => remove.mutate(),
    });
  if (!state || state.Project_Id === null) return null;
  return (
    <Button variant="default" size="sm" loading={remove.isPending} onClick={ask}>
      {t('remove')}
    </Button>
  );
}
