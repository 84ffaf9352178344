import { Button, Group, List, Loader, Paper, Text, Title } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { getProject } from '../../../contract/projects.ts';
import {
  SAMPLE_STEPS,
  loadSample,
  removeSample,
  type SampleStep,
} from '../../../contract/sample.ts';
import { call } from '../../lib/api.ts';
import { notifyError, notifySuccess } from '../../lib/notify.ts';
import { useMe } from '../../lib/session.ts';
import { confirm } from '../../ui/confirm.tsx';
import { useTexts, type Texts } from '../../lib/i18n/index.ts';
import { sampleQuery } from './queries.ts';
import { SampleAccounts, type Account } from './sample-accounts.tsx';
import { SampleTour } from './sample-tour.tsx';

/** Polling interval for the progress of loading. */
const POLL_MS = 700;

/** @param isLoading - whether this page started the loading; otherwise, or after a reload, the server reports it */
function useSample(isLoading = false) {
  const client = useQueryClient();
  const { data: state } = useQuery({
    ...sampleQuery,
    enabled: useMe().is_admin === 1,
    refetchInterval: ({ state: { data } }) => (isLoading || data?.loading ? POLL_MS : false),
  });
  const wasLoading = useRef(false);
  useEffect(() => {
    if (wasLoading.current && state?.loading === null) void client.invalidateQueries();
    wasLoading.current = (state?.loading ?? null) !== null;
  }, [state, client]);
  return state;
}

/** Steps of loading: done, current and still to come. */
function Steps({ at }: { at: SampleStep }) {
  const t = useTexts('sample');
  return (
    <List listStyleType="none" mt="xs" aria-label={t('steps')}>
      {SAMPLE_STEPS.map((step) => {
        const left = SAMPLE_STEPS.indexOf(step) - SAMPLE_STEPS.indexOf(at);
        return (
          <List.Item
            key={step}
            aria-current={left === 0 ? 'step' : undefined}
            icon={left === 0 ? <Loader size={14} /> : <Text w={14}>{left < 0 ? '✓' : '·'}</Text>}
            {...(left > 0 && { c: 'dimmed' })}
          >
            {t(`step_${step}`)}
          </List.Item>
        );
      })}
    </List>
  );
}

/** Offers the sample on an empty installation, to try the program without a database server. */
export function SampleOffer() {
  const t = useTexts('sample');
  const queryClient = useQueryClient();
  const [accounts, setAccounts] = useState<readonly Account[] | null>(null);
  const load = useMutation({
    mutationFn: () => call(loadSample),
    onSuccess: (loaded) => {
      setAccounts(loaded.accounts);
      void queryClient.invalidateQueries();
    },
    onError: notifyError,
  });
  const state = useSample(load.isPending);
  const step = state?.loading ?? null;
  const isOffered = state?.empty_installation && state.Project_Id === null;
  return (
    <>
      {(isOffered || step) && (
        <Paper withBorder p="lg">
          <Group justify="space-between" gap="lg">
            <div>
              <Title order={2} size="h4">
                {t('offerTitle')}
              </Title>
              <Text c="dimmed" maw={640}>
                {t('offer')}
              </Text>
              {step && <Steps at={step} />}
            </div>
            <Button loading={load.isPending || step !== null} onClick={() => load.mutate()}>
              {t('load')}
            </Button>
          </Group>
        </Paper>
      )}
      {state?.Project_Id && !step && <SampleTour projectId={state.Project_Id} />}
      {accounts && <SampleAccounts accounts={accounts} onClose={() => setAccounts(null)} />}
    </>
  );
}

/** What removing the sample deletes, with numbers; if they cannot be counted, the question is asked without them. */
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

/** Removes the sample, as long as it exists. */
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
    const lost = await whatIsLost(t, projectId);
    const sure = await confirm(() => ({
      title: t('removeTitle'),
      lines: [...lost, t('removeText')],
      confirm: t('remove'),
      danger: true,
    }));
    if (sure) remove.mutate();
  };
  const projectId = state?.Project_Id;
  if (!projectId || state.loading) return null;
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
