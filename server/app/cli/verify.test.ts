import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Run } from '../../../contract/proof/runs.ts';
import { DEFAULT_PROOF_SETTINGS } from '../../../contract/proof/rows.ts';
import { type BuiltProgram, buildServer } from '../../../tests/support/built-program.ts';
import { inventoryItem } from '../../../tests/support/fixtures.ts';
import {
  BULK_TABLES,
  DIFFERENT_TABLE,
  EQUAL_TABLE,
  LOST_TABLE,
  type ProofWorld,
  createProofWorld,
} from '../../../tests/support/proof-world.ts';
import {
  type RunningServer,
  call as callServer,
  signIn,
  startServer,
} from '../../../tests/support/running-server.ts';
import { ADMIN } from '../../../tests/support/test-app.ts';
import { type TestStore, createTestStore } from '../../../tests/support/test-store.ts';
import { findFreePort } from '../../../tests/support/throwaway-server.ts';
import { openStore } from '../../platform/db/store.ts';
import { createWriteLock } from '../../platform/db/write-lock.ts';
import type { VerifyLine } from './verify-report.ts';

/** The command line against a server that runs, both as they are built. */
let built: BuiltProgram;
let store: TestStore;
let world: ProofWorld;
let server: RunningServer;
let port: number;
let cookie: string;

async function start(): Promise<void> {
  server = await startServer(built.file, {
    ...store.settings,
    ADMIN_USERNAME: ADMIN.username,
    ADMIN_PASSWORD: ADMIN.password,
    SQLITE_DIR: world.folder,
    PORT: String(port),
  });
}
beforeAll(async () => {
  [built, store, world, port] = await Promise.all([
    buildServer(),
    createTestStore(),
    createProofWorld(),
    findFreePort(),
  ]);
  await start();
  cookie = await signIn(server, ADMIN);
});
afterAll(async () => {
  await server.end('SIGKILL');
  built.remove();
  await store.remove();
  await world.remove();
});

const call = <T>(method: string, path: string, body?: unknown) =>
  callServer<T>(server, cookie, method, path, body);

async function prepare(
  source: string[],
  target: string[],
  over: Record<string, unknown> = {},
): Promise<number> {
  const form = { ...world.form, ...over };
  const { Project_Id: id } = await call<{ Project_Id: number }>('POST', '/api/posts/', form);
  const items = (names: string[], schema: string) =>
    names.map((name) => inventoryItem(id, name, schema));
  await call('POST', '/api/dbconnect/importsource', items(source, 'main'));
  await call('POST', '/api/dbconnect/importtarget', items(target, 'public'));
  return id;
}
const brake = (id: number, percent: number) => {
  const side = { ...DEFAULT_PROOF_SETTINGS.source, connections: 1, brake: percent };
  const settings = { ...DEFAULT_PROOF_SETTINGS, source: side, target: side };
  return call('PUT', `/api/projects/${id}/proofsettings`, settings);
};
const newestRun = async (id: number): Promise<Run | undefined> =>
  (await call<Run[]>('GET', `/api/projects/${id}/runs`))[0];
async function waitForRun(id: number, isThere: (run: Run) => boolean): Promise<Run> {
  const until = Date.now() + 30_000;
  for (;;) {
    const run = await newestRun(id);
    if (run && isThere(run)) return run;
    if (Date.now() > until) throw new Error(`The run stayed as it is: ${JSON.stringify(run)}`);
    await sleep(50);
  }
}

/** Its run has begun minutes ago, and no process claims it any more: only while the server is stopped. */
async function beginEarlier(id: number): Promise<void> {
  const { DATA_DIR: folder, DATABASE_URL: url } = store.settings;
  const stopped = openStore({ dataDir: folder, databaseUrl: url ?? null, lock: createWriteLock() });
  await stopped.db
    .updateTable('run')
    .set({
      started_at: new Date(Date.now() - 600_000).toISOString(),
      lease_until: '2026-01-01T00:00:00.000Z',
    })
    .where('project_id', '=', id)
    .execute();
  await stopped.close();
}

