import type { z } from 'zod';
import { toEnglish } from '../../contract/messages/english.ts';
import { type Code, type Message, message, readFault } from '../../contract/messages/message.ts';
import {
  type FieldError,
  type FieldFault,
  PROBLEMS,
  type Problem,
  type ProblemKind,
} from '../../contract/problems.ts';
import { fingerprint } from '../../contract/stale.ts';

export interface ProblemExtras {
  errors?: FieldFault[];
  current?: unknown;
  sqlMessage?: string;
  /** In seconds, sent as Retry-After. */
  retryAfter?: number;
  cause?: unknown;
}

/** An error for clients. Thrown by services, rendered in one place. */
export class ProblemError extends Error {
  readonly kind: ProblemKind;
  readonly said: Message;
  readonly extras: ProblemExtras;

  constructor(kind: ProblemKind, said: Message, extras: ProblemExtras = {}) {
    super(toEnglish(said), { cause: extras.cause });
    this.name = 'ProblemError';
    this.kind = kind;
    this.said = said;
    this.extras = extras;
  }

  get status(): number {
    return PROBLEMS[this.kind].status;
  }

  /** The body of the response. */
  toProblem(): Problem {
    const { errors, current, sqlMessage } = this.extras;
    return {
      type: `/problems/${this.kind}`,
      title: PROBLEMS[this.kind].title,
      status: this.status,
      detail: this.message,
      ...this.said,
      ...(errors && { errors: errors.map(toFieldError) }),
      ...(current !== undefined && { current }),
      ...(sqlMessage !== undefined && { sqlMessage }),
    };
  }
}

const toFieldError = ({ field, message: said }: FieldFault): FieldError => ({
  field,
  message: toEnglish(said),
  ...said,
});

export const notFound = (what: Extract<Code, `what.${string}`>) =>
  new ProblemError('not-found', message('request.doesNotExist', { what: message(what) }));
export const forbidden = (said = message('access.forbidden')) =>
  new ProblemError('forbidden', said);
export const conflict = (said: Message, extras?: ProblemExtras) =>
  new ProblemError('conflict', said, extras);

/** @throws ProblemError if the edit, which replaces a whole value, was based on another state */
export function refuseStale(was: string | undefined, now: unknown): void {
  if (was === undefined || was === fingerprint(now)) return;
  throw conflict(message('project.settingsChanged'), { current: now });
}

const MAX_FIELD_ERRORS = 100;
const MAX_NAMED = 5;

/** 422 that names each invalid field and what is wrong with it. */
export function invalid(errors: FieldFault[]): ProblemError {
  const faults = errors
    .slice(0, MAX_NAMED)
    .map(({ field, message: fault }) =>
      field ? message('request.fault', { field, fault }) : fault,
    );
  const more = errors.length - MAX_NAMED;
  return new ProblemError(
    'invalid',
    more > 0
      ? message('request.invalidAndMore', { faults, count: more })
      : message('request.invalid', { faults }),
    { errors: errors.slice(0, MAX_FIELD_ERRORS) },
  );
}

/** 422 from the issues that zod found. */
function invalidByIssues(issues: readonly z.core.$ZodIssue[]): ProblemError {
  return invalid(
    issues.map((issue) => ({
      field: issue.path.join('.'),
      message: readFault(issue.message) ?? messageOf(issue),
    })),
  );
}

/** What a field must be, if its schema has no message of its own. */
function messageOf(issue: z.core.$ZodIssue): Message {
  if (issue.code === 'invalid_value')
    return message('field.notOneOf', { names: issue.values.map(String).join(', ') });
  const expected = issue.code === 'invalid_type' ? issue.expected : null;
  switch (expected) {
    case 'boolean':
      return message('field.notBoolean');
    case 'array':
      return message('field.notArray');
    case 'object':
      return message('field.notObject');
    case 'string':
      return message('field.notText');
    case 'number':
      return message('field.notNumber');
    default:
      return message('field.notValid', { why: issue.message });
  }
}

/** Parses the value, or throws the 422. */
export function parseOrThrow<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const parsed = schema.safeParse(value);
  if (!parsed.success) throw invalidByIssues(parsed.error.issues);
  return parsed.data;
}
