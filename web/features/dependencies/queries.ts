import { queryOptions } from '@tanstack/react-query';
import {
  type DependencyRead,
  getDependencyLists,
  getObjectDependencies,
  listDependencyReads,
} from '../../../contract/dependencies.ts';
import { call } from '../../lib/api.ts';
import { queryKeys } from '../../lib/query-keys.ts';

export const isActive = ({ state }: Pick<DependencyRead, 'state'>): boolean =>
  state === 'queued' || state === 'running';

/** How often somebody who waits is told how far it is. Milliseconds. */
const LOOK_MS = 1_000;

export const readsQuery = (projectId: number) =>
  queryOptions({
    queryKey: queryKeys.dependencyReads(projectId),
    queryFn: ({ signal }) => call(listDependencyReads, { params: { id: projectId }, signal }),
    refetchInterval: ({ state }) => (state.data?.some(isActive) ? LOOK_MS : false),
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
