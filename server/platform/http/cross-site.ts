import { message } from '../../../contract/messages/message.ts';
import type { FastifyRequest } from 'fastify';
import { ProblemError, forbidden } from '../problem.ts';

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Refuses writes that another site makes a browser send. A client that sends neither header is not a browser. */
export function refuseCrossSite(request: FastifyRequest): void {
  if (SAFE_METHODS.has(request.method)) return;
  const fetchSite = request.headers['sec-fetch-site'];
  if (fetchSite !== undefined) {
    if (fetchSite !== 'same-origin' && fetchSite !== 'none')
      throw forbidden(message('access.otherSite'));
    return;
  }
  const { origin } = request.headers;
  if (origin === undefined) return;
  if (!URL.canParse(origin) || new URL(origin).host !== request.host) {
    throw forbidden(message('access.otherSite'));
  }
}

/** Bodies must be JSON, so that content types of cross-site forms (text, form data) never reach a parser. */
export function requireJson(request: FastifyRequest): void {
  const type = request.headers['content-type'];
  if (type === undefined) return;
  if (!/^application\/json(;\s*charset="?utf-8"?)?$/i.test(type)) {
    throw new ProblemError('unsupported-media-type', message('request.wrongBody'));
  }
}
