import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, test } from 'vitest';
import type { Connection, Limits } from './core/connector.ts';
import { connectWith, failureOf } from './core/exams/exam.ts';
import { BEHAVIOURS, type Behaviour } from './core/exams/hostile-wire-fixture.ts';
import { startHostile, type Hostile, type HostileEngine } from './hostile-fixture.ts';
import { mysql } from './mysql/connector.ts';
import { postgresql } from './postgresql/connector.ts';
import { sqlServer } from './sql-server/connector.ts';

const CONNECTORS = { postgresql, mysql, sqlServer };
const MB = 1_000_000;
const LIMITS: Partial<Limits> = {
  connect: 20_000,
  statement: 20_000,
  overall: 60_000,
  row: 4 * MB,
  answer: 8 * MB,
};
const servers: Hostile[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

interface Meeting {
  server: Hostile;
  /** What comes of asking it something. */
  ask: (question: (connection: Connection) => Promise<unknown>) => Promise<unknown>;
}

async function meet(
  engine: HostileEngine,
  behaviour: Behaviour,
  given: { limits?: Partial<Limits>; signal?: AbortSignal } = {},
): Promise<Meeting> {
  const server = await startHostile(engine, behaviour);
  servers.push(server);
  const { port } = server;
  const target = { host: '127.0.0.1', port, database: 'shop', username: 'reader' };
  const ask = async (question: (connection: Connection) => Promise<unknown>) => {
    const connection = await connectWith(
      CONNECTORS[engine],
      { ...target, password: 'secret', tls: 'off', tlsCa: null },
      { ...given, limits: { ...LIMITS, ...given.limits } },
    );
    try {
      return await question(connection);
    } finally {
      await connection.close();
    }
  };
  return { server, ask };
}

const READING = {
  schema: 'shop',
  table: 'items',
  columns: [
    {
      name: 'id',
      canonical: { kind: 'integer', bits: 32, unsigned: false },
      type: 'integer',
      form: { as: 'integer' },
    },
  ],
  key: [0],
  where: null,
} as const;
const CALL = { text: 'SELECT 1', parameters: {}, writes: false };
/** Whoever takes the rows of a call counts them himself. */
const takeAll = () => Promise.resolve(true);
const QUESTIONS = {
  'a query about its objects': (connection: Connection) => connection.listSchemas(),
  'a query for rows': (connection: Connection) =>
    Promise.resolve(connection.data?.readRows(READING, { kind: 'bucket', prefix: '' })),
  'a call': (connection: Connection) => Promise.resolve(connection.calls?.run(CALL, takeAll)),
};

/** What is said of each, whatever was asked. */
const TOO_MUCH: Record<Exclude<Behaviour, 'slow drip' | 'endless greeting'>, RegExp> = {
  'endless rows': /with more than 8 MB/,
  'huge rows': /with a row or message of more than 4 MB/,
  'huge values': /with a row or message of more than 4 MB/,
  'false length': /with a row or message of more than 4 MB/,
  'million columns':
    /with (?:a row or message of more than 4 MB|more columns than a table can have)/,
  'endless notices': /with (?:a row or message of )?more than [48] MB/,
  'endless errors': /with (?:a row or message of )?more than [48] MB/,
};

describe.each(['postgresql', 'mysql', 'sqlServer'] as const)('a hostile server: %s', (engine) => {
  describe.each(Object.entries(QUESTIONS))('%s', (asked, question) => {
    // The rows of a call are handed on as they come.
    const behaviours = Object.entries(TOO_MUCH).filter(
      ([behaviour]) => asked !== 'a call' || behaviour !== 'endless rows',
    );
    test.each(behaviours)(
      '%s: cut off at the limit, with a sentence',
      async (behaviour, sentence) => {
        const { server, ask } = await meet(engine, behaviour as Behaviour);
        const error = await failureOf(ask(question));
        expect(error.message).toMatch(
          new RegExp(`127\\.0\\.0\\.1:${server.port} answered ${asked}`),
        );
        expect(error.message).toMatch(sentence);
        expect(error.message).toMatch(/so the connection was closed\. .+\.$/);
        expect(error.message.length).toBeLessThan(400);
        expect(error.code).toBe('limit');
        await expect.poll(server.openSockets).toBe(0);
        // What was under way on the wire, and in the buffers of both ends.
        expect(server.sent()).toBeLessThan(60 * MB);
      },
    );
  });

  test('an endless greeting: cut off before anybody is signed in', async () => {
    const { server, ask } = await meet(engine, 'endless greeting');
    const error = await failureOf(ask(QUESTIONS['a call']));
    expect(error.message).toMatch(
      /the sign-in with more than 1 MB|closed the connection unexpectedly/,
    );
    await expect.poll(server.openSockets).toBe(0);
    expect(server.sent()).toBeLessThan(40 * MB);
  });

  test('a slow drip: given up at the limit of time, and cancelled at the server', async () => {
    const { server, ask } = await meet(engine, 'slow drip', { limits: { statement: 500 } });
    const error = await failureOf(ask(QUESTIONS['a call']));
    expect(error.message).toContain('took more than 0.5 seconds for one statement');
    await expect.poll(server.cancels).toBe(1);
    await expect.poll(server.openSockets).toBe(0);
  });

  test.each(['endless rows', 'endless notices', 'slow drip'] as const)(
    '%s: an abort ends the answer immediately, and cancels the statement on the server',
    async (behaviour) => {
      const abort = new AbortController();
      const { server, ask } = await meet(engine, behaviour, {
        signal: abort.signal,
        limits: { row: 4_000 * MB, answer: 4_000 * MB },
      });
      let asked = false;
      const failure = failureOf(
        ask((connection) => {
          asked = true;
          return QUESTIONS['a call'](connection);
        }),
      );
      await expect.poll(() => asked).toBe(true);
      await sleep(200);
      const start = performance.now();
      abort.abort();
      expect((await failure).code).toBe('cancelled');
      expect(performance.now() - start).toBeLessThan(3_000);
      await expect.poll(server.cancels).toBe(1);
      await expect.poll(server.openSockets).toBe(0);
    },
  );

  test('memory stays bounded in all of them', async () => {
    const before = process.memoryUsage().rss;
    let most = 0;
    const watch = setInterval(() => (most = Math.max(most, process.memoryUsage().rss)), 20);
    for (const behaviour of BEHAVIOURS.filter((one) => one !== 'slow drip')) {
      const { ask } = await meet(engine, behaviour, { limits: { row: 16 * MB, answer: 32 * MB } });
      await failureOf(ask(QUESTIONS['a query for rows']));
    }
    clearInterval(watch);
    expect(most - before).toBeLessThan(400 * MB);
  });
});
