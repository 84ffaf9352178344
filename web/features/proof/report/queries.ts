import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
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

export const runsQuery = (projectId: number) =>
  queryOptions({
    queryKey: queryKeys.runs(projectId),
    queryFn: ({ signal }) => call(listRuns, { params: { id: projectId }, signal }),
    refetchInterval: ({ state }) => (state.data?.some(isActive) ? REFETCH_MS : false),
  });

/** What several pairs have in common, and why each one blocks: read again whenever a comparison has ended. */
export function useCommonCauses(projectId: number, enabled = true) {
  const { data: runs, isPending } = useQuery(runsQuery(projectId));
  const ended = runs?.find((run) => !isActive(run))?.id ?? null;
  return useQuery({
    queryKey: [...queryKeys.commonCauses(projectId), ended],
    queryFn: ({ signal }) =>
      call(listCommonCauses, { params: { id: projectId }, query: { alone: '1' }, signal }),
    enabled: enabled && !isPending,
    staleTime: 0,
    placeholderData: keepPreviousData,
  });
}
