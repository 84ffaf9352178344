import { useCallback, useEffect, useRef, useState } from 'react';
import { errorText } from '../../lib/api.ts';
import { notifyError } from '../../lib/notify.ts';

export type Step = 'test' | 'save' | 'schemas' | 'report' | 'everything' | 'summary' | 'import';
export interface Busy {
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
