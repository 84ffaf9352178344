import { withEnglish } from '../../../../contract/messages/english.ts';
import {
  type Message,
  type MessageOrText,
  message,
  readMessageOrText,
} from '../../../../contract/messages/message.ts';
import type { Explanation } from '../../../../contract/proof/causes.ts';
import {
  type RUN_ACTIONS,
  type Run,
  type RunItem,
  type RunKind,
  type RunOptions,
  runOptions,
} from '../../../../contract/proof/runs.ts';
import { timestampNow } from '../../../platform/clock.ts';
import { lockRows } from '../../../platform/db/sql-parts.ts';
import type { Store } from '../../../platform/db/store.ts';
import type { Actor } from '../../../platform/http/route.ts';
import { conflict, notFound } from '../../../platform/problem.ts';
import {
  type DatabaseService,
  maskExplanation,
  maskKeys,
  maskNotes,
} from '../../databases/service.ts';
import { recordHistory } from '../../history/service.ts';
import { expectProject } from '../../projects/lookup-service.ts';
import type { UserService } from '../../users/service.ts';
import { type StoredRun, hasClaimable, isTimeUp, pauseTimeOf, timeLeft } from './lease.ts';
import {
  findRun,
  hasConnectionFailure,
  insertRun,
  type ItemFilter,
  listRuns,
  readItems,
} from './repository.ts';

export interface RunRequest {
  kind: RunKind;
  pairs?: number[] | undefined;
  only_different: boolean;
  options: RunOptions;
}
type Action = (typeof RUN_ACTIONS)[number];

const SHOWN = 100;
const ITEMS = 200;

function presentRun(run: StoredRun, names: ReadonlyMap<number, string>): Run {
  const left = run.rows_total === null ? null : Math.max(0, run.rows_total - run.rows_done);
  return {
    id: run.id,
    Project_Id: run.project_id,
    kind: run.kind,
    state: run.state,
    options: runOptions.parse(JSON.parse(run.options)),
    created_by: run.created_by === null ? null : (names.get(run.created_by) ?? null),
    created_at: run.created_at,
    started_at: run.started_at,
    finished_at: run.finished_at,
    ends_by: pauseTimeOf(run),
    time_left: timeLeft(run),
    total: run.total,
    done: run.done,
    counted: run.counted,
    counted_different: run.counted_different,
    different: run.different,
    failed: run.failed,
    rows_done: run.rows_done,
    rows_total: run.rows_total,
    rows_per_second: run.rows_per_second,
    seconds_left:
      left === null || !run.rows_per_second ? null : Math.ceil(left / run.rows_per_second),
    current: run.current === null ? [] : (JSON.parse(run.current) as Run['current']),
    ...withEnglish('error', run.error === null ? null : readMessageOrText(run.error)),
    connection_failed: run.connection_failed === 1,
  };
}

export type RunService = ReturnType<typeof createRunService>;

/** Comparisons of many pairs: started, watched and stopped here, carried out by `run-worker.ts`. */
export function createRunService(store: Store, users: UserService, databases: DatabaseService) {
  const { db } = store;
  const listeners = new Set<() => void>();

  const get = async (projectId: number, id: number): Promise<Run> => {
    const run = await findRun(db, projectId, id);
    if (!run) throw notFound('what.thisRun');
    return presentRun(run, await users.names());
  };

  return {
    get,
    /** Registers a listener that is called in this process when a run is queued. */
    onQueued(listener: () => void): void {
      listeners.add(listener);
    },
    hasWork: (): Promise<boolean> => hasClaimable(db),

    async start(actor: Actor, projectId: number, request: RunRequest): Promise<Run> {
      await expectProject(db, projectId);
      const id = await store.transaction(async (tx) => {
        const made = await insertRun(store, tx, {
          projectId,
          kind: request.kind,
          options: request.options,
          userId: actor.userId,
          pairIds: request.pairs,
          onlyDifferent: request.only_different,
        });
        if (made.total === 0) {
          throw conflict(message('run.nothingToCompare'));
        }
        await recordHistory(tx, {
          userId: actor.userId,
          entity: 'run',
          entityId: made.id,
          projectId,
          action: 'started',
          changes: { kind: [null, request.kind], pairs: [null, made.total] },
        });
        return made.id;
      });
      for (const listener of listeners) listener();
      return get(projectId, id);
    },

    async list(projectId: number): Promise<Run[]> {
      const [runs, names] = await Promise.all([listRuns(db, projectId, SHOWN), users.names()]);
      return runs.map((run) => presentRun(run, names));
    },

    async items(projectId: number, id: number, filter: ItemFilter): Promise<RunItem[]> {
      await get(projectId, id);
      const { mask } = await databases.settings(projectId);
      const items = await readItems(db, id, filter, ITEMS);
      return items.map(
        ({ compared, differences, reason, not_called, notes, explanation, ...item }) => ({
          ...item,
          ...withEnglish('reason', reason),
          ...withEnglish('not_called', not_called),
          ...withEnglish('notes', [
            ...messagesOfCauses(maskExplanation(explanation, compared, mask)),
            ...maskNotes(notes, compared, mask),
          ]),
          differences: maskKeys(differences, compared, mask),
        }),
      );
    },

    /** @throws ProblemError `conflict` where the run's state does not allow it */
    async control(actor: Actor, projectId: number, id: number, action: Action): Promise<Run> {
      await store.transaction(async (tx) => {
        await lockRows(tx, 'run', [id]);
        const run = await findRun(tx, projectId, id);
        if (!run) throw notFound('what.thisRun');
        const changes = changesOf(run, action);
        if (changes === null)
          throw conflict(
            message('run.isIn', {
              state: message(`word.${run.state}`),
              done: message(`word.${DONE[action]}`),
            }),
          );
        await tx.updateTable('run').set(changes).where('id', '=', id).execute();
        // Pairs that failed because of their connection stay in the run as they are.
        if (action === 'resume' && !(await hasConnectionFailure(tx, id)))
          await tx.updateTable('run').set({ connection_failed: 0 }).where('id', '=', id).execute();
        await recordHistory(tx, {
          userId: actor.userId,
          entity: 'run',
          entityId: id,
          projectId,
          action,
        });
      });
      if (action === 'resume') for (const listener of listeners) listener();
      return get(projectId, id);
    },
  };
}

const messagesOfCauses = (explanation: Explanation | null): MessageOrText[] =>
  explanation?.causes.map(({ code, params }) => ({ code, params }) as Message) ?? [];

/** The options for the rest of a run whose time is up: without a time limit. */
function withoutLimit(run: StoredRun): RunOptions {
  const { within_minutes: _, ...options } = runOptions.parse(JSON.parse(run.options));
  return options;
}

const DONE = { pause: 'paused', resume: 'resumed', cancel: 'cancelled' } as const;

/**
 * What an action changes; a running run gets a request that its process obeys. Null where the action makes no sense in this
 * state.
 */
function changesOf(run: StoredRun, action: Action): Partial<StoredRun> | null {
  const { state } = run;
  if (action === 'resume')
    return state === 'paused' || state === 'failed'
      ? {
          state: 'queued',
          request: null,
          error: null,
          finished_at: null,
          ...(isTimeUp(run) && { options: JSON.stringify(withoutLimit(run)) }),
        }
      : null;
  if (state === 'running') return { request: action };
  if (action === 'pause') return state === 'queued' ? { state: 'paused' } : null;
  return state === 'queued' || state === 'paused' || state === 'failed'
    ? { state: 'cancelled', finished_at: timestampNow() }
    : null;
}
