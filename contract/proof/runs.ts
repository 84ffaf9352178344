import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import type { ObjectType } from '../engines.ts';
import { MAX_LIST, flag, id, timestamp } from '../fields.ts';
import { callProgress } from './calls.ts';
import { callResult } from './verdicts.ts';
import { coverage, dataResult, definitionResult, verdict } from './pairs.ts';
import { difference } from './rows.ts';
import { list } from '../list.ts';
import { message, messageData, fault } from '../messages/message.ts';

/**
 * What a run does with each pair: read and compare definitions, compare rows, both, or both and repeat the pair's previous
 * calls with all their parameter sets. `changed` first reads definitions and counts the rows of every pair, then compares the
 * rows of pairs whose earlier result no longer holds, worst first.
 */
export const RUN_KINDS = ['structure', 'data', 'verify', 'all', 'changed'] as const;
export const runKind = z.enum(RUN_KINDS, {
  error: fault('field.notOneOf', { names: RUN_KINDS.join(', ') }),
});
export type RunKind = z.infer<typeof runKind>;

/** `interrupted`: no process held the run for a while; the next process continues it. */
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
 * How far a comparison of rows goes: `counts` compares row counts only, `aggregates` adds counts, extremes and sums of every
 * column, `checksums` adds checksums of all rows, `rows` also finds the differing rows and columns.
 */
export const DATA_DEPTHS = ['counts', 'aggregates', 'checksums', 'rows'] as const;

/** A day in minutes. */
export const MAX_MINUTES = 1_440;

export const runOptions = z.object({
  depth: z.enum(DATA_DEPTHS).default('rows'),
  /** Number of rows to compare, the same on both sides; null compares all. */
  sample: z.int().min(1).max(1_000_000).nullable().default(null),
  /** Time limit in minutes; the worst pairs come first and the run then pauses. Absent: no limit. */
  within_minutes: z.int().min(1).max(MAX_MINUTES).optional(),
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
  /** When it reaches its time limit; null without one, or before the start. */
  ends_by: timestamp.nullable(),
  /** Seconds until then, while it runs; null without a time limit. */
  time_left: z.int().nullable(),
  /** Number of pairs. */
  total: z.int(),
  done: z.int(),
  /** For runs of kind `changed`: pairs whose rows were counted. Some are done, the others wait for the comparison of rows. */
  counted: z.int(),
  /** Those whose counts differ. */
  counted_different: z.int(),
  /** Pairs done with differences, and pairs that failed or could not be compared. */
  different: z.int(),
  failed: z.int(),
  /** Source rows read so far, and the total according to the engine's statistics. */
  rows_done: z.int(),
  rows_total: z.int().nullable(),
  rows_per_second: z.int().nullable(),
  seconds_left: z.int().nullable(),
  /** The pairs under way; for a running call, its progress. */
  current: z.array(z.object({ name: z.string(), call: callProgress.nullable() })),
  /** Why it failed, a sentence. */
  error: z.string().nullable(),
  error_said: messageData,
  /** Whether the run or one of its pairs failed because a database could not be connected to. */
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
    /** Absent: all pairs with both sides. */
    pairs: list(id, MAX_LIST, {
      error: fault('field.notList', { things: message('thing.pairIds') }),
      items: message('thing.ids'),
    }).optional(),
    /** Only pairs whose last result was different, partly compared or not comparable. */
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

/** What the objects of an item are, in the singular, by their type. */
export const ITEM_TYPES = {
  tables: 'table',
  views: 'view',
  functions: 'function',
  procedures: 'procedure',
  triggers: 'trigger',
  sequences: 'sequence',
} as const satisfies Record<ObjectType, string>;

/** The result of a run for one pair. */
export const runItem = z.object({
  /** Number within the run, in the order in which pairs were completed. */
  seq: z.int(),
  pair_id: id,
  /** `schema.name`; null where the pair has no such side. */
  source: z.string().nullable(),
  target: z.string().nullable(),
  type: z.enum(ITEM_TYPES),
  /** `failed`: a database did not answer, so nothing was found and the pair is unchanged. */
  state: z.enum(['compared', 'failed']),
  /** The pair's current verdict; null where the pair no longer exists. */
  verdict: verdict.nullable(),
  structure: definitionResult.nullable(),
  data: z.union([dataResult, z.literal('skipped')]),
  rows_source: z.int().nullable(),
  rows_target: z.int().nullable(),
  /** At most 1,000. */
  differences: z.array(
    difference.pick({ key: true, kind: true }).extend({ columns: z.array(z.string()) }),
  ),
  /** Number of differing rows, and whether there may be more. */
  differences_total: z.int().nullable(),
  at_least: z.boolean(),
  /** What `data` covers; null where rows were not compared. */
  coverage: coverage.nullable(),
  /** Last result of the pair's calls. */
  calls: callResult.nullable(),
  /** Why a run that repeats calls skipped this one; null where it ran, or no call is expected. */
  not_called: z.string().nullable(),
  not_called_said: messageData,
  /** Why it failed or could not be compared; in the words of the database where it reported the error. */
  reason: z.string().nullable(),
  reason_said: messageData,
  /** Whether it failed because a database could not be connected to. */
  connection_failed: z.boolean(),
  /** Sentences: what was left out, the rules by which rows count as equal, and the reason. */
  notes: z.array(z.string()),
  notes_said: z.array(messageData),
});
export type RunItem = z.infer<typeof runItem>;

export const listRunItems = endpoint({
  method: 'GET',
  path: '/api/projects/{id}/runs/{run}/items',
  summary: 'What a run found so far, in the order of being done, at most 200 at once',
  access: member,
  params: oneRun,
  query: z.object({
    /** Continues after this `seq`. */
    after: z
      .string()
      .regex(/^\d{1,9}$/, { error: fault('field.notWhole') })
      .transform(Number)
      .optional(),
    /** 1: only pairs that the run counts as failed. */
    failed: flag.optional(),
    /** 1: only pairs whose call was skipped by a run that repeats calls. */
    not_called: flag.optional(),
  }),
  response: z.array(runItem),
});
