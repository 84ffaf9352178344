import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import * as auth from '../../../contract/auth.ts';
import * as users from '../../../contract/users.ts';
import * as secrets from '../../platform/secrets.ts';
import { createSessionService } from '../sessions/service.ts';
import { ADMIN, PASSWORD, type TestApp, startTestApp } from '../../../tests/support/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

describe('login', () => {
  // covers: 3.user.1, 7.call.1, D19.3
  it('answers the user with a masked password and sets a cookie that scripts cannot read', async () => {
    const client = app.anonymous();
    const answer = await client.send(auth.login, {
      body: { ...ADMIN, login_time: 'now', ip_address: 'ip=1.2.3.4' },
    });
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({
      username: 'admin',
      password: '********',
      is_admin: 1,
      is_active: 1,
    });
    expect(answer.headers['set-cookie']).toMatch(/^sid=.+; Path=\/; HttpOnly; SameSite=Lax$/);
    const attempt = await app.store.db
      .selectFrom('login_attempt')
      .selectAll()
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
    expect(attempt).toMatchObject({
      outcome: 'ok',
      login_time: 'now',
      address_sent: 'ip=1.2.3.4',
      address_seen: '127.0.0.1',
    });
  });

  it('locks nobody out because of recorded failures', async () => {
    const body = { ...ADMIN, login_time: 1_763_000_000_000, ip_address: { ip: '1.2.3.4\0' } };
    expect((await app.anonymous().send(auth.login, { body })).status).toBe(200);
    const attempt = await app.store.db
      .selectFrom('login_attempt')
      .selectAll()
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
    expect(attempt).toMatchObject({
      login_time: '1763000000000',
      address_sent: expect.stringContaining('1.2.3.4'),
    });
  });

  it('gives the same answer for a wrong password and an unknown name', async () => {
    const client = app.anonymous();
    const wrong = await client.send(auth.login, { body: { ...ADMIN, password: 'not this' } });
    const unknown = await client.send(auth.login, {
      body: { username: 'nobody', password: 'not this' },
    });
    expect(wrong.status).toBe(401);
    expect(unknown.status).toBe(401);
    expect(unknown.body).toEqual(wrong.body);
  });

  it('hashes as much for an unknown name as for a known one', async () => {
    const verified = vi.spyOn(secrets, 'verifyPassword');
    for (const username of [ADMIN.username, 'nobody']) {
      verified.mockClear();
      await app.anonymous().send(auth.login, { body: { username, password: 'not this' } });
      const hash = expect.stringMatching(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
      expect(verified.mock.calls).toEqual([[hash, 'not this']]);
    }
  });

  // covers: 5.login.1
  it('names the fields that are missing', async () => {
    const answer = await app.anonymous().send(auth.login, { body: {} });
    expect(answer.status).toBe(422);
    expect(answer.body.errors).toMatchObject([
      { field: 'username', message: 'is required' },
      { field: 'password', message: 'is required' },
    ]);
  });

  it('keeps only the hash of a token', async () => {
    const token = app.admin.cookie().split('=')[1]!;
    const sessions = await app.store.db.selectFrom('session').selectAll().execute();
    expect(JSON.stringify(sessions)).not.toContain(token);
  });

  it('starts a new session and ends the one before', async () => {
    const client = await app.createUser('rotating');
    const before = client.cookie();
    await client.call(auth.login, { body: { username: 'rotating', password: PASSWORD } });
    expect(client.cookie()).not.toBe(before);
    const stale = await app.anonymous().send(auth.me, {}, { headers: { cookie: before } });
    expect(stale.status).toBe(401);
  });

  it('slows down who guesses: 429 after ten failures, whatever the password then', async () => {
    const client = await app.createUser('guessed');
    const guess = (password: string, remoteAddress: string) =>
      app
        .anonymous()
        .send(auth.login, { body: { username: 'guessed', password } }, { remoteAddress });
    for (let tries = 0; tries < 10; tries += 1)
      expect((await guess('wrong', '10.9.9.9')).status).toBe(401);
    const refused = await guess(PASSWORD, '10.9.9.9');
    expect(refused.status).toBe(429);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    // The person at another address still gets in, and a session goes on.
    expect((await guess(PASSWORD, '10.1.1.1')).status).toBe(200);
    expect((await client.send(auth.me)).status).toBe(200);
  });
});

describe('session', () => {
  // covers: D10.1
  it('ends at logout', async () => {
    const client = await app.createUser('leaving');
    const cookie = client.cookie();
    expect((await client.send(auth.logout)).status).toBe(204);
    const after = await app.anonymous().send(auth.me, {}, { headers: { cookie } });
    expect(after.status).toBe(401);
  });

  it('ends at once when the user is deactivated', async () => {
    const client = await app.createUser('dismissed');
    await app.admin.call(users.updateUser, { body: { user_id: client.userId, is_active: 0 } });
    expect((await client.send(auth.me)).status).toBe(401);
    const again = await client.send(auth.login, {
      body: { username: 'dismissed', password: PASSWORD },
    });
    expect(again.status).toBe(401);
  });

  it.each([
    ['idle for 61 minutes', { last_seen_at: new Date(Date.now() - 61 * 60_000).toISOString() }],
    [
      'seen by a clock that was a day ahead',
      { last_seen_at: new Date(Date.now() + 24 * 3_600_000).toISOString() },
    ],
    ['older than 12 hours', { expires_at: new Date(Date.now() - 1_000).toISOString() }],
  ])('ends when %s', async (name, state) => {
    const client = await app.createUser(name.replaceAll(' ', '-'));
    expect((await client.send(auth.me)).status).toBe(200);
    await app.store.db
      .updateTable('session')
      .set(state)
      .where('user_id', '=', client.userId)
      .execute();
    expect((await client.send(auth.me)).status).toBe(401);
  });
});

it('requests extend only the session that sent them', async () => {
  const [busy, away] = [await app.createUser('busy'), await app.createUser('away')];
  const before = new Date(Date.now() - 30 * 60_000).toISOString();
  const ofBoth = () =>
    app.store.db
      .selectFrom('session')
      .select(['user_id', 'last_seen_at'])
      .where('user_id', 'in', [busy.userId, away.userId])
      .execute();
  await app.store.db
    .updateTable('session')
    .set({ last_seen_at: before })
    .where('user_id', 'in', [busy.userId, away.userId])
    .execute();
  await busy.call(auth.me);
  await vi.waitFor(async () =>
    expect((await ofBoth()).filter(({ last_seen_at }) => last_seen_at > before)).toHaveLength(1),
  );
  const seen = new Map((await ofBoth()).map((row) => [row.user_id, row.last_seen_at]));
  expect(seen.get(busy.userId)! > before).toBe(true);
  expect(seen.get(away.userId)).toBe(before);
});

it('only sessions that have ended are removed', async () => {
  const MINUTE = 60_000;
  const at = (minutes: number) => new Date(Date.now() + minutes * MINUTE).toISOString();
  const states = {
    'removed: idle': { last_seen_at: at(-61) },
    'removed: old': { expires_at: at(-1) },
    'removed: seen by a clock that was ahead': { last_seen_at: at(61) },
    'kept: nearly idle': { last_seen_at: at(-59) },
    'kept: nearly old': { expires_at: at(1) },
  };
  const ids = new Map<number, string>();
  for (const [name, state] of Object.entries(states)) {
    const { userId } = await app.createUser(name);
    ids.set(userId, name);
    await app.store.db.updateTable('session').set(state).where('user_id', '=', userId).execute();
  }
  await createSessionService(app.store).removeExpired();
  const left = await app.store.db
    .selectFrom('session')
    .select('user_id')
    .where('user_id', 'in', [...ids.keys()])
    .orderBy('user_id')
    .execute();
  expect(left.map(({ user_id }) => ids.get(user_id))).toEqual([
    'kept: nearly idle',
    'kept: nearly old',
  ]);
});

it('a session is extended by actions, not by background requests', async () => {
  const client = await app.createUser('reading');
  const token = client.cookie().split('=')[1]!;
  await app.store.db
    .updateTable('session')
    .set({ last_seen_at: new Date(Date.now() - 59 * 60_000).toISOString() })
    .where('user_id', '=', client.userId)
    .execute();
  const sessions = createSessionService(app.store);
  const touched = vi.spyOn(app.store.db, 'updateTable');
  expect(await sessions.findActor(token, false)).toMatchObject({ userId: client.userId });
  expect(touched).not.toHaveBeenCalled();
  await sessions.findActor(token);
  expect(touched).toHaveBeenCalledWith('session');
});

describe('changepassword', () => {
  // covers: D10.1, D16.3
  it('needs the current password, ends other sessions, and keeps this one', async () => {
    const here = await app.createUser('careful');
    const elsewhere = await app.signIn('careful');
    const next = 'an entirely new one';
    const wrong = await here.send(auth.changePassword, {
      body: { current_password: 'no', new_password: next },
    });
    expect(wrong.status).toBe(422);
    expect(wrong.body.errors[0].field).toBe('current_password');

    const changed = await here.call(auth.changePassword, {
      body: { current_password: PASSWORD, new_password: next },
    });
    expect(changed.password_set_by_admin).toBe(0);
    expect((await here.send(auth.me)).status).toBe(200);
    expect((await elsewhere.send(auth.me)).status).toBe(401);
    await app.signIn('careful', next);
  });

  it('refuses the username, in any case', async () => {
    const client = await app.createUser('echo-echo');
    const { status, body } = await client.send(auth.changePassword, {
      body: { current_password: PASSWORD, new_password: 'Echo-Echo' },
    });
    expect([status, body.errors]).toEqual([
      422,
      [expect.objectContaining({ field: 'new_password' })],
    ]);
    await app.signIn('echo-echo');
  });
});

describe('a password that is changed meanwhile', () => {
  /** Has the password set by an administrator just after somebody was read by this. */
  const setAfter = (read: 'find' | 'findByName', userId: number) => {
    const original = app.context.users[read] as (of: never) => Promise<never>;
    vi.spyOn(app.context.users, read).mockImplementationOnce(async (of: unknown) => {
      const stale = await original(of as never);
      const body = { user_id: userId, password: 'set by the administrator' };
      await app.admin.call(users.updateUser, { body });
      return stale;
    });
  };

  it('lets nobody in who knew the former one', async () => {
    const { userId } = await app.createUser('hasty');
    setAfter('findByName', userId);
    const body = { username: 'hasty', password: PASSWORD };
    expect((await app.anonymous().send(auth.login, { body })).status).toBe(401);
    const left = app.store.db.selectFrom('session').selectAll().where('user_id', '=', userId);
    expect(await left.execute()).toEqual([]);
  });

  it('is not changed again by whoever knew the former one', async () => {
    const client = await app.createUser('hastier');
    setAfter('find', client.userId);
    const body = { current_password: PASSWORD, new_password: 'of somebody else' };
    const late = await client.send(auth.changePassword, { body });
    expect([late.status, late.body.errors[0].field]).toEqual([422, 'current_password']);
    await app.signIn('hastier', 'set by the administrator');
  });
});

describe('trace', () => {
  // covers: 7.call.2
  it('answers the address as text lines', async () => {
    const { body, headers } = await app.anonymous().send(auth.trace);
    expect(headers['content-type']).toMatch(/^text\/plain/);
    expect(body).toMatch(/^ip=127\.0\.0\.1$/m);
  });
});

describe('settings', () => {
  // covers: 2.footer.1, D25.1
  it('tell anybody what the operator has set for the screens, and nothing where it is unset', async () => {
    const unset = await app.anonymous().call(auth.appSettings);
    expect(unset).toMatchObject({
      trace_url: '/api/trace',
      self_registration: true,
      support_url: null,
      attendance_url: null,
    });
    const links = {
      SUPPORT_URL: 'https://help.example.com/',
      ATTENDANCE_URL: 'https://time.example.com/',
    };
    const other = await startTestApp({ env: { ...links, SELF_REGISTRATION: 'off' } });
    expect(await other.anonymous().call(auth.appSettings)).toMatchObject({
      self_registration: false,
      support_url: links.SUPPORT_URL,
      attendance_url: links.ATTENDANCE_URL,
    });
    await other.close();
  });
});
