import type { z } from 'zod';
import {
  type FieldError,
  PROBLEMS,
  type Problem,
  type ProblemKind,
} from '../../contract/problems.ts';
import { fingerprint } from '../../contract/stale.ts';

export interface ProblemExtras {
  errors?: FieldError[];
  current?: unknown;
  sqlMessage?: string;
  /** Seconds, sent as Retry-After. */
  retryAfter?: number;
  cause?: unknown;
}

/** A failure that a client is told of. Thrown by services, rendered in one place. */
export class ProblemError extends Error {
  readonly kind: ProblemKind;
  readonly extras: ProblemExtras;

  constructor(kind: ProblemKind, detail: string, extras: ProblemExtras = {}) {
    super(detail, { cause: extras.cause });
    this.name = 'ProblemError';
    this.kind = kind;
    this.extras = extras;
  }

  get status(): number {
    return PROBLEMS[this.kind].status;
  }

  /** The body of the answer. */
  toProblem(): Problem {
    const { errors, current, sqlMessage } = this.extras;
    return {
      type: `/problems/${this.kind}`,
      title: PROBLEMS[this.kind].title,
      status: this.status,
      detail: this.message,
      ...(errors && { errors }),
      ...(current !== undefined && { current }),
      ...(sqlMessage !== undefined && { sqlMessage }),
    };
  }
}

export const notFound = (what: string) => new ProblemError('not-found', `${what} does not exist.`);
export const forbidden = (detail = 'You are not allowed to do this.') =>
  new ProblemError('forbidden', detail);
export const conflict = (detail: string, extras?: ProblemExtras) =>
  new ProblemError('conflict', detail, extras);

/** @throws ProblemError where an edit that replaces it as a whole began with something else */
export function refuseStale(was: string | undefined, now: unknown): void {
  if (was === undefined || was === fingerprint(now)) return;
  throw conflict(
    'Somebody else has changed these settings meanwhile. Copy what you need, and open them again.',
    { current: now },
  );
}

const MAX_FIELD_ERRORS = 100;

/** 422 that names each field and what is wrong with it. */
export function invalid(errors: FieldError[]): ProblemError {
  const shown = errors.slice(0, MAX_FIELD_ERRORS);
  const named = shown
    .slice(0, 5)
    .map((error) => (error.field ? `${error.field} ${error.message}` : error.message));
  const more = errors.length > 5 ? ` and ${errors.length - 5} more` : '';
  const detail = `${named.join('; ')}${more}.`;
  return new ProblemError('invalid', detail, { errors: shown });
}

/** 422 from what zod found. */
export function invalidByIssues(issues: readonly z.core.$ZodIssue[]): ProblemError {
  return invalid(
    issues.map((issue) => ({
      field: issue.path.join('.'),
      message: issue.message.startsWith('Invalid')
        ? `is not valid (${issue.message})`
        : issue.message,
    })),
  );
}

/** Parses or throws the 422. */
export function parseOrThrow<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const parsed = schema.safeParse(value);
  if (!parsed.success) throw invalidByIssues(parsed.error.issues);
  return parsed.data;
}
