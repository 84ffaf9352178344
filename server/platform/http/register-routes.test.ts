import { message } from '../../../contract/messages/message.ts';
import { said } from '../../../tests/support/said.ts';
import { afterEach, describe, expect, it } from 'vitest';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { type Endpoint, endpoint } from '../../../contract/endpoint.ts';
import { ProblemError } from '../problem.ts';
import { readConfig } from '../config.ts';
import { createLog } from '../log.ts';
import { registerRoutes } from './register-routes.ts';
import { type Route, route } from './route.ts';
import { createServer } from './server.ts';

const ping = endpoint({
  method: 'GET',
  path: '/api/ping/',
  summary: 'Ping',
  access: { who: 'public' },
  response: z.unknown(),
});

let app: FastifyInstance;
let signedIn = true;
/** Happens while the server finds out who somebody is. */
let meanwhile = async (): Promise<unknown> => undefined;
/** Whether each question for who somebody is counted as something that he did. */
const touches: boolean[] = [];
afterEach(() => {
  signedIn = true;
  meanwhile = async () => undefined;
  return app.close();
});

async function serve(endpoints: Endpoint[], routes: Route[]): Promise<FastifyInstance> {
  const config = readConfig({});
  app = await createServer(config, createLog('silent'));
  registerRoutes(app, {
    endpoints,
    routes,
    rules: {
      isMember: async () => false,
      isClient: async () => false,
      isObjectMember: async () => false,
      isObjectAssignee: async () => false,
      isPairAssignee: async () => false,
      isArchived: async () => false,
    },
    bulk: {
      run: () => Promise.reject(new Error('no worker')),
      close: async () => {},
    },
    bodies: config.bodies,
    sessions: {
      cookieName: 'sid',
      cookieSecure: false,
      async findActor(token, touch = true) {
        touches.push(touch);
        await meanwhile();
        return token === 'valid' && signedIn
          ? { userId: 1, username: 'ann', isAdmin: false }
          : null;
      },
    },
  });
  return app;
}

describe('the server does not start', () => {
  it('with an endpoint that nobody answers', async () => {
    await expect(serve([ping], [])).rejects.toThrow('No route answers GET /api/ping/.');
  });

  it.each([undefined, {}, { who: '' }])('with an endpoint whose access is %j', async (access) => {
    const open = { ...ping, access } as unknown as typeof ping;
    await expect(serve([open], [route(open, () => 1)])).rejects.toThrow(
      'GET /api/ping/ does not declare who may call it.',
    );
  });

  it('with an endpoint whose access is a word that nobody knows', async () => {
    const open = { ...ping, access: { who: 'everybody' } } as unknown as typeof ping;
    await expect(serve([open], [route(open, () => 1)])).rejects.toThrow(
      'GET /api/ping/ does not declare who may call it.',
    );
  });
});

describe('an answer that fails', () => {
  const failing = (error: unknown) =>
    serve([ping], [route(ping, () => Promise.reject(error as Error))]);

  it.each([
    ['an error of ours', new Error('select secret from app_user failed at /srv/app/x.js:1')],
    [
      'an error of the store',
      Object.assign(new Error('syntax error at "seclect"'), { code: '42601' }),
    ],
    ['an error that claims a status', Object.assign(new Error('secret'), { statusCode: 500 })],
    ['something that is no error', 'secret'],
    [
      'an error inside a problem',
      new ProblemError('internal', message('request.internal'), {
        cause: new Error('secret'),
      }),
    ],
  ])('says nothing of the inside: %s', async (_what, error) => {
    const { statusCode, body, headers } = await (await failing(error)).inject(ping.path);
    expect(statusCode).toBe(500);
    expect(headers['content-type']).toMatch(/^application\/problem\+json/);
    expect(JSON.parse(body)).toEqual({
      type: '/problems/internal',
      title: 'Internal error',
      status: 500,
      detail: 'Something went wrong on the server. It has been logged.',
      code: 'request.internal',
    });
  });

  it('says when to try again', async () => {
    const error = new ProblemError('unavailable', said('Later.'), { retryAfter: 7 });
    const { statusCode, headers } = await (await failing(error)).inject(ping.path);
    expect(statusCode).toBe(503);
    expect(headers['retry-after']).toBe('7');
  });
});

it('what makes events learns that nobody listens any more when the session has ended, which it does not keep alive', async () => {
  touches.splice(0);
  const events = endpoint({
    ...ping,
    path: '/api/happenings',
    access: { who: 'user' },
    events: true,
  });
  let signal: AbortSignal | undefined;
  const server = await serve(
    [events],
    [
      route(events, ({ http }) => {
        ({ signal } = http);
        return (async function* () {
          await new Promise<void>(() => {});
          yield 1;
        })();
      }),
    ],
  );
  const listening = server.inject({ url: events.path, headers: { cookie: 'sid=valid' } });
  await expect.poll(() => signal?.aborted).toBe(false);
  signedIn = false;
  expect((await listening).statusCode).toBe(200);
  expect(signal?.aborted).toBe(true);
  expect(touches).toEqual([false, false]);
});

it.each(['before the handler begins', 'while it is under way'])(
  'who is gone %s is gone for it, too',
  async (when) => {
    const list = endpoint({ ...ping, path: '/api/things', access: { who: 'user' } });
    let signal: AbortSignal | undefined;
    let leave = async (): Promise<void> => undefined;
    const server = await serve(
      [list],
      [
        route(list, async ({ http }) => {
          ({ signal } = http);
          if (when === 'while it is under way') await leave();
        }),
      ],
    );
    const origin = await server.listen({ port: 0, host: '127.0.0.1' });
    const leaving = new AbortController();
    const left = new Promise<void>((resolve) => {
      server.server.once('connection', (socket) => socket.once('close', () => resolve()));
    });
    leave = () => {
      leaving.abort();
      return left;
    };
    if (when === 'before the handler begins') meanwhile = leave;
    const headers = { cookie: 'sid=valid' };
    await expect(fetch(origin + list.path, { headers, signal: leaving.signal })).rejects.toThrow();
    await expect.poll(() => signal?.aborted).toBe(true);
  },
);

it('an answer of 204 has neither a body nor a type of one', async () => {
  const done = endpoint({ ...ping, response: z.undefined(), status: 204 });
  const answer = await (await serve([done], [route(done, () => undefined)])).inject(done.path);
  expect([answer.statusCode, answer.body, answer.headers['content-type']]).toEqual([
    204,
    '',
    undefined,
  ]);
});

describe('a streamed list', () => {
  const list = endpoint({
    ...ping,
    path: '/api/list',
    response: z.array(z.number()),
    stream: true,
  });
  const stream = async (chunks: () => AsyncGenerator<number[]>) => {
    const server = await serve([list], [route(list, () => ({ total: 5, chunks: chunks() }))]);
    const origin = await server.listen({ port: 0, host: '127.0.0.1' });
    return fetch(`${origin}${list.path}`);
  };

  it('is the array that its chunks make', async () => {
    const answer = await stream(async function* () {
      yield [1, 2];
      yield [];
      yield [3];
    });
    expect(answer.headers.get('x-total-count')).toBe('5');
    expect(await answer.json()).toEqual([1, 2, 3]);
  });

  it('of no rows is an empty array', async () => {
    const answer = await stream(async function* () {});
    expect(await answer.json()).toEqual([]);
  });

  it('that breaks off is no answer, never a short list', async () => {
    const answer = await stream(async function* () {
      yield [1, 2];
      throw new Error('the store is gone');
    });
    await expect(answer.text()).rejects.toThrow();
  });
});
