import { useLocation, useSearch } from '@tanstack/react-router';
import type { ProjectRow } from '../../contract/projects.ts';
import { screenAt, screensOf, toDoAt } from './project-screens.ts';
import { useProjectSearch, viewParams } from './search.ts';
import { useMe } from './session.ts';

/** The present screen of a project, and where each of those leads that the user may open. */
export function useScreenLinks(project: ProjectRow) {
  const { pathname } = useLocation();
  const me = useMe();
  // Where the present screen has no sides: the one that was looked at last.
  const { side } = useProjectSearch();
  const view = viewParams(useSearch({ strict: false }));
  const here = screenAt(pathname);
  const links = screensOf(me, project).map(({ path, name, icon, phase, sided }) => ({
    path,
    name,
    icon,
    phase,
    search: {
      // From one thing back to the list that it was opened from, as it was.
      ...(path === here && path !== pathname && view),
      project: project.Project_Id,
      ...(sided && side && { side }),
      ...(path !== here && toDoAt(path, me.is_admin === 1)),
    },
  }));
  return { here, links };
}
