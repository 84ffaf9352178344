import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as auth from '../../../contract/auth.ts';
import { removeAssignment } from '../../../contract/assignments.ts';
import { addClient, removeClient } from '../../../contract/clients.ts';
import * as notifications from '../../../contract/notifications.ts';
import { archiveProject } from '../../../contract/projects.ts';
import * as users from '../../../contract/users.ts';
import { createProject, joinProject } from '../../../tests/support/fixtures.ts';
import { PASSWORD, type TestApp, startTestApp } from '../../../tests/support/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const passwordHash = async (id: number): Promise<string> =>
  (
    await app.store.db
      .selectFrom('app_user')
      .select('password_hash')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  ).password_hash;

describe('register', () => {
  // covers: 1.people.2, 7.call.10, 9.const.4, D15.1
  it('makes an active user for an administrator, whatever is_admin says', async () => {
    const user = await app.admin.call(users.register, {
      body: {
        username: 'Ann',
        password: PASSWORD,
        email: '',
        create_date: '2026-01-01',
        is_admin: 1,
      },
    });
    expect(user).toMatchObject({
      username: 'Ann',
      is_admin: 0,
      is_active: 1,
      password: '********',
      email: null,
    });
    expect(await passwordHash(user.user_id)).toMatch(/^\$argon2id\$/);
    const signedIn = await app
      .anonymous()
      .call(auth.login, { body: { username: 'ann', password: PASSWORD } });
    expect(signedIn.password_set_by_admin).toBe(1);
  });

  // covers: 4.user.1, D18.1
  it('makes an inactive user for anybody else, and an administrator activates it', async () => {
    const user = await app
      .anonymous()
      .call(users.register, { body: { username: 'walk-in', password: PASSWORD } });
    expect(user.is_active).toBe(0);
    const login = () =>
      app.anonymous().send(auth.login, { body: { username: 'walk-in', password: PASSWORD } });
    expect((await login()).status).toBe(401);
    await app.admin.call(users.updateUser, { body: { user_id: user.user_id, is_active: '1' } });
    expect((await login()).status).toBe(200);
  });

  // covers: 5.user.1, 5.unused.1
  it.each([
    [{ username: ' ', password: PASSWORD }, 'username'],
    [{ username: 'short', password: '1234567' }, 'password'],
    [{ username: 'nul', password: 'with\0nul inside' }, 'password'],
    [{ username: 'echo-echo', password: 'Echo-Echo' }, 'password'],
    [{ username: 'mail', password: PASSWORD, email: 'not an address' }, 'email'],
    [{ username: 'x'.repeat(101), password: PASSWORD }, 'username'],
  ])('refuses %j and names %s', async (body, field) => {
    const answer = await app.admin.send(users.register, { body });
    expect(answer.status).toBe(422);
    expect(answer.body.errors.map((error: { field: string }) => error.field)).toContain(field);
  });

  it('says only that the password is required if it is empty', async () => {
    const body = { username: 'hasty', password: '' };
    const answer = await app.admin.send(users.register, { body });
    expect(answer.body.errors).toMatchObject([{ field: 'password', message: 'is required' }]);
  });

  it('refuses a name that is taken, in any case', async () => {
    await app.admin.call(users.register, { body: { username: 'Zoë', password: PASSWORD } });
    const answer = await app.admin.send(users.register, {
      body: { username: 'ZOË', password: PASSWORD },
    });
    expect(answer.status).toBe(409);
    expect(answer.body.errors[0].field).toBe('username');
  });

  it.each([
    ['Cyrillic letters', 'аdmin'],
    ['Cyrillic capitals', 'АDMIN'],
    ['Greek letters', 'αdmin'],
    ['mathematical letters', '𝐚𝐝𝐦𝐢𝐧'],
    ['a one for an i', 'adm1n'],
    ['a dotless i', 'admın'],
  ])("refuses a name that looks like another user's: %s", async (what, username) => {
    for (const client of [app.admin, app.anonymous()]) {
      const answer = await client.send(users.register, { body: { username, password: PASSWORD } });
      expect(answer.status).toBe(409);
      expect(answer.body.errors[0].field).toBe('username');
    }
    const other = await app.createUser(what);
    const renamed = await app.admin.send(users.updateUser, {
      body: { user_id: other.userId, username },
    });
    expect(renamed.status).toBe(409);
  });

  it.each([
    ['a zero-width space', 'ad\u200bmin'],
    ['a direction mark', '\u202eadmin'],
    ['a mark of Arabic direction', 'admin\u061c'],
    ['a soft hyphen', 'ad\u00admin'],
    ['a Hangul filler', 'admin\u3164'],
    ['a variation selector', 'admin\ufe0f'],
    ['a blank of Braille', 'admin\u2800'],
    ['a tab', 'ad\tmin'],
  ])('refuses a name with %s', async (_what, username) => {
    const answer = await app.anonymous().send(users.register, {
      body: { username, password: PASSWORD },
    });
    expect([answer.status, answer.body.errors[0]]).toMatchObject([
      422,
      { field: 'username', message: 'must not contain invisible characters' },
    ]);
  });

  it.each(['Дмитрий', 'محمد', '李小龍', 'Ηλίας', 'Zoë Müller'])('takes %s', async (username) => {
    const body = { username, password: PASSWORD };
    expect((await app.anonymous().send(users.register, { body })).status).toBe(201);
  });

  it('takes one of two names that look alike and come at once', async () => {
    const answers = await Promise.all(
      ['twin', 'tw1n', 'twіn'].map((username) =>
        app.anonymous().send(users.register, { body: { username, password: PASSWORD } }),
      ),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409]);
  });

  it('notifies administrators of registrations, but not of users that they created', async () => {
    await app.anonymous().send(users.register, {
      body: { username: 'waiting', password: PASSWORD },
    });
    await app.createUser('made by an administrator');
    const { notifications: told } = await app.admin.call(notifications.listNotifications);
    const registered = told.filter(({ kind }) => kind === 'registered').map(({ actor }) => actor);
    expect(registered).toContain('waiting');
    expect(registered).not.toContain('made by an administrator');
  });

  // covers: D18.2
  it('can be closed', async () => {
    const closed = await startTestApp({ env: { SELF_REGISTRATION: 'off' } });
    try {
      const body = { username: 'late', password: PASSWORD };
      expect((await closed.anonymous().send(users.register, { body })).status).toBe(403);
      expect((await closed.admin.send(users.register, { body })).status).toBe(201);
    } finally {
      await closed.close();
    }
  });
});

