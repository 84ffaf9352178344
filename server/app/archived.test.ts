import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Endpoint } from '../../contract/endpoint.ts';
import { ENDPOINTS } from '../../contract/index.ts';
import { getCalendar } from '../../contract/calendar.ts';
import { archiveProject } from '../../contract/projects.ts';
import { addWave, getWaves } from '../../contract/waves.ts';
import { createProject } from '../../tests/support/fixtures.ts';
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

it('what ends or takes away goes on', () => {
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
