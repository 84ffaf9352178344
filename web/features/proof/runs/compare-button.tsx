import { Button, Group, Text } from '@mantine/core';
import type { PairRow } from '../../../../contract/proof/pairs.ts';
import {
  type RunKind,
  listRunItems,
  startRun,
  type Run,
  type RunItem,
} from '../../../../contract/proof/runs.ts';
import { formatNumber } from '../../../lib/format.ts';
import { ConnectionLink } from '../../connection/links.tsx';
import { useTexts } from '../../../lib/i18n/index.ts';
import { useMutation, useQuery, useQueryClient, skipToken } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
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

/** Compares this pair now, and shows the progress. */
export function CompareButton({ pair, kind }: { pair: PairRow; kind: RunKind }) {
  const t = useTexts('pair');
  const place = { projectId: pair.Project_Id, pairId: pair.id };
  const { start, busy, run, failure } = useCompare(place, kind);
  const both = pair.source.length > 0 && pair.target.length > 0;
  if (!both) return <Text size="sm">{t('oneSide')}</Text>;
  return (
    <Group gap="sm">
      <Button size="xs" loading={busy} onClick={start}>
        {t('compareNow')}
      </Button>
      {busy && (
        <Text size="sm" role="status">
          {run && run.rows_done > 0
            ? t('comparingRows', { rows: formatNumber(run.rows_done) })
            : t('comparing')}
        </Text>
      )}
      {failure && (
        <Text size="sm" c="red" role="alert">
          {failure}
        </Text>
      )}
      {failure && run?.connection_failed && <ConnectionLink projectId={pair.Project_Id} />}
    </Group>
  );
}

/** Changes of a call may have survived the rollback: offers to compare the affected tables again. */
export function OutdatedRows({ pair, pairs }: { pair: PairRow; pairs: readonly number[] }) {
  const t = useTexts('pair');
  const place = { projectId: pair.Project_Id, pairId: pair.id };
  const { start, busy, run } = useCompare(place, 'data', pairs);
  if (pairs.length === 0) return null;
  const isDone = run?.finished_at != null;
  return (
    <Group gap="sm" my="xs">
      <Text size="sm">{t('rowsOutdated', { count: pairs.length })}</Text>
      <Button size="compact-sm" variant="default" loading={busy} disabled={isDone} onClick={start}>
        {t('compareTables')}
      </Button>
      {isDone && (
        <Text size="sm" {...(run.error && { c: 'red' })}>
          {run.error ? translateMessage(run.error_said, run.error) : t('tablesCompared')}
        </Text>
      )}
    </Group>
  );
}
