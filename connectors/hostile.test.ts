import { afterEach, describe, expect, test } from 'vitest';
import type { Connection, Limits } from './core/connector.ts';
import { connectWith, failureOf } from './core/exam.ts';
import { BEHAVIOURS, type Behaviour } from './core/hostile-wire-fixture.ts';
import { startHostile, type Hostile, type HostileEngine } from './hostile-fixture.ts';
import { mysql } from './mysql/connector.ts';
import { postgresql } from './postgresql/connector.ts';

const CONNECTORS = { postgresql, mysql };
const servers: Hostile[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

/** Does something with a hostile server. */
async function meet<T>(
  engine: HostileEngine,
  behaviour: Behaviour,
  given: { limits?: Partial<Limits>; signal?: AbortSignal },
  work: (connection: Connection) => Promise<T>,
): Promise<{ server: Hostile; read: () => Promise<T> }> {
  const server = await startHostile(engine, behaviour);
  servers.push(server);
  const target = { host: '127.0.0.1', port: server.port, database: 'shop', username: 'reader' };
  const read = async () => {
    const connection = await connectWith(
      CONNECTORS[engine],
      { ...target, password: 'secret', tls: 'off', tlsCa: null },
      { ...given, limits: { connect: 2_000, statement: 20_000, overall: 30_000, ...given.limits } },
    );
    try {
      return await work(connection);
    } finally {
      await connection.close();
    }
  };
  return { server, read };
}

describe.each(['postgresql', 'mysql'] as const)('a hostile server: %s', (engine) => {
  test.each(BEHAVIOURS)('%s: given up at once when nobody waits any more', async (behaviour) => {
    const abort = new AbortController();
    const { server, read } = await meet(engine, behaviour, { signal: abort.signal }, (connection) =>
      connection.listSchemas(),
    );
    const failure = failureOf(read());
    await expect.poll(() => server.sent(), { timeout: 5_000 }).toBeGreaterThan(150);
    abort.abort();
    expect((await failure).message).toMatch(/127\.0\.0\.1:\d+/);
    await expect.poll(server.openSockets).toBe(0);
  });
});
