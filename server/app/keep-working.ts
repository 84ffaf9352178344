import type { BulkRunner } from '../platform/bulk/runner.ts';
import type { Log } from '../platform/log.ts';
import type { Context } from './context.ts';

/** The worker's task that works off what waits. */
export const WORK = 'work';

/** How often it is looked whether something waits that another process, or a worker, has left. Milliseconds. */
const TICK = 2_000;

/**
 * Has done what waits: matching after an import, runs that were started or cut off.
 * @param worker - the thread that does it; null: this one
 */
export function keepWorking({ work, runs }: Context, log: Log, worker: BulkRunner | null) {
  let busy: Promise<void> | null = null;
  let closing: Promise<void> | null = null;

  const workOff = async (): Promise<void> => {
    while (!closing && (await work.isWaiting())) {
      if (worker) {
        await worker.run(WORK, { params: {}, query: {}, actor: null }, []);
      } else {
        await work.workOff();
      }
    }
  };
  const wake = (): void => {
    if (busy || closing) return;
    busy = workOff()
      .catch((error: unknown) => {
        // The store may be away for a moment: the next tick tries again.
        if (!closing) log.warn({ err: error }, 'What waits could not be worked off');
      })
      .finally(() => {
        busy = null;
      });
  };
  runs.onQueued(wake);
  const ticking = setInterval(wake, TICK).unref();

  return {
    /** Puts back what is under way, with its checkpoints. */
    close(): Promise<void> {
      clearInterval(ticking);
      closing ??= (worker ? worker.close() : work.stop()).then(() => busy ?? undefined);
      return closing;
    },
  };
}
