import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import {
  type DependencyRead,
  cancelDependencyRead,
  startDependencyRead,
} from '../../../contract/dependencies.ts';
import { call } from '../../lib/api.ts';
import { formatTime } from '../../lib/format.ts';
import { useTexts } from '../../lib/i18n/index.ts';
import { sayMessage } from '../../lib/i18n/messages.ts';
import { notifyError } from '../../lib/notify.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { useMe } from '../../lib/session.ts';
import { JobProgress } from '../../ui/job-progress.tsx';
import { ConnectionLink } from '../connection/connection-link.tsx';
import { isActive, readsQuery } from './queries.ts';

/** When dependencies were read, how far a reading is, and the way to read them again. */
export function Reading({ projectId }: { projectId: number }) {
  const t = useTexts('dependencies');
  const client = useQueryClient();
  const isAdmin = useMe().is_admin === 1;
  const { data: reads } = useQuery(readsQuery(projectId));
  const newest = reads?.[0];
  const finished = reads?.find(({ state }) => state === 'finished');
  const active = newest && isActive(newest) ? newest : null;
  useAfterReading(projectId, active !== null);
  const start = useMutation({
    mutationFn: () => call(startDependencyRead, { params: { id: projectId } }),
    onSettled: () => client.invalidateQueries({ queryKey: queryKeys.dependencyReads(projectId) }),
    onError: notifyError,
  });
  if (!reads) return null;
  return (
    <Stack gap="xs">
      {active && <Active read={active} />}
      {newest && <Ended read={newest} />}
      <Group gap="sm">
        {isAdmin && !active && (
          <Button variant="default" loading={start.isPending} onClick={() => start.mutate()}>
            {t(finished ? 'readAgain' : 'read')}
          </Button>
        )}
        {finished?.finished_at && (
          <Text size="sm" c="dimmed">
            {t('readAt', { time: formatTime(finished.finished_at) })}
          </Text>
        )}
      </Group>
      {finished && finished.not_read > 0 && (
        <Text size="sm">{t('notRead', { count: finished.not_read })}</Text>
      )}
      {finished?.source_only && <Text size="sm">{t('sourceOnly')}</Text>}
    </Stack>
  );
}

/** Why the last reading came to nothing. */
function Ended({ read }: { read: DependencyRead }) {
  const t = useTexts('dependencies');
  if (read.state === 'cancelled')
    return (
      <Alert color="yellow" variant="light">
        {t('cancelled')}
      </Alert>
    );
  if (read.state !== 'failed') return null;
  return (
    <Alert color="red" title={t('failed')} role="alert">
      <Text size="sm">{sayMessage(read.error_said, read.error ?? '')}</Text>
      {read.connection_failed && <ConnectionLink projectId={read.Project_Id} />}
    </Alert>
  );
}

/** What is shown goes by what was read: when that has ended, it is fetched again. */
function useAfterReading(projectId: number, isReading: boolean): void {
  const client = useQueryClient();
  const before = useRef(isReading);
  useEffect(() => {
    if (before.current && !isReading) {
      void client.invalidateQueries({ queryKey: queryKeys.waves(projectId) });
      void client.invalidateQueries({ queryKey: queryKeys.dependencies(projectId) });
    }
    before.current = isReading;
  }, [client, projectId, isReading]);
}

function Active({ read }: { read: DependencyRead }) {
  const t = useTexts('dependencies');
  const client = useQueryClient();
  const isAdmin = useMe().is_admin === 1;
  const { Project_Id: id, total, done, current, state } = read;
  const cancel = useMutation({
    mutationFn: () => call(cancelDependencyRead, { params: { id, read: read.id } }),
    onSettled: () => client.invalidateQueries({ queryKey: queryKeys.dependencyReads(id) }),
    onError: notifyError,
  });
  const title = t(state === 'queued' ? 'queued' : 'progress');
  return (
    <JobProgress
      title={title}
      done={done}
      total={total}
      cancel={
        isAdmin
          ? { label: t('cancel'), busy: cancel.isPending, onClick: () => cancel.mutate() }
          : null
      }
    >
      {t('done', { done, count: total })}
      {current !== null && <> · {t('now', { name: current })}</>}
    </JobProgress>
  );
}
