import { afterAll, beforeAll, expect, it } from 'vitest';
import * as objects from '../../../contract/objects.ts';
import * as fixtures from '../../../tests/support/fixtures.ts';
import { type TestApp, startTestApp } from '../../../tests/support/test-app.ts';
import { trimHistory } from './trim.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

it('deletes older entries in parts, and keeps the rest and the objects', async () => {
  const { Project_Id: projectId } = await fixtures.createProject(app.admin);
  const [row] = await fixtures.importTables(app.admin, projectId, 'source', ['a']);
  const id = row!.source_objectid!;
  const edit = (comments: string) =>
    app.admin.call(objects.updateObject, { params: { id }, body: { comments } });
  for (const comments of ['1', '2', '3', '4', '5']) await edit(comments);
  const old = '2025-12-31T23:59:59.999Z';
  for (const table of ['history', 'notification', 'login_attempt'] as const)
    await app.store.db.updateTable(table).set({ at: old }).execute();
  await edit('new');

  const store = { ...app.store, rowsPerTransaction: 2 };
  expect(await trimHistory(store, '2025-12-31')).toEqual({
    history: 0,
    notification: 0,
    login_attempt: 0,
  });
  const trimmed = await trimHistory(store, '2026-01-01');
  expect(trimmed.history).toBeGreaterThan(5);
  expect(trimmed).toMatchObject({ notification: 1, login_attempt: 1 });

  const history = await app.admin.call(objects.objectHistory, { params: { id } });
  expect(history.map((entry) => entry.action)).toEqual(['edited', 'imported']);
  const [after] = await fixtures.listObjects(app.admin, projectId, 'source');
  expect(after).toMatchObject({ comments: 'new', version: row!.version + 6 });
});

it('forgets attempts to sign in after 90 days by itself', async () => {
  const age = (days: number) => new Date(Date.now() - days * 24 * 60 * 60_000).toISOString();
  await app.store.db.deleteFrom('login_attempt').execute();
  const attempt = { username_key: 'x', address_seen: '::1', outcome: 'failed' as const };
  for (const days of [91, 89])
    await app.store.db
      .insertInto('login_attempt')
      .values({ ...attempt, at: age(days) })
      .execute();
  await app.context.auth.forgetAttempts();
  const left = await app.store.db.selectFrom('login_attempt').select('at').execute();
  expect(left).toHaveLength(1);
  expect(left[0]!.at > age(90)).toBe(true);
});
