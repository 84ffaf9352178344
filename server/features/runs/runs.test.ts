import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as evidence from '../../../contract/evidence.ts';
import * as inventory from '../../../contract/inventory.ts';
import * as notifications from '../../../contract/notifications.ts';
import * as objects from '../../../contract/objects.ts';
import * as pairs from '../../../contract/pairs.ts';
import * as contract from '../../../contract/runs.ts';
import { DEFAULT_PROOF_SETTINGS, setProofSettings } from '../../../contract/validation.ts';
import { createProject, inventoryItem, joinProject } from '../../../tests/support/fixtures.ts';
import {
  BULK_TABLES,
  DIFFERENT_TABLE,
  EQUAL_TABLE,
  LOST_TABLE,
  type ProofWorld,
  createProofWorld,
} from '../../../tests/support/proof-world.ts';
import { type Client, type TestApp, startTestApp } from '../../../tests/support/test-app.ts';

let world: ProofWorld;
let app: TestApp;
let admin: Client;
beforeAll(async () => {
  world = await createProofWorld();
  app = await startTestApp({ env: { SQLITE_DIR: world.folder } });
  ({ admin } = app);
});
afterAll(async () => {
  await app.close();
  await world.remove();
});

/** A project of the world with these tables imported and matched. */
async function prepare(
  tables: { source: string[]; target: string[] },
  over: Record<string, unknown> = {},
): Promise<number> {
  const { Project_Id } = await createProject(admin, { ...world.form, ...over });
  const items = (names: string[], schema: string) =>
    names.map((name) => inventoryItem(Project_Id, name, schema));
  await admin.call(inventory.importSource, { body: items(tables.source, 'main') });
  await admin.call(inventory.importTarget, { body: items(tables.target, 'public') });
  await admin.call(pairs.matchObjects, { params: { id: Project_Id } });
  return Project_Id;
}
const both = (names: string[]) => ({ source: names, target: names });

/** Brakes so that a run of all bulk tables takes long enough to be stopped in the middle. */
const brake = (id: number, percent: number) => {
  const side = { ...DEFAULT_PROOF_SETTINGS.source, connections: 1, brake: percent };
  return admin.call(setProofSettings, {
    params: { id },
    body: { ...DEFAULT_PROOF_SETTINGS, source: side, target: side },
  });
};

const start = (id: number, body: Record<string, unknown> = {}) =>
  admin.call(contract.startRun, { params: { id }, body: { kind: 'verify', ...body } });
const control = (run: contract.Run, action: string) =>
  admin.call(contract.controlRun, {
    params: { id: run.Project_Id, run: run.id },
    body: { action },
  });
const look = (run: contract.Run) =>
  admin.call(contract.getRun, { params: { id: run.Project_Id, run: run.id } });

async function waitFor(
  run: contract.Run,
  isThere: (now: contract.Run) => boolean,
): Promise<contract.Run> {
  const until = Date.now() + 50_000;
  for (;;) {
    const now = await look(run);
    if (isThere(now)) return now;
    if (Date.now() > until) throw new Error(`The run stayed as it is: ${JSON.stringify(now)}`);
    await sleep(50);
  }
}
const waitForState = (run: contract.Run, state: contract.RunState) =>
  waitFor(run, (now) => now.state === state);

async function readItems(run: contract.Run): Promise<contract.RunItem[]> {
  return admin.call(contract.listRunItems, { params: { id: run.Project_Id, run: run.id } });
}
const pairOf = async (id: number, table: string): Promise<pairs.PairRow> =>
  (await admin.call(pairs.listPairs, { params: { id }, query: { q: table } }))[0]!;

