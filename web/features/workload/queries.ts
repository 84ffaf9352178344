import { queryOptions } from '@tanstack/react-query';
import { getOwnWeeks, getWorkload } from '../../../contract/workload.ts';
import { call } from '../../lib/api.ts';
import { queryKeys } from '../../lib/query-keys.ts';

export const workloadQuery = (projectId: number) =>
  queryOptions({
    queryKey: queryKeys.workload(projectId),
    queryFn: ({ signal }) => call(getWorkload, { params: { id: projectId }, signal }),
  });

export const ownWeeksQuery = (project: number | undefined) =>
  queryOptions({
    queryKey: queryKeys.ownWeeks(project),
    queryFn: ({ signal }) => call(getOwnWeeks, { query: { project }, signal }),
  });
