import { queryOptions } from '@tanstack/react-query';
import { listCommonCauses } from '../../../../contract/proof/common.ts';
import { getProofSummary } from '../../../../contract/proof/pairs.ts';
import { listRuns } from '../../../../contract/proof/runs.ts';
import { call } from '../../../lib/api.ts';
import { isActive } from '../../../lib/jobs.ts';
import { queryKeys } from '../../../lib/query-keys.ts';

/** Polling interval where live events do not arrive. */
const REFETCH_MS = 15_000;

/** Uses a key that live events invalidate when objects of the project change. */
export const proofQuery = (projectId: number) =>
  queryOptions({
    queryKey: queryKeys.proofSummary(projectId),
    queryFn: ({ signal }) => call(getProofSummary, { params: { id: projectId }, signal }),
  });

export const commonCausesQuery = (projectId: number) =>
  queryOptions({
    queryKey: queryKeys.commonCauses(projectId),
    queryFn: ({ signal }) =>
      call(listCommonCauses, { params: { id: projectId }, query: { alone: '1' }, signal }),
  });

export const runsQuery = (projectId: number) =>
  queryOptions({
    queryKey: queryKeys.runs(projectId),
    queryFn: ({ signal }) => call(listRuns, { params: { id: projectId }, signal }),
    refetchInterval: ({ state }) => (state.data?.some(isActive) ? REFETCH_MS : false),
  });