describe('a run', () => {
  it('compares definitions and rows, and keeps what it found', async () => {
    const id = await prepare({
      source: [EQUAL_TABLE, DIFFERENT_TABLE, LOST_TABLE],
      target: [EQUAL_TABLE, DIFFERENT_TABLE],
    });
    const run = await start(id);
    expect(run).toMatchObject({ state: 'queued', total: 2, done: 0, created_by: 'admin' });
    const finished = await waitForState(run, 'finished');
    expect(finished).toMatchObject({ done: 2, different: 1, failed: 0, error: null, current: [] });
    expect(finished.rows_done).toBeGreaterThan(0);

    const items = new Map((await readItems(run)).map((item) => [item.source, item]));
    expect(items.get(`main.${EQUAL_TABLE}`)).toMatchObject({
      target: `public.${EQUAL_TABLE}`,
      type: 'table',
      data: 'identical',
      rows_source: 200,
      rows_target: 200,
      differences: [],
    });
    const different = items.get(`main.${DIFFERENT_TABLE}`)!;
    expect(different).toMatchObject({ data: 'different', rows_source: 200, rows_target: 200 });
    const byKey = (one: { key: unknown }, other: { key: unknown }) =>
      Number(String(one.key)) - Number(String(other.key));
    expect(different.differences.toSorted(byKey)).toEqual([
      { key: ['7'], kind: 'missing', columns: ['id', 'note'] },
      { key: ['9'], kind: 'changed', columns: ['note'] },
      { key: ['900'], kind: 'extra', columns: ['id', 'note'] },
    ]);

    const pair = await pairOf(id, DIFFERENT_TABLE);
    expect(pair).toMatchObject({
      structure_result: different.structure,
      data_result: 'different',
      data_differences: 3,
      rows_source: 200,
    });
    expect(pair.structure_result).not.toBeNull();
    const kept = await admin.call(evidence.listEvidence, { params: { id, pair: pair.id } });
    expect(kept.map(({ kind, run_id, username }) => [kind, run_id, username])).toEqual(
      expect.arrayContaining([
        ['structure', run.id, 'admin'],
        ['data', run.id, 'admin'],
      ]),
    );
    const data = kept.find(({ kind }) => kind === 'data')!;
    expect(data).toMatchObject({ result: 'different', differences: 3, rows_target: 200 });
    expect(data.servers.target).toMatch(/^PostgreSQL /);
    const rows = await admin.call(evidence.listDifferences, {
      params: { id, evidence: data.id },
    });
    expect(rows.find(({ kind }) => kind === 'changed')).toEqual({
      key: ['9'],
      kind: 'changed',
      columns: [{ name: 'note', source: 'note 9', target: 'another' }],
    });
    expect((await pairOf(id, LOST_TABLE)).data_result).toBeNull();

    const listed = await admin.call(objects.listSourceObjects, {
      params: { id },
      query: { 'filter[data_result]': 'different' },
    });
    expect(listed).toMatchObject([{ object_name: DIFFERENT_TABLE, pair_id: pair.id }]);
    const nothingFound = await admin.send(objects.listSourceObjects, {
      params: { id },
      query: { 'filter[structure_result]': '-', sort: '-data_result' },
    });
    expect(nothingFound.body).toMatchObject([{ object_name: LOST_TABLE, data_result: null }]);
    expect(nothingFound.headers['x-total-count']).toBe('1');
  });

  it('of the different ones only takes those', async () => {
    const id = await prepare(both([EQUAL_TABLE, DIFFERENT_TABLE]));
    await waitForState(await start(id), 'finished');
    const again = await start(id, { only_different: true, kind: 'data' });
    expect(again.total).toBe(1);
    await waitForState(again, 'finished');
    expect((await readItems(again)).map(({ source }) => source)).toEqual([
      `main.${DIFFERENT_TABLE}`,
    ]);
  });

  it('needs pairs with two sides', async () => {
    const id = await prepare({ source: [LOST_TABLE], target: [DIFFERENT_TABLE] });
    const { status, body } = await admin.send(contract.startRun, {
      params: { id },
      body: { kind: 'verify' },
    });
    expect([status, body]).toMatchObject([
      409,
      { detail: expect.stringMatching(/^There is nothing to compare/) },
    ]);
  });

  it('fails with a sentence where a database cannot be reached, and is resumed when it can', async () => {
    const id = await prepare(both([EQUAL_TABLE]), { target_db_name: 'nowhere_at_all' });
    const failed = await waitForState(await start(id), 'failed');
    expect(failed.error).toMatch(/nowhere_at_all/);
    expect(failed).toMatchObject({ done: 0, total: 1 });
    await app.store.db
      .updateTable('project_connection')
      .set({ database_name: world.form['target_db_name'] as string })
      .where('project_id', '=', id)
      .where('side', '=', 'target')
      .execute();
    await control(failed, 'resume');
    expect(await waitForState(failed, 'finished')).toMatchObject({ done: 1, error: null });
  });
});