describe('a new user with roles', () => {
  const body = (username: string, more: object) => ({ username, password: PASSWORD, ...more });

  it('is a member of the projects at once, and hears of it', async () => {
    const { Project_Id: id } = await createProject(app.admin, { Project_Name: 'Welcome' });
    const roles = { developer_of: [id], tester_of: [id] };
    const made = await app.admin.call(users.register, { body: body('welcome', roles) });
    const listed = (await app.admin.call(users.listUsers)).find(
      ({ user_id }) => user_id === made.user_id,
    );
    expect(listed).toMatchObject({ developer_of: ['Welcome'], tester_of: ['Welcome'] });
    const client = await app.signIn('welcome', PASSWORD);
    const told = await client.call(notifications.listNotifications);
    expect(told.notifications.map(({ kind, role }) => [kind, role]).toSorted()).toEqual([
      ['assigned', 'developer'],
      ['assigned', 'tester'],
    ]);
  });

  it('is not made where one of the projects does not exist', async () => {
    const { Project_Id: id } = await createProject(app.admin);
    const refused = await app.admin.send(users.register, {
      body: body('half made', { developer_of: [id], tester_of: [id, 999_999] }),
    });
    expect([refused.status, refused.body.errors[0].field]).toEqual([422, 'tester_of.1']);
    const names = (await app.admin.call(users.listUsers)).map(({ username }) => username);
    expect(names).not.toContain('half made');
  });

  it('gives itself none', async () => {
    const { Project_Id: id } = await createProject(app.admin);
    const stranger = await app.createUser('greedy');
    const answer = await stranger.send(users.register, {
      body: body('greedier', { developer_of: [id] }),
    });
    expect(answer.status).toBe(403);
    const names = (await app.admin.call(users.listUsers)).map(({ username }) => username);
    expect(names).not.toContain('greedier');
  });
});

