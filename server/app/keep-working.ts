import type { BulkRunner } from '../platform/bulk/runner.ts';
import type { Log } from '../platform/log.ts';
import type { Context } from './context.ts';

/** How often it is looked whether something waits that another process, or a worker, has left. Milliseconds. */
const TICK = 2_000;

/**
 * Has done what waits: matching after an import, acceptances that have ended, runs that were started or cut off.
 * None of these waits for another.
 * @param worker - the thread that does it; null: this one
 */
export function keepWorking({ work, runs }: Context, log: Log, worker: BulkRunner | null) {
  const busy = new Map<string, Promise<void>>();
  let closing: Promise<void> | null = null;

  const runWaiting = async (name: string, { isWaiting, runWaiting: here }: Task): Promise<void> => {
    while (!closing && (await isWaiting())) {
      await (worker ? worker.run(name, { params: {}, query: {}, actor: null }, []) : here());
    }
  };
  const wake = (): void => {
    for (const [name, task] of Object.entries(work.tasks)) {
      if (busy.has(name) || closing) continue;
      const working = runWaiting(name, task)
        .catch((error: unknown) => {
          // The store may be away for a moment: the next tick tries again.
          if (!closing)
            log.warn({ err: error, task: name }, 'Waiting work failed, and is tried again');
        })
        .finally(() => busy.delete(name));
      busy.set(name, working);
    }
  };
  runs.onQueued(wake);
  const ticking = setInterval(wake, TICK).unref();

  return {
    /** Puts back what is under way, with its checkpoints. */
    close(): Promise<void> {
      clearInterval(ticking);
      closing ??= (worker ? worker.close() : work.stop())
        .then(() => Promise.all(busy.values()))
        .then(() => undefined);
      return closing;
    },
  };
}

type Task = Context['work']['tasks'][keyof Context['work']['tasks']];
