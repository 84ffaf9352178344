import { useTexts } from '../../lib/i18n/index.ts';
import { ProjectScreen } from '../projects/project-screen.tsx';
import { Desk } from './desk.tsx';

/** Developers work on the source side only. */
export function DeveloperPage() {
  const t = useTexts('objects');
  return (
    <ProjectScreen title={() => t('developer')}>
      {(project) => (
        <Desk
          key={project.Project_Id}
          desk="developer"
          project={project}
          side="source"
          label={t('developer')}
        />
      )}
    </ProjectScreen>
  );
}

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
