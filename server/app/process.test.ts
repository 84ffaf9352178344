import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type BuiltProgram, buildServer } from '../../tests/support/built-program.ts';
import { inventoryItem, projectForm } from '../../tests/support/fixtures.ts';
import {
  type RunningServer,
  call as callServer,
  send as sendToServer,
  signIn,
  startServer,
} from '../../tests/support/running-server.ts';
import { ADMIN } from '../../tests/support/test-app.ts';
import { type TestStore, createTestStore } from '../../tests/support/test-store.ts';
import { findFreePort } from '../../tests/support/throwaway-server.ts';

/** The built program as a process: what no test inside one can show. */
let built: BuiltProgram;
let store: TestStore;
let server: RunningServer;
let cookie = '';

beforeAll(async () => {
  built = await buildServer();
});
afterAll(() => built.remove());
beforeEach(async () => {
  store = await createTestStore();
  cookie = '';
});
afterEach(async () => {
  await server.end('SIGKILL');
  await store.remove();
});

async function start(env: Record<string, string> = {}): Promise<void> {
  server = await startServer(built.file, {
    ...store.settings,
    ADMIN_USERNAME: ADMIN.username,
    ADMIN_PASSWORD: ADMIN.password,
    ...env,
  });
  if (cookie) return;
  cookie = await signIn(server, ADMIN);
}

const send = (method: string, path: string, body?: unknown) =>
  sendToServer(server, cookie, method, path, body);
const call = <T>(method: string, path: string, body?: unknown) =>
  callServer<T>(server, cookie, method, path, body);
const createProject = async (): Promise<number> =>
  (await call<{ Project_Id: number }>('POST', '/api/posts/', projectForm)).Project_Id;
const countOf = async (project: number, side = ''): Promise<number> => {
  const answer = await send('GET', `/api/testresults/${side}${project}?limit=1`);
  return Number(answer.headers.get('x-total-count'));
};

/** So much takes long enough to be killed in the middle. */
const COUNT = 100_000;
/** Too much for the buffers between the server and who reads. */
const LONG = 40_000;
const items = (project: number, length = COUNT): string =>
  JSON.stringify(Array.from({ length }, (_, index) => inventoryItem(project, `t_${index}`)));

describe('killed in the middle', () => {
  // covers: D13.1
  it('keeps every acknowledged edit and row, and the import can be run again', async () => {
    await start();
    const project = await createProject();
    const body = items(project);
    const edited = { id: 0, comments: '', version: 0 };
    const small = [inventoryItem(project, 'edited')];
    await call('POST', '/api/dbconnect/importtarget', small);
    const [row] = await call<{ target_objectid: number }[]>(
      'GET',
      `/api/testresults/target/${project}`,
    );
    edited.id = row!.target_objectid;

    const partial: number[] = [];
    for (const wait of [150, 400, 800, 1_300]) {
      const interrupted = send('POST', '/api/dbconnect/importsource', body).then(
        ({ status }) => status,
        () => 'cut off',
      );
      const before = edited.version;
      const until = Date.now() + wait;
      while (Date.now() < until) {
        const comments = `edit of ${Date.now()}`;
        const saved = await call<{ version: number }>('PUT', `/api/testresults/${edited.id}`, {
          comments,
        });
        Object.assign(edited, { comments, version: saved.version });
      }
      expect(edited.version).toBeGreaterThan(before);
      // The one that is under way when the process dies may be saved or not.
      const last = `last of ${Date.now()}`;
      void send('PUT', `/api/testresults/${edited.id}`, { comments: last }).catch(() => {});
      expect(await server.end('SIGKILL')).toBe('SIGKILL');
      const outcome = await interrupted;

      await start();
      const [found] = await call<{ comments: string; version: number }[]>(
        'GET',
        `/api/testresults/target/${project}`,
      );
      expect([edited.comments, last]).toContain(found!.comments);
      expect(found!.version).toBe(edited.version + (found!.comments === last ? 1 : 0));
      Object.assign(edited, { comments: found!.comments, version: found!.version });
      const history = await call<unknown[]>('GET', `/api/objects/${edited.id}/history`);
      // An entry for each edit, and the import.
      expect(history).toHaveLength(edited.version);
      const count = await countOf(project);
      if (outcome === 200) expect(count).toBe(COUNT);
      partial.push(count);
    }
    // No round has lost what an earlier one had.
    expect(partial).toEqual(partial.toSorted((a, b) => a - b));

    const result = await call<{ imported: number; added: number }>(
      'POST',
      '/api/dbconnect/importsource',
      body,
    );
    expect(result).toMatchObject({ imported: COUNT, added: COUNT - partial.at(-1)! });
    expect(await countOf(project)).toBe(COUNT);
  });
});

