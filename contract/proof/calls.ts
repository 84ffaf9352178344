import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { id, requiredText, text } from '../fields.ts';
import { canonicalType } from './definitions.ts';
import { comparedCall } from './pairs.ts';
import { difference } from './rows.ts';
import { message, messageData, fault } from '../messages/message.ts';

/** Classes of errors, independent of the engine's own codes. */
export const ERROR_CLASSES = [
  'unique',
  'foreign_key',
  'not_null',
  'check',
  'division_by_zero',
  'no_data',
  'too_many_rows',
  /** A value that is too large, too long, or invalid for its type. */
  'value',
  /** Raised by the routine itself. */
  'raised',
  'permission',
  'not_found',
  'syntax',
] as const;
export type ErrorClass = (typeof ERROR_CLASSES)[number];

/** Errors that a test may expect from a routine; the other classes mean that the routine never ran. */
export const EXPECTABLE: readonly ErrorClass[] = ERROR_CLASSES.filter(
  (name) => name !== 'permission' && name !== 'not_found' && name !== 'syntax',
);

const callText = text(100_000);

/** A call of a pair, run on both sides. Parameters are written `:name` in the texts. */
export const pairCall = z.object({
  source_text: callText,
  target_text: callText,
  /** The call runs once per set; without sets, once without parameters. A null value is NULL. */
  parameter_sets: z
    .array(
      z.object({
        name: requiredText(100),
        values: z.record(z.string().max(100), text(10_000).nullable()),
        /** The error that both sides must raise to pass; null where none is expected. */
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
  /** Whether the order of rows is compared. */
  ordered: z.boolean(),
  /** For a call that writes: pairs of tables to watch for changes, besides those that its texts name. */
  tables: z.array(id).max(20).default([]),
  /** Whether the call may write: only on sides that an administrator marked as disposable, and always rolled back. */
  writes: z.boolean(),
});
export type PairCall = z.infer<typeof pairCall>;

const resultSet = z.object({
  columns: z.array(
    z.object({
      name: z.string(),
      type: z.string(),
      /** The table column that it returns unchanged; null if it is computed, or the engine does not report it. */
      origin: z
        .object({ schema: z.string(), table: z.string(), column: z.string() })
        .nullable()
        .default(null),
    }),
  ),
  /** The first rows, followed by the first of the later rows that are missing on the other side. */
  rows: z.array(z.array(z.string().nullable())),
  /** How many at the beginning of `rows` are consecutive from the first row on; null means all. */
  first: z.int().nullable().default(null),
  /** Number of rows received; null in evidence from before all rows were read. */
  count: z.int().nullable().default(null),
  /** Whether there are more rows than `rows` contains. */
  truncated: z.boolean(),
});

/** A name of an answer in one spelling: sides write it in another case, engines with the mark of a variable. */
export const foldAnswerName = (name: string): string => name.replace(/^[@:]/, '').toLowerCase();
/** Each name once, in the spelling that comes first. */
export const distinctAnswerNames = (names: readonly string[]): string[] =>
  [
    ...new Map(names.toReversed().map((name) => [foldAnswerName(name), name])).values(),
  ].toReversed();

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
  /** Whether some of its changes may have survived the rollback; false in evidence from before this was checked. */
  committed: z.boolean().default(false),
  milliseconds: z.int(),
});
export type CallAnswer = z.infer<typeof callAnswer>;

const changed = z.object({ inserted: z.int(), updated: z.int(), deleted: z.int() });

/** Changes that a call made to a table and its counterpart before they were rolled back. */
export const callEffect = z.object({
  /** Id of the pair of tables. */
  pair: id,
  /** `schema.name` on both sides. */
  source_name: z.string(),
  target_name: z.string(),
  /** Null where the rows are too many to be counted separately. */
  source: changed.nullable(),
  target: changed.nullable(),
  result: z.enum(['equal', 'different', 'partly_compared']),
  /** At most 100 rows that the call left different on the two sides; `missing` and `extra` rows changed on one side only. */
  differences: z.array(difference),
  differences_total: z.int(),
  /** Column names as [source, target], and the columns that identify a row. */
  names: z.array(z.tuple([z.string(), z.string()])),
  key: z.array(z.string()).nullable(),
});
export type CallEffect = z.infer<typeof callEffect>;

export const callComparison = z.object({
  /** Name of the parameter set; null without one. */
  parameters: z.string().nullable(),
  /** Null where the side could not be reached; then `notes` says why. */
  source: callAnswer.nullable(),
  target: callAnswer.nullable(),
  result: comparedCall,
  /** Whether all of both answers was compared; null unless both sides answered. */
  complete: z.boolean().nullable().default(null),
  /** What differs, sentences: at most 100. */
  differences: z.array(z.string()),
  differences_said: z.array(messageData),
  /** For each result set that both sides returned: indexes of the rows that the other side does not have. */
  different_rows: z
    .array(z.object({ source: z.array(z.int()), target: z.array(z.int()) }))
    .default([]),
  /** Columns and output parameters of which both sides have as many values, and not the same: what a rule could let pass. */
  different_names: z.array(z.string()).default([]),
  /** For a call that writes: an entry per watched table. */
  effects: z.array(callEffect).default([]),
  notes: z.array(z.string()),
  notes_said: z.array(messageData),
});
export type CallComparison = z.infer<typeof callComparison>;

const onePair = z.object({ id, pair: id });

/** A parameter of a routine, with its type on each side as the engine spells it; null where that side lacks it. */
const parameter = z.object({
  name: z.string(),
  source: z.string().nullable(),
  target: z.string().nullable(),
  /** The type that values must match: that of the source, if it has the parameter. */
  canonical: canonicalType,
});
export type CallParameter = z.infer<typeof parameter>;

/** A proposed first call that runs unchanged once its parameters have values. */
const callProposal = z.object({
  /** Null where no call can be written; `reasons` explain why. */
  source: z.string().nullable(),
  target: z.string().nullable(),
  /** Whether an engine accepts it only as a call that writes, or it may write and its text does. */
  writes: z.boolean(),
  /** Fixed values of parameters that only return something. */
  values: z.record(z.string(), z.string().nullable()),
  /** The routines' parameters, by the names that the proposed texts use. */
  parameters: z.array(parameter),
  reasons: z.array(z.string()),
  reasons_said: z.array(messageData),
});
export type CallProposal = z.infer<typeof callProposal>;

export const getCall = endpoint({
  method: 'GET',
  path: '/api/projects/{id}/pairs/{pair}/call',
  summary: 'What is run on both sides of a pair, prefilled from the test call; and what it may do',
  access: { who: 'member', of: 'params.id' },
  params: onePair,
  response: pairCall.extend({
    /** Whether calls are allowed on each side, and whether that side is disposable. */
    allowed: z.object({ source: z.boolean(), target: z.boolean() }),
    disposable: z.object({ source: z.boolean(), target: z.boolean() }),
    /** Whether the user may run it: administrators, and testers and developers of the pair's objects. */
    may_run: z.boolean(),
    /** Null where a side has no object. */
    proposal: callProposal.nullable(),
  }),
});

const irrevocable = z.object({
  source: z.array(z.string()),
  source_said: z.array(messageData),
  target: z.array(z.string()),
  target_said: z.array(messageData),
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

export const formatCall = endpoint({
  method: 'POST',
  path: '/api/projects/{id}/pairs/{pair}/call/format',
  summary: 'Texts laid out in lines as their engines read them; null where one cannot be',
  access: { who: 'member', of: 'params.id' },
  params: onePair,
  body: pairCall.pick({ source_text: true, target_text: true }),
  response: z.object({ source_text: z.string().nullable(), target_text: z.string().nullable() }),
});

const callSets = z.object({
  sets: z.array(
    z.object({ name: z.string(), values: z.record(z.string(), z.string().nullable()) }),
  ),
  /** For each parameter, the column that its values come from; null where at most its type is known. */
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

/** The number of the running parameter set, from 1, and the number of sets. */
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
    /** Why the objects' test results were not changed, as sentences. */
    notes: z.array(z.string()),
    notes_said: z.array(messageData),
    /** Pairs whose compared rows may have changed, because some of the call's changes may have survived the rollback. */
    outdated: z.array(id),
    /** Whether the call failed because a database could not be connected to. */
    connection_failed: z.boolean(),
    comparisons: z.array(callComparison),
  }),
});
