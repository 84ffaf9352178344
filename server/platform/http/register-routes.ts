import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Access, Endpoint } from '../../../contract/endpoint.ts';
import type { BulkRunner } from '../bulk/runner.ts';
import type { Config } from '../config.ts';
import { type AccessRules, authorise, refuseArchived } from './authorise.ts';
import { type Rooms, createRooms, limitsOf, readParts } from './body-limits.ts';
import { carryOut } from './carry-out.ts';
import { readJson } from './json-reader.ts';
import { type Actor, type Exchange, type Route, type RowStream, routeKey } from './route.ts';
import { Readable } from 'node:stream';

/** Bodies of bulk endpoints above this size are handled by the worker. */
const WORKER_THRESHOLD = 128 * 1024;
const isLarge = ({ headers }: FastifyRequest): boolean =>
  Number(headers['content-length'] ?? Number.POSITIVE_INFINITY) > WORKER_THRESHOLD;

export interface Registration {
  /** All endpoints of the contract; each needs a route. */
  endpoints: Endpoint[];
  routes: Route[];
  rules: AccessRules;
  bulk: BulkRunner;
  bodies: Config['bodies'];
  sessions: {
    cookieName: string;
    cookieSecure: boolean;
    /** @param touch - whether this counts as the user's activity */
    findActor(token: string, touch?: boolean): Promise<Actor | null>;
  };
}

const fastifyPath = (path: string): string => path.replaceAll(/\{(\w+)\}/g, ':$1');

const ACCESS_WORDS: Record<Access['who'], true> = {
  public: true,
  user: true,
  administrator: true,
  self: true,
  member: true,
  memberOrClient: true,
  objectMember: true,
  objectAssignee: true,
  pairAssignee: true,
};

/** Refuses to start if an endpoint has no route, or does not declare its access. */
function checkComplete(endpoints: Endpoint[], routes: Route[]): void {
  const answered = new Set(routes.map((route) => routeKey(route.endpoint)));
  for (const endpoint of endpoints) {
    if (!answered.has(routeKey(endpoint)))
      throw new Error(`No route answers ${routeKey(endpoint)}.`);
  }
  for (const { endpoint } of routes) {
    const access = endpoint.access as Access | undefined;
    if (!access || !Object.hasOwn(ACCESS_WORDS, access.who ?? ''))
      throw new Error(`${routeKey(endpoint)} does not declare who may call it.`);
  }
}

export function registerRoutes(app: FastifyInstance, registration: Registration): void {
  const { endpoints, routes } = registration;
  checkComplete(endpoints, routes);
  const rooms = createRooms(registration.bodies);
  for (const route of routes) registerRoute(app, route, registration, rooms);
}

function registerRoute(
  app: FastifyInstance,
  route: Route,
  registration: Registration,
  rooms: Rooms,
): void {
  const { endpoint } = route;
  app.route({
    method: endpoint.method,
    url: fastifyPath(endpoint.path),
    config: { endpoint: routeKey(endpoint) },
    ...((endpoint.events || endpoint.download) && { compress: false as const }),
    onRequest: async (request) => {
      request.actor = await readActor(request, registration, !endpoint.events);
      // Without a session nobody can make the server read a body.
      await authorise(
        endpoint.access.who === 'public' ? { who: 'public' } : { who: 'user' },
        request,
        request.actor,
        registration.rules,
      );
    },
    handler: (request, reply) => answer(route, request, reply, registration, rooms),
  });
}

async function readActor(
  request: FastifyRequest,
  { sessions }: Registration,
  touch: boolean,
): Promise<Actor | null> {
  const token = request.cookies[sessions.cookieName];
  return token ? sessions.findActor(token, touch) : null;
}

