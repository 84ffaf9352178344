import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { id, requiredText, text } from '../fields.ts';
import { MOST_TOLERATED, shownTolerance, toleratedCause } from './causes.ts';
import { MOST_PROJECT_TOLERANCES } from './tolerances.ts';
import { changeOf } from '../stale.ts';
import { fault } from '../messages/fault.ts';
import { message } from '../messages/message.ts';

export const DIFFERENCE_KINDS = ['missing', 'extra', 'changed'] as const;

/** A row that differs: missing on the target, extra there, or changed. */
export const difference = z.object({
  /** Values of the key columns as texts; null for a row of a table without key. */
  key: z.array(z.string().nullable()).nullable(),
  kind: z.enum(DIFFERENCE_KINDS),
  /** The columns that differ (all of them for missing and extra rows); a masked value is '••••'. */
  columns: z.array(
    z.object({
      name: z.string(),
      source: z.string().nullable(),
      target: z.string().nullable(),
      /** The ids of causes that hold for a value that was changed (`causes.ts`). */
      causes: z.array(z.string()).optional(),
    }),
  ),
});
export type Difference = z.infer<typeof difference>;

const names = z.array(requiredText(500)).max(2_000, {
  error: fault('field.tooMany', { count: 2_000, things: message('thing.columns') }),
});
const condition = text(5_000).nullable();

/** A column of the source, and what it is called on the target. */
const columnCounterpart = z.object({ source: requiredText(500), target: requiredText(500) });
export type ColumnCounterpart = z.infer<typeof columnCounterpart>;

/** Characters of an expression. */
const MOST_EXPRESSION = 1_000;
const MOST_EXPRESSIONS = 50;
const expression = requiredText(MOST_EXPRESSION).nullable();

/** What is read in place of a column, in each engine's own SQL; null: the column. */
export const computedColumn = z
  .object({ column: requiredText(500), source: expression, target: expression })
  .refine(({ source, target }) => source !== null || target !== null, {
    error: fault('field.required'),
    path: ['source'],
  });
export type ComputedColumn = z.infer<typeof computedColumn>;

/** How the rows of a pair are compared. What a rule leaves out is named in the result. */
export const comparisonRules = z.object({
  /** Columns that are not compared, by their source names. */
  leave_out: names,
  /** Columns whose names neither match by themselves nor by the naming rules; definitions are compared by them, too. */
  columns: z.array(columnCounterpart).max(2_000),
  /** Differences that count as equal. Only where rows are found by their values: a key's must be the same. */
  tolerated: z.array(toleratedCause).max(MOST_TOLERATED).default([]),
  /** What the project lets pass, and this pair does not: ids. */
  not_tolerated: z.array(id).max(MOST_PROJECT_TOLERANCES).default([]),
  /** Expressions that stand for columns, by their source names; never for a key. */
  expressions: z
    .array(computedColumn)
    .max(MOST_EXPRESSIONS, {
      error: fault('field.tooMany', {
        count: MOST_EXPRESSIONS,
        things: message('thing.expressions'),
      }),
    })
    .default([]),
  /** Source columns that identify a row; null: the primary key, or a unique key without nullable columns. */
  key: names.nullable(),
  /** Conditions in each engine's own SQL. */
  where_source: condition,
  where_target: condition,
  /** Largest relative difference of floating-point numbers; null: none. */
  float_tolerance: z.number().min(0).max(1).nullable(),
  /** Digits of a second that are compared; null: as many as both sides keep. */
  time_precision: z.int().min(0).max(6).nullable(),
  ignore_case: z.boolean(),
  ignore_trailing_blanks: z.boolean(),
  /** An empty text equals NULL; always so where a side is Oracle. */
  empty_is_null: z.boolean(),
});
export type ComparisonRules = z.infer<typeof comparisonRules>;

/** With who let what pass, and whether that is over. */
export const shownRules = comparisonRules.extend({ tolerated: z.array(shownTolerance) });
export type ShownRules = z.infer<typeof shownRules>;

export const DEFAULT_COMPARISON_RULES: ComparisonRules = {
  leave_out: [],
  columns: [],
  tolerated: [],
  not_tolerated: [],
  expressions: [],
  key: null,
  where_source: null,
  where_target: null,
  float_tolerance: null,
  time_precision: null,
  ignore_case: false,
  ignore_trailing_blanks: false,
  empty_is_null: false,
};

