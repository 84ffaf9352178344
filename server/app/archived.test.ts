import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import Database from 'libsql';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Endpoint } from '../../contract/endpoint.ts';
import { ENDPOINTS } from '../../contract/index.ts';
import { getCalendar } from '../../contract/calendar.ts';
import { archiveProject, getProject, updateProject } from '../../contract/projects.ts';
import { addWave, getWaves } from '../../contract/waves.ts';
import { assignProject } from '../../contract/assignments.ts';
import { addComment } from '../../contract/comments.ts';
import {
  importSource,
  readEverything,
  readInventory,
  testConnection,
} from '../../contract/inventory.ts';
import { register } from '../../contract/users.ts';
import * as webhooks from '../../contract/webhooks.ts';
import {
  assignDevelopers,
  editObjects,
  getObject,
  undoAssignment,
  undoEdit,
  updateObject,
} from '../../contract/objects.ts';
import {
  createProject,
  importTables,
  inventoryItem,
  joinProject,
  listObjects,
} from '../../tests/support/fixtures.ts';
import { type TestApp, startTestApp } from '../../tests/support/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const writes = Object.values<Endpoint>(ENDPOINTS).filter(
  ({ method, path }) => method !== 'GET' && path.startsWith('/api/projects/{id}/'),
);

it('nothing of an archived project is planned, changed or begun, and all of it is read', async () => {
  const { Project_Id: id } = await createProject(app.admin);
  await app.admin.call(archiveProject, { params: { id }, body: { archived: 1 } });
  const refused: string[] = [];
  for (const endpoint of writes) {
    if (endpoint.ofArchived) continue;
    const names = [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!);
    const params = { ...Object.fromEntries(names.map((name) => [name, 1])), id };
    const { status, body } = await app.admin.send(endpoint, { params } as never);
    const { code } = body as { code?: string };
    expect([endpoint.path, status, code]).toEqual([endpoint.path, 409, 'project.archived']);
    refused.push(endpoint.path);
  }
  expect(refused).toEqual(
    expect.arrayContaining([
      '/api/projects/{id}/waves',
      '/api/projects/{id}/runbook',
      '/api/projects/{id}/cutovers',
      '/api/projects/{id}/calendar',
      '/api/projects/{id}/assignments',
      '/api/projects/{id}/assignments/proposal',
      '/api/projects/{id}/gate/decisions',
      '/api/projects/{id}/signoffs',
    ]),
  );
  for (const endpoint of [getWaves, getCalendar])
    await app.admin.call(endpoint, { params: { id } });
  await app.admin.call(archiveProject, { params: { id }, body: { archived: 0 } });
  await app.admin.call(addWave, { params: { id } });
});

it('its objects cannot be changed by any call that names them', async () => {
  const { Project_Id: id } = await createProject(app.admin);
  const dev = await app.createUser('archived-dev');
  await joinProject(app.admin, id, dev.userId, 'developer');
  const [row] = await importTables(app.admin, id, 'source', ['orders']);
  const object = row!.source_objectid!;
  await app.admin.call(updateObject, { params: { id: object }, body: { comments: 'first' } });
  const { undo } = await app.admin.call(assignDevelopers, {
    body: [{ source_objectid: object, developer: dev.userId }],
  });
  const { version } = await app.admin.call(getObject, { params: { id: object } });
  await app.admin.call(archiveProject, { params: { id }, body: { archived: 1 } });
  const before = await app.admin.call(getObject, { params: { id: object } });
  const params = { id: object };
  const answers = await Promise.all([
    app.admin.send(updateObject, { params, body: { comments: 'late' } }),
    app.admin.send(undoEdit, { params, body: { version } }),
    app.admin.send(undoAssignment, { body: { undo } }),
    app.admin.send(addComment, { params, body: { text: 'late' } }),
    app.admin.send(assignDevelopers, {
      body: [{ source_objectid: object, developer: dev.userId }],
    }),
    app.admin.send(assignDevelopers, { body: [{ source_objectid: object, developer: null }] }),
    app.admin.send(importSource, { body: [inventoryItem(id, 'late')] }),
    app.admin.send(assignProject, {
      body: { Project_Id: id, user_id: dev.userId, role: 'tester' },
    }),
    app.admin.send(register, {
      body: { username: 'archived-new', password: 'staple of the tests', tester_of: [id] },
    }),
  ]);
  for (const { status, body } of answers)
    expect([status, (body as { code?: string }).code]).toEqual([409, 'project.archived']);
  const many = await app.admin.call(editObjects, {
    body: { ids: [object], status: 'migrated' },
  });
  expect(many).toMatchObject({ saved: 0, refused: [{ id: object }] });
  expect(await app.admin.call(getObject, { params: { id: object } })).toEqual(before);
  await app.admin.call(archiveProject, { params: { id }, body: { archived: 0 } });
  await app.admin.call(updateObject, { params, body: { comments: 'on time' } });
});

