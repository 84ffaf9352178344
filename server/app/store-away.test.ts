import { createServer, connect, type Server, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import * as auth from '../../contract/auth.ts';
import * as users from '../../contract/users.ts';
import { ADMIN, type Client, type TestApp, startTestApp } from '../../tests/support/test-app.ts';
import { startPostgres } from '../../tests/support/postgres-server.ts';
import type { ThrowawayServer } from '../../tests/support/throwaway-server.ts';

/** The wire between the program and its PostgreSQL: cut, silent or open. */
interface Wire {
  port: number;
  state: 'open' | 'cut' | 'silent';
  drop(): void;
  close(): Promise<void>;
}

async function createWire(target: number): Promise<Wire> {
  const sockets = new Set<Socket>();
  const wire: Wire = {
    port: 0,
    state: 'open',
    drop: () => sockets.forEach((socket) => socket.destroy()),
    close: () =>
      new Promise((resolve) => {
        wire.drop();
        server.close(() => resolve());
      }),
  };
  const server: Server = createServer((near) => {
    if (wire.state === 'cut') return void near.destroy();
    const far = connect(target, '127.0.0.1');
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      from.on('error', () => to.destroy());
      from.on('close', () => {
        sockets.delete(from);
        to.destroy();
      });
      from.on('data', (data) => wire.state === 'open' && to.write(data));
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  wire.port = (server.address() as { port: number }).port;
  return wire;
}

let postgres: ThrowawayServer;
let wire: Wire;
let app: TestApp;
let admin: Client;
beforeAll(async () => {
  postgres = await startPostgres();
  const url = new URL(postgres.url);
  wire = await createWire(Number(url.port));
  url.port = String(wire.port);
  app = await startTestApp({ env: { DATABASE_URL: url.href } });
  admin = app.admin;
});
afterEach(() => {
  wire.state = 'open';
});
afterAll(async () => {
  await app.close();
  await wire.close();
  await postgres.stop();
});

async function expectAway(): Promise<void> {
  const started = Date.now();
  const [ready, health, read, write, login] = await Promise.all([
    app.app.inject('/readyz'),
    app.app.inject('/healthz'),
    admin.send(users.listUsers),
    admin.send(users.register, { body: { username: 'nobody', password: 'a long password' } }),
    app.anonymous().send(auth.login, { body: ADMIN }),
  ]);
  expect(health.statusCode).toBe(200);
  expect(ready.statusCode).toBe(503);
  for (const { status, body, headers } of [read, write, login]) {
    expect(status).toBe(503);
    expect(headers['content-type']).toMatch(/^application\/problem\+json/);
    expect(headers['retry-after']).toBe('2');
    expect(body).toEqual({
      type: '/problems/unavailable',
      title: 'Temporarily unavailable',
      status: 503,
      detail: 'The store is not responding. Try again shortly.',
      code: 'store.away',
    });
  }
  // Nobody hangs: the limits of the pool are well below this.
  expect(Date.now() - started).toBeLessThan(25_000);
}

async function expectBack(): Promise<void> {
  wire.state = 'open';
  const until = Date.now() + 10_000;
  while ((await app.app.inject('/readyz')).statusCode !== 200 && Date.now() < until)
    await sleep(50);
  expect((await app.app.inject('/readyz')).statusCode).toBe(200);
  expect((await admin.send(auth.me)).status).toBe(200);
}

// covers: D14.4
it('reports a store that refuses connections, and reconnects without a restart', async () => {
  wire.state = 'cut';
  wire.drop();
  await expectAway();
  await expectBack();
});

// covers: D14.4
it('gives up on a store that does not respond', async () => {
  wire.state = 'silent';
  await expectAway();
  wire.drop();
  await expectBack();
});

it('connections that the server ends in the middle are replaced', async () => {
  const answers: Promise<{ status: number }>[] = [];
  for (let round = 0; round < 5; round += 1) {
    for (let reader = 0; reader < 10; reader += 1) answers.push(admin.send(users.listUsers));
    await sleep(2);
    wire.drop();
  }
  for (const { status } of await Promise.all(answers)) expect([200, 503]).toContain(status);
  await expectBack();
});

it.each(['ended', 'cut off'])(
  'transactions that are %s halfway return 503 and leave nothing behind',
  async (way) => {
    const server = new pg.Client({ connectionString: postgres.url });
    await server.connect();
    const end = async () => {
      if (way === 'cut off') return wire.drop();
      await server.query(
        "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'db-migration-utility'",
      );
    };
    const answers: Promise<{ status: number; name: string }>[] = [];
    for (let round = 0; round < 8; round += 1) {
      for (let writer = 0; writer < 5; writer += 1) {
        const name = `${way} ${round} by ${writer}`;
        const body = { username: name, password: 'a long password' };
        answers.push(admin.send(users.register, { body }).then(({ status }) => ({ status, name })));
        answers.push(
          admin
            .send(users.updateUser, {
              body: { user_id: admin.userId, email: `a${round}@b.example` },
            })
            .then(({ status }) => ({ status, name: '' })),
        );
      }
      await sleep(5 + 15 * round);
      await end();
    }
    const told = await Promise.all(answers);
    await server.end();
    for (const { status } of told) expect([200, 201, 503]).toContain(status);
    await expectBack();
    const there = (await admin.call(users.listUsers)).map(({ username }) => username);
    for (const { name } of told.filter(({ status }) => status === 201))
      expect(there).toContain(name);
  },
);
