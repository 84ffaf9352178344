import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ENDPOINTS } from '../../contract/index.ts';
import { type TestApp, startTestApp } from '../../tests/support/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const endpoints = Object.entries(ENDPOINTS);
/** Whether a path is answered by an endpoint: `/api/testresults/assigntoTester` also names an id. */
const fits = (path: string, template: string): boolean =>
  new RegExp(`^${bare(template).replaceAll('/1', '/[^/]+')}$`).test(bare(path));
const bare = (path: string) => path.replaceAll(/\{\w+\}/g, '1').replace(/\/$/, '');

describe.each(endpoints)('%s', (_name, endpoint) => {
  // covers: 7.base.3, D8.1
  it('answers with and without its trailing slash', async () => {
    for (const url of [bare(endpoint.path), `${bare(endpoint.path)}/`]) {
      const answer = await app.app.inject({ method: endpoint.method, url });
      const expected = endpoint.access.who === 'public' ? [200, 204, 422] : [401];
      expect([url, expected.includes(answer.statusCode)]).toEqual([url, true]);
    }
  });

  it('does not respond to undeclared methods', async () => {
    const declared = endpoints
      .filter(([, other]) => fits(endpoint.path, other.path))
      .map(([, other]) => other.method);
    for (const method of ['GET', 'POST', 'PUT', 'DELETE', 'PATCH'] as const) {
      if ((declared as string[]).includes(method)) continue;
      const answer = await app.app.inject({
        method,
        url: endpoint.path.replaceAll(/\{\w+\}/g, '1'),
      });
      expect([method, answer.statusCode]).toEqual([method, 404]);
      expect(answer.headers['content-type']).toMatch(/^application\/problem\+json/);
    }
  });
});

// covers: D14.1
it('a store that refuses every statement is a 500 without a word of SQL', async () => {
  await app.store.db.schema.dropTable('session').execute();
  for (const [, endpoint] of endpoints.filter(([, { access }]) => access.who !== 'public')) {
    const answer = await app.admin.send(endpoint, { params: new Proxy({}, { get: () => 1 }) });
    expect([endpoint.path, answer.status]).toEqual([endpoint.path, 500]);
    if (endpoint.events) continue;
    expect(answer.body).toEqual({
      type: '/problems/internal',
      title: 'Internal error',
      status: 500,
      detail: 'Something went wrong on the server. It has been logged.',
      code: 'request.internal',
    });
  }
});
