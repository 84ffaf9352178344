import { copyFileSync, existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { type BuiltProgram, buildProgram, buildServer } from '../../tests/support/built-program.ts';
import { projectForm } from '../../tests/support/fixtures.ts';
import { type RunningServer, signIn, startServer } from '../../tests/support/running-server.ts';
import { ADMIN } from '../../tests/support/test-app.ts';
import { type TestStore, createTestStore } from '../../tests/support/test-store.ts';

/** The built server, whose processes that talk to databases have lost every limit of their own. */
let built: BuiltProgram;
let store: TestStore;
let server: RunningServer;
let cookie = '';

beforeAll(async () => {
  const unbounded = await buildProgram('connectors/process/unbounded-fixture.ts');
  built = await buildServer();
  copyFileSync(unbounded.file, join(dirname(built.file), 'database-process.js'));
  unbounded.remove();
});
afterAll(() => built.remove());
beforeEach(async () => {
  store = await createTestStore();
  server = await startServer(built.file, {
    ...store.settings,
    ADMIN_USERNAME: ADMIN.username,
    ADMIN_PASSWORD: ADMIN.password,
    DATABASE_MEMORY_MB: '256',
  });
  cookie = await signIn(server, ADMIN);
});
afterEach(async () => {
  await server.end('SIGKILL');
  await store.remove();
});

/** Asks for the schemas of a database that behaves as its name says. */
const readSchemas = (behaviour: string, signal?: AbortSignal): Promise<Response> =>
  fetch(`${server.origin}/api/dbconnect/getschema/`, {
    method: 'POST',
    headers: { cookie, 'content-type': 'application/json' },
    body: JSON.stringify({
      ...projectForm,
      Source_Database: 4,
      source_db_ip: '127.0.0.1',
      source_db_port: 5432,
      source_db_name: behaviour,
      source_db_username: 'reader',
      source_db_password: 'secret',
    }),
    ...(signal && { signal }),
  });

/** The processes that the server has started. */
function readProcesses(): number[] {
  const { pid } = server.child;
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
    .split(' ')
    .filter(Boolean)
    .map(Number);
}
const isThere = (pid: number): boolean => existsSync(`/proc/${pid}`);

it('ends a process that takes too much memory; the person gets an error, the others go on', async () => {
  const before = server.memory();
  let most = 0;
  const answers = ['texts', 'bytes', 'greed'].map((behaviour) => readSchemas(behaviour));
  const done = Promise.all(answers).then(() => true);
  while (!(await Promise.race([done, sleep(50, false)]))) {
    most = Math.max(most, server.memory());
    const other = await fetch(`${server.origin}/api/adminresults/`, { headers: { cookie } });
    expect(other.status).toBeLessThan(500);
  }
  for (const answer of await Promise.all(answers)) {
    expect(answer.status).toBe(502);
    expect(await answer.json()).toMatchObject({
      detail: expect.stringMatching(
        /^Reading from PostgreSQL at 127\.0\.0\.1:5432 used more than 256 MB of memory on this machine/,
      ) as string,
    });
  }
  expect(most - before).toBeLessThan(150);
  expect(server.output()).toContain('A process that talked to databases has ended');
  expect(server.output()).toContain('"why":"memory"');
  expect((await readSchemas('fine')).status).toBe(200);
});

it('releases the process of a closed tab immediately', async () => {
  const abort = new AbortController();
  const asked = readSchemas('stuck', abort.signal).catch(() => 'gone');
  await expect.poll(() => readProcesses().length).toBeGreaterThan(0);
  await sleep(500);
  const [pid] = readProcesses();
  abort.abort();
  expect(await asked).toBe('gone');
  await expect.poll(() => isThere(pid!)).toBe(false);
});

it('gives its processes no secrets, and ends them however it ends itself', async () => {
  expect((await readSchemas('fine')).status).toBe(200);
  void readSchemas('stuck').catch(() => undefined);
  void readSchemas('waits').catch(() => undefined);
  await expect.poll(() => readProcesses().length).toBeGreaterThan(1);
  await sleep(500);
  const pids = readProcesses();
  for (const pid of pids) {
    const environment = readFileSync(`/proc/${pid}/environ`, 'utf8');
    expect(environment).not.toMatch(/PASSWORD|DATABASE_URL|DATA_DIR/);
  }
  await server.end('SIGKILL');
  await expect.poll(() => pids.filter(isThere)).toEqual([]);
});

it('stops within the time that it promises, whatever databases do', async () => {
  const asked = ['stuck', 'waits', 'waits'].map((behaviour) =>
    readSchemas(behaviour).then(
      ({ status }) => status,
      () => 'cut off',
    ),
  );
  await expect.poll(() => readProcesses().length).toBe(3);
  await sleep(500);
  const pids = readProcesses();
  // What has not ended in nine seconds is killed, and ends with no code.
  expect(await server.end('SIGTERM')).toBe(0);
  expect(pids.filter(isThere)).toEqual([]);
  expect(await Promise.all(asked)).toEqual([502, 502, 502]);
});
