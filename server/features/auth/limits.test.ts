import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import * as auth from '../../../contract/auth.ts';
import * as users from '../../../contract/users.ts';
import { PASSWORD, type TestApp, startTestApp } from '../../../tests/support/test-app.ts';
import { timestampIn } from '../../platform/clock.ts';
import { createRateLimit } from '../../platform/rate-limit.ts';
import { createThrottle } from './throttle-service.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const signIn = (username: string, password: string, remoteAddress: string) =>
  app.anonymous().send(auth.login, { body: { username, password } }, { remoteAddress });

/** Failed logins of a moment ago; each really made would cost a hash. */
const fail = (attempts: { name: string; address: string; minutesAgo?: number }[]) =>
  app.store.db
    .insertInto('login_attempt')
    .values(
      attempts.map(({ name, address, minutesAgo = 1 }) => ({
        at: timestampIn(-minutesAgo * 60_000),
        username_key: name,
        user_id: null,
        login_time: null,
        address_sent: null,
        address_seen: address,
        outcome: 'failed' as const,
      })),
    )
    .execute();

const many = <T>(count: number, one: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => one(index));

describe('failed logins', () => {
  it('of one name, from whatever addresses, are 50 in 15 minutes', async () => {
    await app.createUser('wanted');
    await fail(many(49, (index) => ({ name: 'wanted', address: `10.1.0.${index}` })));
    expect((await signIn('wanted', 'wrong', '10.1.1.1')).status).toBe(401);
    const refused = await signIn('wanted', PASSWORD, '10.1.1.2');
    expect(refused.status).toBe(429);
    expect(refused.headers['retry-after']).toBe(String(15 * 60));
    // The name is another one's matter only.
    await app.createUser('neighbour');
    expect((await signIn('neighbour', PASSWORD, '10.1.1.2')).status).toBe(200);
  });

  it('from one address, for whatever names, are 100 in 15 minutes', async () => {
    await app.createUser('elsewhere');
    await fail(many(99, (index) => ({ name: `somebody-${index}`, address: '10.2.0.1' })));
    expect((await signIn('no such name', 'wrong', '10.2.0.1')).status).toBe(401);
    expect((await signIn('elsewhere', PASSWORD, '10.2.0.1')).status).toBe(429);
    expect((await signIn('elsewhere', PASSWORD, '10.2.0.2')).status).toBe(200);
  });

  it('of one name from one address are 10, also of those that come at once', async () => {
    await app.createUser('at once');
    const answers = await Promise.all(many(30, () => signIn('at once', 'wrong', '10.5.0.1')));
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 401)).toHaveLength(10);
    expect(statuses.filter((status) => status === 429)).toHaveLength(20);
  });

  it('are none of those who know the password, however many come at once', async () => {
    await app.createUser('at last');
    await fail(many(8, () => ({ name: 'at last', address: '10.5.0.2' })));
    const words = [...many(6, () => PASSWORD), 'wrong', ...many(6, () => PASSWORD)];
    const answers = await Promise.all(words.map((word) => signIn('at last', word, '10.5.0.2')));
    expect(answers.map(({ status }) => status)).toEqual(
      words.map((word) => (word === PASSWORD ? 200 : 401)),
    );
  });

  it('from one address for many names are 100, also of those that come at once', async () => {
    await fail(many(95, (index) => ({ name: `one-of-${index}`, address: '10.5.0.3' })));
    const answers = await Promise.all(
      many(12, (index) => signIn(`none-of-${index}`, 'wrong', '10.5.0.3')),
    );
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 401)).toHaveLength(5);
    expect(statuses.filter((status) => status === 429)).toHaveLength(7);
  });

  it('wait for those under way from one address, but for 100 names only', async () => {
    const { begin } = createThrottle(app.store);
    await fail(many(99, (index) => ({ name: `once-${index}`, address: '10.5.0.4' })));
    const attempt = (index: number) => ({
      usernameKey: `waits-${index}`,
      userId: null,
      loginTime: null,
      addressSent: null,
      addressSeen: '10.5.0.4',
    });
    const end = await begin(attempt(0));
    const outcomes = { begun: 0, refused: 0 };
    for (const index of many(103, (one) => one + 1))
      void begin(attempt(index)).then(
        () => (outcomes.begun += 1),
        () => (outcomes.refused += 1),
      );
    await expect.poll(() => outcomes).toEqual({ begun: 0, refused: 3 });
    end();
    await expect.poll(() => outcomes).toEqual({ begun: 1, refused: 3 });
  });

  it('are forgotten after 15 minutes, and refused attempts do not prolong the wait', async () => {
    await app.createUser('patient');
    await fail(many(50, () => ({ name: 'patient', address: '10.3.0.1', minutesAgo: 14.9 })));
    expect((await signIn('patient', PASSWORD, '10.3.0.1')).status).toBe(429);
    await app.store.db
      .updateTable('login_attempt')
      .set({ at: timestampIn(-15.1 * 60_000) })
      .where('username_key', '=', 'patient')
      .where('outcome', '=', 'failed')
      .execute();
    expect((await signIn('patient', PASSWORD, '10.3.0.1')).status).toBe(200);
  });

  it('lock nobody out who failed while the clock was a day ahead', async () => {
    await app.createUser('early');
    await fail(many(50, () => ({ name: 'early', address: '10.3.0.2', minutesAgo: -24 * 60 })));
    expect((await signIn('early', PASSWORD, '10.3.0.2')).status).toBe(200);
  });
});

describe('registrations', () => {
  // covers: D18.1
  it('from one address are 50 in an hour; others and administrators go on', async () => {
    const register = (username: string, remoteAddress: string, client = app.anonymous()) =>
      client.send(users.register, { body: { username, password: PASSWORD } }, { remoteAddress });
    for (let index = 0; index < 50; index += 1)
      expect((await register(`crowd-${index}`, '10.4.0.1')).status).toBe(201);
    const refused = await register('one-too-many', '10.4.0.1');
    expect(refused.status).toBe(429);
    expect(refused.body.detail).toBe('Too many registrations from here. Try again in an hour.');
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(3_600);
    expect((await register('from-elsewhere', '10.4.0.2')).status).toBe(201);
    expect((await register('by-administrator', '10.4.0.1', app.admin)).status).toBe(201);
    const names = (await app.admin.call(users.listUsers)).map(({ username }) => username);
    expect(names).not.toContain('one-too-many');
    expect(names).toContain('crowd-49');
  });
});

describe('a rate limit', () => {
  afterEach(() => void vi.useRealTimers());

  it('counts each by itself and forgives all when the time is over', () => {
    vi.useFakeTimers();
    const limit = createRateLimit(2, 1_000);
    expect([limit.take('a'), limit.take('a'), limit.take('b')]).toEqual([0, 0, 0]);
    vi.advanceTimersByTime(400);
    expect([limit.take('a'), limit.take('b')]).toEqual([600, 0]);
    vi.advanceTimersByTime(600);
    expect(limit.take('a')).toBe(0);
  });
});
