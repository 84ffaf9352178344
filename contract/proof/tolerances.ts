import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { date, id, requiredText, text, timestamp } from '../fields.ts';
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

/** Maximum number per project. */
export const MAX_PROJECT_TOLERANCES = 200;

/** The name of a type without its length, as tolerances refer to it. */
export const nameOfType = (type: string): string =>
  type
    .toLowerCase()
    .replaceAll(/\([^)]*\)/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim();

export const shownProjectTolerance = projectTolerance.extend({
  id,
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
  summary: 'Differences of rows that count as equal in all pairs of a project',
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

export const removeTolerance = endpoint({
  method: 'DELETE',
  path: '/api/projects/{id}/tolerances/{tolerance}',
  summary: 'Let such differences count again; what is not proven without it is to be compared anew',
  access: { who: 'administrator' },
  params: z.object({ id, tolerance: id }),
  response: z.object({
    /** Number of pairs that must be compared again. */
    outdated: z.int(),
  }),
});