describe('lists', () => {
  // covers: 2.users.2, 3.user.3, 5.password.1, 7.call.11
  it('contains neither password nor hash', async () => {
    const list = await app.admin.call(users.listUsers);
    expect(list.every((user) => user.password === '********')).toBe(true);
    expect(JSON.stringify(list)).not.toContain('argon2');
  });

  it('says when each last logged in, and on which projects each has which role', async () => {
    const { userId, username } = await app.createUser('busy');
    const of = async (id: number) =>
      (await app.admin.call(users.listUsers)).find(({ user_id }) => user_id === id)!;
    const { last_login_at } = await of(userId);
    const never = await app.admin.call(users.register, {
      body: { username: 'never there', password: PASSWORD },
    });
    expect(await of(never.user_id)).toMatchObject({ last_login_at: null, developer_of: [] });
    await app.signIn(username, PASSWORD);
    expect((await of(userId)).last_login_at! > last_login_at!).toBe(true);
    const join = async (name: string, role: 'developer' | 'tester') => {
      const { Project_Id } = await createProject(app.admin, { Project_Name: name });
      await joinProject(app.admin, Project_Id, userId, role);
      return Project_Id;
    };
    await join('b', 'developer');
    await join('a', 'developer');
    const done = await join('c', 'tester');
    const before = await of(userId);
    expect([before.developer_of, before.tester_of]).toEqual([['a', 'b'], ['c']]);
    await app.admin.call(archiveProject, { params: { id: done }, body: { archived: 1 } });
    expect((await of(userId)).tester_of).toEqual([]);
  });

  // covers: 3.assignable.1, 7.call.8
  it('of names contains active users only', async () => {
    const sleeper = await app.createUser('sleeper');
    await app.admin.call(users.updateUser, { body: { user_id: sleeper.userId, is_active: 0 } });
    const names = (await app.admin.call(users.listUserNames)).map((user) => user.username);
    expect(names).toContain('admin');
    expect(names).not.toContain('sleeper');
  });
});

describe('updateuser', () => {
  // covers: 7.call.12, D16.2
  it('keeps the password if the mask is sent back', async () => {
    const client = await app.createUser('masked');
    const before = await passwordHash(client.userId);
    await app.admin.call(users.updateUser, {
      body: {
        user_id: String(client.userId),
        username: 'renamed',
        password: '********',
        is_active: 1,
        tableFlag: 'x',
      },
    });
    expect(await passwordHash(client.userId)).toBe(before);
    expect((await client.call(auth.me)).username).toBe('renamed');
  });

  it.each([null, undefined])('keeps the password if %s is sent', async (password) => {
    const client = await app.createUser(`without ${password}`);
    const before = await passwordHash(client.userId);
    const body = { user_id: client.userId, password, is_active: 1 as const };
    await app.admin.call(users.updateUser, { body });
    expect(await passwordHash(client.userId)).toBe(before);
  });

  it('sets a new password and ends the sessions', async () => {
    const client = await app.createUser('reset');
    await app.admin.call(users.updateUser, {
      body: { user_id: client.userId, password: 'quite another one' },
    });
    expect((await client.send(auth.me)).status).toBe(401);
    const again = await app.signIn('reset', 'quite another one');
    expect((await again.call(auth.me)).password_set_by_admin).toBe(1);
  });

  it.each([
    ['password', { password: 'Parrot-Bird' }],
    ['password', { username: 'parrot-two', password: 'Parrot-Two' }],
    ['username', { username: PASSWORD }],
  ])('refuses a %s that makes both the same: %j', async (field, edit) => {
    const found = await app.context.users.findByName('parrot-bird');
    const user_id = found?.id ?? (await app.createUser('parrot-bird')).userId;
    const { status, body } = await app.admin.send(users.updateUser, { body: { user_id, ...edit } });
    expect([status, body.errors]).toEqual([422, [expect.objectContaining({ field })]]);
    await app.signIn('parrot-bird');
  });

  it('writes history without passwords', async () => {
    const client = await app.createUser('watched');
    await app.admin.call(users.updateUser, {
      body: { user_id: client.userId, username: 'observed', password: 'yet another password' },
    });
    const entries = await app.store.db
      .selectFrom('history')
      .selectAll()
      .where('entity', '=', 'user')
      .where('entity_id', '=', client.userId)
      .orderBy('id')
      .execute();
    expect(entries.map((entry) => [entry.action, entry.user_id])).toEqual([
      ['created', app.admin.userId],
      ['updated', app.admin.userId],
    ]);
    const changes = JSON.parse(entries[1]!.changes) as Record<string, unknown>;
    expect(changes).toMatchObject({
      username: ['watched', 'observed'],
      password: ['********', '********'],
    });
    expect(entries[1]!.changes).not.toMatch(/argon2|yet another/);
  });

  it('answers 404 for an unknown user and 409 for a taken name', async () => {
    expect((await app.admin.send(users.updateUser, { body: { user_id: 999_999 } })).status).toBe(
      404,
    );
    const client = await app.createUser('jealous');
    const answer = await app.admin.send(users.updateUser, {
      body: { user_id: client.userId, username: 'ADMIN' },
    });
    expect(answer.status).toBe(409);
  });
});

