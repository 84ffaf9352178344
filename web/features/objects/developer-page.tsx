import { ProjectScreen } from '../projects/project-screen.tsx';
import { Desk } from './desk.tsx';
import { useTexts } from '../../lib/i18n/index.ts';

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