it('its people can leave by its form, and nobody joins', async () => {
  const dev = await app.createUser('archived-stays');
  const other = await app.createUser('archived-joins');
  const developer = [dev.userId];
  const { Project_Id: id } = await createProject(app.admin, { developer });
  const params = { id };
  await app.admin.call(archiveProject, { params, body: { archived: 1 } });
  const before = await app.admin.call(getProject, { params });
  for (const edit of [
    { developer: [...developer, other.userId] },
    { tester: ['archived-joins'], Project_Name: 'Late' },
  ]) {
    const { status, body } = await app.admin.send(updateProject, { params, body: edit });
    expect([status, (body as { code?: string }).code]).toEqual([409, 'project.archived']);
  }
  expect(await app.admin.call(getProject, { params })).toEqual(before);
  const corrected = { Project_Name: 'Corrected', developer };
  await app.admin.call(updateProject, { params, body: corrected });
  await app.admin.call(updateProject, { params, body: { developer: [] } });
  expect(await app.admin.call(getProject, { params })).toMatchObject({
    Project_Name: 'Corrected',
    archived: 1,
    developer: [],
  });
  await app.admin.call(archiveProject, { params, body: { archived: 0 } });
  await app.admin.call(updateProject, { params, body: { developer } });
});

it('its inventory is not read, which would mark objects as missing; its connection can be tested', async () => {
  const file = join(app.dataDir, 'sample', 'archived.sqlite');
  mkdirSync(dirname(file), { recursive: true });
  new Database(file).close();
  const { Project_Id: id } = await createProject(app.admin, {
    Source_Database: 5,
    source_ip: null,
    source_port: null,
    source_db_name: 'archived.sqlite',
    source_username: null,
    source_db_password: null,
  });
  await app.admin.call(importSource, { body: [inventoryItem(id, 'orders', 'main')] });
  const form = {
    Project_Id: id,
    Source_Database: 5,
    source_db_name: 'archived.sqlite',
    reportType: 'source',
  } as const;
  await app.admin.call(archiveProject, { params: { id }, body: { archived: 1 } });
  const body = { ...form, object_type_source: 'tables' } as const;
  const { status, body: said } = await app.admin.send(readInventory, { body });
  expect([status, (said as { code?: string }).code]).toEqual([409, 'project.archived']);
  expect((await app.admin.send(readEverything, { body: form })).status).toBe(409);
  await app.admin.call(testConnection, { body: form });
  const missing = async () => (await listObjects(app.admin, id, 'source'))[0]!.missing_since;
  expect(await missing()).toBeNull();
  await app.admin.call(archiveProject, { params: { id }, body: { archived: 0 } });
  await app.admin.call(readInventory, { body });
  expect(await missing()).not.toBeNull();
});

it('its webhooks can neither be changed nor tested by any call that names them', async () => {
  const { Project_Id: id } = await createProject(app.admin);
  const hook = await app.admin.call(webhooks.createWebhook, {
    params: { id },
    body: { url: 'http://127.0.0.1:9/', form: 'json', events: ['objects.status'] },
  });
  const params = { id: hook.id };
  const { id: delivery } = await app.admin.call(webhooks.testWebhook, { params });
  await app.admin.call(archiveProject, { params: { id }, body: { archived: 1 } });
  const before = await app.admin.call(webhooks.listDeliveries, { params });
  for (const [endpoint, call] of [
    [webhooks.updateWebhook, { params, body: { is_active: 0 } }],
    [webhooks.renewSecret, { params }],
    [webhooks.testWebhook, { params }],
    [webhooks.sendAgain, { params: { id: delivery } }],
  ] as const) {
    const { status, body } = await app.admin.send(endpoint, call);
    expect([endpoint.path, status, body.code]).toEqual([endpoint.path, 409, 'project.archived']);
  }
  expect(await app.admin.call(webhooks.listDeliveries, { params })).toEqual(before);
  await app.admin.call(webhooks.deleteWebhook, { params });
});

it('calls that end or remove something still work', () => {
  const ending = writes.filter(({ ofArchived }) => ofArchived);
  expect(ending.map(({ method, path }) => `${method} ${path.slice(19)}`).toSorted()).toEqual([
    'DELETE clients/{user_id}',
    'DELETE members/{user_id}/{role}',
    'POST assessments/{assessment}/cancel',
    'POST cutovers/{run}/abort',
    'POST dependencies/reads/{read}/cancel',
    'POST runs/{run}/control',
    'PUT archived',
  ]);
});