describe('a registration', () => {
  const registered = async (username: string) =>
    (await app.anonymous().call(users.register, { body: { username, password: PASSWORD } }))
      .user_id;
  const decide = (id: number, declined: 0 | 1) =>
    app.admin.send(users.decideRegistration, { params: { id }, body: { declined } });
  const stands = async (id: number) =>
    (await app.admin.call(users.listUsers)).find(({ user_id }) => user_id === id)!.registration;
  const login = async (username: string, password = PASSWORD) => {
    const { status, body } = await app
      .anonymous()
      .send(auth.login, { body: { username, password } });
    return [status, (body as { code?: string }).code];
  };

  it('is declined and waits again, which the person reads at the login', async () => {
    const id = await registered('unwanted');
    expect(await stands(id)).toBe('waiting');
    expect(await login('unwanted')).toEqual([401, 'access.waiting']);
    expect((await decide(id, 1)).body).toMatchObject({ is_active: 0, registration: 'declined' });
    expect(await login('unwanted')).toEqual([401, 'access.declined']);
    // Who does not know the password learns nothing of the account.
    expect(await login('unwanted', 'not this')).toEqual([401, 'access.loginFailed']);
    expect((await decide(id, 0)).status).toBe(200);
    expect(await stands(id)).toBe('waiting');
    const entries = await app.store.db
      .selectFrom('history')
      .select(['user_id', 'action', 'changes'])
      .where('entity', '=', 'user')
      .where('entity_id', '=', id)
      .orderBy('id')
      .execute();
    const by = { user_id: app.admin.userId };
    expect(entries.slice(1)).toEqual([
      { ...by, action: 'declined', changes: '{"registration":["waiting","declined"]}' },
      { ...by, action: 'updated', changes: '{"registration":["declined","waiting"]}' },
    ]);
  });

  it('is decided once, and ends when the account is activated', async () => {
    const id = await registered('wanted');
    expect((await decide(id, 0)).status).toBe(409);
    expect((await decide(id, 1)).status).toBe(200);
    expect((await decide(id, 1)).status).toBe(409);
    await app.admin.call(users.updateUser, { body: { user_id: id, is_active: 1 } });
    expect(await stands(id)).toBeNull();
    expect((await login('wanted'))[0]).toBe(200);
    for (const declined of [0, 1] as const) expect((await decide(id, declined)).status).toBe(409);
    // Who is deactivated later was no registration any more.
    await app.admin.call(users.updateUser, { body: { user_id: id, is_active: 0 } });
    expect(await login('wanted')).toEqual([401, 'access.loginFailed']);
  });

  it('is not activated by who saw it as it was before somebody else decided', async () => {
    const id = await registered('contested');
    const activate = (seen_registration: users.Registration) =>
      app.admin.send(users.updateUser, { body: { user_id: id, is_active: 1, seen_registration } });
    expect((await decide(id, 1)).status).toBe(200);
    const refused = await activate('waiting');
    expect([refused.status, refused.body]).toMatchObject([
      409,
      { code: 'user.decided', current: { user_id: id, registration: 'declined' } },
    ]);
    expect(await stands(id)).toBe('declined');
    expect((await activate('declined')).status).toBe(200);
    // Activated already: there is nothing to refuse.
    expect((await activate('waiting')).body).toMatchObject({ is_active: 1 });
    await app.admin.call(users.updateUser, { body: { user_id: id, is_active: 0 } });
    expect((await activate('waiting')).status).toBe(409);
  });

  it('and what became of it are in the history of its account, for administrators', async () => {
    const id = await registered('remembered');
    await decide(id, 1);
    await app.admin.call(users.updateUser, { body: { user_id: id, is_active: 1 } });
    await app.admin.call(users.setAdministrator, { params: { id }, body: { is_admin: 1 } });
    const entries = await app.admin.call(users.userHistory, { params: { id } });
    const by = { user_id: app.admin.userId, username: 'admin', Project_Name: null };
    expect(entries).toMatchObject([
      { ...by, action: 'updated', changes: { is_admin: [0, 1] } },
      {
        ...by,
        action: 'updated',
        changes: { is_active: [0, 1], registration: ['declined', null] },
      },
      { ...by, action: 'declined', changes: { registration: ['waiting', 'declined'] } },
      { user_id: id, username: 'remembered', action: 'created', changes: { is_active: [null, 0] } },
    ]);
    await app.admin.call(users.setAdministrator, { params: { id }, body: { is_admin: 0 } });
    expect((await app.admin.send(users.userHistory, { params: { id: 999_999 } })).status).toBe(404);
  });

  it('the history of an account has the roles given and taken, with the name of the project', async () => {
    const [member, client] = [await app.createUser('member'), await app.createUser('customer')];
    const { Project_Id: id, Project_Name } = await createProject(app.admin, {
      Project_Name: 'Remembering',
    });
    expect(Project_Name).toBe('Remembering');
    await joinProject(app.admin, id, member.userId, 'tester');
    const seat = { id, user_id: member.userId, role: 'tester' as const };
    await app.admin.call(removeAssignment, { params: seat });
    await app.admin.call(addClient, { params: { id }, body: { user_id: client.userId } });
    await app.admin.call(removeClient, { params: { id, user_id: client.userId } });
    for (const [user, role] of [
      [member, 'tester'],
      [client, 'client'],
    ] as const) {
      const entries = await app.admin.call(users.userHistory, { params: { id: user.userId } });
      const by = { user_id: app.admin.userId, username: 'admin', Project_Name };
      expect(entries.slice(0, -1)).toMatchObject([
        { ...by, action: 'unassigned', changes: { [role]: [user.userId, null] } },
        { ...by, action: 'assigned', changes: { [role]: [null, user.userId] } },
      ]);
      expect(entries.at(-1)).toMatchObject({ action: 'created', Project_Name: null });
    }
  });

  it('the history has no entry of a change to what is already there', async () => {
    const { userId: id } = await app.createUser('unchanged');
    const same = { user_id: id, username: 'unchanged', is_active: 1 };
    await app.admin.call(users.updateUser, { body: same });
    await app.admin.call(users.setAdministrator, { params: { id }, body: { is_admin: 0 } });
    const entries = await app.admin.call(users.userHistory, { params: { id } });
    expect(entries.map(({ action }) => action)).toEqual(['created']);
  });

  it('the history says that the program made the first administrator', async () => {
    const entries = await app.admin.call(users.userHistory, { params: { id: app.admin.userId } });
    expect(entries.at(-1)).toMatchObject({ action: 'created', user_id: null, username: null });
  });

  it('is none of an account that an administrator made', async () => {
    const client = await app.createUser('invited');
    expect(await stands(client.userId)).toBeNull();
    expect((await decide(client.userId, 1)).status).toBe(409);
    expect((await decide(999_999, 1)).status).toBe(404);
  });
});

