import { queryOptions } from '@tanstack/react-query';
import { getObject, objectHistory } from '../../contract/objects.ts';
import { call } from './api.ts';
import { queryKeys } from './query-keys.ts';

export const objectQuery = (projectId: number, id: number) =>
  queryOptions({
    queryKey: queryKeys.object(projectId, id),
    queryFn: ({ signal }) => call(getObject, { params: { id }, signal }),
    staleTime: 0,
  });

export const objectHistoryQuery = (projectId: number, id: number) =>
  queryOptions({
    queryKey: queryKeys.objectHistory(projectId, id),
    queryFn: ({ signal }) => call(objectHistory, { params: { id }, signal }),
    staleTime: 0,
  });