const onePair = z.object({ id, pair: id });

export const getComparisonRules = endpoint({
  method: 'GET',
  path: '/api/projects/{id}/pairs/{pair}/rules',
  summary: "How a pair's rows are compared",
  access: { who: 'member', of: 'params.id' },
  params: onePair,
  response: shownRules,
});

export const setComparisonRules = endpoint({
  method: 'PUT',
  path: '/api/projects/{id}/pairs/{pair}/rules',
  summary: "Change how a pair's rows are compared; 409 when they are not `was` any more",
  access: { who: 'administrator' },
  params: onePair,
  body: changeOf(comparisonRules),
  response: shownRules,
});

const triedExpression = z.object({
  /** As the engine calls it; '' where it does not tell. */
  type: z.string(),
  /** Of some rows, as texts; masked where the project masks columns. */
  values: z.array(z.string().nullable()),
});
export type TriedExpression = z.infer<typeof triedExpression>;

export const tryExpression = endpoint({
  method: 'POST',
  path: '/api/projects/{id}/pairs/{pair}/expressions',
  summary: 'Read the first values of what would be compared in place of a column; nothing is kept',
  access: { who: 'administrator' },
  params: onePair,
  body: computedColumn,
  response: z.object({ source: triedExpression.nullable(), target: triedExpression.nullable() }),
});

const expressionInForce = computedColumn.and(
  z.object({
    pair_id: id,
    /** The pair's. */
    name: z.string(),
    /** Whether the rows were compared by it; else they were before it was named, or never. */
    compared: z.boolean(),
  }),
);
export type ExpressionInForce = z.infer<typeof expressionInForce>;

export const listExpressions = endpoint({
  method: 'GET',
  path: '/api/projects/{id}/expressions',
  summary: 'What is read in place of columns, in the pairs of a project: at most 500',
  access: { who: 'member', of: 'params.id' },
  params: z.object({ id }),
  response: z.array(expressionInForce),
});

const sideSettings = z.object({
  /** Connections that all runs of the project may open at once; for each process of the server. */
  connections: z.int().min(1).max(16),
  /** Pause after each statement, in per cent of the time that it took: the load brake. */
  brake: z.int().min(0).max(1_000),
  /** Whether members may run calls of their own there. */
  calls: z.boolean(),
  /** Whether calls that write may run there, in a transaction that is rolled back. */
  disposable: z.boolean(),
});

export const proofSettings = z.object({
  source: sideSettings,
  target: sideSettings,
  /** Values of columns whose names contain one of these texts, in any case, are never kept or shown. */
  mask: z
    .array(requiredText(200))
    .max(200, { error: fault('field.tooMany', { count: 200, things: message('thing.texts') }) }),
  /** Milliseconds. */
  statement_limit: z.int().min(1_000).max(3_600_000),
  /** Rows of a table that are read before and after a call that writes; what it changes in a larger one is not compared. */
  effect_rows: z.int().min(0).max(5_000_000).default(200_000),
  /** Whether it is read and compared who may do what with an object. */
  grants: z.boolean().default(false),
});
export type ProofSettings = z.infer<typeof proofSettings>;

const DEFAULT_SIDE = { connections: 2, brake: 0, calls: false, disposable: false };
export const DEFAULT_PROOF_SETTINGS: ProofSettings = {
  source: DEFAULT_SIDE,
  target: DEFAULT_SIDE,
  mask: [],
  statement_limit: 60_000,
  effect_rows: 200_000,
  grants: false,
};

export const getProofSettings = endpoint({
  method: 'GET',
  path: '/api/projects/{id}/proofsettings',
  summary: 'What comparisons and calls may do on the databases of a project',
  access: { who: 'member', of: 'params.id' },
  params: z.object({ id }),
  response: proofSettings,
});

export const setProofSettings = endpoint({
  method: 'PUT',
  path: '/api/projects/{id}/proofsettings',
  summary: 'Change what comparisons and calls may do; 409 when it is not `was` any more',
  access: { who: 'administrator' },
  params: z.object({ id }),
  body: changeOf(proofSettings),
  response: proofSettings,
});
