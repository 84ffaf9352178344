import { ProjectScreen } from '../../ui/project-screen.tsx';
import { Desk } from './desk.tsx';
import { useObjectTexts } from './texts.ts';

/** Developers work on the source side only. */
export function DeveloperPage() {
  const t = useObjectTexts();
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
