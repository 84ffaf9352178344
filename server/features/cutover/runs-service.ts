import type { z } from 'zod';
import type { Runbook } from '../../../contract/cutover.ts';
import {
  type CutoverKind,
  type CutoverRun,
  type ListedCutover,
  MAX_RUNS,
  type Measured,
  type changeCutoverStep,
  type recordWayBack,
} from '../../../contract/cutover-runs.ts';
import { message } from '../../../contract/messages/message.ts';
import { timestampIn, timestampNow } from '../../platform/clock.ts';
import type { Db, Store } from '../../platform/db/store.ts';
import type { Actor } from '../../platform/http/route.ts';
import { conflict, invalid, notFound } from '../../platform/problem.ts';
import { type Changes, recordProjectHistory } from '../history/service.ts';
import { expectProject } from '../projects/lookup-service.ts';
import {
  MINUTE,
  expectedEnd,
  isOver,
  isReady,
  measuredMinutes,
  stepAfter,
  whyNoWayBack,
} from './progress.ts';
import {
  type StoredRun,
  countSteps,
  endRun,
  findRun,
  findUnderWay,
  insertRun,
  listRuns,
  readSteps,
  updateStep,
} from './runs-repository.ts';
import type { RunbookService } from './service.ts';

interface StepIds {
  id: number;
  run: number;
  step: number;
}

/** Runs of a runbook: rehearsals and the cutover itself. */
export interface CutoverService {
  /** Newest first. */
  list(projectId: number, most?: number): Promise<ListedCutover[]>;
  read(projectId: number, id: number): Promise<CutoverRun>;
  /** @throws ProblemError `conflict` if a run is under way, or the runbook is empty or not the one that was shown */
  start(actor: Actor, projectId: number, kind: CutoverKind, seen: string): Promise<CutoverRun>;
  /** @throws ProblemError `conflict` if somebody else was faster, or it is not the step's turn */
  changeStep(
    actor: Actor,
    ids: StepIds,
    asked: z.output<typeof changeCutoverStep.body>,
  ): Promise<CutoverRun>;
  /** @throws ProblemError `conflict` if the way back cannot have been tried, `invalid` if a required note is missing */
  recordWayBack(
    actor: Actor,
    ids: StepIds,
    tried: z.output<typeof recordWayBack.body>,
  ): Promise<CutoverRun>;
  abort(actor: Actor, projectId: number, id: number): Promise<CutoverRun>;
  /** Measured durations that differ from the runbook's plan. */
  measured(projectId: number, id: number): Promise<Measured>;
  takeMeasured(actor: Actor, projectId: number, id: number, seen: string): Promise<Runbook>;
}

const NOT_TRIED = {
  way_back_worked: null,
  way_back_at: null,
  way_back_by: null,
  way_back_note: null,
};

