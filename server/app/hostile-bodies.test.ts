import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type BuiltProgram, buildServer } from '../../tests/support/built-program.ts';
import { inventoryItem, projectForm } from '../../tests/support/fixtures.ts';
import { type RunningServer, signIn, startServer } from '../../tests/support/running-server.ts';
import { ADMIN } from '../../tests/support/test-app.ts';
import { type TestStore, createTestStore } from '../../tests/support/test-store.ts';

/** The built server, as a process: bodies that are made to end it, while others work. */
let built: BuiltProgram;
let store: TestStore;
let server: RunningServer;
let cookie: string;
let project = 0;
beforeAll(async () => {
  built = await buildServer();
  store = await createTestStore();
  server = await startServer(built.file, {
    ...store.settings,
    ADMIN_USERNAME: ADMIN.username,
    ADMIN_PASSWORD: ADMIN.password,
  });
  cookie = await signIn(server, ADMIN);
  const created = await send('POST', '/api/posts/', JSON.stringify(projectForm));
  project = ((await created.json()) as { Project_Id: number }).Project_Id;
});
afterAll(async () => {
  await server.end('SIGKILL');
  await store.remove();
  built.remove();
});

const send = (method: string, path: string, body?: string | Buffer): Promise<Response> =>
  fetch(`${server.origin}${path}`, {
    method,
    headers: { cookie, ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body }),
  });

const IMPORT = '/api/dbconnect/importsource';
const MEGABYTE = 1024 * 1024;
/** About as many bytes of a piece over and over. */
const fill = (piece: string, megabytes: number): string =>
  piece.repeat(Math.floor((megabytes * MEGABYTE) / piece.length));
const row = () => JSON.stringify(inventoryItem(project, 'x'));

const hostile: [what: string, path: () => string, body: () => string, status: number][] = [
  ['empty objects', () => IMPORT, () => `[${fill('{},', 60)}{}]`, 413],
  ['brackets', () => IMPORT, () => fill('[', 60), 413],
  ['brackets in an object', () => IMPORT, () => fill('{"a":', 60), 413],
  ['numbers', () => IMPORT, () => `[${fill('0,', 60)}0]`, 413],
  ['one text', () => IMPORT, () => `["${fill('x', 60)}"]`, 422],
  ['one text beyond Latin', () => IMPORT, () => `["${fill('ж', 25)}"]`, 422],
  [
    'wrong rows',
    () => IMPORT,
    () => `[${fill(`{"schema":1,"table_name":"${'x'.repeat(30)}"},`, 20)}{}]`,
    422,
  ],
  ['one wrong row after many', () => IMPORT, () => `[${fill(`${row()},`, 10)}{}]`, 422],
  [
    'a spreadsheet of wrong rows',
    () => `/api/projects/${project}/spreadsheet`,
    () => `{"rows":[${fill(`{"side":1,"object_name":"${'x'.repeat(30)}"},`, 20)}{}]}`,
    422,
  ],
  [
    'a saved object of brackets',
    () => '/api/testresults/1',
    () => `{"comments":${fill('[', 1)}`,
    413,
  ],
  ['ids', () => '/api/objects/edit', () => `{"ids":[${fill('{},', 1)}{}]}`, 413],
  ['a login of brackets', () => '/api/auth/login', () => fill('[', 0.05), 413],
  ['a login without end', () => '/api/auth/login', () => `"${fill('x', 5)}"`, 413],
];

it('bodies that attack the server get an error, and other requests are served meanwhile', async () => {
  let most = 0;
  let done = false;
  const others = (async () => {
    const statuses = new Set<number>();
    let count = 0;
    while (!done) {
      for (const path of ['/api/auth/me', `/api/projects/${project}`, '/healthz', '/readyz'])
        statuses.add((await send('GET', path)).status);
      const edit = JSON.stringify({ Client_Name: `client ${count}` });
      statuses.add((await send('PUT', `/api/posts/${project}`, edit)).status);
      most = Math.max(most, server.memory());
      count += 1;
    }
    return { statuses: [...statuses], count };
  })();
  const told = await Promise.all(
    hostile.map(async ([what, path, body, status]) => {
      const method = path().startsWith('/api/testresults/') ? 'PUT' : 'POST';
      // Those that come while there is no room are told so, and come again.
      for (;;) {
        const answer = await send(method, path(), body());
        const { detail } = (await answer.json()) as { detail: string };
        if (answer.status !== 503) return { what, status: answer.status, wanted: status, detail };
        expect(detail).toContain('as many large requests as it can');
        await sleep(200);
      }
    }),
  );
  done = true;
  const { statuses, count } = await others;
  for (const { what, status, wanted, detail } of told) {
    expect([what, status]).toEqual([what, wanted]);
    expect(detail).toMatch(/\.$/);
    expect(detail.length).toBeLessThan(1_000);
  }
  expect(statuses).toEqual([200]);
  expect(count).toBeGreaterThan(3);
  expect(most).toBeLessThan(600);
  expect(server.output()).not.toContain('Something went wrong on the server');
}, 300_000);

it('a valid list is accepted beside them', async () => {
  const items = Array.from({ length: 20_000 }, (_, index) => inventoryItem(project, `t_${index}`));
  const [answer] = await Promise.all([
    send('POST', IMPORT, JSON.stringify(items)),
    send('POST', IMPORT, fill('[', 60)).then((bad) => bad.text()),
  ]);
  expect(answer.status).toBe(200);
}, 120_000);

it('is down in ten seconds, with bodies half sent, streams open and a list under way', async () => {
  const { hostname, port } = new URL(server.origin);
  const open = (head: string, body: string): void => {
    const socket = connect(Number(port), hostname, () => socket.write(`${head}\r\n\r\n${body}`));
    socket.on('error', () => {});
  };
  const common = `Host: x\r\nCookie: ${cookie}`;
  open(`GET /api/events HTTP/1.1\r\n${common}`, '');
  for (const body of [`[${fill(`${row()},`, 10)}`, `[${fill('"x",', 3)}`, '{"rows":[']) {
    const type = 'Content-Type: application/json\r\nContent-Length: 60000000';
    open(`POST ${IMPORT} HTTP/1.1\r\n${common}\r\n${type}`, body);
  }
  const items = Array.from({ length: 90_000 }, (_, index) => inventoryItem(project, `u_${index}`));
  const importing = send('POST', IMPORT, JSON.stringify(items)).then(
    ({ status }) => status,
    () => 'cut off',
  );
  await sleep(500);
  const started = Date.now();
  await server.end('SIGTERM');
  // Nine are promised; the machine of the tests may be busy.
  expect(Date.now() - started).toBeLessThan(20_000);
  expect([200, 503, 'cut off']).toContain(await importing);
}, 120_000);
