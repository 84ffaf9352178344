import { z } from 'zod';
import { type Message, codeFields } from './messages/message.ts';

/** One invalid field: `field` is its name on the wire (`3.schema_name` inside a list). */
const fieldError = z.object({ field: z.string(), message: z.string(), ...codeFields });
export type FieldError = z.infer<typeof fieldError>;

/** A field error as a message that is not rendered as text yet. */
export interface FieldFault {
  field: string;
  message: Message;
}

/** Problem details (RFC 9457), the body of every answer of 400 and above. */
export const problem = z.object({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  /** A sentence for the user. */
  detail: z.string(),
  /** `detail` as data: the code of the message, and its params. */
  ...codeFields,
  errors: z.array(fieldError).optional(),
  /** In a 409 answer to an edit: the current row. */
  current: z.unknown().optional(),
  /** The same sentence as `detail`, under the name that clients of the specification read first. */
  sqlMessage: z.string().optional(),
});
export type Problem = z.infer<typeof problem>;

/** The kinds of problem, with their HTTP status and title. `type` on the wire is `/problems/{kind}`. */
export const PROBLEMS = {
  malformed: { status: 400, title: 'Request not understood' },
  unauthenticated: { status: 401, title: 'Not signed in' },
  forbidden: { status: 403, title: 'Not allowed' },
  'not-found': { status: 404, title: 'Not found' },
  conflict: { status: 409, title: 'Conflict' },
  'too-large': { status: 413, title: 'Too large' },
  'unsupported-media-type': { status: 415, title: 'Unsupported media type' },
  invalid: { status: 422, title: 'Invalid input' },
  'too-many-requests': { status: 429, title: 'Too many attempts' },
  internal: { status: 500, title: 'Internal error' },
  'database-failed': { status: 502, title: 'The database failed' },
  unavailable: { status: 503, title: 'Temporarily unavailable' },
  'database-timeout': { status: 504, title: 'The database did not answer in time' },
} as const satisfies Record<string, { status: number; title: string }>;
export type ProblemKind = keyof typeof PROBLEMS;
