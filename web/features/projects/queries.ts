import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { listNextSteps } from '../../../contract/next-steps.ts';
import { call } from '../../lib/api.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { listClientProjects } from '../../../contract/clients.ts';

/** The administrator's next step in each project. */
export const nextStepsQuery = queryOptions({
  queryKey: queryKeys.nextSteps,
  queryFn: ({ signal }) => call(listNextSteps, { signal }),
});

export function useProjectsChanged() {
  const queryClient = useQueryClient();
  return () =>
    Promise.all(
      [queryKeys.projects, queryKeys.allOfProjects, queryKeys.dashboards].map((queryKey) =>
        queryClient.invalidateQueries({ queryKey }),
      ),
    );
}

/** The projects of which the user is a client. */
export const clientProjectsQuery = queryOptions({
  queryKey: queryKeys.clientProjects,
  queryFn: ({ signal }) => call(listClientProjects, { signal }),
});
