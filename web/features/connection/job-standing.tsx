import { Alert, Button, Card, Group, Progress, Text } from '@mantine/core';
import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';
import type { Job } from '../../../contract/jobs.ts';
import { useTexts } from '../../lib/i18n/index.ts';
import { translateMessage } from '../../lib/i18n/messages.ts';
import { isActive } from '../../lib/jobs.ts';
import { notifyError } from '../../lib/notify.ts';
import { useMe } from '../../lib/session.ts';
import { ConnectionLink } from './links.tsx';

interface Props {
  /** The newest job of its kind in the project. */
  job: Job;
  /** Titles while it runs, after it has failed, and after somebody has cancelled it. */
  titles: { running: string; failed: string; cancelled: string };
  cancel: () => Promise<unknown>;
  /** Key of the query that lists the jobs. */
  queryKey: QueryKey;
}

/** Progress of a background job with a button to cancel it, or why it failed. */
export function JobStanding({ job, titles, cancel, queryKey }: Props) {
  if (isActive(job)) return <JobProgress {...{ job, titles, cancel, queryKey }} />;
  if (job.state === 'cancelled')
    return (
      <Alert color="yellow" variant="light">
        {titles.cancelled}
      </Alert>
    );
  if (job.state !== 'failed') return null;
  return (
    <Alert color="red" title={titles.failed} role="alert">
      <Text size="sm">{translateMessage(job.error_said, job.error ?? '')}</Text>
      {job.connection_failed && <ConnectionLink projectId={job.Project_Id} />}
    </Alert>
  );
}

function JobProgress({ job, titles, cancel, queryKey }: Props) {
  const t = useTexts('job');
  const client = useQueryClient();
  const isAdmin = useMe().is_admin === 1;
  const { total, done, current, state } = job;
  const stop = useMutation({
    mutationFn: cancel,
    onSettled: () => client.invalidateQueries({ queryKey }),
    onError: notifyError,
  });
  const title = state === 'queued' ? t('queued') : titles.running;
  return (
    <Card withBorder padding="sm" component="section" aria-label={title}>
      <Group justify="space-between" gap="xs">
        <Text size="sm" fw={600} role="status">
          {title}
        </Text>
        {isAdmin && (
          <Button
            size="compact-sm"
            variant="default"
            disabled={stop.isPending}
            onClick={() => stop.mutate()}
          >
            {t('cancel')}
          </Button>
        )}
      </Group>
      <Progress value={total > 0 ? (100 * done) / total : 0} aria-label={title} my={4} />
      <Text size="sm" c="dimmed">
        {t('done', { done, count: total })}
        {current !== null && <> · {t('now', { name: current })}</>}
      </Text>
    </Card>
  );
}
