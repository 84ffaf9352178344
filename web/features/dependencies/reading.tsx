import { Button, Group, Stack, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { cancelDependencyRead, startDependencyRead } from '../../../contract/dependencies.ts';
import { call } from '../../lib/api.ts';
import { formatTime } from '../../lib/format.ts';
import { useTexts } from '../../lib/i18n/index.ts';
import { isActive } from '../../lib/jobs.ts';
import { notifyError } from '../../lib/notify.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { useMe } from '../../lib/session.ts';
import { JobStanding } from '../connection/job-standing.tsx';
import { readsQuery } from './queries.ts';
import { NotLoaded } from '../../ui/load-failed.tsx';

/** When dependencies were last read, the progress of a running read, and a button to read them again. */
export function Reading({ projectId }: { projectId: number }) {
  const t = useTexts('dependencies');
  const client = useQueryClient();
  const isAdmin = useMe().is_admin === 1;
  const query = useQuery(readsQuery(projectId));
  const { data: reads } = query;
  const newest = reads?.[0];
  const finished = reads?.find(({ state }) => state === 'finished');
  const isReading = newest !== undefined && isActive(newest);
  useAfterReading(projectId, isReading);
  const start = useMutation({
    mutationFn: () => call(startDependencyRead, { params: { id: projectId } }),
    onSettled: () => client.invalidateQueries({ queryKey: queryKeys.dependencyReads(projectId) }),
    onError: notifyError,
  });
  if (!reads) return <NotLoaded query={query} />;
  return (
    <Stack gap="xs">
      {newest && (
        <JobStanding
          job={newest}
          titles={{ running: t('progress'), failed: t('failed'), cancelled: t('cancelled') }}
          cancel={() => call(cancelDependencyRead, { params: { id: projectId, read: newest.id } })}
          queryKey={queryKeys.dependencyReads(projectId)}
        />
      )}
      <Group gap="sm">
        {isAdmin && !isReading && (
          <Button
            // Nothing else can be done before.
            variant={finished ? 'default' : 'filled'}
            loading={start.isPending}
            onClick={() => start.mutate()}
          >
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

/** Refetches everything that depends on the dependencies when a read has ended. */
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
