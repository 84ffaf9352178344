import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { date, id, requiredText, text, timestamp } from '../fields.ts';
import { fault } from '../messages/message.ts';
import { toleratedCause } from './causes.ts';

/** A tolerance for all pairs of a project, for every column or for columns of the given types. */
const projectTolerance = z.object({
  cause: toleratedCause.shape.cause,
  /** Types as the engines spell them, without lengths, such as `datetime`; null for any type. */
  source_type: text(200).nullable(),
  target_type: text(200).nullable(),
  reason: requiredText(1_000),
  /** The last day on which it applies; it ends when that day has ended in every time zone. */
  until: date.nullable(),
});

/** Maximum number per project, expressions included. */
export const MAX_PROJECT_TOLERANCES = 200;

/** The name of a type without its length, as tolerances refer to it. */
export const nameOfType = (type: string): string =>
  type
    .toLowerCase()
    .replaceAll(/\([^)]*\)/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim();

/** Stands for the quoted name of the column in an expression for columns of the given types. */
export const COLUMN = '{column}';
/** What expressions have for a cause, in lists and in the history. */
export const EXPRESSION = 'expression';

const expression = requiredText(1_000)
  .refine((value) => value.includes(COLUMN), { error: fault('expression.noColumn') })
  .nullable();
const typeName = requiredText(200)
  .refine((value) => nameOfType(value) !== '', { error: fault('field.required') })
  .nullable();

/** Expressions that are read in place of all columns of the given types, in each engine's dialect. */
const projectExpression = projectTolerance
  .omit({ cause: true })
  .extend({
    source_type: typeName,
    target_type: typeName,
    /** Null reads the column itself. */
    source_expression: expression,
    target_expression: expression,
  })
  .refine(({ source_type, target_type }) => source_type !== null || target_type !== null, {
    error: fault('field.required'),
    path: ['source_type'],
  })
  .refine((one) => one.source_expression !== null || one.target_expression !== null, {
    error: fault('field.required'),
    path: ['source_expression'],
  });
export type NewProjectExpression = z.infer<typeof projectExpression>;

export const shownProjectTolerance = projectTolerance.extend({
  id,
  /** A cause of values, or `expression`. */
  cause: z.string(),
  /** Of a tolerance null. */
  source_expression: z.string().nullable(),
  target_expression: z.string().nullable(),
  by: z.string().nullable(),
  at: timestamp,
  /** When it expired; null while it applies. */
  ended_at: timestamp.nullable(),
  /** Number of pairs whose rows are proven only thanks to it. */
  pairs: z.int(),
});
export type ProjectTolerance = z.infer<typeof shownProjectTolerance>;
export type NewProjectTolerance = z.infer<typeof projectTolerance>;

export const listTolerances = endpoint({
  method: 'GET',
  path: '/api/projects/{id}/tolerances',
  summary:
    'Differences of rows that count as equal, and expressions in place of columns, in all pairs of a project',
  access: { who: 'member', of: 'params.id' },
  params: z.object({ id }),
  offMainThread: true,
  response: z.array(shownProjectTolerance),
});

export const addTolerance = endpoint({
  method: 'POST',
  path: '/api/projects/{id}/tolerances',
  summary: 'Let differences of rows count as equal in all pairs of a project',
  access: { who: 'administrator' },
  params: z.object({ id }),
  body: projectTolerance,
  response: z.object({ id }),
});

export const addProjectExpression = endpoint({
  method: 'POST',
  path: '/api/projects/{id}/tolerances/expressions',
  summary: 'Read expressions in place of all columns of two types, in all pairs of a project',
  access: { who: 'administrator' },
  params: z.object({ id }),
  body: projectExpression,
  response: z.object({ id }),
});

export const removeTolerance = endpoint({
  method: 'DELETE',
  path: '/api/projects/{id}/tolerances/{tolerance}',
  summary:
    'Let such differences count again, or read the columns again; what is not proven without it is to be compared anew',
  access: { who: 'administrator' },
  params: z.object({ id, tolerance: id }),
  response: z.object({
    /** Number of pairs that must be compared again. */
    outdated: z.int(),
  }),
});
