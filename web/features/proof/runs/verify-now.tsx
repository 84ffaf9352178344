import { Button, Group, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Suspense, lazy, useState } from 'react';
import { useTexts } from '../../../lib/i18n/index.ts';
import { isActive } from '../../../lib/jobs.ts';
import { LoadFailed } from '../../../ui/load-failed.tsx';
import { runsQuery } from '../report/queries.ts';
import { RunRow } from './runs.tsx';

const CompareDialog = lazy(async () => ({
  default: (await import('../pairs/compare-dialog.tsx')).CompareDialog,
}));

/** The duration of this step in the runbook template. */
const MINUTES = 30;

interface Props {
  projectId: number;
  /** When the cutover began: earlier results no longer count. */
  since: string;
}

/** During the cutover: compares the counts of all pairs, and the rows of changed ones, within a time limit. */
export function VerifyNow({ projectId, since }: Props) {
  const t = useTexts('proof');
  const [isAsking, setAsking] = useState(false);
  const runs = useQuery(runsQuery(projectId));
  const newest = runs.data?.find((run) => run.kind === 'changed' && run.created_at >= since);
  return (
    <section aria-label={t('verifyNow')}>
      <Group justify="space-between" gap="xs">
        <Title order={3} size="h5">
          {t('verifyNow')}
        </Title>
        <Button
          variant="default"
          size="compact-sm"
          disabled={newest !== undefined && isActive(newest)}
          onClick={() => setAsking(true)}
        >
          {t('verifyNowAsk')}
        </Button>
      </Group>
      {runs.isError && <LoadFailed error={runs.error} onRetry={() => void runs.refetch()} />}
      {newest ? (
        <RunRow run={newest} />
      ) : (
        <Text size="sm" c="dimmed">
          {t('verifyNowHelp')}
        </Text>
      )}
      <Suspense fallback={null}>
        {isAsking && (
          <CompareDialog
            projectId={projectId}
            chosen={{ kind: 'changed', within: MINUTES }}
            onClose={() => setAsking(false)}
          />
        )}
      </Suspense>
    </section>
  );
}
