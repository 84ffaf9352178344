import { Button, Group, Paper, Text, Title } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Suspense, lazy, useState } from 'react';
import { getProject } from '../../../contract/projects.ts';
import { loadSample, removeSample, sampleState } from '../../../contract/sample.ts';
import { call } from '../../lib/api.ts';
import { notifyError, notifySuccess } from '../../lib/notify.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { useMe } from '../../lib/session.ts';
import { confirm } from '../../ui/confirm.tsx';
import type { Account } from './sample-accounts.tsx';
import { useTexts, type Texts } from '../../lib/i18n/index.ts';

const SampleAccounts = lazy(async () => ({
  default: (await import('./sample-accounts.tsx')).SampleAccounts,
}));

function useSample() {
  return useQuery({
    queryKey: queryKeys.sample,
    queryFn: ({ signal }) => call(sampleState, { signal }),
    enabled: useMe().is_admin === 1,
  }).data;
}

/** On an empty installation: something to try without any database server. */
export function SampleOffer() {
  const t = useTexts('sample');
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
      {accounts && (
        <Suspense fallback={null}>
          <SampleAccounts accounts={accounts} onClose={() => setAccounts(null)} />
        </Suspense>
      )}
    </>
  );
}

/** By name and number; what cannot be counted does not stop the question. */
async function whatIsLost(t: Texts<'sample'>, id: number): Promise<string[]> {
  try {
    const project = await call(getProject, { params: { id } });
    const { source, target } = project.progress;
    const names = [...new Set([...project.developer_names, ...project.tester_names])].join(', ');
    return [
      t('removeObjects', { name: project.Project_Name, count: source.total + target.total }),
      ...(names ? [t('removePeople', { names })] : []),
    ];
  } catch {
    return [];
  }
}

/** Takes the sample away again, while there is one. */
export function SampleRemoval() {
  const t = useTexts('sample');
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
  const ask = async (projectId: number) => {
    const sure = await confirm({
      title: t('removeTitle'),
      lines: [...(await whatIsLost(t, projectId)), t('removeText')],
      confirm: t('remove'),
      danger: true,
    });
    if (sure) remove.mutate();
  };
  const projectId = state?.Project_Id;
  if (!projectId) return null;
  return (
    <Button
      variant="default"
      size="sm"
      loading={remove.isPending}
      onClick={() => void ask(projectId)}
    >
      {t('remove')}
    </Button>
  );
}
