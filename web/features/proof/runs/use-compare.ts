import { useMutation, useQuery, useQueryClient, skipToken } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import {
  listRunItems,
  startRun,
  type Run,
  type RunItem,
  type RunKind,
} from '../../../../contract/proof/runs.ts';
import { call } from '../../../lib/api.ts';
import { translateMessage } from '../../../lib/i18n/messages.ts';
import { notifyError } from '../../../lib/notify.ts';
import { queryKeys } from '../../../lib/query-keys.ts';
import { runQuery, type PairPlace } from '../pair/queries.ts';

/** Compares a pair (or others from its screen) now; queries are refetched when the run has ended. */
export function useCompare(
  { projectId, pairId }: PairPlace,
  kind: RunKind,
  pairs: readonly number[] = [pairId],
) {
  const client = useQueryClient();
  const [runId, setRunId] = useState<number | null>(null);
  const start = useMutation({
    mutationFn: () =>
      call(startRun, {
        params: { id: projectId },
        body: { kind, pairs: [...pairs], only_different: false },
      }),
    onSuccess: ({ id }) => setRunId(id),
    onError: notifyError,
  });
  const options = runQuery(projectId, runId ?? 0);
  const run = useQuery(runId === null ? { ...options, queryFn: skipToken } : options).data;
  const over = run?.finished_at != null;
  useEffect(() => {
    if (over) void client.invalidateQueries({ queryKey: queryKeys.pair(projectId, pairId) });
  }, [over, client, projectId, pairId]);
  // A failed pair does not fail the run: its item has the reason.
  const items = useQuery({
    queryKey: queryKeys.runItems(projectId, runId),
    queryFn:
      runId !== null && over && run.error === null && run.failed > 0
        ? ({ signal }) => call(listRunItems, { params: { id: projectId, run: runId }, signal })
        : skipToken,
  }).data;
  const failed = items?.find(({ state }) => state === 'failed');
  return {
    start: () => start.mutate(),
    busy: start.isPending || (runId !== null && !over),
    run: runId === null ? undefined : run,
    /** Why there is no result. */
    failure: reasonOf(run, failed),
  };
}

/** The error of the run, otherwise the reason of the pair that it could not compare. */
function reasonOf(run: Run | undefined, item: RunItem | undefined): string | null {
  if (run?.error) return translateMessage(run.error_said, run.error);
  return item?.reason ? translateMessage(item.reason_said, item.reason) : null;
}
