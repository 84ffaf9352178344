import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { ConnectorError } from '../../../connectors/core/errors.ts';
import { message } from '../../../contract/messages/message.ts';
import type { Log } from '../../platform/log.ts';
import { ProblemError } from '../../platform/problem.ts';
import { NoConnection } from '../databases/service.ts';
import {
  type StoredAssessment,
  claimAssessment,
  leaveAssessment,
  renewLease,
} from './repository.ts';
import { type WorkContext, type WorkTools, workOnAssessment } from './work.ts';

/** How often progress is told, and it is looked whether somebody wants it to stop. Milliseconds. */
const BEAT = 500;

/** Why an assessment is stopped before its end. */
class Stopped extends Error {
  readonly why: 'cancelled' | 'lost' | 'shutdown';

  constructor(why: Stopped['why']) {
    super(`The assessment was stopped: ${why}.`);
    this.why = why;
  }
}

const OF_CONNECTION: readonly string[] = ['auth', 'network', 'timeout', 'tls', 'reach'];
const isOfConnection = (error: unknown): boolean =>
  error instanceof NoConnection ||
  (error instanceof ConnectorError && OF_CONNECTION.includes(error.code));

/** Carries out assessments that wait, one after the other: reading a source is no work to do twice at once. */
export interface AssessmentWorker {
  runWaiting(): Promise<void>;
  /** Puts the one under way back, to be begun anew. */
  stop(): Promise<void>;
}

export function createAssessmentWorker(tools: WorkTools, log: Log): AssessmentWorker {
  const { store } = tools;
  const owner = randomUUID();
  let stopped = false;
  let active: { abort: AbortController; working: Promise<void> } | null = null;

  const beat = (context: WorkContext) => {
    const ending = new AbortController();
    const done = (async () => {
      while (!ending.signal.aborted) {
        const over = { signal: ending.signal };
        if (await sleep(BEAT, false, over).catch(() => true)) return;
        await context.check().catch((error: unknown) => {
          // The store may be away for a moment; the lease outlives that.
          if (!(error instanceof Stopped))
            log.warn({ err: error }, 'The lease of an assessment could not be renewed');
        });
      }
    })();
    return async () => {
      ending.abort();
      await done;
    };
  };

  const leave = async (assessment: StoredAssessment, error: unknown): Promise<void> => {
    if (error instanceof Stopped) {
      if (error.why === 'lost') return;
      const state = error.why === 'cancelled' ? 'cancelled' : 'queued';
      return store.transaction((tx) => leaveAssessment(tx, assessment, owner, state));
    }
    const told = error instanceof ConnectorError || error instanceof ProblemError;
    if (!told) log.error({ err: error, assessment: assessment.id }, 'An assessment failed');
    await store.transaction((tx) =>
      leaveAssessment(tx, assessment, owner, 'failed', {
        error: told ? error.said : message('assessment.wentWrong'),
        connection_failed: isOfConnection(error) ? 1 : 0,
      }),
    );
  };

  const workOn = async (assessment: StoredAssessment, abort: AbortController): Promise<void> => {
    const context: WorkContext = {
      assessment,
      owner,
      signal: abort.signal,
      progress: { total: 0, done: 0, current: null },
      async check() {
        const asked = await renewLease(store.db, assessment.id, owner, context.progress);
        if (!asked) return;
        abort.abort(new Stopped(asked));
        throw abort.signal.reason;
      },
    };
    const endBeat = beat(context);
    try {
      await workOnAssessment(tools, context);
    } catch (error) {
      await leave(assessment, abort.signal.aborted ? abort.signal.reason : error);
    } finally {
      await endBeat();
    }
  };

  return {
    async runWaiting() {
      while (!stopped) {
        const assessment = await claimAssessment(store, owner);
        if (!assessment) return;
        const abort = new AbortController();
        const working = workOn(assessment, abort).catch((error: unknown) =>
          // With the store away it cannot be put back: it is begun anew when its lease has ended.
          log.warn({ err: error, assessment: assessment.id }, 'An assessment was left'),
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