export function createCutoverService(store: Store, runbooks: RunbookService): CutoverService {
  const change = <T>(projectId: number, work: (tx: Db) => Promise<T>): Promise<T> =>
    store.transaction(work, `cutover:${projectId}`);

  const read = async (projectId: number, id: number): Promise<CutoverRun> =>
    present(store.db, await expectRun(store.db, projectId, id));

  const measured = async (projectId: number, id: number): Promise<Measured> => {
    await expectRun(store.db, projectId, id);
    const took = new Map(
      (await readSteps(store.db, id)).map((step) => [step.step_id, measuredMinutes(step)]),
    );
    const { steps } = await runbooks.read(projectId);
    return steps.flatMap(({ id: step, title, minutes }) => {
      const minutesTaken = took.get(step) ?? null;
      return minutesTaken === null || minutesTaken === minutes
        ? []
        : [{ id: step, title, minutes, measured: minutesTaken }];
    });
  };

  return {
    async list(projectId, most = MAX_RUNS) {
      await expectProject(store.db, projectId);
      const runs = await listRuns(store.db, projectId, most);
      const counts = await countSteps(
        store.db,
        runs.map(({ id }) => id),
      );
      return runs.map((run) => ({ ...run, ...(counts.get(run.id) ?? { steps: 0, done: 0 }) }));
    },

    read,

    async start(actor, projectId, kind, seen) {
      const { version, steps } = await runbooks.read(projectId);
      if (version !== seen) throw conflict(message('cutover.changed'));
      if (steps.length === 0) throw conflict(message('cutover.noSteps'));
      const id = await change(projectId, async (tx) => {
        const other = await findUnderWay(tx, projectId);
        if (other) throw conflict(message('cutover.underWay', { name: other.started_by }));
        const nothing = { started_at: null, started_by: null, ended_at: null, ended_by: null };
        const made = await insertRun(
          tx,
          {
            ...nothing,
            project_id: projectId,
            kind,
            state: 'running',
            started_at: timestampNow(),
            started_by: actor.username,
          },
          steps.map(({ id: step, owner_id: _, begins, ends, critical: __, ...work }) => ({
            ...work,
            ...nothing,
            ...NOT_TRIED,
            step_id: step,
            planned_start: timestampIn(begins * MINUTE),
            planned_end: timestampIn(ends * MINUTE),
            state: 'waiting',
          })),
        );
        await recordProjectHistory(tx, actor, projectId, 'cutover-started', { kind: [null, kind] });
        return made;
      });
      return read(projectId, id);
    },

    async changeStep(actor, { id: projectId, run: runId, step: stepId }, { action, confirmed }) {
      await change(projectId, async (tx) => {
        const run = await expectRun(tx, projectId, runId);
        if (run.state !== 'running') throw conflict(message('cutover.ended'));
        const steps = await readSteps(tx, runId);
        const place = steps.findIndex(({ id }) => id === stepId);
        const step = steps[place];
        if (!step) throw notFound('what.thisCutoverStep');
        const state = stepAfter(steps, place, action);
        if (typeof state === 'object') throw conflict(state);
        if (action === 'start' && (step.needs_confirmation || step.no_return) && confirmed !== 1)
          throw invalid([{ field: 'confirmed', message: message('cutover.confirm') }]);
        const at = timestampNow();
        const { username: by } = actor;
        const set =
          state === 'running'
            ? { state, started_at: at, started_by: by, ended_at: null, ended_by: null }
            : { state, ended_at: at, ended_by: by };
        await updateStep(tx, stepId, set);
        const changes: Changes = { step: [null, step.title], state: [step.state, state] };
        await recordProjectHistory(tx, actor, projectId, 'cutover-step', changes);
        if (!isOver(steps.with(place, { ...step, ...set }))) return;
        await endRun(tx, runId, { state: 'finished', ended_at: at, ended_by: by });
        await recordProjectHistory(tx, actor, projectId, 'cutover-ended', {
          state: ['running', 'finished'],
        });
      });
      return read(projectId, runId);
    },

    async recordWayBack(actor, { id: projectId, run: runId, step: stepId }, { worked, note }) {
      await change(projectId, async (tx) => {
        const { kind } = await expectRun(tx, projectId, runId);
        const steps = await readSteps(tx, runId);
        const place = steps.findIndex(({ id }) => id === stepId);
        const step = steps[place];
        if (!step) throw notFound('what.thisCutoverStep');
        const fault = whyNoWayBack(kind, steps, place);
        if (fault) throw conflict(fault);
        if (!worked && !note?.trim())
          throw invalid([{ field: 'note', message: message('cutover.noteNeeded') }]);
        await updateStep(tx, stepId, {
          way_back_worked: worked,
          way_back_at: timestampNow(),
          way_back_by: actor.username,
          way_back_note: note?.trim() || null,
        });
        await recordProjectHistory(tx, actor, projectId, 'cutover-way-back', {
          step: [null, step.title],
          way_back_worked: [step.way_back_worked, worked],
        });
      });
      return read(projectId, runId);
    },

    async abort(actor, projectId, id) {
      await change(projectId, async (tx) => {
        const { state } = await expectRun(tx, projectId, id);
        if (state !== 'running') throw conflict(message('cutover.ended'));
        const ended = { ended_at: timestampNow(), ended_by: actor.username };
        await endRun(tx, id, { state: 'aborted', ...ended });
        await recordProjectHistory(tx, actor, projectId, 'cutover-ended', {
          state: ['running', 'aborted'],
        });
      });
      return read(projectId, id);
    },

    measured,

    async takeMeasured(actor, projectId, id, seen) {
      const took = new Map((await measured(projectId, id)).map((one) => [one.id, one.measured]));
      const { starts_at, steps } = await runbooks.read(projectId);
      const edited = steps.map(
        ({ owner: _, begins: __, ends: ___, critical: ____, minutes, ...step }) => ({
          ...step,
          minutes: took.get(step.id) ?? minutes,
        }),
      );
      return runbooks.save(actor, projectId, { starts_at, steps: edited }, seen);
    },
  };
}

/** @throws ProblemError `not-found` */
async function expectRun(db: Db, projectId: number, id: number): Promise<StoredRun> {
  const run = await findRun(db, projectId, id);
  if (!run) throw notFound('what.thisCutover');
  return run;
}

async function present(db: Db, run: StoredRun): Promise<CutoverRun> {
  const steps = await readSteps(db, run.id);
  const now = timestampNow();
  const ends = steps.map(({ planned_end: end }) => end);
  const expected = expectedEnd(steps, Date.parse(run.started_at), Date.parse(now));
  return {
    ...run,
    now,
    planned_end: ends.toSorted().at(-1) ?? run.started_at,
    expected_end: run.ended_at ?? new Date(expected).toISOString(),
    steps: steps.map(({ step_id: _, ...step }, place) => ({
      ...step,
      ready:
        run.state === 'running' &&
        (step.state === 'waiting' || step.state === 'failed') &&
        isReady(steps, place)
          ? 1
          : 0,
    })),
  };
}
