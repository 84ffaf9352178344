import { Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { id } from '../../../contract/fields.ts';
import type { ProjectRow } from '../../../contract/projects.ts';
import { useTexts } from '../../lib/i18n/index.ts';
import { Loaded, NotLoaded } from '../../ui/load-failed.tsx';
import { ProjectScreen } from '../projects/project-screen.tsx';
import { cutoversQuery, runbookQuery, underWayOf } from './queries.ts';
import { RunView, UnderWay } from './run-view.tsx';
import { RunbookPlan } from './runbook-plan.tsx';
import { RunsList } from './runs-list.tsx';

/** The runbook of the cutover and its runs; with a run in the address, that run. */
export function CutoverPage() {
  const t = useTexts('cutover');
  return (
    <ProjectScreen title={() => t('title')} subtitle={t('subtitle')} hasTerms>
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
