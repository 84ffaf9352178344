import { randomBytes } from 'node:crypto';
import { type AddressInfo, connect, createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { ENGINES } from '../../connectors/engines.ts';
import type { Run, RunItem } from '../../contract/proof/runs.ts';
import { DEFAULT_PROOF_SETTINGS } from '../../contract/proof/rows.ts';
import { type BuiltProgram, buildServer } from '../../tests/support/built-program.ts';
import { inventoryItem, projectForm } from '../../tests/support/fixtures.ts';
import {
  type RunningServer,
  call as callServer,
  signIn,
  startServer,
} from '../../tests/support/running-server.ts';
import { ADMIN } from '../../tests/support/test-app.ts';
import { type TestStore, createTestStore } from '../../tests/support/test-store.ts';
import { type Store, openStore } from '../platform/db/store.ts';
import { createWriteLock } from '../platform/db/write-lock.ts';

/** A process that is killed in the middle of a table, and the next one. */

const ROWS = 200_000;
/** Rows of a range. */
const STEP = 5_000;
const names = ['source', 'target'].map(
  (side) => `killed_${side}_${randomBytes(4).toString('hex')}`,
);

let built: BuiltProgram;
let store: TestStore;
let server: RunningServer;
let cookie: string;
let proxy: Awaited<ReturnType<typeof startProxy>>;

/** Stands before the test's PostgreSQL, and keeps what it is asked. */
async function startProxy() {
  const { hostname, port } = new URL(inject('postgresUrl'));
  const asked: string[] = [];
  const listener = createServer((client) => {
    const place = asked.push('') - 1;
    const upstream = connect(Number(port), hostname);
    client.on('data', (bytes) => (asked[place] += bytes.toString('latin1')));
    client.pipe(upstream).pipe(client);
    for (const socket of [client, upstream])
      socket.on('error', () => [client, upstream].forEach((one) => one.destroy()));
  });
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
  return {
    port: (listener.address() as AddressInfo).port,
    /** Where the ranges begin whose checksums were asked for since the last time. */
    takeRanges(): number[] {
      const pattern = /SELECT count\(\*\), [^\0]*?"id" >= (\d+) AND "id" < \d+/g;
      const found = asked.flatMap((text) =>
        [...text.matchAll(pattern)].map(([, from]) => Number(from)),
      );
      asked.fill('');
      return found;
    },
    close: () => listener.close(),
  };
}

async function onServer(database: string, sql: string): Promise<void> {
  const url = new URL(inject('postgresUrl'));
  url.pathname = `/${database}`;
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}

async function start(): Promise<void> {
  server = await startServer(built.file, {
    ...store.settings,
    ADMIN_USERNAME: ADMIN.username,
    ADMIN_PASSWORD: ADMIN.password,
  });
}

beforeAll(async () => {
  [built, store, proxy] = await Promise.all([buildServer(), createTestStore(), startProxy()]);
  for (const name of names) {
    await onServer('postgres', `create database ${name}`);
    await onServer(
      name,
      `create table big (id bigint primary key, note text);
       insert into big select n, 'note ' || n from generate_series(1, ${ROWS}) n; analyze big`,
    );
  }
  await onServer(names[1]!, `update big set note = 'another' where id in (10, ${ROWS - 10})`);
  await start();
  cookie = await signIn(server, ADMIN);
});
afterAll(async () => {
  await server.end('SIGKILL');
  proxy.close();
  built.remove();
  await store.remove();
  for (const name of names) await onServer('postgres', `drop database ${name} with (force)`);
});

const call = <T>(method: string, path: string, body?: unknown) =>
  callServer<T>(server, cookie, method, path, body);

async function prepare(): Promise<number> {
  const { hostname, port, username, password } = new URL(inject('postgresUrl'));
  const side = (name: 'source' | 'target', at: { host: string; port: number }) => ({
    [`${name}_ip`]: at.host,
    [`${name}_port`]: at.port,
    [`${name}_db_name`]: names[name === 'source' ? 0 : 1],
    [`${name}_username`]: decodeURIComponent(username),
    [`${name}_db_password`]: decodeURIComponent(password) || 'any',
  });
  const { Project_Id: id } = await call<{ Project_Id: number }>('POST', '/api/posts/', {
    ...projectForm,
    Source_Database: ENGINES.postgresql.id,
    ...side('source', { host: hostname, port: Number(port) }),
    ...side('target', { host: '127.0.0.1', port: proxy.port }),
  });
  for (const to of ['source', 'target'])
    await call('POST', `/api/dbconnect/import${to}`, [inventoryItem(id, 'big', 'public')]);
  await call('POST', `/api/projects/${id}/pairs/match`);
  return id;
}

const brake = (id: number, percent: number) => {
  const side = { ...DEFAULT_PROOF_SETTINGS.source, connections: 1, brake: percent };
  const settings = { ...DEFAULT_PROOF_SETTINGS, source: side, target: side };
  return call('PUT', `/api/projects/${id}/proofsettings`, settings);
};

async function waitForRun(id: number, isThere: (run: Run) => boolean): Promise<Run> {
  const until = Date.now() + 40_000;
  for (;;) {
    const [run] = await call<Run[]>('GET', `/api/projects/${id}/runs`);
    if (run && isThere(run)) return run;
    if (Date.now() > until) throw new Error(`The run stayed as it is: ${JSON.stringify(run)}`);
    await sleep(50);
  }
}

function openTestStore(): Store {
  const { DATA_DIR: dataDir, DATABASE_URL: databaseUrl = null } = store.settings;
  return openStore({ dataDir, databaseUrl, lock: createWriteLock() });
}

/** The next process claims the run of the killed one at once, instead of once its lease is over. */
async function endLease(): Promise<void> {
  const opened = openTestStore();
  await opened.db.updateTable('run').set({ lease_until: '2026-01-01T00:00:00.000Z' }).execute();
  await opened.close();
}

/** Where the ranges begin that are finished, as the store says. */
async function readFinished(): Promise<number[]> {
  const opened = openTestStore();
  try {
    const { checkpoint } = await opened.db
      .selectFrom('run_item')
      .select('checkpoint')
      .executeTakeFirstOrThrow();
    if (checkpoint === null) return [];
    const { checkpoint: saved } = JSON.parse(checkpoint) as {
      checkpoint: { work: { boundaries: string[] }; next: number; ahead: number[] };
    };
    const slices = [...Array.from({ length: saved.next }, (_, index) => index), ...saved.ahead];
    // The first slice has no beginning.
    return slices
      .filter((slice) => slice > 0)
      .map((slice) => Number(saved.work.boundaries[slice - 1]));
  } finally {
    await opened.close();
  }
}

it('after a kill, no finished range is read again and no part of the table is skipped', async () => {
  const id = await prepare();
  await brake(id, 1_000);
  await call('POST', `/api/projects/${id}/runs`, { kind: 'verify' });
  const count = async () => (await readFinished()).length;
  await expect.poll(count, { timeout: 90_000, interval: 200 }).toBeGreaterThan(3);
  expect(await server.end('SIGKILL')).toBe('SIGKILL');
  const before = proxy.takeRanges();
  const finished = await readFinished();
  expect(before).toEqual(expect.arrayContaining(finished));

  await endLease();
  await start();
  await brake(id, 0);
  const run = await waitForRun(id, ({ state }) => state === 'finished');
  const after = proxy.takeRanges();
  expect(after.filter((from) => finished.includes(from))).toEqual([]);
  // All but the first and the last, which have one end only.
  expect(new Set([...finished, ...after]).size).toBe(ROWS / STEP - 2);

  const [item] = await call<RunItem[]>('GET', `/api/projects/${id}/runs/${run.id}/items`);
  expect(item).toMatchObject({ data: 'different', rows_source: ROWS, rows_target: ROWS });
  expect(item!.differences.map(({ key }) => key)).toEqual([['10'], [String(ROWS - 10)]]);
  // The brake rests ten times as long as a busy machine takes.
}, 240_000);

it('a stop of the server is counted against no pair', async () => {
  const id = await prepare();
  await brake(id, 1_000);
  await call('POST', `/api/projects/${id}/runs`, { kind: 'verify' });
  await waitForRun(id, ({ current }) => current.length > 0);
  expect(await server.end('SIGTERM')).toBe(0);
  const opened = openTestStore();
  const left = await opened.db
    .selectFrom('run_item')
    .innerJoin('run', 'run.id', 'run_item.run_id')
    .select(['run.state', 'run_item.attempts'])
    .where('run_item.state', '=', 'waiting')
    .execute();
  await opened.close();
  expect(left).toEqual([{ state: 'queued', attempts: 0 }]);
  await start();
  await brake(id, 0);
  await waitForRun(id, ({ state }) => state === 'finished');
}, 120_000);
