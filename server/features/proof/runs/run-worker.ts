import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { message } from '../../../../contract/messages/message.ts';
import { ConnectorError } from '../../../../connectors/core/errors.ts';
import type { Log } from '../../../platform/log.ts';
import { ProblemError } from '../../../platform/problem.ts';
import { isOfConnection } from './failure.ts';
import { type StoredRun, claimRun, isTimeUp, releaseRun, renewLease } from './lease.ts';
import type { RunContext, RunTools } from './types.ts';
import { workOnRun } from './work-run.ts';

/** Runs that one process works on at once. */
const WIDTH = 4;
/** How often a run's lease is renewed, and requests to pause or cancel the run are read. Milliseconds. */
const RENEW_EVERY = 400;

/** Why a run is stopped before its end. */
class Stopped extends Error {
  readonly why: 'pause' | 'cancel' | 'lost' | 'shutdown' | 'time';

  constructor(why: Stopped['why']) {
    super(`The run was stopped: ${why}.`);
    this.why = why;
  }
}

/** Carries out waiting runs until none is left. */
export interface RunWorker {
  runWaiting(): Promise<void>;
  /** Releases the runs under way, with their checkpoints. */
  stop(): Promise<void>;
}

export function createRunWorker(tools: RunTools, log: Log): RunWorker {
  const { store } = tools;
  const owner = randomUUID();
  const active = new Map<AbortController, Promise<void>>();
  let stopped = false;

  const workOn = async (run: StoredRun, abort: AbortController): Promise<void> => {
    const context: RunContext = {
      run,
      owner,
      signal: abort.signal,
      progress: {
        rows_done: run.rows_done,
        rows_total: run.rows_total,
        rows_per_second: null,
        current: [],
      },
    };
    const beating = beat(context, abort);
    try {
      await workOnRun(tools, context);
      await beating.end();
      await releaseRun(store.db, run.id, owner, 'finished');
    } catch (error) {
      await beating.end();
      const reason: unknown = abort.signal.aborted ? abort.signal.reason : error;
      // Statements on the other database are no longer needed.
      abort.abort(reason);
      await leave(context, reason);
    }
  };

  const leave = async ({ run }: RunContext, error: unknown): Promise<void> => {
    if (error instanceof Stopped) {
      const state = {
        pause: 'paused',
        time: 'paused',
        cancel: 'cancelled',
        shutdown: 'queued',
      } as const;
      if (error.why !== 'lost') await releaseRun(store.db, run.id, owner, state[error.why]);
      return;
    }
    const told = error instanceof ConnectorError || error instanceof ProblemError;
    if (!told) log.error({ err: error, run: run.id }, 'A run failed');
    await releaseRun(store.db, run.id, owner, 'failed', {
      said: told ? error.said : message('run.wentWrong'),
      ofConnection: isOfConnection(error),
    });
  };

  /** Renews the lease until `end`, and aborts the run on request. */
  const beat = (context: RunContext, abort: AbortController) => {
    const { run, progress } = context;
    const ending = new AbortController();
    let last = { at: performance.now(), rows: progress.rows_done };
    const done = (async () => {
      while (!ending.signal.aborted) {
        await sleep(RENEW_EVERY, undefined, { signal: ending.signal }).catch(() => undefined);
        if (ending.signal.aborted) return;
        const now = performance.now();
        if (now - last.at > 2_000) {
          const rate = ((progress.rows_done - last.rows) * 1_000) / (now - last.at);
          progress.rows_per_second = Math.round(rate);
          last = { at: now, rows: progress.rows_done };
        }
        try {
          const asked =
            (await renewLease(store.db, run.id, owner, progress)) ??
            (isTimeUp(run) ? 'time' : null);
          if (asked) abort.abort(new Stopped(asked));
        } catch (error) {
          // The store may be unavailable for a moment, which the lease outlives.
          log.warn({ err: error, run: run.id }, 'The lease of a run could not be renewed');
        }
      }
    })();
    return {
      async end(): Promise<void> {
        ending.abort();
        await done;
        await renewLease(store.db, run.id, owner, progress).catch(() => undefined);
      },
    };
  };

  return {
    async runWaiting() {
      for (;;) {
        while (!stopped && active.size < WIDTH) {
          const run = await claimRun(store, owner);
          if (!run) break;
          const abort = new AbortController();
          const working = workOn(run, abort)
            // While the store is unavailable, the run cannot be released: it is claimed again when its lease expires.
            .catch((error: unknown) => log.warn({ err: error, run: run.id }, 'A run was left'))
            .finally(() => active.delete(abort));
          active.set(abort, working);
        }
        if (active.size === 0) return;
        await Promise.race([...active.values(), sleep(2_000)]);
      }
    },
    async stop() {
      stopped = true;
      for (const abort of active.keys()) abort.abort(new Stopped('shutdown'));
      await Promise.allSettled(active.values());
    },
  };
}
