import { useQuery } from '@tanstack/react-query';
import { listProjects } from '../../../contract/projects.ts';
import { call } from '../../lib/api.ts';
import { queryKeys } from '../../lib/query-keys.ts';

/** The projects on which a new user can get a role, by id and name. */
export function useProjectOptions(): { value: string; label: string }[] {
  const { data } = useQuery({
    queryKey: queryKeys.projectsToAssign,
    queryFn: ({ signal }) => call(listProjects, { query: {}, signal }),
  });
  return (data ?? []).map(({ Project_Id, Project_Name }) => ({
    value: String(Project_Id),
    label: `${Project_Id} · ${Project_Name}`,
  }));
}
