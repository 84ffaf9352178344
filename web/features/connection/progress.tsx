import { Button, Group, Loader, Progress as Bar, Stack, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import type { Reading } from './everything.ts';
import type { Busy } from './use-long-call.ts';
import { SLICE, type ImportProgress } from './use-sliced-import.ts';
import { useTexts } from '../../lib/i18n/index.ts';

function useSeconds(since: number): number {
  const [now, setNow] = useState(since);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, []);
  return Math.max(0, Math.round((now - since) / 1_000));
}

interface Props {
  busy: Busy;
  /** Progress of an import. */
  importing?: ImportProgress | null;
  /** Progress of reading a database. */
  reading?: Reading | null;
  onCancel: () => void;
}

/** The running step, its duration so far, and a button to cancel it. */
export function Progress({ busy, importing, reading, onCancel }: Props) {
  const t = useTexts('connection');
  const seconds = useSeconds(busy.since);
  return (
    <Stack gap={4}>
      <Group gap="sm" mih={36}>
        <Loader size="sm" aria-hidden />
        <Text size="sm" component="output">
          {t(importing?.stopping ? 'stopping' : `busy_${busy.step}`)}
        </Text>
        <Text size="sm" c="dimmed" aria-hidden>
          {t('seconds', { count: seconds })}
        </Text>
        {/* A small import is a single slice and cannot be stopped halfway. */}
        {(busy.step !== 'import' || (importing && importing.total > SLICE)) && (
          <Button size="compact-sm" variant="default" onClick={onCancel}>
            {t('cancel')}
          </Button>
        )}
      </Group>
      {importing && importing.total > SLICE && (
        <>
          <Bar value={(100 * importing.done) / importing.total} aria-label={t('busy_import')} />
          <Text size="sm" c="dimmed">
            {t('importedSoFar', { done: importing.done, total: importing.total })}
          </Text>
        </>
      )}
      {busy.step === 'everything' && reading && (
        <>
          <Bar
            value={(100 * reading.done) / Math.max(1, reading.total)}
            aria-label={t('busy_everything')}
          />
          <Text size="sm" c="dimmed">
            {t('readSoFar', {
              done: reading.schemas.length,
              total: reading.planned,
              objects: reading.objects,
            })}
          </Text>
        </>
      )}
    </Stack>
  );
}