describe('administrators', () => {
  it('keep one: the last can be neither deactivated nor demoted', async () => {
    const last = app.admin.userId;
    const deactivated = await app.admin.send(users.updateUser, {
      body: { user_id: last, is_active: 0 },
    });
    expect(deactivated.status).toBe(409);
    const demoted = await app.admin.send(users.setAdministrator, {
      params: { id: last },
      body: { is_admin: 0 },
    });
    expect(demoted.status).toBe(409);
    expect((await app.admin.call(auth.me)).is_admin).toBe(1);
  });

  it('that the command line makes are active, whatever they were', async () => {
    for (const username of ['by-command', 'by-person'])
      await app.anonymous().call(users.register, { body: { username, password: PASSWORD } });
    const find = async (name: string) => (await app.context.users.findByName(name))!;
    const [one, other] = [await find('by-command'), await find('by-person')];
    expect(one).toMatchObject({ is_admin: 0, is_active: 0 });
    await app.context.users.setAdministrator(null, one.id, 1);
    expect(await find('by-command')).toMatchObject({ is_admin: 1, is_active: 1 });
    expect((await app.signIn('by-command')).userId).toBe(one.id);
    // A person who does the same decides on nothing else.
    await app.admin.call(users.setAdministrator, {
      params: { id: other.id },
      body: { is_admin: 1 },
    });
    expect(await find('by-person')).toMatchObject({ is_admin: 1, is_active: 0 });
    for (const { id } of [one, other]) await app.context.users.setAdministrator(null, id, 0);
  });

  it('keep one even when two demote each other at once', async () => {
    const second = await app.createUser('second');
    const demote = (id: number) =>
      app.admin.send(users.setAdministrator, { params: { id }, body: { is_admin: 0 } });
    await app.admin.call(users.setAdministrator, {
      params: { id: second.userId },
      body: { is_admin: 1 },
    });
    const answers = await Promise.all([demote(app.admin.userId), demote(second.userId)]);
    expect(answers.map((answer) => answer.status)).not.toEqual([200, 200]);
    const left = await app.store.db
      .selectFrom('app_user')
      .select('id')
      .where('is_admin', '=', 1)
      .where('is_active', '=', 1)
      .execute();
    expect(left.length).toBeGreaterThan(0);
    await app.store.db
      .updateTable('app_user')
      .set({ is_admin: 1 })
      .where('id', '=', app.admin.userId)
      .execute();
  });
});