describe('killed while 100,000 objects are assigned', () => {
  it('has assigned all or none after the next start', async () => {
    await start();
    const project = await createProject();
    const { user_id } = await call<{ user_id: number }>('POST', '/api/auth/register', {
      username: 'developer',
      password: 'a password of the tests',
    });
    await call('POST', '/api/assigned/', { Project_Id: project, user_id, role: 'developer' });
    await call('POST', '/api/dbconnect/importsource', items(project));
    const ids = await call<number[]>('GET', `/api/projects/${project}/objectids?side=source`);
    const assignedCount = async (): Promise<number> => {
      const path = `/api/testresults/${project}?limit=1&filter[developer]=${user_id}`;
      return Number((await send('GET', path)).headers.get('x-total-count'));
    };
    const body = JSON.stringify(ids.map((source_objectid) => ({ source_objectid, role: user_id })));
    const outcome = send('PUT', '/api/assignobjects/developerupdate/', body).then(
      ({ status }) => status,
      () => 'cut off',
    );
    // SQLite shows that it has begun; PostgreSQL shows nothing before the end.
    const until = Date.now() + 600;
    while (Date.now() < until && (await assignedCount()) === 0) await sleep(5);
    expect(await server.end('SIGKILL')).toBe('SIGKILL');
    await start();
    expect(await assignedCount()).toBe((await outcome) === 200 ? COUNT : 0);
  });
});

describe('asked to stop', () => {
  /** Reads the beginning of a long list and then nothing more. */
  const stallInList = (path: string): Promise<() => void> =>
    new Promise((resolve, reject) => {
      const { hostname, port } = new URL(server.origin);
      const socket = connect(Number(port), hostname, () =>
        socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\nCookie: ${cookie}\r\n\r\n`),
      );
      socket.once('error', reject);
      socket.once('data', () => {
        socket.pause();
        resolve(() => socket.destroy());
      });
    });

  it('ends with 0 in time, whoever is still reading a list', async () => {
    await start();
    const project = await createProject();
    await call('POST', '/api/dbconnect/importsource', items(project, LONG));
    const reading = send('GET', `/api/testresults/${project}`).then((answer) => answer.text());
    const outcome = reading.then(
      (text) => (JSON.parse(text) as unknown[]).length,
      () => 'broken off',
    );
    const hangUp = await stallInList(`/api/testresults/${project}`);
    // What has not ended in nine seconds is killed, and ends with no code.
    const code = await server.end('SIGTERM');
    expect([code, server.output()]).toEqual([0, expect.any(String)]);
    // A short list never looks like a whole one.
    expect([LONG, 'broken off']).toContain(await outcome);
    hangUp();
    await start();
    expect(await countOf(project)).toBe(LONG);
  });

  it('lets a running import end', async () => {
    await start();
    const project = await createProject();
    const importing = send('POST', '/api/dbconnect/importsource', items(project, LONG)).then(
      ({ status }) => status,
    );
    while ((await countOf(project)) === 0) await sleep(20);
    expect(await server.end('SIGTERM')).toBe(0);
    expect(await importing).toBe(200);
    await start();
    expect(await countOf(project)).toBe(LONG);
  });
});

it('metrics are for administrators, or at a port of their own', async () => {
  const port = await findFreePort();
  await start({ METRICS_PORT: String(port) });
  expect((await fetch(`${server.origin}/metrics`)).status).toBe(401);
  expect((await send('GET', '/metrics')).status).toBe(200);
  const scraped = await fetch(`http://127.0.0.1:${port}/metrics`);
  expect(scraped.status).toBe(200);
  expect(await scraped.text()).toContain('http_request_duration_seconds_bucket');
  // That port is not on any other address, where it would need no account either.
  await expect(fetch(`http://127.0.0.2:${port}/metrics`)).rejects.toThrow('fetch failed');
  expect(await server.end('SIGTERM')).toBe(0);
});

it('prints the generated password once, and explains invalid settings', async () => {
  const first = await startServer(built.file, store.settings);
  server = first;
  expect(first.output()).toMatch(
    /username {2}admin\n {4}password {2}[A-Za-z2-9]{20} {3}\(shown this once/,
  );
  await first.end('SIGTERM');
  const second = await startServer(built.file, store.settings);
  server = second;
  expect(second.output()).not.toContain('password');
  await second.end('SIGTERM');
  await expect(startServer(built.file, { ...store.settings, PORT: 'x' })).rejects.toThrow(/PORT: /);
});
