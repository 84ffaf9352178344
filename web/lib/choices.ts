import { useQuery } from '@tanstack/react-query';
import { listDatabaseTypes } from '../../contract/database-types.ts';
import { listUserNames } from '../../contract/users.ts';
import { call } from './api.ts';
import { queryKeys } from './query-keys.ts';

export const useDatabaseTypes = () =>
  useQuery({
    queryKey: queryKeys.databaseTypes,
    queryFn: ({ signal }) => call(listDatabaseTypes, { signal }),
    staleTime: Infinity,
  });

export const useUserNames = () =>
  useQuery({
    queryKey: queryKeys.userNames,
    queryFn: ({ signal }) => call(listUserNames, { signal }),
  });
