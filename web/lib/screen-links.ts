import { useLocation, useSearch } from '@tanstack/react-router';
import type { ProjectRow } from '../../contract/projects.ts';
import { screenAt, screensOf, toDoAt } from './project-screens.ts';
import { useProjectSearch, viewParams } from './search.ts';
import { useMe } from './session.ts';

/** The current screen of a project, and links to all screens of it that the user may open. */
export function useScreenLinks(project: ProjectRow) {
  const { pathname } = useLocation();
  const me = useMe();
  // If the current screen has no sides, the side viewed last.
  const { side } = useProjectSearch();
  const view = viewParams(useSearch({ strict: false }));
  const here = screenAt(pathname);
  const links = screensOf(me, project).map(({ path, name, icon, phase, sided }) => ({
    path,
    name,
    icon,
    phase,
    search: {
      // Going back from a detail screen restores the list's filters and sorting.
      ...(path === here && path !== pathname && view),
      project: project.Project_Id,
      ...(sided && side && { side }),
      ...(path !== here && toDoAt(path, me.is_admin === 1)),
    },
  }));
  return { here, links };
}
