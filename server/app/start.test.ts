import { existsSync, statSync, chmodSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { HOUR } from '../../contract/days.ts';
import * as auth from '../../contract/auth.ts';
import { ADMIN, startTestApp, type TestApp } from '../../tests/support/test-app.ts';
import {
  type TestStore,
  addStoredProject,
  createTestStore,
} from '../../tests/support/test-store.ts';
import { readConfig } from '../platform/config.ts';
import { MigrationError } from '../platform/db/migrate.ts';
import { FolderInUseError } from '../platform/folder-lock.ts';
import { VaultError } from '../platform/vault.ts';
import { type Program, createProgram } from './program.ts';

const onSqlite = process.env['TEST_STORE'] !== 'postgres';

let store: TestStore;
beforeEach(async () => {
  store = await createTestStore();
});
afterEach(() => store.remove());

const start = (env: Record<string, string> = {}): Promise<Program> =>
  createProgram(readConfig({ ...store.settings, LOG_LEVEL: 'silent', ...env }), {
    worker: '/no-worker',
    webFolder: '/no-web',
  });

const login = ({ app }: Program, username: string, password: string) =>
  app.inject({ method: 'POST', url: auth.login.path, payload: { username, password } });

describe('the first start', () => {
  // covers: D16.4
  it('creates one administrator, whose password is printed once', async () => {
    const first = await start();
    const { username, password } = first.firstAdministrator!;
    expect(username).toBe('admin');
    expect(password).toMatch(/^[A-Za-z2-9]{20}$/);
    const answer = await login(first, 'admin', password!);
    expect(answer.json()).toMatchObject({ is_admin: 1, is_active: 1, password_set_by_admin: 1 });
    await first.app.close();

    const second = await start({ ADMIN_USERNAME: 'another', ADMIN_PASSWORD: 'another password' });
    expect(second.firstAdministrator).toBeNull();
    expect((await login(second, 'another', 'another password')).statusCode).toBe(401);
    expect((await login(second, 'admin', password!)).statusCode).toBe(200);
    await second.app.close();
  });

  // covers: D16.1
  it('takes the administrator from the settings and does not repeat the password', async () => {
    const {
      app,
      firstAdministrator,
      store: opened,
    } = await start({
      ADMIN_USERNAME: 'Root',
      ADMIN_PASSWORD: ADMIN.password,
    });
    expect(firstAdministrator).toEqual({ username: 'Root', password: null });
    const [user] = await opened.db.selectFrom('app_user').selectAll().execute();
    expect(user!.password_hash).toMatch(/^\$argon2id\$/);
    await app.close();
  });

  it('makes the folder and the key for its owner only', async () => {
    const folder = join(store.settings.DATA_DIR, 'new');
    const { app } = await start({ DATA_DIR: folder });
    expect(statSync(folder).mode & 0o077).toBe(0);
    expect(statSync(join(folder, 'secret.key')).mode & 0o777).toBe(0o600);
    await app.close();
  });
});

describe('the program refuses to start', () => {
  it('on tables of a newer version, and leaves them as they are', async () => {
    const first = await start();
    const migrations = first.store.db as unknown as import('kysely').Kysely<{
      kysely_migration: { name: string; timestamp: string };
    }>;
    await migrations
      .insertInto('kysely_migration')
      .values({ name: '9999-tomorrow', timestamp: '2030-01-01T00:00:00.000Z' })
      .execute();
    await first.app.close();
    await expect(start()).rejects.toThrow(MigrationError);
    await expect(start()).rejects.toThrow(
      'The store was made by a newer version of this program (it has 9999-tomorrow). Start that version, or restore a backup.',
    );
  });

  it('with a key that others can read, and lets go of the folder', async () => {
    const first = await start();
    await first.app.close();
    const key = join(store.settings.DATA_DIR, 'secret.key');
    chmodSync(key, 0o644);
    await expect(start()).rejects.toThrow(VaultError);
    chmodSync(key, 0o600);
    const second = await start();
    await second.app.close();
  });
});

describe('a second program on the same store', () => {
  const title = onSqlite
    ? 'is refused while the first one lives, and the first one notices nothing'
    : 'runs beside the first one';
  it(title, async () => {
    const first = await start();
    if (onSqlite) {
      const folder = store.settings.DATA_DIR;
      await expect(start()).rejects.toThrow(FolderInUseError);
      await expect(start()).rejects.toThrow(
        `The folder ${folder} is in use by another process of this program. Stop that one first, or set DATA_DIR to another folder.`,
      );
    } else {
      const beside = await start();
      expect((await beside.app.inject('/readyz')).statusCode).toBe(200);
      await beside.app.close();
    }
    expect((await first.app.inject('/readyz')).statusCode).toBe(200);
    await first.app.close();
    const next = await start();
    await next.app.close();
  });
});

it('concurrent first starts create the tables and the administrator once', async () => {
  if (onSqlite) {
    const results = await Promise.allSettled([start(), start()]);
    const started = results.filter((result) => result.status === 'fulfilled');
    expect(started).toHaveLength(1);
    await started[0]!.value.app.close();
    return;
  }
  const programs = await Promise.all([start(), start(), start()]);
  const administrators = programs.filter((program) => program.firstAdministrator !== null);
  expect(administrators).toHaveLength(1);
  for (const { app } of programs) await app.close();
});

it('a second start changes nothing', async () => {
  const tablesOf = async ({ store: opened }: Program) =>
    (await opened.db.introspection.getTables()).map(({ name }) => name).toSorted();
  const first = await start();
  const before = await tablesOf(first);
  await first.app.close();
  const second = await start();
  expect(await tablesOf(second)).toEqual(before);
  expect(existsSync(join(store.settings.DATA_DIR, 'store.sqlite'))).toBe(onSqlite);
  await second.app.close();
});

describe('what is due', () => {
  it('is told at the start already', async () => {
    const first = await start();
    const { id } = await addStoredProject(first.store.db, 'Late');
    await first.app.close();
    const second = await start();
    const told = () =>
      second.store.db
        .selectFrom('notification')
        .select('project_id')
        .where('kind', '=', 'project-overdue')
        .execute();
    await expect.poll(told).toEqual([{ project_id: id }]);
    await second.app.close();
  });

  it('is done every hour, and one task that fails keeps no other from it', async () => {
    const timers = vi.spyOn(globalThis, 'setInterval');
    const { app, context } = await start();
    const hourly = timers.mock.calls.filter(([, after]) => after === HOUR);
    const { sessions, auth: logins, deliveries, notifications, objects, forecasts } = context;
    const fail = () => Promise.reject(new Error('The store is away.'));
    const tasks = [
      vi.spyOn(sessions, 'removeExpired').mockImplementation(fail),
      vi.spyOn(logins, 'forgetAttempts').mockImplementation(fail),
      vi.spyOn(deliveries, 'trim').mockImplementation(fail),
      vi.spyOn(notifications, 'notifyOverdue').mockImplementation(fail),
      vi.spyOn(objects, 'remindOfDueDates').mockImplementation(fail),
      vi.spyOn(forecasts, 'keepWeekly').mockImplementation(fail),
    ];
    for (const [task] of hourly) (task as () => void)();
    for (const task of tasks) expect(task).toHaveBeenCalledOnce();
    await app.close();
  });
});

describe('health', () => {
  let app: TestApp;
  beforeEach(async () => {
    app = await startTestApp();
  });
  afterEach(() => app.close());

  it('is shown to anybody, metrics to administrators', async () => {
    expect((await app.app.inject('/healthz')).json()).toEqual({ status: 'up' });
    expect((await app.app.inject('/readyz')).json()).toEqual({ status: 'ready' });
    const metrics = (cookie: string) => app.app.inject({ url: '/metrics', headers: { cookie } });
    expect((await metrics('')).statusCode).toBe(401);
    expect((await metrics((await app.createUser('somebody')).cookie())).statusCode).toBe(403);
    await app.admin.send(auth.me);
    const answer = await metrics(app.admin.cookie());
    expect(answer.statusCode).toBe(200);
    expect(answer.body).toContain('process_resident_memory_bytes');
    expect(answer.body).toContain(
      'http_request_duration_seconds_count{endpoint="GET /api/auth/me",status="200"}',
    );
    // No label comes from an address: names would grow without end.
    await app.app.inject('/nothing/here');
    expect((await metrics(app.admin.cookie())).body).not.toContain('nothing/here');
  });
});
