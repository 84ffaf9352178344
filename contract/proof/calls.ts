import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { id, requiredText, text } from '../fields.ts';
import { canonicalType } from './definitions.ts';
import { comparedCall } from './pairs.ts';
import { difference } from './rows.ts';
import { fault } from '../messages/fault.ts';
import { message, said } from '../messages/message.ts';

/** What an error of a call means, whatever the engine's own code is. */
export const ERROR_CLASSES = [
  'unique',
  'foreign_key',
  'not_null',
  'check',
  'division_by_zero',
  'no_data',
  'too_many_rows',
  /** A value that is too large, too long, or none of its type. */
  'value',
  /** By the routine itself. */
  'raised',
  'permission',
  'not_found',
  'syntax',
] as const;
export type ErrorClass = (typeof ERROR_CLASSES)[number];

/** Errors that a routine is meant to give; the last three say that it was not run at all. */
export const EXPECTABLE: readonly ErrorClass[] = ERROR_CLASSES.filter(
  (name) => name !== 'permission' && name !== 'not_found' && name !== 'syntax',
);

const callText = text(100_000);

/** What is run on both sides of a pair. Parameters are written `:name` in the texts. */
export const pairCall = z.object({
  source_text: callText,
  target_text: callText,
  /** Each is run once; without any the texts run once without parameters. Null is NULL. */
  parameter_sets: z
    .array(
      z.object({
        name: requiredText(100),
        values: z.record(z.string().max(100), text(10_000).nullable()),
        /** The error that both sides must give, because that is what is right; null: none. */
        expected_error: z
          .enum(ERROR_CLASSES)
          .refine((name) => EXPECTABLE.includes(name), {
            error: fault('field.mustHaveRun'),
          })
          .nullable()
          .default(null),
      }),
    )
    .max(100, {
      error: fault('field.tooMany', { count: 100, things: message('thing.parameterSets') }),
    }),
  /** Whether the order of rows matters. */
  ordered: z.boolean(),
  /** Pairs of tables that it is watched for changing, besides those that its texts name; of a call that writes. */
  tables: z.array(id).max(20).default([]),
  /** Whether the calls may write: only on sides that an administrator marked disposable, and rolled back. */
  writes: z.boolean(),
});
export type PairCall = z.infer<typeof pairCall>;

const resultSet = z.object({
  columns: z.array(
    z.object({
      name: z.string(),
      type: z.string(),
      /** The column of a table that it shows as it is; null of what is computed, or where the engine does not tell. */
      origin: z
        .object({ schema: z.string(), table: z.string(), column: z.string() })
        .nullable()
        .default(null),
    }),
  ),
  /** The first ones, and then the first of those beyond that the other side does not have. */
  rows: z.array(z.array(z.string().nullable())),
  /** How many stand in their order at the beginning of `rows`; null: all. */
  first: z.int().nullable().default(null),
  /** How many have come; null in evidence from before they were all read. */
  count: z.int().nullable().default(null),
  /** Whether there are more than these. */
  truncated: z.boolean(),
});

/** What one side answered. */
export const callAnswer = z.object({
  result_sets: z.array(resultSet),
  output: z.record(z.string(), z.string().nullable()),
  affected: z.int().nullable(),
  error: z
    .object({
      code: z.string(),
      message: z.string(),
      class: z.enum(ERROR_CLASSES).nullable().default(null),
    })
    .nullable(),
  /** Whether something that it wrote may have stayed; false in evidence from before this was asked. */
  committed: z.boolean().default(false),
  milliseconds: z.int(),
});
export type CallAnswer = z.infer<typeof callAnswer>;

const changed = z.object({ inserted: z.int(), updated: z.int(), deleted: z.int() });

/** What a call changed in a table and its counterpart, before it was rolled back. */
export const callEffect = z.object({
  /** The pair of the table. */
  pair: id,
  /** `schema.name` on both sides. */
  source_name: z.string(),
  target_name: z.string(),
  /** Null where the rows are too many to be counted apart. */
  source: changed.nullable(),
  target: changed.nullable(),
  result: z.enum(['equal', 'different', 'partly_compared']),
  /** Rows that the call left otherwise on the other side: `missing` and `extra` were changed on one side only. At most 100. */
  differences: z.array(difference),
  differences_total: z.int(),
  /** The columns, as both sides call them, and those that identify a row. */
  names: z.array(z.tuple([z.string(), z.string()])),
  key: z.array(z.string()).nullable(),
});
export type CallEffect = z.infer<typeof callEffect>;

