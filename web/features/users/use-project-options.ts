import { useQuery } from '@tanstack/react-query';
import { listProjects, type ProjectRow } from '../../../contract/projects.ts';
import { call } from '../../lib/api.ts';
import { queryKeys } from '../../lib/query-keys.ts';

/** The projects on which somebody can get a role. */
export function useProjectsToAssign(): readonly ProjectRow[] {
  const { data } = useQuery({
    queryKey: queryKeys.projectsToAssign,
    queryFn: ({ signal }) => call(listProjects, { query: {}, signal }),
  });
  return data ?? [];
}

/** These projects as choices, by id and name. */
export const useProjectOptions = (): { value: string; label: string }[] =>
  useProjectsToAssign().map(({ Project_Id, Project_Name }) => ({
    value: String(Project_Id),
    label: `${Project_Id} · ${Project_Name}`,
  }));
