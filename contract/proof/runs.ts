import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { MAX_LIST, flag, id, timestamp } from '../fields.ts';
import { callProgress } from './calls.ts';
import { callResult } from './outcomes.ts';
import { coverage, dataResult, definitionResult, verdict } from './pairs.ts';
import { difference } from './rows.ts';
import { list } from '../list.ts';
import { fault } from '../messages/fault.ts';
import { message, said } from '../messages/message.ts';

/**
 * What a run does with each pair: read and compare definitions, compare rows, both, or both and run the calls that
 * somebody ran before once more, with all of their parameter sets. `changed` reads definitions and counts rows of every pair
 * first, and then compares the rows of those whose earlier result does not hold any more, the worst first.
 */
export const RUN_KINDS = ['structure', 'data', 'verify', 'all', 'changed'] as const;
export const runKind = z.enum(RUN_KINDS, {
  error: fault('field.notOneOf', { names: RUN_KINDS.join(', ') }),
});
export type RunKind = z.infer<typeof runKind>;

/** `interrupted` runs had no process for a while: the next one goes on with them. */
export const RUN_STATES = [
  'queued',
  'running',
  'paused',
  'finished',
  'cancelled',
  'failed',
] as const;
export const runState = z.enum(RUN_STATES);
export type RunState = z.infer<typeof runState>;

/**
 * How far the ladder goes: `counts` rows only, `aggregates` also counts, extremes and sums of every column,
 * `checksums` also checksums of all rows, `rows` also which rows and columns differ.
 */
export const DATA_DEPTHS = ['counts', 'aggregates', 'checksums', 'rows'] as const;

/** A day. */
export const MOST_MINUTES = 1_440;

export const runOptions = z.object({
  depth: z.enum(DATA_DEPTHS).default('rows'),
  /** Compare this many rows only, the same on both sides; null compares all. */
  sample: z.int().min(1).max(1_000_000).nullable().default(null),
  /** Minutes from its start after which it pauses, with the worst pairs compared first; absent: all are compared. */
  within_minutes: z.int().min(1).max(MOST_MINUTES).optional(),
});
export type RunOptions = z.output<typeof runOptions>;

export const run = z.object({
  id,
  Project_Id: id,
  kind: runKind,
  state: runState,
  options: runOptions,
  created_by: z.string().nullable(),
  created_at: timestamp,
  started_at: timestamp.nullable(),
  finished_at: timestamp.nullable(),
  /** When it pauses; null where it has all the time, or has not begun. */
  ends_by: timestamp.nullable(),
  /** Seconds until then, while it runs; null where it has all the time. */
  time_left: z.int().nullable(),
  /** Pairs. */
  total: z.int(),
  done: z.int(),
  /** Of a run of what changed: pairs that were counted. Some of them are done, the others wait for their rows. */
  counted: z.int(),
  /** Of the counted ones, those found to differ by that. */
  counted_different: z.int(),
  /** Of the done ones: with differences, and those that failed or could not be compared. */
  different: z.int(),
  failed: z.int(),
  /** Rows read on the source side so far, and how many there are by the engine's statistics. */
  rows_done: z.int(),
  rows_total: z.int().nullable(),
  rows_per_second: z.int().nullable(),
  seconds_left: z.int().nullable(),
  /** Pairs under way, and where the call of one runs, how far it is. */
  current: z.array(z.object({ name: z.string(), call: callProgress.nullable() })),
  /** Why it failed, a sentence. */
  error: z.string().nullable(),
  error_said: said,
  /** Whether it, or the comparison of one of its pairs, failed because a database could not be connected to. */
  connection_failed: z.boolean(),
});
export type Run = z.infer<typeof run>;

const member = { who: 'member', of: 'params.id' } as const;
const oneRun = z.object({ id, run: id });

