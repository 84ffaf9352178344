import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as auth from '../../../contract/auth.ts';
import { problem } from '../../../contract/problems.ts';
import { sendRaw } from '../../../tests/support/raw-http.ts';
import { ADMIN, type TestApp, startTestApp } from '../../../tests/support/test-app.ts';

let app: TestApp;
let origin: string;
beforeAll(async () => {
  app = await startTestApp();
  origin = await app.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => app.close());

const long = 'x'.repeat(201);

const get = (path: string, headers: string[] = []) =>
  sendRaw(origin, [`GET ${path} HTTP/1.1`, 'Host: localhost', ...headers]);

const ANSWERS: [what: string, status: number, send: () => ReturnType<typeof get>][] = [
  ['an answer', 200, () => get('/api/settings')],
  ['a text', 200, () => get('/api/trace')],
  ['a list', 200, () => get('/api/auth/getusers', [`Cookie: ${app.admin.cookie()}`])],
  ['health', 200, () => get('/healthz')],
  ['a refusal', 401, () => get('/api/auth/me')],
  ['a wrong content type', 415, () => get('/api/settings', ['Content-Type: text/plain'])],
  ['an unknown API address', 404, () => get('/api/nothing')],
  ['an unknown address', 404, () => get('/nothing')],
  ['an unknown method', 404, () => sendRaw(origin, ['PATCH /api/settings HTTP/1.1', 'Host: x'])],
  ['an id that is too long', 404, () => get(`/api/posts/${long}`)],
  ['an address that cannot be decoded', 400, () => get('/api/posts/%zz')],
  ['half a character in the address', 400, () => get('/api/posts/%C3')],
  ['another host in the address', 404, () => get('http://evil.example/api/nothing')],
  ['a way out of the folder', 404, () => get('/api/../../etc/passwd')],
];

describe.each(ANSWERS)('%s', (_what, status, send) => {
  // covers: D14.1
  it(`is ${status} with the headers that protect a browser`, async () => {
    const { status: seen, headers, body } = await send();
    expect(seen).toBe(status);
    expect(headers['content-security-policy']).toMatch(
      /default-src 'none'.*frame-ancestors 'none'/,
    );
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['x-frame-options']).toBe('SAMEORIGIN');
    expect(headers['referrer-policy']).toBe('same-origin');
    expect(headers['cross-origin-resource-policy']).toBe('same-origin');
    expect(headers['cache-control']).toBe('no-store');
    expect(headers).not.toHaveProperty('server');
    expect(headers).not.toHaveProperty('x-powered-by');
    if (status < 400) return;
    expect(headers['content-type']).toMatch(/^application\/problem\+json/);
    const parsed = problem.parse(JSON.parse(body));
    expect(parsed.status).toBe(status);
    // What was sent is not echoed.
    expect(body).not.toMatch(/xxxx|%|evil|passwd|nothing\b.*nothing|node_modules/);
  });
});

it.each([
  ['no HTTP', ['rubbish']],
  ['a header without a name', ['GET / HTTP/1.1', 'Host: x', ': y']],
  ['headers of 20 kB', ['GET / HTTP/1.1', 'Host: x', `X-Long: ${'x'.repeat(20_000)}`]],
])('%s is answered with a bare refusal', async (_what, head) => {
  const { status, body } = await sendRaw(origin, head);
  expect([400, 431]).toContain(status);
  expect(body).not.toMatch(/xxxx|node_modules| at /);
});

describe('over TLS', () => {
  let secure: TestApp;
  beforeAll(async () => {
    secure = await startTestApp({ env: { COOKIE_SECURE: 'true' } });
  });
  afterAll(() => secure.close());

  it('binds the cookie to the host and to HTTPS', async () => {
    const { headers } = await secure.anonymous().send(auth.login, { body: ADMIN });
    expect(headers['set-cookie']).toMatch(
      /^__Host-sid=[\w-]{43}; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    );
    expect(headers['strict-transport-security']).toMatch(/^max-age=\d{8}/);
    expect((await secure.admin.send(auth.me)).status).toBe(200);
  });

  it('believes no cookie of the other name', async () => {
    const cookie = secure.admin.cookie().replace('__Host-sid', 'sid');
    const answer = await secure.anonymous().send(auth.me, {}, { headers: { cookie } });
    expect(answer.status).toBe(401);
  });

  it('takes the cookie away at logout', async () => {
    const client = await secure.createUser('leaving');
    const { headers } = await client.send(auth.logout);
    expect(headers['set-cookie']).toMatch(/^__Host-sid=; .*Path=\/;.* Secure/);
  });
});

it('without TLS the cookie has a plain name, and nothing is said of transport security', async () => {
  const { headers } = await app.anonymous().send(auth.login, { body: ADMIN });
  expect(headers['set-cookie']).toMatch(/^sid=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax$/);
  expect(headers).not.toHaveProperty('strict-transport-security');
});