interface Ended {
  code: number | null;
  out: string;
  err: string;
}

function cli(
  args: string[],
  env: Record<string, string> = {},
): { child: ChildProcess; ended: Promise<Ended> } {
  const child = spawn(process.execPath, [join(dirname(built.file), 'cli.js'), 'verify', ...args], {
    env: {
      PATH: process.env['PATH'] ?? '',
      SERVER_URL: server.origin,
      CLI_USERNAME: ADMIN.username,
      CLI_PASSWORD: ADMIN.password,
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const printed = { out: '', err: '' };
  child.stdout.on('data', (data: Buffer) => (printed.out += data.toString()));
  child.stderr.on('data', (data: Buffer) => (printed.err += data.toString()));
  const ended = new Promise<Ended>((resolve) => {
    child.once('close', (code) => resolve({ code, ...printed }));
  });
  return { child, ended };
}
const linesOf = ({ out }: Ended): VerifyLine[] =>
  out
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as VerifyLine);

/** What is in a report that is well-formed XML. @throws where it is not */
async function readXml(report: string): Promise<Record<'cases' | 'failures' | 'errors', number>> {
  const count = (path: string) => `(xpath('count(//${path})', report))[1]::text::int`;
  const [found] = await world.askTarget<Record<'cases' | 'failures' | 'errors', number>>(
    `select ${count('testcase')} as cases, ${count('failure')} as failures, ${count('error')} as errors
     from xmlparse(document $report$${report}$report$) as report`,
  );
  return found!;
}

describe('verify', () => {
  it('matches, compares, and prints a line of JSON for each pair; exits with 1 if something differs', async () => {
    const id = await prepare(
      [EQUAL_TABLE, DIFFERENT_TABLE, LOST_TABLE],
      [EQUAL_TABLE, DIFFERENT_TABLE],
    );
    const junit = join(dirname(built.file), 'report.xml');
    const ended = await cli(['--project', String(id), '--json', '--junit', junit]).ended;
    expect([ended.code, ended.err]).toEqual([
      1,
      expect.stringContaining('3 pairs: 0 settled, 1 different, 2 incomplete.'),
    ]);
    const lines = new Map(linesOf(ended).map((line) => [line.source, line]));
    expect([...lines.keys()].toSorted()).toEqual([
      `main.${EQUAL_TABLE}`,
      `main.${DIFFERENT_TABLE}`,
      `main.${LOST_TABLE}`,
    ]);
    expect(lines.get(`main.${EQUAL_TABLE}`)).toEqual({
      pair: expect.any(Number),
      state: 'compared',
      verdict: 'unconfirmed',
      source: `main.${EQUAL_TABLE}`,
      target: `public.${EQUAL_TABLE}`,
      type: 'table',
      structure: expect.stringMatching(/^(same|compatible)$/),
      data: 'identical',
      coverage: { by: 'values', rows: 200, of: 200, columns: 2, left_out: [], complete: true },
      rows_source: 200,
      rows_target: 200,
      differences: [],
      differences_total: 0,
      at_least: false,
      calls: null,
      reason: null,
      notes: expect.any(Array),
    });
    expect(lines.get(`main.${DIFFERENT_TABLE}`)).toMatchObject({
      data: 'different',
      differences: expect.arrayContaining([
        { key: ['7'], kind: 'missing', columns: ['id', 'note'] },
        { key: ['9'], kind: 'changed', columns: ['note'] },
        { key: ['900'], kind: 'extra', columns: ['id', 'note'] },
      ]),
    });
    expect(lines.get(`main.${LOST_TABLE}`)).toMatchObject({
      state: 'unmatched',
      verdict: 'unmatched',
      source: `main.${LOST_TABLE}`,
      target: null,
      data: 'skipped',
    });
    const report = readFileSync(junit, 'utf8');
    expect(await readXml(report)).toEqual({ cases: 3, failures: 1, errors: 2 });
    expect(report).toContain(`name="main.${DIFFERENT_TABLE} → public.${DIFFERENT_TABLE}"`);
  });

  it('runs calls again where it is asked to', async () => {
    const id = await prepare([EQUAL_TABLE], [EQUAL_TABLE]);
    const side = { ...DEFAULT_PROOF_SETTINGS.source, calls: true };
    const settings = { ...DEFAULT_PROOF_SETTINGS, source: side, target: side };
    await call('PUT', `/api/projects/${id}/proofsettings`, settings);
    await call('POST', `/api/projects/${id}/pairs/match`);
    const [pair] = await call<{ id: number }[]>('GET', `/api/projects/${id}/pairs`);
    await call('POST', `/api/projects/${id}/pairs/${pair!.id}/call`, {
      source_text: 'select 1',
      target_text: 'select 1',
      parameter_sets: [],
      ordered: false,
      writes: false,
    });
    const said = 'Called again: 1 of 1 results are equal.';
    const without = await cli(['--project', String(id), '--json']).ended;
    expect(linesOf(without)[0]).toMatchObject({ calls: 'equal' });
    expect(linesOf(without)[0]!.notes).not.toContain(said);
    const ended = await cli(['--project', String(id), '--json', '--calls']).ended;
    expect(linesOf(ended)[0]!.notes).toContain(said);
  });

  it('exits with 3 while no pair is confirmed; with 0 if that is allowed, or once they are', async () => {
    const id = await prepare([EQUAL_TABLE], [EQUAL_TABLE]);
    const ended = await cli(['--project', String(id)]).ended;
    expect([ended.code, ended.err]).toEqual([3, expect.stringContaining('1 incomplete.')]);
    expect(ended.out).toContain(`table main.${EQUAL_TABLE} → public.${EQUAL_TABLE}  (200 rows, `);
    const allowed = await cli(['--project', String(id), '--allow', 'unconfirmed']).ended;
    expect(allowed.code).toBe(0);
    const pairs = await call<{ id: number }[]>('GET', `/api/projects/${id}/pairs`);
    const ids = pairs.map((pair) => pair.id);
    await call('POST', `/api/projects/${id}/pairs/confirm`, { ids });
    const confirmed = await cli(['--project', String(id)]).ended;
    expect([confirmed.code, confirmed.out]).toEqual([0, expect.stringMatching(/^proven /)]);
  });

  it('exits with 3 if the target cannot be read, and says why', async () => {
    const id = await prepare([EQUAL_TABLE], [EQUAL_TABLE]);
    await cli(['--project', String(id)]).ended;
    await world.onTarget(`alter table ${EQUAL_TABLE} rename to away`);
    try {
      const ended = await cli(['--project', String(id), '--json', '--allow', 'unconfirmed']).ended;
      expect([ended.code, linesOf(ended)]).toEqual([
        3,
        [expect.objectContaining({ verdict: 'not_comparable', reason: expect.any(String) })],
      ]);
    } finally {
      await world.onTarget(`alter table away rename to ${EQUAL_TABLE}`);
    }
  });

  it.each([
    ['no server', ['--project', '1'], { SERVER_URL: 'http://127.0.0.1:9' }, /no server at/],
    ['no address', ['--project', '1'], { SERVER_URL: 'here' }, /SERVER_URL must be an address/],
    ['a wrong password', ['--project', '1'], { CLI_PASSWORD: 'wrong one' }, /Signing in failed/],
    ['no name', ['--project', '1'], { CLI_USERNAME: '' }, /Set CLI_USERNAME and CLI_PASSWORD/],
    ['an unknown project', ['--project', '99999'], {}, /This project does not exist/],
    ['no project', [], {}, /required option '--project <id>'/],
    ['no minutes', ['--project', '1', '--minutes', '0'], {}, /a whole number from 1 to 1440/],
    ['both', ['--project', '1', '--calls', '--changed'], {}, /cannot be used with/],
    ['a project that is none', ['--project', 'x'], {}, /It must be a project id/],
    ['an unknown verdict', ['--project', '1', '--allow', 'odd'], {}, /Allowed choices are/],
    ['differences', ['--project', '1', '--allow', 'different'], {}, /Allowed choices are/],
    ['a report nowhere', ['--project', '1', '--junit', '/nowhere/x'], {}, /--junit: .* cannot be/],
  ])('ends with 2 and a sentence: %s', async (_what, args, env, sentence) => {
    const { code, out, err } = await cli(args, env).ended;
    expect([code, out, err]).toEqual([2, '', expect.stringMatching(sentence)]);
    expect(err).not.toMatch(/^\s+at /m);
  });

  it('ends with 2 where the databases cannot be reached, or there is nothing to compare', async () => {
    const id = await prepare([EQUAL_TABLE], [EQUAL_TABLE], { target_db_name: 'nowhere_at_all' });
    const away = await cli(['--project', String(id)]).ended;
    expect([away.code, away.err]).toEqual([2, expect.stringContaining('nowhere_at_all')]);
    const empty = await call<{ Project_Id: number }>('POST', '/api/posts/', world.form);
    const nothing = await cli(['--project', String(empty.Project_Id)]).ended;
    expect([nothing.code, nothing.err]).toEqual([2, expect.stringContaining('nothing to compare')]);
  });

  it('cancels its run when it is interrupted', async () => {
    const id = await prepare(BULK_TABLES, BULK_TABLES);
    await brake(id, 1_000);
    const { child, ended } = cli(['--project', String(id), '--json']);
    await waitForRun(id, ({ done }) => done >= 2);
    child.kill('SIGINT');
    const { code, err } = await ended;
    expect([code, err]).toEqual([2, expect.stringContaining('Cancelled.')]);
    const run = await waitForRun(id, ({ state }) => state === 'cancelled');
    expect(run.done).toBeLessThan(BULK_TABLES.length);
  });

  it('pauses when its time is up, and counts what it did not reach as open', async () => {
    const id = await prepare(BULK_TABLES, BULK_TABLES);
    await brake(id, 1_000);
    const { ended } = cli(['--project', String(id), '--changed', '--minutes', '1', '--json']);
    await waitForRun(id, (run) => run.counted >= 2);
    expect(await server.end('SIGKILL')).toBe('SIGKILL');
    await beginEarlier(id);
    await start();
    const outcome = await ended;
    expect(await newestRun(id)).toMatchObject({ state: 'paused', kind: 'changed', done: 0 });
    expect(outcome).toEqual({
      code: 3,
      out: '',
      err: expect.stringMatching(/Time is up: 30 of 30 pairs [^]*30 incomplete\./),
    });
  }, 180_000);

  it('survives a killed server: the run continues after the restart, with every pair once', async () => {
    const id = await prepare(BULK_TABLES, BULK_TABLES);
    await brake(id, 1_000);
    const { ended } = cli(['--project', String(id), '--json']);
    const { done } = await waitForRun(id, (run) => run.done >= 2);
    expect(done).toBeLessThan(BULK_TABLES.length);
    expect(await server.end('SIGKILL')).toBe('SIGKILL');
    await start();
    await brake(id, 0);
    const outcome = await ended;
    expect([outcome.code, outcome.err]).toEqual([3, expect.stringContaining('30 incomplete.')]);
    expect(
      linesOf(outcome)
        .map(({ source }) => source)
        .toSorted(),
    ).toEqual(BULK_TABLES.map((name) => `main.${name}`).toSorted());
    expect(await newestRun(id)).toMatchObject({ state: 'finished', done: BULK_TABLES.length });
    // The brake rests ten times as long as a busy machine takes.
  }, 180_000);
});
