import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as auth from '../../../contract/auth.ts';
import { ENDPOINTS } from '../../../contract/index.ts';
import { type TestApp, startTestApp } from '../../../tests/support/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const host = 'tool.example:3000';
/** A write that changes nothing: the body lacks everything, so 422 means that it was let in. */
const write = (headers: Record<string, string>) =>
  app.admin.send(auth.changePassword, { body: {} }, { headers: { host, ...headers } });

describe('a write', () => {
  it.each([
    ['from another site', { 'sec-fetch-site': 'cross-site' }],
    ['from another host of this site', { 'sec-fetch-site': 'same-site' }],
    [
      'from another site, whatever the origin says',
      { 'sec-fetch-site': 'cross-site', origin: `http://${host}` },
    ],
    ['with a word that browsers do not send', { 'sec-fetch-site': 'same-origin, cross-site' }],
    ['from another origin', { origin: 'https://evil.example' }],
    ['from another port', { origin: 'http://tool.example:3001' }],
    ['from the same host without its port', { origin: 'http://tool.example' }],
    ['from a host that begins alike', { origin: `http://${host}.evil.example` }],
    ['from an opaque origin', { origin: 'null' }],
    ['from an empty origin', { origin: '' }],
  ])('%s is refused', async (_what, headers) => {
    const answer = await write(headers);
    expect(answer.status).toBe(403);
    expect(answer.body).toMatchObject({ type: '/problems/forbidden' });
  });

  it.each([
    ['from the page itself', { 'sec-fetch-site': 'same-origin', origin: `http://${host}` }],
    ['typed by the person', { 'sec-fetch-site': 'none' }],
    ['from its own origin in an older browser', { origin: `http://${host}` }],
    ['from its own origin, over TLS', { origin: `https://${host}` }],
    ['from a script, which sends neither header', {}],
  ])('%s passes', async (_what, headers) => {
    expect((await write(headers)).status).toBe(422);
  });

  it('is refused at every endpoint that writes, and at addresses that do not exist', async () => {
    const writes = Object.values(ENDPOINTS).filter(({ method }) => method !== 'GET');
    for (const endpoint of writes) {
      const params = new Proxy({}, { get: () => '1' });
      const answer = await app.admin.send(
        endpoint,
        { params },
        { headers: { 'sec-fetch-site': 'cross-site' } },
      );
      expect([endpoint.path, answer.status]).toEqual([endpoint.path, 403]);
    }
    const nowhere = await app.app.inject({
      method: 'POST',
      url: '/nowhere',
      headers: { 'sec-fetch-site': 'cross-site' },
    });
    expect(nowhere.statusCode).toBe(403);
    // The session has survived: neither a logout nor anything else was carried out.
    expect((await app.admin.send(auth.me)).status).toBe(200);
  });
});

it('reading is not refused: a link from another site may lead here', async () => {
  const answer = await app.admin.send(auth.me, {}, { headers: { 'sec-fetch-site': 'cross-site' } });
  expect(answer.status).toBe(200);
  // And no other site can read the answer.
  expect(answer.headers['access-control-allow-origin']).toBeUndefined();
});