describe('a run under way', () => {
  const begun = ({ done }: contract.Run) => done >= 2;

  it('is paused and resumed: every pair is done once', async () => {
    const id = await prepare(both(BULK_TABLES));
    await brake(id, 1_000);
    const run = await start(id);
    await waitFor(run, begun);
    await control(run, 'pause');
    const paused = await waitForState(run, 'paused');
    expect(paused.done).toBeLessThan(BULK_TABLES.length);
    await brake(id, 0);
    await control(run, 'resume');
    expect(await waitForState(run, 'finished')).toMatchObject({
      done: BULK_TABLES.length,
      different: 0,
    });
    const items = await readItems(run);
    expect(items.map(({ seq }) => seq)).toEqual(BULK_TABLES.map((_, index) => index + 1));
    expect(new Set(items.map(({ pair_id }) => pair_id)).size).toBe(BULK_TABLES.length);
  });

  it('is cancelled, and stays so', async () => {
    const id = await prepare(both(BULK_TABLES));
    await brake(id, 1_000);
    const run = await start(id);
    await waitFor(run, begun);
    await control(run, 'cancel');
    const cancelled = await waitForState(run, 'cancelled');
    expect(cancelled.done).toBeLessThan(BULK_TABLES.length);
    expect(cancelled.finished_at).not.toBeNull();
    const refused = await admin.send(contract.controlRun, {
      params: { id, run: run.id },
      body: { action: 'resume' },
    });
    expect(refused).toMatchObject({
      status: 409,
      body: { detail: 'This run is cancelled; it cannot be resumed.' },
    });
  });

  it('is taken over when its process is gone', async () => {
    const id = await prepare(both(BULK_TABLES));
    await brake(id, 1_000);
    const run = await start(id);
    await waitFor(run, begun);
    await control(run, 'pause');
    const { done } = await waitForState(run, 'paused');
    await brake(id, 0);
    // As a process leaves it that was killed.
    await app.store.db
      .updateTable('run')
      .set({ state: 'running', owner: 'dead', lease_until: '2026-01-01T00:00:00.000Z' })
      .where('id', '=', run.id)
      .execute();
    expect(await waitForState(run, 'finished')).toMatchObject({ done: BULK_TABLES.length });
    expect(done).toBeLessThan(BULK_TABLES.length);
    const items = await readItems(run);
    expect(new Set(items.map(({ pair_id }) => pair_id)).size).toBe(BULK_TABLES.length);
  });
});

it('marks a verified object whose definition changed, and tells its tester, once', async () => {
  const table = BULK_TABLES[0]!;
  const id = await prepare(both([table]));
  const tester = await app.createUser('stale-tester');
  await joinProject(admin, id, tester.userId, 'tester');
  await waitForState(await start(id, { kind: 'structure' }), 'finished');
  const [target] = await admin.call(objects.listTargetObjects, { params: { id } });
  await admin.call(objects.assignTargetTesters, {
    body: [{ target_objectid: target!.target_objectid, tester: tester.userId }],
  });
  await tester.call(objects.updateObject, {
    params: { id: target!.target_objectid },
    body: { status: 'verified' },
  });
  await world.onTarget(`alter table ${table} drop column note`);

  const changed = await start(id, { kind: 'structure' });
  await waitForState(changed, 'finished');
  const [stale] = await admin.call(objects.listTargetObjects, {
    params: { id },
    query: { 'filter[stale_since]': '*' },
  });
  expect(stale).toMatchObject({ object_name: table, structure_result: 'different' });
  expect(await pairOf(id, table)).toMatchObject({ stale: 1, structure_result: 'different' });
  const [source] = await admin.call(objects.listSourceObjects, { params: { id } });
  expect(source!.stale_since).toBeNull();

  await waitForState(await start(id, { kind: 'structure' }), 'finished');
  const told = await tester.call(notifications.listNotifications, {});
  expect(JSON.stringify(told).match(/"stale"/g)).toHaveLength(1);
});

it('is for members of the project, and of no other one', async () => {
  const id = await prepare(both([EQUAL_TABLE]));
  const other = await prepare(both([EQUAL_TABLE]));
  const [member, outsider] = [await app.createUser('run-member'), await app.createUser('run-out')];
  await joinProject(admin, id, member.userId, 'developer');
  const ask = { params: { id }, body: { kind: 'verify' } };
  expect((await outsider.send(contract.startRun, ask)).status).toBe(403);
  const run = await member.call(contract.startRun, ask as never);
  const one = { params: { id, run: run.id } };
  for (const endpoint of [contract.getRun, contract.listRunItems])
    expect((await outsider.send(endpoint, one)).status).toBe(403);
  const cancel = { ...one, body: { action: 'cancel' } };
  expect((await outsider.send(contract.controlRun, cancel)).status).toBe(403);
  expect((await outsider.send(contract.listRuns, { params: { id } })).status).toBe(403);
  const elsewhere = { params: { id: other, run: run.id } };
  expect((await admin.send(contract.getRun, elsewhere)).status).toBe(404);
  expect((await admin.send(contract.listRunItems, elsewhere)).status).toBe(404);
  expect((await member.call(contract.listRuns, { params: { id } })).map((row) => row.id)).toEqual([
    run.id,
  ]);
  await waitForState(run, 'finished');
});
