import { type Message, message } from '../../../contract/messages/message.ts';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { isForeignKeyViolation } from '../db/errors.ts';
import { ProblemError } from '../problem.ts';

const FASTIFY_PROBLEMS: Record<string, [ProblemError['kind'], Message]> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: ['unsupported-media-type', message('request.wrongBody')],
  FST_ERR_MAX_PARAM_LENGTH: ['not-found', message('request.noSuchAddress')],
  FST_ERR_BAD_URL: ['malformed', message('request.badAddress')],
};

/** Converts any error into one for clients, with only what they may see. */
export function asProblemError(error: unknown): ProblemError {
  if (error instanceof ProblemError) return error;
  if (isForeignKeyViolation(error))
    return new ProblemError('conflict', message('request.goneMeanwhile'), { cause: error });
  const { code = '', statusCode = 500 } = error as Partial<FastifyError>;
  const known = FASTIFY_PROBLEMS[code];
  if (known) return new ProblemError(known[0], known[1]);
  if (statusCode >= 400 && statusCode < 500) {
    return new ProblemError('malformed', message('request.notReadable'), { cause: error });
  }
  return new ProblemError('internal', message('request.internal'), {
    cause: error,
  });
}

/** Whether work was cancelled, for example because the client has disconnected. */
const isCancelled = (error: unknown): boolean =>
  error instanceof Error &&
  (error.name === 'AbortError' || Reflect.get(error, 'code') === 'cancelled');

/** Renders every error as problem details, and logs server errors. */
export function renderError(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const problem = asProblemError(error);
  const err = problem.cause ?? problem;
  if (reply.raw.destroyed && isCancelled(err))
    request.log.info('The client left before it was answered.');
  else if (problem.status >= 500) request.log.error({ err }, problem.message);
  else if (isForeignKeyViolation(err)) request.log.warn({ err }, problem.message);
  if (problem.extras.retryAfter) reply.header('retry-after', String(problem.extras.retryAfter));
  return reply
    .code(problem.status)
    .header('content-type', 'application/problem+json; charset=utf-8')
    .send(JSON.stringify(problem.toProblem()));
}
