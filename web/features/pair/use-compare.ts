import { useMutation, useQuery, useQueryClient, skipToken } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { startRun, type RunKind } from '../../../contract/runs.ts';
import { call } from '../../lib/api.ts';
import { notifyError } from '../../lib/notify.ts';
import { pairKey, runQuery, type PairPlace } from './queries.ts';

/** Compares one pair now; what it finds is shown when the run is over. */
export function useCompare({ projectId, pairId }: PairPlace, kind: RunKind) {
  const client = useQueryClient();
  const [runId, setRunId] = useState<number | null>(null);
  const start = useMutation({
    mutationFn: () =>
      call(startRun, {
        params: { id: projectId },
        body: { kind, pairs: [pairId], only_different: false },
      }),
    onSuccess: ({ id }) => setRunId(id),
    onError: notifyError,
  });
  const options = runQuery(projectId, runId ?? 0);
  const run = useQuery(runId === null ? { ...options, queryFn: skipToken } : options).data;
  const over = run?.finished_at != null;
  useEffect(() => {
    if (over) void client.invalidateQueries({ queryKey: pairKey(projectId, pairId) });
  }, [over, client, projectId, pairId]);
  return {
    start: () => start.mutate(),
    busy: start.isPending || (runId !== null && !over),
    run: runId === null ? undefined : run,
  };
}
