import { Alert, Anchor, Button, Group, Paper, Text, Title } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { type CutoverRun, abortCutover } from '../../../contract/cutover-runs.ts';
import type { ProjectRow } from '../../../contract/projects.ts';
import { call } from '../../lib/api.ts';
import { formatTime } from '../../lib/format.ts';
import { useTexts } from '../../lib/i18n/index.ts';
import { notifyError } from '../../lib/notify.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { useMe } from '../../lib/session.ts';
import { confirm } from '../../ui/confirm.tsx';
import { Loaded } from '../../ui/load-failed.tsx';
import { VerifyNow } from '../proof/runs/runs.tsx';
import { formatSpan, useServerNow } from './times.ts';
import classes from './cutover.module.css';
import { Figure } from './figure.tsx';
import { cutoverQuery } from './queries.ts';
import { RunStep } from './run-step.tsx';
import { later } from '../../ui/later.ts';

const MeasuredDialog = later(() => import('./measured-dialog.tsx'), 'MeasuredDialog');

interface Props {
  project: ProjectRow;
  id: number;
}

/** A rehearsal or cutover, running or finished. */
export function RunView({ project, id }: Props) {
  const t = useTexts('cutover');
  const query = useQuery(cutoverQuery(project.Project_Id, id));
  return (
    <>
      <Anchor
        component={Link}
        size="sm"
        {...({ to: '/cutover', search: { project: project.Project_Id } } as object)}
      >
        {t('toPlan')}
      </Anchor>
      <Loaded query={query} height={320}>
        {(run) => <Run project={project} run={run} receivedAt={query.dataUpdatedAt} />}
      </Loaded>
    </>
  );
}

function Run({
  project,
  run,
  receivedAt,
}: {
  project: ProjectRow;
  run: CutoverRun;
  receivedAt: number;
}) {
  const t = useTexts('cutover');
  const now = useServerNow(run, receivedAt);
  const { kind, state, started_at: from, started_by: by, ended_at: to, ended_by: endedBy } = run;
  const isRunning = state === 'running';
  const next = run.steps.findIndex(
    ({ state: of, ready }) =>
      of === 'running' || (of !== 'done' && of !== 'skipped' && ready === 1),
  );
  const end = Date.parse(to ?? new Date(now).toISOString());
  return (
    <Paper withBorder component="section" aria-label={t(kind)} className={classes.sheet ?? ''}>
      <div className={classes.head}>
        <div>
          <Title order={2} size="h4">
            {t(kind)} · {t(`state_${state}`)}
          </Title>
          <Text size="sm" c="dimmed">
            {t('startedBy', { name: by, time: formatTime(from) })}
            {to !== null && ` · ${t('endedBy', { name: endedBy ?? '', time: formatTime(to) })}`}
          </Text>
        </div>
        <Buttons project={project} run={run} />
      </div>
      <dl className={classes.figures}>
        <Figure name={t('elapsed')}>{formatSpan(end - Date.parse(from))}</Figure>
        <Figure name={t('plannedEnd')}>{formatTime(run.planned_end)}</Figure>
        <Figure name={isRunning ? t('expectedEnd') : t('ended')}>
          {formatTime(run.expected_end)}
        </Figure>
        {isRunning && (
          <Figure name={t('remaining')}>{formatSpan(Date.parse(run.planned_end) - now)}</Figure>
        )}
      </dl>
      {isRunning && (
        <div className={classes.proof}>
          <VerifyNow projectId={project.Project_Id} since={from} />
        </div>
      )}
      <ol className={classes.steps} aria-label={t('steps')}>
        {run.steps.map((step, place) => (
          <RunStep
            key={step.id}
            project={project}
            run={run}
            place={place}
            isNext={place === next}
            now={now}
          />
        ))}
      </ol>
    </Paper>
  );
}

function Buttons({ project, run }: { project: ProjectRow; run: CutoverRun }) {
  const t = useTexts('cutover');
  const isAdmin = useMe().is_admin === 1;
  const client = useQueryClient();
  const [isTaking, setTaking] = useState(false);
  const projectId = project.Project_Id;
  const abort = useMutation({
    mutationFn: () => call(abortCutover, { params: { id: projectId, run: run.id } }),
    onSuccess: (changed) => client.setQueryData(queryKeys.cutover(projectId, run.id), changed),
    onError: notifyError,
    onSettled: () => client.invalidateQueries({ queryKey: queryKeys.cutovers(projectId) }),
  });
  const ask = async () => {
    const sure = await confirm(() => ({
      title: t('abortTitle'),
      lines: [t('abortLine')],
      confirm: t('abort'),
      danger: true,
    }));
    if (sure) abort.mutate();
  };
  const isRunning = run.state === 'running';
  return (
    <Group gap="xs">
      {isRunning && (
        <Button
          variant="default"
          component={Link}
          {...({ to: '/wall', search: { project: projectId } } as object)}
        >
          {t('wall')}
        </Button>
      )}
      {isAdmin && isRunning && (
        <Button variant="default" loading={abort.isPending} onClick={() => void ask()}>
          {t('abortAsk')}
        </Button>
      )}
      {isAdmin && !isRunning && (
        <Button variant="default" onClick={() => setTaking(true)}>
          {t('take')}
        </Button>
      )}
      <Suspense fallback={null}>
        {isTaking && (
          <MeasuredDialog projectId={projectId} run={run.id} onClose={() => setTaking(false)} />
        )}
      </Suspense>
    </Group>
  );
}

interface BannerProps {
  projectId: number;
  run: Pick<CutoverRun, 'id' | 'kind' | 'started_by' | 'started_at'>;
}

/** A link to the run that is under way. */
export function UnderWay({ projectId, run }: BannerProps) {
  const t = useTexts('cutover');
  return (
    <Alert color="blue" variant="light" role="status">
      {t(`underWay_${run.kind}`, { name: run.started_by, time: formatTime(run.started_at) })}{' '}
      <Link to="/cutover" search={{ project: projectId, run: run.id } as never}>
        {t('open')}
      </Link>
    </Alert>
  );
}