export const startRun = endpoint({
  method: 'POST',
  path: '/api/projects/{id}/runs',
  summary: 'Compare pairs: the named ones, or all that have both sides',
  access: member,
  params: z.object({ id }),
  body: z.object({
    kind: runKind,
    /** Absent: all pairs that have both sides. */
    pairs: list(id, MAX_LIST, {
      error: fault('field.notList', { things: message('thing.pairIds') }),
      items: message('thing.ids'),
    }).optional(),
    /** Only those that were found to differ, to be compared in part, or not to be comparable. */
    only_different: z.boolean().default(false),
    options: runOptions.default({ depth: 'rows', sample: null }),
  }),
  response: run,
  status: 201,
  bulk: true,
});

export const listRuns = endpoint({
  method: 'GET',
  path: '/api/projects/{id}/runs',
  summary: 'Runs of a project, newest first, at most 100',
  access: member,
  params: z.object({ id }),
  response: z.array(run),
});

export const getRun = endpoint({
  method: 'GET',
  path: '/api/projects/{id}/runs/{run}',
  summary: 'One run',
  access: member,
  params: oneRun,
  response: run,
});

export const RUN_ACTIONS = ['pause', 'resume', 'cancel'] as const;
export const controlRun = endpoint({
  method: 'POST',
  path: '/api/projects/{id}/runs/{run}/control',
  ofArchived: true,
  summary: 'Pause, resume or cancel a run; statements on the engines are cancelled, too',
  access: member,
  params: oneRun,
  body: z.object({
    action: z.enum(RUN_ACTIONS, {
      error: fault('field.notOneOf', { names: RUN_ACTIONS.join(', ') }),
    }),
  }),
  response: run,
});

/** What a run found of one pair. */
export const runItem = z.object({
  /** Counts up within the run, in the order in which pairs were done. */
  seq: z.int(),
  pair_id: id,
  /** `schema.name`; null where the pair has no such side. */
  source: z.string().nullable(),
  target: z.string().nullable(),
  type: z.enum(['table', 'view', 'function', 'procedure', 'trigger', 'sequence']),
  /** `failed`: a database could not answer, so that nothing was found and nothing of the pair has changed. */
  state: z.enum(['compared', 'failed']),
  /** What is known of the pair since; null where it is no pair any more. */
  verdict: verdict.nullable(),
  structure: definitionResult.nullable(),
  data: z.union([dataResult, z.literal('skipped')]),
  rows_source: z.int().nullable(),
  rows_target: z.int().nullable(),
  /** At most 1,000. */
  differences: z.array(
    difference.pick({ key: true, kind: true }).extend({ columns: z.array(z.string()) }),
  ),
  /** How many rows differ, and whether it may be more. */
  differences_total: z.int().nullable(),
  at_least: z.boolean(),
  /** What `data` covers; null where rows were not compared. */
  coverage: coverage.nullable(),
  /** What calls of the pair were last found to be. */
  calls: callResult.nullable(),
  /** Why a run that calls has not called it; null where it did, or nobody expects a call. */
  not_called: z.string().nullable(),
  not_called_said: said,
  /** Why it failed or could not be compared, in the words of the database where it is its doing. */
  reason: z.string().nullable(),
  reason_said: said,
  /** Whether it failed because a database could not be connected to. */
  connection_failed: z.boolean(),
  /** What was left out, under which rules rows are equal, and the reason, too: sentences. */
  notes: z.array(z.string()),
  notes_said: z.array(said),
});
export type RunItem = z.infer<typeof runItem>;

export const listRunItems = endpoint({
  method: 'GET',
  path: '/api/projects/{id}/runs/{run}/items',
  summary: 'What a run found so far, in the order of being done, at most 200 at once',
  access: member,
  params: oneRun,
  query: z.object({
    /** Continues after this seq. */
    after: z
      .string()
      .regex(/^\d{1,9}$/, { error: fault('field.notWhole') })
      .transform(Number)
      .optional(),
    /** 1: only those that the run counts as failed. */
    failed: flag.optional(),
    /** 1: only those that it has not called, though it calls. */
    not_called: flag.optional(),
  }),
  response: z.array(runItem),
});
