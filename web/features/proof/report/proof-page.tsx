import { Alert, Button, SimpleGrid } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Suspense, lazy, useState } from 'react';
import type { ProofSummary } from '../../../../contract/proof/pairs.ts';
import { useMe } from '../../../lib/session.ts';
import { Loaded } from '../../../ui/load-failed.tsx';
import { ProjectScreen } from '../../../ui/project-screen.tsx';
import { AccountRightsLine } from '../../connection/account-rights.tsx';
import { ProjectLink } from '../pairs/project-link.tsx';
import { useMatch } from '../pairs/use-pair-changes.tsx';
import { Blocking } from './blocking.tsx';
import { Matrix } from './matrix.tsx';
import { proofQuery } from './queries.ts';
import { Runs } from '../runs/runs.tsx';
import { Standing } from './standing.tsx';
import { useProofTexts } from './texts.ts';

const CompareDialog = lazy(() =>
  import('../pairs/compare-dialog.tsx').then((module) => ({ default: module.CompareDialog })),
);
const SettingsDialog = lazy(() =>
  import('../runs/settings-dialog.tsx').then((module) => ({ default: module.SettingsDialog })),
);

/** Where a project stands, and what blocks. */
export function ProofPage() {
  const t = useProofTexts();
  return (
    <ProjectScreen
      title={() => t('title')}
      actions={({ Project_Id: id }) => <Actions key={id} projectId={id} />}
    >
      {(project) => (
        <>
          <AccountRightsLine project={project} />
          <Proof key={project.Project_Id} projectId={project.Project_Id} />
        </>
      )}
    </ProjectScreen>
  );
}

function Actions({ projectId }: { projectId: number }) {
  const t = useProofTexts();
  const isAdmin = useMe().is_admin === 1;
  const [dialog, setDialog] = useState<'compare' | 'settings' | null>(null);
  const match = useMatch(projectId);
  const close = () => setDialog(null);
  return (
    <>
      {isAdmin && <ProjectLink to="/pairrules" project={projectId} text={t('rules')} />}
      {isAdmin && (
        <Button variant="default" onClick={() => setDialog('settings')}>
          {t('settings')}
        </Button>
      )}
      <Button variant="default" loading={match.isPending} onClick={() => match.mutate()}>
        {t('match')}
      </Button>
      <Button onClick={() => setDialog('compare')}>{t('compare')}</Button>
      <Suspense fallback={null}>
        {dialog === 'compare' && <CompareDialog projectId={projectId} onClose={close} />}
        {dialog === 'settings' && <SettingsDialog projectId={projectId} onClose={close} />}
      </Suspense>
    </>
  );
}

function Proof({ projectId }: { projectId: number }) {
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
      <Standing projectId={projectId} summary={summary} />
      <SimpleGrid cols={{ base: 1, xl: 2 }} spacing="md">
        <Blocking summary={summary} />
        <Runs projectId={projectId} />
      </SimpleGrid>
      <Matrix projectId={projectId} rows={summary.by_type} />
    </>
  );
}
