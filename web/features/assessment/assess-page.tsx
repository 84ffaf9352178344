import { Alert, Button, Group, SegmentedControl } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import {
  type Assessment,
  type AssessmentScope,
  cancelAssessment,
  startAssessment,
} from '../../../contract/assessment.ts';
import type { ProjectRow } from '../../../contract/projects.ts';
import { call } from '../../lib/api.ts';
import { useTexts } from '../../lib/i18n/index.ts';
import { isActive } from '../../lib/jobs.ts';
import { notifyError } from '../../lib/notify.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { useMe } from '../../lib/session.ts';
import { Loaded } from '../../ui/load-failed.tsx';
import { ProjectScreen } from '../projects/project-screen.tsx';
import { JobStanding } from '../connection/job-standing.tsx';
import classes from './assessment.module.css';
import { assessmentsQuery, reportQuery } from './queries.ts';
import { Report } from './report.tsx';
import { later } from '../../ui/later.ts';

const RulesDialog = later(() => import('./rules-dialog.tsx'), 'RulesDialog');

/** The effort to migrate a source, with the reasons. */
export function AssessmentPage() {
  const t = useTexts('assessment');
  return (
    <ProjectScreen
      title={() => t('title')}
      terms={['effort', 'complexity', 'automatic']}
      actions={({ Project_Id: id }) => <Actions key={id} projectId={id} />}
    >
      {(project) => <Content key={project.Project_Id} project={project} />}
    </ProjectScreen>
  );
}

function Actions({ projectId }: { projectId: number }) {
  const t = useTexts('assessment');
  const isAdmin = useMe().is_admin === 1;
  const [open, setOpen] = useState(false);
  const { data: all = [] } = useQuery(assessmentsQuery(projectId));
  return (
    <Group className={classes.screen ?? ''}>
      {isAdmin && (
        <Button variant="default" onClick={() => setOpen(true)}>
          {t('rules')}
        </Button>
      )}
      {all.some(({ state }) => state === 'finished') && (
        <Button variant="default" onClick={() => window.print()}>
          {t('print')}
        </Button>
      )}
      <Suspense fallback={null}>
        {open && <RulesDialog projectId={projectId} onClose={() => setOpen(false)} />}
      </Suspense>
    </Group>
  );
}

function Content({ project }: { project: ProjectRow }) {
  const assessments = useQuery(assessmentsQuery(project.Project_Id));
  return (
    <Loaded query={assessments} height={320}>
      {(all) => <Assessments project={project} all={all} />}
    </Loaded>
  );
}

function Assessments({ project, all }: { project: ProjectRow; all: readonly Assessment[] }) {
  const t = useTexts('assessment');
  const isAdmin = useMe().is_admin === 1;
  const [newest] = all;
  const shown = all.find(({ state }) => state === 'finished');
  const active = newest !== undefined && isActive(newest);
  const { Project_Id: id } = project;
  return (
    <>
      {newest && (
        <div className={classes.screen ?? ''}>
          <JobStanding
            job={newest}
            titles={{ running: t('progress'), failed: t('failed'), cancelled: t('cancelled') }}
            cancel={() => call(cancelAssessment, { params: { id, assessment: newest.id } })}
            queryKey={queryKeys.assessments(id)}
          />
        </div>
      )}
      {!shown && !active && (
        <Alert color="blue" variant="light">
          {t('nothing')} {!isAdmin && t('askAdministrator')}
        </Alert>
      )}
      {isAdmin && !active && <Start projectId={id} again={shown !== undefined} />}
      {shown && <Finished project={project} assessment={shown} />}
    </>
  );
}

function Start({ projectId, again }: { projectId: number; again: boolean }) {
  const t = useTexts('assessment');
  const client = useQueryClient();
  const [scope, setScope] = useState<AssessmentScope>('inventory');
  const start = useMutation({
    mutationFn: () => call(startAssessment, { params: { id: projectId }, body: { scope } }),
    onSettled: () => client.invalidateQueries({ queryKey: queryKeys.assessments(projectId) }),
    onError: notifyError,
  });
  return (
    <Group className={classes.screen ?? ''} gap="sm">
      <SegmentedControl
        aria-label={t('scope')}
        maw="100%"
        styles={{ control: { flex: '1 1 auto' }, label: { whiteSpace: 'normal' } }}
        value={scope}
        onChange={(value) => setScope(value as AssessmentScope)}
        data={[
          { value: 'inventory', label: t('scope_inventory') },
          { value: 'imported', label: t('scope_imported') },
        ]}
      />
      <Button loading={start.isPending} onClick={() => start.mutate()}>
        {t(again ? 'assessAgain' : 'assess')}
      </Button>
    </Group>
  );
}

function Finished({ project, assessment }: { project: ProjectRow; assessment: Assessment }) {
  const report = useQuery(reportQuery(project.Project_Id, assessment.id));
  return (
    <Loaded query={report} height={480}>
      {(data) => <Report project={project} report={data} />}
    </Loaded>
  );
}
