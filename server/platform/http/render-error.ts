import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { ProblemError } from '../problem.ts';

const FASTIFY_PROBLEMS: Record<string, [ProblemError['kind'], string]> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: [
    'unsupported-media-type',
    'Bodies must be application/json in UTF-8.',
  ],
  FST_ERR_MAX_PARAM_LENGTH: ['not-found', 'There is nothing at this address.'],
  FST_ERR_BAD_URL: ['malformed', 'The address is not valid.'],
};

/** What a client is told of any error; only what is meant for it. */
export function asProblemError(error: unknown): ProblemError {
  if (error instanceof ProblemError) return error;
  const { code = '', statusCode = 500 } = error as Partial<FastifyError>;
  const known = FASTIFY_PROBLEMS[code];
  if (known) return new ProblemError(known[0], known[1]);
  if (statusCode >= 400 && statusCode < 500) {
    return new ProblemError('malformed', 'The request could not be read.', { cause: error });
  }
  return new ProblemError('internal', 'Something went wrong on the server. It has been logged.', {
    cause: error,
  });
}

/** Whether work was given up, such as that for a client who has left. */
const isCancelled = (error: unknown): boolean =>
  error instanceof Error &&
  (error.name === 'AbortError' || Reflect.get(error, 'code') === 'cancelled');

/** Renders every error as problem details, and logs those that are ours. */
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
  if (problem.extras.retryAfter) reply.header('retry-after', String(problem.extras.retryAfter));
  return reply
    .code(problem.status)
    .header('content-type', 'application/problem+json; charset=utf-8')
    .send(JSON.stringify(problem.toProblem()));
}