export const callComparison = z.object({
  /** Name of the parameter set; null without any. */
  parameters: z.string().nullable(),
  /** Null where the side could not be reached; then `notes` says why. */
  source: callAnswer.nullable(),
  target: callAnswer.nullable(),
  result: comparedCall,
  /** Whether all of both answers was compared; null where there were not two. */
  complete: z.boolean().nullable().default(null),
  /** What differs, sentences: at most 100. */
  differences: z.array(z.string()),
  differences_said: z.array(said),
  /** For each result set that both sides gave: the rows, by place, that the other side does not have. */
  different_rows: z
    .array(z.object({ source: z.array(z.int()), target: z.array(z.int()) }))
    .default([]),
  /** Of a call that writes, for each table that was watched. */
  effects: z.array(callEffect).default([]),
  notes: z.array(z.string()),
  notes_said: z.array(said),
});
export type CallComparison = z.infer<typeof callComparison>;

const onePair = z.object({ id, pair: id });

/** A parameter of a routine; its type on each side in the engine's own spelling, null where it has none there. */
const parameter = z.object({
  name: z.string(),
  source: z.string().nullable(),
  target: z.string().nullable(),
  /** What its values must look like, on the source where it has it. */
  canonical: canonicalType,
});
export type CallParameter = z.infer<typeof parameter>;

/** A first call that runs as it stands, once its parameters have values. */
const callProposal = z.object({
  /** Null where none can be written; `reasons` say why. */
  source: z.string().nullable(),
  target: z.string().nullable(),
  /** Whether an engine takes it as a call that writes only. */
  writes: z.boolean(),
  /** Values that parameters need whatever the call is for: of those that only give something back. */
  values: z.record(z.string(), z.string().nullable()),
  /** Those that the routines have, by the names that the proposed texts give them. */
  parameters: z.array(parameter),
  reasons: z.array(z.string()),
  reasons_said: z.array(said),
});
export type CallProposal = z.infer<typeof callProposal>;

export const getCall = endpoint({
  method: 'GET',
  path: '/api/projects/{id}/pairs/{pair}/call',
  summary: 'What is run on both sides of a pair, prefilled from the test call; and what it may do',
  access: { who: 'member', of: 'params.id' },
  params: onePair,
  response: pairCall.extend({
    /** Whether each side may be called, and may be written to. */
    allowed: z.object({ source: z.boolean(), target: z.boolean() }),
    disposable: z.object({ source: z.boolean(), target: z.boolean() }),
    /** Whether this person may run it: administrators, testers and developers of the pair's objects. */
    may_run: z.boolean(),
    /** Null where a side has no object. */
    proposal: callProposal.nullable(),
  }),
});

const irrevocable = z.object({
  source: z.array(z.string()),
  source_said: z.array(said),
  target: z.array(z.string()),
  target_said: z.array(said),
});

export const checkCall = endpoint({
  method: 'POST',
  path: '/api/projects/{id}/pairs/{pair}/call/check',
  summary: 'What a rollback would not take back of texts, before they are run',
  access: { who: 'pairAssignee', of: 'params.pair' },
  params: onePair,
  body: pairCall.pick({ source_text: true, target_text: true }),
  response: irrevocable,
});

const callSets = z.object({
  sets: z.array(
    z.object({ name: z.string(), values: z.record(z.string(), z.string().nullable()) }),
  ),
  /** Of each parameter, the column whose values are proposed; null where only its type is known, if that. */
  from: z.array(z.object({ name: z.string(), column: z.string().nullable() })),
});
export type CallSets = z.infer<typeof callSets>;

export const proposeSets = endpoint({
  method: 'POST',
  path: '/api/projects/{id}/pairs/{pair}/call/sets',
  summary: 'Up to 20 parameter sets to try, from rows that both sides have; nothing is run or kept',
  access: { who: 'pairAssignee', of: 'params.pair' },
  params: onePair,
  body: pairCall.pick({ source_text: true, target_text: true }),
  response: callSets,
});

/** Which parameter set runs, counted from 1, and of how many. */
export const callProgress = z.object({ set: z.int(), sets: z.int() });
export type CallProgress = z.infer<typeof callProgress>;

export const getCallProgress = endpoint({
  method: 'GET',
  path: '/api/projects/{id}/pairs/{pair}/call/progress',
  summary: 'How far the run of a call with several parameter sets is; null where none runs',
  access: { who: 'member', of: 'params.id' },
  params: onePair,
  response: callProgress.nullable(),
});

export const runCall = endpoint({
  method: 'POST',
  path: '/api/projects/{id}/pairs/{pair}/call',
  summary: 'Run a call on both sides, compare, and keep both answers as evidence',
  access: { who: 'pairAssignee', of: 'params.pair' },
  params: onePair,
  body: pairCall,
  response: z.object({
    evidence_id: id,
    result: comparedCall,
    /** Why the objects' test results stayed as they are, sentences. */
    notes: z.array(z.string()),
    notes_said: z.array(said),
    /** Pairs whose rows were compared before and may be others now, because something that the call wrote may have stayed. */
    outdated: z.array(id),
    /** Whether a database could not be connected to. */
    connection_failed: z.boolean(),
    comparisons: z.array(callComparison),
  }),
});
