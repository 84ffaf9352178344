import { queryOptions } from '@tanstack/react-query';
import {
  getDependencyLists,
  getObjectDependencies,
  listDependencyReads,
} from '../../../contract/dependencies.ts';
import { call } from '../../lib/api.ts';
import { whileActive } from '../../lib/jobs.ts';
import { queryKeys } from '../../lib/query-keys.ts';

export const readsQuery = (projectId: number) =>
  queryOptions({
    queryKey: queryKeys.dependencyReads(projectId),
    queryFn: ({ signal }) => call(listDependencyReads, { params: { id: projectId }, signal }),
    refetchInterval: whileActive,
  });

export const listsQuery = (projectId: number) =>
  queryOptions({
    queryKey: queryKeys.dependencyLists(projectId),
    queryFn: ({ signal }) => call(getDependencyLists, { params: { id: projectId }, signal }),
  });

export const objectQuery = (projectId: number, id: number) =>
  queryOptions({
    queryKey: queryKeys.objectDependencies(projectId, id),
    queryFn: ({ signal }) => call(getObjectDependencies, { params: { id }, signal }),
  });
