import { useQueryClient } from '@tanstack/react-query';
import { queryKeys } from '../../lib/query-keys.ts';

export function useProjectsChanged() {
  const queryClient = useQueryClient();
  return () =>
    Promise.all(
      [queryKeys.projects, queryKeys.allOfProjects, queryKeys.dashboards].map((queryKey) =>
        queryClient.invalidateQueries({ queryKey }),
      ),
    );
}
