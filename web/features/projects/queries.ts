import { useQuery, useQueryClient } from '@tanstack/react-query';
import { listDatabaseTypes } from '../../../contract/engines.ts';
import { listUserNames } from '../../../contract/users.ts';
import { call } from '../../lib/api.ts';

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
