import { Button, Group, Loader, Progress as Bar, Stack, Text } from '@mantine/core';
import { useEffect, useState, useCallback, useRef } from 'react';
import type { Reading } from './side-results.ts';
import { SLICE, type ImportProgress } from './use-sliced-import.ts';
import { useTexts } from '../../lib/i18n/index.ts';
import { errorText } from '../../lib/api.ts';
import { notifyError } from '../../lib/notify.ts';

type Step = 'test' | 'save' | 'schemas' | 'report' | 'everything' | 'summary' | 'import';
interface Busy {
  step: Step;
  since: number;
}

/** Props of a button during a call: a disabled button would lose the focus permanently. */
export const waiting = (busy: Busy | null) =>
  busy && { 'data-disabled': true, 'aria-disabled': true };

/**
 * Runs one long call at a time: starting another, or `cancel`, aborts the running one. Failures are notified and kept until the next call, after `onError`
 * has seen them. Leaving the page does not abort an import, because the server completes it anyway.
 */
export function useLongCall(onError: (error: unknown) => void) {
  const [busy, setBusy] = useState<Busy | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const running = useRef<{ step: Step; controller: AbortController } | null>(null);

  useEffect(
    () => () => {
      if (running.current?.step !== 'import') running.current?.controller.abort();
    },
    [],
  );

  const cancel = useCallback(() => {
    running.current?.controller.abort();
    running.current = null;
    setBusy(null);
  }, []);

  async function run(step: Step, work: (signal: AbortSignal) => Promise<void>): Promise<void> {
    cancel();
    const controller = new AbortController();
    const mine = { step, controller };
    running.current = mine;
    setFailure(null);
    setBusy({ step, since: Date.now() });
    try {
      await work(controller.signal);
    } catch (error) {
      if (controller.signal.aborted) return;
      onError(error);
      notifyError(error);
      setFailure(errorText(error));
    } finally {
      if (running.current === mine) {
        running.current = null;
        setBusy(null);
      }
    }
  }

  return { busy, run, cancel, failure };
}

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
