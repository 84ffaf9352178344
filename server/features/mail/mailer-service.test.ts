import { once } from 'node:events';
import { type Socket, createServer } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { type TestApp, startTestApp } from '../../../tests/support/test-app.ts';
import type { StoredDelivery } from '../deliveries/service.ts';
import { createMailCarrier } from './mailer-service.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
  const email = 'dev@example.org';
  await app.store.db.updateTable('app_user').set({ email }).execute();
});
afterAll(() => app.close());

/** A mail server that does this to whoever connects. */
async function serve(answer: (socket: Socket) => void) {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
    socket.resume();
    answer(socket);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  stops.push(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const smtpUrl = `smtp://127.0.0.1:${port}`;
  const config = {
    mail: { smtpUrl, from: 'tool@example.org', publicUrl: 'https://tool.example.org' },
  };
  const carry = createMailCarrier(config, app.store);
  const delivery = {
    user_id: app.admin.userId,
    body: JSON.stringify({ to: 'dev@example.org', subject: 'news', text: 'news', html: 'news' }),
  } as StoredDelivery;
  return {
    send: (signal = new AbortController().signal) => carry(delivery, signal),
    connected: () => sockets.size,
  };
}
const stops: (() => void)[] = [];

/** A busy machine may take seconds to notice that a connection is closed. */
const PATIENT = { timeout: 20_000 };

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => {
  vi.useRealTimers();
  for (const stop of stops.splice(0)) stop();
});

/** Greets, and then never comes to the end of its next answer. */
const drip = (socket: Socket) => {
  socket.write('220 hello\r\n');
  socket.once('data', () => {
    const timer = setInterval(() => socket.write('250-and\r\n'), 10);
    socket.once('close', () => clearInterval(timer));
  });
};

it('a mail server that never ends its answer is given a minute, and then up', async () => {
  const { send, connected } = await serve(drip);
  let outcome: unknown = null;
  void send().then((is) => (outcome = is));
  await vi.waitFor(() => expect(connected()).toBe(1));
  await vi.advanceTimersByTimeAsync(59_000);
  expect(outcome).toBeNull();
  await vi.advanceTimersByTimeAsync(2_000);
  await vi.waitFor(() => expect(outcome).not.toBeNull());
  expect(outcome).toEqual({
    sent: false,
    code: null,
    said: { code: 'mail.notReached', params: { reason: 'ETIMEDOUT' } },
  });
  await vi.waitFor(() => expect(connected()).toBe(0), PATIENT);
});

it('a mail under way ends with the server', async () => {
  const { send, connected } = await serve(drip);
  const stop = new AbortController();
  const sending = send(stop.signal);
  await vi.waitFor(() => expect(connected()).toBe(1));
  stop.abort();
  expect(await sending).toMatchObject({ sent: false });
  await vi.waitFor(() => expect(connected()).toBe(0), PATIENT);
});

it('a mail server that greets without end is cut off', async () => {
  let written = 0;
  const { send, connected } = await serve((socket) => {
    const flood = () => {
      while (!socket.destroyed && socket.write('2'.repeat(65_536))) written += 65_536;
      if (!socket.destroyed) socket.once('drain', () => setImmediate(flood));
    };
    flood();
  });
  expect(await send()).toMatchObject({ sent: false, said: { code: 'mail.notReached' } });
  await vi.waitFor(() => expect(connected()).toBe(0), PATIENT);
  expect(written).toBeLessThan(30_000_000);
});
