import { z } from 'zod';
import { runbook, stepWork } from './cutover.ts';
import { endpoint } from './endpoint.ts';
import { flag, id, optionalText, text, timestamp } from './fields.ts';
import { fault } from './messages/message.ts';

export const CUTOVER_KINDS = ['rehearsal', 'cutover'] as const;
const kind = z.enum(CUTOVER_KINDS, {
  error: fault('field.notOneOf', { names: CUTOVER_KINDS.join(', ') }),
});
export type CutoverKind = z.infer<typeof kind>;

/** `finished`: each step is done or skipped. */
export const CUTOVER_STATES = ['running', 'finished', 'aborted'] as const;
export type CutoverState = (typeof CUTOVER_STATES)[number];

export const CUTOVER_STEP_STATES = ['waiting', 'running', 'done', 'skipped', 'failed'] as const;
export type CutoverStepState = (typeof CUTOVER_STEP_STATES)[number];

/** Actions on a step; `start` also retries a failed step. */
export const CUTOVER_ACTIONS = ['start', 'finish', 'fail', 'skip'] as const;
const action = z.enum(CUTOVER_ACTIONS, {
  error: fault('field.notOneOf', { names: CUTOVER_ACTIONS.join(', ') }),
});
export type CutoverAction = z.infer<typeof action>;

/** Names are the users' names at that time. */
const times = {
  started_at: timestamp.nullable(),
  started_by: z.string().nullable(),
  ended_at: timestamp.nullable(),
  ended_by: z.string().nullable(),
};

/** Result of trying the way back of a step in a rehearsal; all null where nobody tried it. */
const wayBack = {
  way_back_worked: flag.nullable(),
  way_back_at: timestamp.nullable(),
  /** Name of the person who recorded it, at that time. */
  way_back_by: z.string().nullable(),
  way_back_note: z.string().nullable(),
};

const runStep = z.object({
  ...stepWork,
  id,
  owner: z.string().nullable(),
  planned_start: timestamp,
  planned_end: timestamp,
  state: z.enum(CUTOVER_STEP_STATES),
  /** Whether every step that this one waits for is done or skipped. */
  ready: flag,
  ...times,
  ...wayBack,
});
export type CutoverStep = z.infer<typeof runStep>;

const summary = {
  id,
  kind,
  state: z.enum(CUTOVER_STATES),
  started_at: timestamp,
  started_by: z.string(),
  ended_at: timestamp.nullable(),
  ended_by: z.string().nullable(),
};
const listedRun = z.object({ ...summary, steps: z.int(), done: z.int() });
export type ListedCutover = z.infer<typeof listedRun>;

const run = z.object({
  ...summary,
  steps: z.array(runStep),
  planned_end: timestamp,
  /** The actual end; while the run goes on, the end if the remaining steps take as long as planned. */
  expected_end: timestamp,
  /** The server's time when it answered; clocks on the screens are set by it. */
  now: timestamp,
});
export type CutoverRun = z.infer<typeof run>;

const measured = z.array(
  z.object({
    /** Id of the step in the runbook. */
    id,
    title: z.string(),
    /** Minutes that are planned now, and minutes that it took. */
    minutes: z.int(),
    measured: z.int(),
  }),
);
export type Measured = z.infer<typeof measured>;

const member = { who: 'member', of: 'params.id' } as const;
const administrator = { who: 'administrator' } as const;
const ofProject = z.object({ id });
const ofRun = z.object({ id, run: id });

/** Maximum number of runs that are listed. */
export const MAX_RUNS = 50;

export const listCutovers = endpoint({
  method: 'GET',
  path: '/api/projects/{id}/cutovers',
  summary: `Rehearsals and cutovers of a project, newest first, at most ${MAX_RUNS}`,
  access: member,
  params: ofProject,
  response: z.array(listedRun),
});

export const startCutover = endpoint({
  method: 'POST',
  path: '/api/projects/{id}/cutovers',
  summary:
    'Start a rehearsal or the cutover by the runbook; 409 where one is under way, or the runbook is another than `seen`',
  access: administrator,
  params: ofProject,
  body: z.object({ kind, seen: text(20) }),
  response: run,
  status: 201,
});

export const getCutover = endpoint({
  method: 'GET',
  path: '/api/projects/{id}/cutovers/{run}',
  summary: 'A rehearsal or cutover with its steps as they are planned and as they went',
  access: member,
  params: ofRun,
  response: run,
});

export const changeCutoverStep = endpoint({
  method: 'POST',
  path: '/api/projects/{id}/cutovers/{run}/steps/{step}',
  summary:
    'Start, finish, fail or skip a step; 409 where it is not at that, and one that asks first needs `confirmed`',
  access: member,
  params: z.object({ id, run: id, step: id }),
  body: z.object({ action, confirmed: flag.optional() }),
  response: run,
});

export const recordWayBack = endpoint({
  method: 'POST',
  path: '/api/projects/{id}/cutovers/{run}/steps/{step}/way-back',
  summary:
    'Record whether the way back of a step worked when it was tried in a rehearsal, also after its end; needs a note where it did not',
  access: member,
  params: z.object({ id, run: id, step: id }),
  body: z.object({ worked: flag, note: optionalText(1_000) }),
  response: run,
});

export const abortCutover = endpoint({
  method: 'POST',
  path: '/api/projects/{id}/cutovers/{run}/abort',
  ofArchived: true,
  summary: 'End a rehearsal or cutover before all of its steps are done',
  access: administrator,
  params: ofRun,
  response: run,
});

export const getMeasured = endpoint({
  method: 'GET',
  path: '/api/projects/{id}/cutovers/{run}/measured',
  summary: 'Steps of the runbook that took another length in a run than is planned',
  access: member,
  params: ofRun,
  response: measured,
});

export const takeMeasured = endpoint({
  method: 'POST',
  path: '/api/projects/{id}/cutovers/{run}/measured',
  summary:
    'Plan with the lengths that a run measured; 409 where the runbook is another than `seen`',
  access: administrator,
  params: ofRun,
  body: z.object({ seen: text(20) }),
  response: runbook,
});
