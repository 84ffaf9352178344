import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import type { SessionUser } from '../../../contract/auth.ts';
import { listDatabaseTypes } from '../../../contract/engines.ts';
import { listMyProjects, listProjects } from '../../../contract/projects.ts';
import { listUserNames } from '../../../contract/users.ts';
import { call } from '../../lib/api.ts';

/** An administrator's list has all projects, everybody else's one row per role of theirs. */
export const projectsQuery = (user: SessionUser, archived: boolean) =>
  queryOptions({
    queryKey: ['projects', user.user_id, archived],
    queryFn: async ({ signal }) => {
      if (user.is_admin !== 1) {
        return call(listMyProjects, { params: { id: user.user_id }, signal });
      }
      const lists = [
        call(listProjects, { query: {}, signal }),
        ...(archived ? [call(listProjects, { query: { archived: 1 }, signal })] : []),
      ];
      return (await Promise.all(lists)).flat();
    },
  });

export function useProjectsChanged() {
  const queryClient = useQueryClient();
  return () =>
    Promise.all(
      [['projects'], ['project'], ['dashboard']].map((queryKey) =>
        queryClient.invalidateQueries({ queryKey }),
      ),
    );
}

export function useDatabaseTypes() {
  return useQuery({
    queryKey: ['database-types'],
    queryFn: ({ signal }) => call(listDatabaseTypes, { signal }),
    staleTime: Infinity,
  });
}

export function useUserNames() {
  return useQuery({
    queryKey: ['user-names'],
    queryFn: ({ signal }) => call(listUserNames, { signal }),
  });
}
