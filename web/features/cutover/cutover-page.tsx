import { useQuery } from '@tanstack/react-query';
import type { ProjectRow } from '../../../contract/projects.ts';
import { useTexts } from '../../lib/i18n/index.ts';
import { Loaded } from '../../ui/load-failed.tsx';
import { ProjectScreen } from '../projects/project-screen.tsx';
import { runbookQuery } from './queries.ts';
import { RunbookPlan } from './runbook-plan.tsx';

/** What is done, in which order and by whom, when a project is switched over to its target. */
export function CutoverPage() {
  const t = useTexts('cutover');
  return (
    <ProjectScreen title={() => t('title')} subtitle={t('subtitle')} hasTerms>
      {(project) => <Cutover key={project.Project_Id} project={project} />}
    </ProjectScreen>
  );
}

function Cutover({ project }: { project: ProjectRow }) {
  const runbook = useQuery(runbookQuery(project.Project_Id));
  return (
    <Loaded query={runbook} height={320}>
      {(found) => <RunbookPlan project={project} runbook={found} />}
    </Loaded>
  );
}
