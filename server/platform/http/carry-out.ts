import { message } from '../../../contract/messages/message.ts';
import { ProblemError, parseOrThrow } from '../problem.ts';
import type { Actor, Exchange, Route } from './route.ts';

const decoder = new TextDecoder('utf-8', { fatal: true });

export const malformed = () => new ProblemError('malformed', message('request.notJson'));

/** Parses a JSON body; an empty one is undefined. @throws ProblemError `malformed` */
export function parseJson(body: Uint8Array): unknown {
  if (body.byteLength === 0) return undefined;
  try {
    return JSON.parse(decoder.decode(body)) as unknown;
  } catch {
    throw malformed();
  }
}

export interface Arguments {
  params: unknown;
  query: unknown;
  body: unknown;
  actor: Actor | null;
  http: Exchange | undefined;
}

/**
 * Validates the parts of a request that the endpoint declares and calls its handler; undeclared parts are not passed
 * on.
 */
export function carryOut(
  route: Route,
  { params, query, body, actor, http }: Arguments,
): Promise<unknown> {
  const { endpoint } = route;
  return route.handle({
    params: endpoint.params && parseOrThrow(endpoint.params, params),
    query: endpoint.query && parseOrThrow(endpoint.query, query),
    body: endpoint.body && parseOrThrow(endpoint.body, body ?? {}),
    actor,
    http,
  });
}
