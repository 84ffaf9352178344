import { Alert, Button, Group, SimpleGrid, Stack } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Suspense, lazy, useState } from 'react';
import { matchObjects, type ProofSummary } from '../../../contract/pairs.ts';
import { call } from '../../lib/api.ts';
import { notifyError } from '../../lib/notify.ts';
import { useMe } from '../../lib/session.ts';
import { Loaded } from '../../ui/load-failed.tsx';
import { ProjectScreen } from '../../ui/project-screen.tsx';
import { useAnnounce } from '../pairs/use-pair-changes.tsx';
import { Blocking } from './blocking.tsx';
import { Matrix } from './matrix.tsx';
import { proofQuery } from './queries.ts';
import { Runs } from './runs.tsx';
import { useProofTexts } from './texts.ts';

const CompareDialog = lazy(() =>
  import('../pairs/compare-dialog.tsx').then((module) => ({ default: module.CompareDialog })),
);
const SettingsDialog = lazy(() =>
  import('./settings-dialog.tsx').then((module) => ({ default: module.SettingsDialog })),
);

/** Where a project stands, and what blocks. */
export function ProofPage() {
  const t = useProofTexts();
  return (
    <ProjectScreen title={() => t('title')}>
      {({ Project_Id: id }) => (
        <Stack gap="md" key={id}>
          <Actions projectId={id} />
          <Standing projectId={id} />
        </Stack>
      )}
    </ProjectScreen>
  );
}

function Actions({ projectId }: { projectId: number }) {
  const t = useProofTexts();
  const isAdmin = useMe().is_admin === 1;
  const announce = useAnnounce(projectId);
  const [dialog, setDialog] = useState<'compare' | 'settings' | null>(null);
  const match = useMutation({
    mutationFn: () => call(matchObjects, { params: { id: projectId } }),
    onSuccess: ({ by_method: counts, undo }) => {
      const count = Object.values(counts).reduce((sum, one) => sum + one, 0);
      announce(t('matched', { count }), undo);
    },
    onError: notifyError,
  });
  const close = () => setDialog(null);
  return (
    <Group gap="sm">
      <Button loading={match.isPending} onClick={() => match.mutate()}>
        {t('match')}
      </Button>
      <Button onClick={() => setDialog('compare')}>{t('compare')}</Button>
      {isAdmin && (
        <Button
          variant="default"
          renderRoot={(props) => (
            <Link to="/pairrules" search={{ project: projectId }} {...props} />
          )}
        >
          {t('rules')}
        </Button>
      )}
      {isAdmin && (
        <Button variant="default" onClick={() => setDialog('settings')}>
          {t('settings')}
        </Button>
      )}
      <Suspense fallback={null}>
        {dialog === 'compare' && <CompareDialog projectId={projectId} onClose={close} />}
        {dialog === 'settings' && <SettingsDialog projectId={projectId} onClose={close} />}
      </Suspense>
    </Group>
  );
}

function Standing({ projectId }: { projectId: number }) {
  const summary = useQuery(proofQuery(projectId));
  return (
    <Loaded query={summary} height={320}>
      {(data) => <Figures projectId={projectId} summary={data} />}
    </Loaded>
  );
}

function Figures({ projectId, summary }: { projectId: number; summary: ProofSummary }) {
  const t = useProofTexts();
  if (summary.by_type.length === 0) {
    return (
      <Alert color="blue" variant="light">
        {t('nothing')}
      </Alert>
    );
  }
  return (
    <>
      <SimpleGrid cols={{ base: 1, xl: 2 }} spacing="md">
        <Blocking summary={summary} />
        <Runs projectId={projectId} />
      </SimpleGrid>
      <Matrix projectId={projectId} rows={summary.by_type} />
    </>
  );
}
