import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { id, requiredText, text } from '../fields.ts';
import { MAX_TOLERATED, shownTolerance, toleratedCause } from './causes.ts';
import { MAX_PROJECT_TOLERANCES } from './tolerances.ts';
import { changeOf } from '../stale.ts';
import { message, fault } from '../messages/message.ts';

export { DIFFERENCE_KINDS, MAX_KEPT_ROWS, difference, type Difference } from './difference.ts';

const names = z.array(requiredText(500)).max(2_000, {
  error: fault('field.tooMany', { count: 2_000, things: message('thing.columns') }),
});
const condition = text(5_000).nullable();

/** A source column and its name on the target. */
export const columnCounterpart = z.object({ source: requiredText(500), target: requiredText(500) });
export type ColumnCounterpart = z.infer<typeof columnCounterpart>;

/** Maximum length of an expression. */
const MAX_EXPRESSION = 1_000;
const MAX_EXPRESSIONS = 50;
const expression = requiredText(MAX_EXPRESSION).nullable();

/** SQL expressions that are read instead of a column, in each engine's dialect; null reads the column itself. */
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
  /** Columns that neither equal names nor naming rules match; comparisons of definitions use them as well. */
  columns: z.array(columnCounterpart).max(2_000),
  /** Tolerated differences. They apply only where rows are matched by their values; key values must be equal. */
  tolerated: z.array(toleratedCause).max(MAX_TOLERATED).default([]),
  /** Ids of the project's tolerances and expressions that do not apply to this pair. */
  not_tolerated: z.array(id).max(MAX_PROJECT_TOLERANCES).default([]),
  /** Expressions read instead of columns, by source name; key columns cannot have one. */
  expressions: z
    .array(computedColumn)
    .max(MAX_EXPRESSIONS, {
      error: fault('field.tooMany', {
        count: MAX_EXPRESSIONS,
        things: message('thing.expressions'),
      }),
    })
    .default([]),
  /** Source columns that identify a row; null: the primary key, or a unique key without nullable columns. */
  key: names.nullable(),
  /** Row conditions, in each engine's SQL dialect. */
  where_source: condition,
  where_target: condition,
  /** Maximum relative difference of floating-point numbers; null requires equality. */
  float_tolerance: z.number().min(0).max(1).nullable(),
  /** Number of fractional digits of seconds that are compared; null: as many as both sides store. */
  time_precision: z.int().min(0).max(6).nullable(),
  ignore_case: z.boolean(),
  ignore_trailing_blanks: z.boolean(),
  /** Whether an empty text equals NULL; always true where a side is Oracle. */
  empty_is_null: z.boolean(),
});
export type ComparisonRules = z.infer<typeof comparisonRules>;

/** The rules, with the author and state of each tolerance. */
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
  /** Type as the engine spells it; '' where it does not report it. */
  type: z.string(),
  /** Values from some rows, as texts; masked where the project masks the column. */
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
    /** Name of the pair. */
    name: z.string(),
    /** Whether the last comparison of rows used it; false also if rows were never compared. */
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
  /** Maximum number of connections of all runs of the project, per server process. */
  connections: z.int().min(1).max(16),
  /** Pause after each statement, in percent of its duration, to limit the load. */
  brake: z.int().min(0).max(1_000),
  /** Whether members may run their own calls on this side. */
  calls: z.boolean(),
  /** Whether calls that write may run on this side, in a transaction that is rolled back. */
  disposable: z.boolean(),
});

export const proofSettings = z.object({
  source: sideSettings,
  target: sideSettings,
  /** Values of columns whose names contain one of these texts, ignoring case, are never stored or shown. */
  mask: z
    .array(requiredText(200))
    .max(200, { error: fault('field.tooMany', { count: 200, things: message('thing.texts') }) }),
  /** Timeout of a statement, in milliseconds. */
  statement_limit: z.int().min(1_000).max(3_600_000),
  /** Maximum number of rows read before and after a call that writes; changes in larger tables are not compared. */
  effect_rows: z.int().min(0).max(5_000_000).default(200_000),
  /** Whether grants on objects are read and compared. */
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
