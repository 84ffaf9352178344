import { ProjectScreen } from '../projects/project-screen.tsx';
import { Desk } from './desk.tsx';
import { useTexts } from '../../lib/i18n/index.ts';

export function TestingPage() {
  const t = useTexts('objects');
  return (
    <ProjectScreen title={(side) => t(`testing_${side}`)}>
      {(project, side) => (
        <Desk
          key={`${project.Project_Id}-${side}`}
          desk="testing"
          project={project}
          side={side}
          label={t(`testing_${side}`)}
        />
      )}
    </ProjectScreen>
  );
}
