import { Button, Group, Popover, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import type { ProofSummary } from '../../../../contract/proof/pairs.ts';
import { useMe } from '../../../lib/session.ts';
import { Loaded } from '../../../ui/load-failed.tsx';
import { ProjectScreen } from '../../projects/project-screen.tsx';
import { AccountRightsLine } from '../../connection/notices.tsx';
import { NoPairs } from '../pairs/no-pairs.tsx';
import { ProjectLink } from '../pairs/project-link.tsx';
import { useMatch } from '../pairs/use-pair-changes.ts';
import { OtherObjects } from '../others/other-objects.tsx';
import { Blocking } from './blocking.tsx';
import { Matrix } from './matrix.tsx';
import { proofQuery } from './queries.ts';
import { Runs } from '../runs/runs.tsx';
import { SaveRepairs } from './save-repairs.tsx';
import { Standing } from './standing.tsx';
import classes from './proof.module.css';
import { useTexts } from '../../../lib/i18n/index.ts';
import { later } from '../../../ui/later.ts';

const CompareDialog = later(() => import('../pairs/compare-dialog.tsx'), 'CompareDialog');
const SettingsDialog = later(() => import('../runs/settings-dialog.tsx'), 'SettingsDialog');

/** The state of a project's proof, and what blocks it. */
export function ProofPage() {
  const t = useTexts('proof');
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
  const t = useTexts('proof');
  const isAdmin = useMe().is_admin === 1;
  const [dialog, setDialog] = useState<'compare' | 'settings' | null>(null);
  const [isOpen, setOpen] = useState(false);
  const match = useMatch(projectId);
  const isEmpty = useQuery(proofQuery(projectId)).data?.by_type.length === 0;
  const close = () => setDialog(null);
  const others = (
    <>
      {isAdmin && <ProjectLink to="/pairrules" project={projectId} text={t('rules')} />}
      {isAdmin && (
        <Button variant="subtle" onClick={() => setDialog('settings')}>
          {t('settings')}
        </Button>
      )}
      {!isEmpty && <SaveRepairs projectId={projectId} />}
      <Button variant="subtle" loading={match.isPending} onClick={() => match.mutate()}>
        {t('match')}
      </Button>
    </>
  );
  return (
    <>
      <Group visibleFrom="sm">{others}</Group>
      {!isEmpty && <Button onClick={() => setDialog('compare')}>{t('compare')}</Button>}
      <Popover opened={isOpen} onChange={setOpen} position="bottom-start" trapFocus returnFocus>
        <Popover.Target>
          <Button variant="default" hiddenFrom="sm" onClick={() => setOpen(!isOpen)}>
            {t('otherActions')}
          </Button>
        </Popover.Target>
        <Popover.Dropdown p="xs" onClick={() => setOpen(false)}>
          <Stack gap={0} align="flex-start">
            {others}
          </Stack>
        </Popover.Dropdown>
      </Popover>
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
  const t = useTexts('proof');
  if (summary.by_type.length === 0) {
    return <NoPairs projectId={projectId} nothing={t('nothing')} />;
  }
  return (
    <>
      <Standing projectId={projectId} summary={summary} />
      <div className={classes.parts}>
        <Blocking projectId={projectId} summary={summary} />
        <Runs projectId={projectId} />
      </div>
      <details>
        <summary className={classes.fold}>{t('asTables')}</summary>
        <Matrix projectId={projectId} rows={summary.by_type} />
      </details>
      <OtherObjects projectId={projectId} />
    </>
  );
}