async function answer(
  route: Route,
  request: FastifyRequest,
  reply: FastifyReply,
  registration: Registration,
  rooms: Rooms,
): Promise<FastifyReply> {
  const { rules, bulk, bodies, sessions } = registration;
  const { endpoint } = route;
  const { params, query, actor } = request;
  const large = endpoint.bulk === true && request.body !== undefined && isLarge(request);
  const limits = limitsOf(endpoint, bodies);
  // Reads a body only if the endpoint declares one.
  const parts = endpoint.body ? readParts(request.body, limits.bytes) : [];
  const share = rooms.enter(endpoint);
  const gone = new AbortController();
  const carryOutHere = async () => {
    const body = await readJson(parts, limits, share);
    if (isOfBody(endpoint)) await authorise(endpoint.access, { params, query, body }, actor, rules);
    const http = exchange(request, reply, sessions, gone);
    return carryOut(route, { params, query, body, actor, http });
  };
  // Authorises before the body is read, unless access depends on the body.
  if (!isOfBody(endpoint))
    await authorise(endpoint.access, { params, query, body: {} }, actor, rules);
  await refuseArchived(endpoint, params, rules);
  const result = await (
    large || endpoint.offMainThread
      ? bulk.run(routeKey(endpoint), { params, query, actor }, parts)
      : carryOutHere()
  ).finally(share.leave);

  reply.code(endpoint.status ?? 200);
  if (endpoint.status === 204) return reply.send();
  if (endpoint.text) return reply.type('text/plain; charset=utf-8').send(result);
  if (endpoint.events) {
    reply.type('text/event-stream').header('x-accel-buffering', 'no');
    // If somebody becomes or ceases to be an administrator, the stream ends; they then listen again
    // with their new access.
    const stillTheSame = async () => {
      const now = await readActor(request, registration, false);
      if (now?.isAdmin === actor?.isAdmin) return true;
      gone.abort();
      return false;
    };
    return reply.send(streamEvents(result as AsyncIterable<unknown>, stillTheSame));
  }
  if (endpoint.download)
    return reply
      .type(endpoint.download)
      .send(Readable.from(result as AsyncIterable<Uint8Array>, { objectMode: false }));
  reply.type('application/json; charset=utf-8');
  if (!endpoint.stream) return reply.send(JSON.stringify(result));
  const { total, chunks } = result as RowStream<unknown>;
  return reply.header('x-total-count', String(total)).send(streamList(chunks));
}

const isOfBody = ({ access }: Endpoint): boolean => 'of' in access && access.of.startsWith('body.');

function exchange(
  request: FastifyRequest,
  reply: FastifyReply,
  { cookieName, cookieSecure }: Registration['sessions'],
  gone: AbortController,
): Exchange {
  const attributes = { path: '/', httpOnly: true, sameSite: 'lax', secure: cookieSecure } as const;
  return {
    address: request.ip,
    get signal() {
      if (reply.raw.destroyed) gone.abort();
      reply.raw.once('close', () => {
        if (!reply.raw.writableFinished) gone.abort();
      });
      return gone.signal;
    },
    sessionToken: request.cookies[cookieName],
    setSessionToken(token) {
      if (token === null) reply.clearCookie(cookieName, attributes);
      else reply.setCookie(cookieName, token, attributes);
    },
    setHeader: (name, value) => void reply.header(name, value),
  };
}

declare module 'fastify' {
  interface FastifyRequest {
    actor: Actor | null;
  }
}

/** JSON text of a list, one piece per chunk of rows, so that no reply is held as a whole and none blocks others. */
async function* jsonPieces(chunks: AsyncIterable<unknown[]>): AsyncGenerator<string> {
  let separator = '[';
  for await (const rows of chunks) {
    if (rows.length === 0) continue;
    yield separator + JSON.stringify(rows).slice(1, -1);
    separator = ',';
    // Yields to other requests between two chunks.
    await new Promise(setImmediate);
  }
  yield separator === '[' ? '[]' : ']';
}

const streamList = (chunks: AsyncIterable<unknown[]>): Readable =>
  Readable.from(jsonPieces(chunks), { objectMode: false, highWaterMark: 256 * 1024 });

/** Milliseconds between checks of a stream's session, each one look-up by key. */
const ASK = 2_500;
const ASKS_PER_PING = 10;

/** Events as text, with regular comments that keep proxies from closing the stream. */
async function* eventPieces(
  events: AsyncIterable<unknown>,
  stillTheSame: () => Promise<boolean>,
): AsyncGenerator<string> {
  yield 'retry: 2000\n\n';
  const iterator = events[Symbol.asyncIterator]();
  try {
    let next = iterator.next();
    // Not restarted by events, so that the session of a busy stream is checked as well.
    let due = pause();
    let asked = 0;
    for (;;) {
      const result = await Promise.race([due, next]);
      if (result === null) {
        if (!(await stillTheSame())) return;
        due = pause();
        asked += 1;
        if (asked % ASKS_PER_PING === 0) yield ': ping\n\n';
        continue;
      }
      if (result.done) return;
      yield `data: ${JSON.stringify(result.value)}\n\n`;
      next = iterator.next();
    }
  } finally {
    // Not awaited: a source that waits for its next event only ends with the connection.
    void iterator.return?.().catch(() => {});
  }
}

const pause = (): Promise<null> =>
  new Promise((resolve) => setTimeout(() => resolve(null), ASK).unref());

/** @param stillTheSame - called every few seconds; false ends the stream */
export const streamEvents = (
  events: AsyncIterable<unknown>,
  stillTheSame: () => Promise<boolean>,
): Readable => Readable.from(eventPieces(events, stillTheSame), { objectMode: false });
