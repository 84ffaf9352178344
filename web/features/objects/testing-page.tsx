import { useEffect } from 'react';
import type { Side } from '../../../contract/fields.ts';
import type { ProjectRow } from '../../../contract/projects.ts';
import { select } from '../../lib/selection.ts';
import { ProjectScreen } from '../../ui/project-screen.tsx';
import { Desk } from './desk.tsx';
import { useObjectTexts } from './texts.ts';

export function TestingPage() {
  const t = useObjectTexts();
  return (
    <ProjectScreen title={(side) => t(`testing_${side}`)}>
      {(project, side) => (
        <Testing key={`${project.Project_Id}-${side}`} project={project} side={side} />
      )}
    </ProjectScreen>
  );
}

function Testing({ project, side }: { project: ProjectRow; side: Side }) {
  const t = useObjectTexts();
  useEffect(() => select('tableflag', side), [side]);
  return <Desk desk="testing" project={project} side={side} label={t(`testing_${side}`)} />;
}
