import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { ConnectorError } from '../../../connectors/core/errors.ts';
import type { Message } from '../../../contract/messages/message.ts';
import type { Db, Store } from '../../platform/db/store.ts';
import type { Log } from '../../platform/log.ts';
import { ProblemError } from '../../platform/problem.ts';
import { NoConnection } from './service.ts';

/** Milliseconds between renewals of the lease, each of which also saves progress and checks for a request to stop. */
const RENEW_EVERY = 500;

/** Work was stopped before its end. */
class Stopped extends Error {
  readonly why: 'cancelled' | 'lost' | 'shutdown';

  constructor(why: Stopped['why']) {
    super(`The work was stopped: ${why}.`);
    this.why = why;
  }
}

const OF_CONNECTION: readonly string[] = ['auth', 'network', 'timeout', 'tls', 'reach'];
/** Whether the error means that a database could not be connected to. */
export const isConnectionLost = (error: unknown): boolean =>
  error instanceof NoConnection ||
  (error instanceof ConnectorError && OF_CONNECTION.includes(error.code));

export interface Progress {
  total: number;
  done: number;
  current: string | null;
}

export interface Working<Job> {
  job: Job;
  owner: string;
  signal: AbortSignal;
  progress: Progress;
  /** @throws the reason, if somebody has asked to stop the work */
  check(): Promise<void>;
}

/** Why a job failed. */
export interface Failure {
  error: Message;
  connection_failed: 0 | 1;
}

/** The store of the jobs: see `createLeasedJobs`. */
interface Jobs<Job> {
  claim(store: Store, owner: string): Promise<Job | undefined>;
  renew(
    db: Db,
    id: number,
    owner: string,
    progress: Progress,
  ): Promise<'cancelled' | 'lost' | null>;
  leave(
    tx: Db,
    job: NoInfer<Job>,
    owner: string,
    state: 'cancelled' | 'queued' | 'failed',
    failure?: Failure,
  ): Promise<void>;
}

interface Kind<Job> {
  /** Name of the kind of job for the log, such as `assessment`. */
  name: string;
  /** Error of a job that failed because of a defect of this program. */
  unexpectedError: Message;
  jobs: Jobs<Job>;
  /** Does the work; when finished, it ends the job itself. */
  work(working: Working<Job>): Promise<void>;
}

/** Runs queued jobs one at a time: reading several databases at once would gain nothing. */
export interface LeasedWorker {
  runWaiting(): Promise<void>;
  /** Returns the running job to the queue, to be restarted. */
  stop(): Promise<void>;
}

export function createLeasedWorker<Job extends { id: number }>(
  { name, unexpectedError, jobs, work }: Kind<Job>,
  store: Store,
  log: Log,
): LeasedWorker {
  const owner = randomUUID();
  let stopped = false;
  let active: { abort: AbortController; working: Promise<void> } | null = null;

  const beat = (working: Working<Job>) => {
    const ending = new AbortController();
    const done = (async () => {
      while (!ending.signal.aborted) {
        const over = { signal: ending.signal };
        if (await sleep(RENEW_EVERY, false, over).catch(() => true)) return;
        await working.check().catch((error: unknown) => {
          // The store may be unavailable for a moment; the lease lasts longer than that.
          if (!(error instanceof Stopped))
            log.warn({ err: error, job: name }, 'The lease of a job could not be renewed');
        });
      }
    })();
    return async () => {
      ending.abort();
      await done;
    };
  };

  const leave = async (job: Job, error: unknown): Promise<void> => {
    if (error instanceof Stopped) {
      const { why } = error;
      if (why === 'lost') return;
      return store.transaction((tx) =>
        jobs.leave(tx, job, owner, why === 'cancelled' ? 'cancelled' : 'queued'),
      );
    }
    const told = error instanceof ConnectorError || error instanceof ProblemError;
    if (!told) log.error({ err: error, job: name, id: job.id }, 'A job failed');
    await store.transaction((tx) =>
      jobs.leave(tx, job, owner, 'failed', {
        error: told ? error.said : unexpectedError,
        connection_failed: isConnectionLost(error) ? 1 : 0,
      }),
    );
  };

  const workOn = async (job: Job, abort: AbortController): Promise<void> => {
    const working: Working<Job> = {
      job,
      owner,
      signal: abort.signal,
      progress: { total: 0, done: 0, current: null },
      async check() {
        const asked = await jobs.renew(store.db, job.id, owner, working.progress);
        if (!asked) return;
        abort.abort(new Stopped(asked));
        throw abort.signal.reason;
      },
    };
    const endBeat = beat(working);
    try {
      await work(working);
    } catch (error) {
      await leave(job, abort.signal.aborted ? abort.signal.reason : error);
    } finally {
      await endBeat();
    }
  };

  return {
    async runWaiting() {
      while (!stopped) {
        const job = await jobs.claim(store, owner);
        if (!job) return;
        const abort = new AbortController();
        const working = workOn(job, abort).catch((error: unknown) =>
          // If the store is unavailable, the job is restarted once its lease expires.
          log.warn({ err: error, job: name, id: job.id }, 'A job was left'),
        );
        active = { abort, working };
        await working;
        active = null;
      }
    },
    async stop() {
      stopped = true;
      active?.abort.abort(new Stopped('shutdown'));
      await active?.working;
    },
  };
}
