import { useQuery } from '@tanstack/react-query';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { SIDES } from '../../../contract/fields.ts';
import { screensOf } from '../../lib/project-screens.ts';
import { useProjectWords } from '../../lib/project-texts.ts';
import { projectQuery } from '../../lib/project.ts';
import { projectSearch } from '../../lib/search.ts';
import { selected } from '../../lib/selection.ts';
import { useMe } from '../../lib/session.ts';
import type { Command } from './commands.ts';

/** The screens of the project that the address names or that was looked at last, and its name. */
export function useProjectCommands(opened: boolean): { name: string; commands: Command[] } {
  const t = useProjectWords();
  const user = useMe();
  const navigate = useNavigate();
  const search: unknown = useLocation().search;
  const id = projectSearch.parse(search).project ?? selected('project')?.Project_Id;
  const { data: project } = useQuery({
    ...projectQuery(id),
    enabled: opened && id !== undefined,
  });
  if (!project) return { name: '', commands: [] };
  const commands = screensOf(user, project).flatMap(({ path, name, sided }) =>
    (sided ? SIDES : [undefined]).map((side): Command => ({
      id: `${path} ${side ?? ''}`,
      group: 'project',
      label: side ? `${t(name)} · ${t(side)}` : t(name),
      icon: 'database',
      run: () =>
        void navigate({
          to: path,
          search: { project: project.Project_Id, ...(side && { side }) },
        }),
    })),
  );
  return { name: project.Project_Name, commands };
}
