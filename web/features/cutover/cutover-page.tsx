import { Stack, Paper, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useSearch, Link } from '@tanstack/react-router';
import { id } from '../../../contract/fields.ts';
import type { ProjectRow } from '../../../contract/projects.ts';
import { useTexts } from '../../lib/i18n/index.ts';
import { Loaded, NotLoaded } from '../../ui/load-failed.tsx';
import { ProjectScreen } from '../projects/project-screen.tsx';
import { cutoversQuery, runbookQuery, underWayOf } from './queries.ts';
import { RunView, UnderWay } from './run-view.tsx';
import { RunbookPlan } from './runbook-plan.tsx';
import type { ListedCutover } from '../../../contract/cutover-runs.ts';
import { formatTime } from '../../lib/format.ts';
import { Dotted, type Tone } from '../../ui/marks.tsx';
import classes from './cutover.module.css';

/** The runbook of the cutover and its runs; with a run in the address, that run. */
export function CutoverPage() {
  const t = useTexts('cutover');
  return (
    <ProjectScreen
      title={() => t('title')}
      subtitle={t('subtitle')}
      terms={['runbook', 'rehearsal', 'gate']}
    >
      {(project) => <Cutover key={project.Project_Id} project={project} />}
    </ProjectScreen>
  );
}

function Cutover({ project }: { project: ProjectRow }) {
  const search: Record<string, unknown> = useSearch({ strict: false });
  const run = id.safeParse(search['run']).data;
  return run === undefined ? (
    <Overview project={project} />
  ) : (
    <RunView key={run} project={project} id={run} />
  );
}

function Overview({ project }: { project: ProjectRow }) {
  const t = useTexts('cutover');
  const projectId = project.Project_Id;
  const runbook = useQuery(runbookQuery(projectId));
  const found = useQuery(cutoversQuery(projectId));
  const { data: runs } = found;
  const underWay = runs && underWayOf(runs);
  return (
    <Stack gap="md">
      {underWay && <UnderWay projectId={projectId} run={underWay} />}
      <Loaded query={runbook} height={320}>
        {(steps) => (
          <RunbookPlan
            project={project}
            runbook={steps}
            mayStart={runs !== undefined && !underWay}
          />
        )}
      </Loaded>
      <NotLoaded query={found} title={t('runs')} />
      {runs && <RunsList projectId={projectId} runs={runs} />}
    </Stack>
  );
}

const TONES: Record<ListedCutover['state'], Tone> = {
  running: 'underway',
  finished: 'good',
  aborted: 'bad',
};

/** Past rehearsals and cutovers, newest first. */
function RunsList({ projectId, runs }: { projectId: number; runs: ListedCutover[] }) {
  const t = useTexts('cutover');
  if (runs.length === 0) return null;
  return (
    <Paper withBorder p="lg" component="section" aria-label={t('runs')}>
      <Title order={2} size="h4" mb="xs">
        {t('runs')}
      </Title>
      <ul className={classes.runs}>
        {runs.map(({ id, kind, state, started_at: at, started_by: by, steps, done }) => (
          <li key={id}>
            <Link to="/cutover" search={{ project: projectId, run: id } as never}>
              {t('runOf', { kind: t(kind), time: formatTime(at) })}
            </Link>
            <Text size="sm" component="div" className={classes.state}>
              <Dotted tone={TONES[state]}>{t(`state_${state}`)}</Dotted>
              <span>{t('doneOf', { done, all: steps })}</span>
              <bdi>{by}</bdi>
            </Text>
          </li>
        ))}
      </ul>
    </Paper>
  );
}
