import { join } from 'node:path';
import Database from 'libsql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as evidence from '../../../../contract/proof/evidence.ts';
import * as notifications from '../../../../contract/notifications.ts';
import * as objects from '../../../../contract/objects.ts';
import * as pairs from '../../../../contract/proof/pairs.ts';
import { getProject } from '../../../../contract/projects.ts';
import * as contract from '../../../../contract/proof/runs.ts';
import { importSource, importTarget } from '../../../../contract/inventory.ts';
import { inventoryItem, joinProject } from '../../../../tests/support/fixtures.ts';
import {
  BULK_TABLES,
  DIFFERENT_TABLE,
  EQUAL_TABLE,
  LOST_TABLE,
} from '../../../../tests/support/proof-world.ts';
import { timestampIn, timestampNow } from '../../../platform/clock.ts';
import { releaseRun } from './lease.ts';
import { type Runs, both, openRuns } from './run-fixture.ts';

let runs: Runs;
beforeAll(async () => {
  runs = await openRuns();
});
afterAll(() => runs.close());

describe('a run', () => {
  it('compares definitions and rows, and keeps what it found', async () => {
    const id = await runs.prepare({
      source: [EQUAL_TABLE, DIFFERENT_TABLE, LOST_TABLE],
      target: [EQUAL_TABLE, DIFFERENT_TABLE],
    });
    const run = await runs.start(id);
    expect(run).toMatchObject({ total: 2, done: 0, created_by: 'admin' });
    const finished = await runs.waitForState(run, 'finished');
    expect(finished).toMatchObject({ done: 2, different: 1, failed: 0, error: null, current: [] });
    expect(finished.rows_done).toBeGreaterThan(0);

    const items = new Map((await runs.readItems(run)).map((item) => [item.source, item]));
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

    const pair = await runs.pairOf(id, DIFFERENT_TABLE);
    expect(pair).toMatchObject({
      structure_result: different.structure,
      data_result: 'different',
      data_differences: 3,
      rows_source: 200,
    });
    expect(pair.structure_result).not.toBeNull();
    const kept = await runs.admin.call(evidence.listEvidence, { params: { id, pair: pair.id } });
    expect(kept.map(({ kind, run_id, username }) => [kind, run_id, username])).toEqual(
      expect.arrayContaining([
        ['structure', run.id, 'admin'],
        ['data', run.id, 'admin'],
      ]),
    );
    const data = kept.find(({ kind }) => kind === 'data')!;
    expect(data).toMatchObject({ result: 'different', differences: 3, rows_target: 200 });
    expect(data.servers.target).toMatch(/^PostgreSQL /);
    const rows = await runs.admin.call(evidence.listDifferences, {
      params: { id, evidence: data.id },
    });
    expect(rows.find(({ kind }) => kind === 'changed')).toEqual({
      key: ['9'],
      kind: 'changed',
      accepted: null,
      causes: [],
      columns: [{ name: 'note', source: 'note 9', target: 'another' }],
    });
    expect((await runs.pairOf(id, LOST_TABLE)).data_result).toBeNull();

    const listed = await runs.admin.call(objects.listSourceObjects, {
      params: { id },
      query: { 'filter[data_result]': 'different' },
    });
    expect(listed).toMatchObject([{ object_name: DIFFERENT_TABLE, pair_id: pair.id }]);
    const nothingFound = await runs.admin.send(objects.listSourceObjects, {
      params: { id },
      query: { 'filter[structure_result]': '-', sort: '-data_result' },
    });
    expect(nothingFound.body).toMatchObject([{ object_name: LOST_TABLE, data_result: null }]);
    expect(nothingFound.headers['x-total-count']).toBe('1');
  });

  it('compares a table with the view that it became: its columns and its rows', async () => {
    const table = BULK_TABLES.at(-1)!;
    await runs.world.onTarget(
      `alter table ${table} rename to kept; create view ${table} as select * from kept`,
    );
    try {
      const id = await runs.importBoth({ source: [table], target: [EQUAL_TABLE] });
      const view = { ...inventoryItem(id, table, 'public', 2), object_type_source: 'views' };
      await runs.admin.call(importTarget, { body: [view] });
      await runs.admin.call(pairs.matchObjects, { params: { id } });
      const run = await runs.start(id);
      await runs.waitForState(run, 'finished');
      expect(await runs.pairOf(id, table)).toMatchObject({
        method: 'schema',
        structure_result: 'compatible',
        data_result: 'identical',
        rows_source: 200,
        rows_target: 200,
      });
    } finally {
      await runs.world.onTarget(`drop view ${table}; alter table kept rename to ${table}`);
    }
  });

  it('matches rows of two views by the key that their queries tell', async () => {
    const view = `create view sold as select note, id from ${DIFFERENT_TABLE}`;
    const file = new Database(join(runs.world.folder, 'shop.sqlite'));
    file.exec(view);
    await runs.world.onTarget(view);
    try {
      const id = await runs.importBoth(both([DIFFERENT_TABLE]));
      const sold = (schema: string, side: 'source' | 'target') => ({
        ...inventoryItem(id, 'sold', schema, 2),
        [`object_type_${side}`]: 'views',
      });
      await runs.admin.call(importSource, { body: [sold('main', 'source')] });
      await runs.admin.call(importTarget, { body: [sold('public', 'target')] });
      await runs.admin.call(pairs.matchObjects, { params: { id } });
      const run = await runs.start(id);
      await runs.waitForState(run, 'finished');
      const found = (await runs.readItems(run)).find(({ source }) => source === 'main.sold')!;
      expect(found.differences.map(({ key, kind }) => [String(key), kind]).toSorted()).toEqual([
        ['7', 'missing'],
        ['9', 'changed'],
        ['900', 'extra'],
      ]);
    } finally {
      file.exec('drop view sold');
      file.close();
      await runs.world.onTarget('drop view sold');
    }
  });

  it('checks again which rights the accounts have besides reading', async () => {
    const id = await runs.prepare(both([EQUAL_TABLE]));
    const rights = async () => {
      const project = await runs.admin.call(getProject, { params: { id } });
      return [project.source_rights, project.target_rights?.beyond];
    };
    expect(await rights()).toEqual([null, undefined]);
    await runs.waitForState(await runs.start(id, { kind: 'structure' }), 'finished');
    // SQLite has no accounts; that of the target is a superuser.
    expect(await rights()).toEqual([null, ['everything']]);
  });

  it('of the different ones only takes those', async () => {
    const id = await runs.prepare(both([EQUAL_TABLE, DIFFERENT_TABLE]));
    await runs.waitForState(await runs.start(id), 'finished');
    const again = await runs.start(id, { only_different: true, kind: 'data' });
    expect(again.total).toBe(1);
    await runs.waitForState(again, 'finished');
    expect((await runs.readItems(again)).map(({ source }) => source)).toEqual([
      `main.${DIFFERENT_TABLE}`,
    ]);
  });

  it('needs pairs with two sides', async () => {
    const id = await runs.prepare({ source: [LOST_TABLE], target: [DIFFERENT_TABLE] });
    const { status, body } = await runs.admin.send(contract.startRun, {
      params: { id },
      body: { kind: 'verify' },
    });
    expect([status, body]).toMatchObject([
      409,
      { detail: expect.stringMatching(/^There is nothing to compare/) },
    ]);
  });

  it('fails for its connection where that is not complete', async () => {
    const id = await runs.prepare(both([EQUAL_TABLE]));
    await runs.app.store.db
      .updateTable('project_connection')
      .set({ database_name: null })
      .where('project_id', '=', id)
      .where('side', '=', 'source')
      .execute();
    const failed = await runs.waitForState(await runs.start(id), 'failed');
    expect(failed).toMatchObject({ connection_failed: true });
    expect(failed.error).toMatch(/incomplete. Missing: db_name/);
  });

  it('fails with a sentence where a database cannot be reached, and is resumed when it can', async () => {
    const id = await runs.prepare(both([EQUAL_TABLE]), { target_db_name: 'nowhere_at_all' });
    const failed = await runs.waitForState(await runs.start(id), 'failed');
    expect(failed.error).toMatch(/nowhere_at_all/);
    expect(failed).toMatchObject({ done: 0, total: 1, connection_failed: true });
    await runs.app.store.db
      .updateTable('project_connection')
      .set({ database_name: runs.world.form['target_db_name'] as string })
      .where('project_id', '=', id)
      .where('side', '=', 'target')
      .execute();
    await runs.control(failed, 'resume');
    expect(await runs.waitForState(failed, 'finished')).toMatchObject({
      done: 1,
      error: null,
      connection_failed: false,
    });
  });
});

it('that is resumed still leads to the connection for which one of its pairs failed', async () => {
  const id = await runs.prepare(both([EQUAL_TABLE]));
  const run = await runs.waitForState(await runs.start(id), 'finished');
  const { db } = runs.app.store;
  const [item] = await runs.readItems(run);
  for (const connection_failed of [true, false]) {
    const result = JSON.stringify({ ...item, connection_failed });
    await db.updateTable('run_item').set({ result }).where('run_id', '=', run.id).execute();
    await db
      .updateTable('run')
      .set({ state: 'failed', connection_failed: 1 })
      .where('id', '=', run.id)
      .execute();
    await runs.control(run, 'resume');
    expect(await runs.waitForState(run, 'finished')).toMatchObject({ connection_failed });
  }
});

it('that is put back is cancelled or paused if somebody requested that', async () => {
  const id = await runs.prepare(both([EQUAL_TABLE]));
  const { db } = runs.app.store;
  for (const [request, state] of [
    ['cancel', 'cancelled'],
    ['pause', 'paused'],
  ] as const) {
    const run = await runs.start(id);
    await runs.waitForState(run, 'finished');
    const changes = { state: 'running', owner: 'leaving', request } as const;
    await db
      .updateTable('run')
      .set({ ...changes, lease_until: '2999-01-01' })
      .where('id', '=', run.id)
      .execute();
    await releaseRun(db, run.id, 'leaving', 'queued');
    expect(await runs.look(run)).toMatchObject({ state });
  }
});

it('compares the rows of a table with those of the tables that it became', async () => {
  await runs.world.onTarget(
    `create table branches_old (like ${EQUAL_TABLE} including all);
     create table branches_new (like ${EQUAL_TABLE} including all);
     create table branches_odd (id bigint primary key, remark text);
     insert into branches_old select * from ${EQUAL_TABLE} where id <= 90;
     insert into branches_new select * from ${EQUAL_TABLE} where id > 90 and id <> 150`,
  );
  const parts = ['branches_old', 'branches_new', 'branches_odd'];
  const id = await runs.prepare({ source: [EQUAL_TABLE], target: parts });
  const params = { id };
  const sources = await runs.admin.call(objects.listSourceObjects, { params });
  const targets = await runs.admin.call(objects.listTargetObjects, { params });
  const link = async (names: string[]) =>
    (
      await runs.admin.call(pairs.linkObjects, {
        params,
        body: {
          source_ids: sources.map((row) => row.source_objectid),
          target_ids: targets
            .filter(({ object_name }) => names.includes(object_name))
            .map((row) => row.target_objectid),
        },
      })
    ).pair;
  const pair = await link(parts.slice(0, 2));
  const run = await runs.start(id);
  await runs.waitForState(run, 'finished');
  const [item] = (await runs.readItems(run)).filter(({ pair_id }) => pair_id === pair.id);
  expect(item).toMatchObject({
    data: 'different',
    rows_source: 200,
    rows_target: 199,
    differences: [{ key: ['150'], kind: 'missing' }],
  });
  await link(parts);
  const odd = await runs.start(id);
  await runs.waitForState(odd, 'finished');
  expect((await runs.readItems(odd))[0]).toMatchObject({
    data: 'not_comparable',
    notes: expect.arrayContaining([expect.stringMatching(/the same columns with the same types/)]),
  });
});

describe('a run under way', () => {
  const begun = ({ done }: contract.Run) => done >= 2;

  it('is paused and resumed: every pair is done once', async () => {
    const id = await runs.prepare(both(BULK_TABLES));
    const letGo = await runs.hold(id);
    const run = await runs.start(id);
    await runs.waitFor(run, begun);
    await runs.control(run, 'pause');
    const paused = await runs.waitForState(run, 'paused');
    expect(paused.done).toBeLessThan(BULK_TABLES.length);
    expect(paused.rows_total).toBe(BULK_TABLES.length * 200);
    await letGo();
    await runs.control(run, 'resume');
    expect(await runs.waitForState(run, 'finished')).toMatchObject({
      done: BULK_TABLES.length,
      different: 0,
      rows_total: BULK_TABLES.length * 200,
      rows_done: BULK_TABLES.length * 200,
    });
    const items = await runs.readItems(run);
    expect(items.map(({ seq }) => seq)).toEqual(BULK_TABLES.map((_, index) => index + 1));
    expect(new Set(items.map(({ pair_id }) => pair_id)).size).toBe(BULK_TABLES.length);
  });

  it('pauses when its time is up, and has all the time when it is resumed', async () => {
    const id = await runs.prepare(both(BULK_TABLES));
    const letGo = await runs.hold(id);
    const run = await runs.start(id, { options: { within_minutes: 1 } });
    const { started_at: began, ends_by: end } = await runs.waitFor(run, begun);
    expect(Date.parse(end!) - Date.parse(began!)).toBe(60_000);
    await runs.control(run, 'pause');
    await runs.waitForState(run, 'paused');
    await runs.app.store.db
      .updateTable('run')
      .set({ started_at: timestampIn(-59_000) })
      .where('id', '=', run.id)
      .execute();
    expect(await runs.control(run, 'resume')).toMatchObject({ ends_by: expect.any(String) });
    const paused = await runs.waitForState(run, 'paused');
    expect(paused.done).toBeLessThan(BULK_TABLES.length);
    expect(paused.ends_by! <= timestampNow()).toBe(true);
    await letGo();
    await runs.control(run, 'resume');
    expect(await runs.waitForState(run, 'finished')).toMatchObject({
      done: BULK_TABLES.length,
      ends_by: null,
    });
  });

  it('with limited time, compares the worst first, then the oldest results', async () => {
    const names = [EQUAL_TABLE, BULK_TABLES[0]!, BULK_TABLES[1]!, DIFFERENT_TABLE];
    const id = await runs.prepare(both(names));
    await runs.brake(id, 0);
    const orderOf = async (body: Record<string, unknown>) => {
      const run = await runs.start(id, body);
      await runs.waitForState(run, 'finished');
      return (await runs.readItems(run)).map(({ source }) => source?.replace('main.', ''));
    };
    const byId = await orderOf({});
    expect(byId).not.toEqual([DIFFERENT_TABLE, ...byId.filter((name) => name !== DIFFERENT_TABLE)]);
    await runs.app.store.db
      .updateTable('pair')
      .set({ data_at: timestampIn(-3_600_000) })
      .where('id', '=', (await runs.pairOf(id, BULK_TABLES[1]!)).id)
      .execute();
    const [first, second] = await orderOf({ options: { within_minutes: 60 } });
    expect([first, second]).toEqual([DIFFERENT_TABLE, BULK_TABLES[1]]);
    for (const within_minutes of [0, 1_441, 1.5])
      await expect(runs.start(id, { options: { within_minutes } })).rejects.toThrow(
        /within_minutes/,
      );
  });

  it('is cancelled, and stays so', async () => {
    const id = await runs.prepare(both(BULK_TABLES));
    await runs.hold(id);
    const run = await runs.start(id);
    await runs.waitFor(run, begun);
    await runs.control(run, 'cancel');
    const cancelled = await runs.waitForState(run, 'cancelled');
    expect(cancelled.done).toBeLessThan(BULK_TABLES.length);
    expect(cancelled.finished_at).not.toBeNull();
    const refused = await runs.admin.send(contract.controlRun, {
      params: { id, run: run.id },
      body: { action: 'resume' },
    });
    expect(refused).toMatchObject({
      status: 409,
      body: { detail: 'This run is cancelled, so it cannot be resumed.' },
    });
  });

  it('is taken over when its process is gone', async () => {
    const id = await runs.prepare(both(BULK_TABLES));
    const letGo = await runs.hold(id);
    const run = await runs.start(id);
    await runs.waitFor(run, begun);
    await runs.control(run, 'pause');
    const { done } = await runs.waitForState(run, 'paused');
    await letGo();
    // As a process leaves it that was killed.
    await runs.app.store.db
      .updateTable('run')
      .set({ state: 'running', owner: 'dead', lease_until: '2026-01-01T00:00:00.000Z' })
      .where('id', '=', run.id)
      .execute();
    expect(await runs.waitForState(run, 'finished')).toMatchObject({ done: BULK_TABLES.length });
    expect(done).toBeLessThan(BULK_TABLES.length);
    const items = await runs.readItems(run);
    expect(new Set(items.map(({ pair_id }) => pair_id)).size).toBe(BULK_TABLES.length);
  });
});

it('marks a verified object whose definition changed, and notifies its tester once', async () => {
  const table = BULK_TABLES[0]!;
  const id = await runs.prepare(both([table]));
  const tester = await runs.app.createUser('stale-tester');
  await joinProject(runs.admin, id, tester.userId, 'tester');
  await runs.waitForState(await runs.start(id, { kind: 'structure' }), 'finished');
  const [target] = await runs.admin.call(objects.listTargetObjects, { params: { id } });
  await runs.admin.call(objects.assignTargetTesters, {
    body: [{ target_objectid: target!.target_objectid, tester: tester.userId }],
  });
  await tester.call(objects.updateObject, {
    params: { id: target!.target_objectid },
    body: { status: 'verified' },
  });
  await runs.world.onTarget(`alter table ${table} drop column note`);

  const changed = await runs.start(id, { kind: 'structure' });
  await runs.waitForState(changed, 'finished');
  const [stale] = await runs.admin.call(objects.listTargetObjects, {
    params: { id },
    query: { 'filter[stale_since]': '*' },
  });
  expect(stale).toMatchObject({ object_name: table, structure_result: 'different' });
  expect(await runs.pairOf(id, table)).toMatchObject({ stale: 1, structure_result: 'different' });
  const [source] = await runs.admin.call(objects.listSourceObjects, { params: { id } });
  expect(source!.stale_since).toBeNull();

  await runs.waitForState(await runs.start(id, { kind: 'structure' }), 'finished');
  const told = await tester.call(notifications.listNotifications, {});
  expect(JSON.stringify(told).match(/"stale"/g)).toHaveLength(1);
});

it('is for members of the project, and of no other one', async () => {
  const id = await runs.prepare(both([EQUAL_TABLE]));
  const other = await runs.prepare(both([EQUAL_TABLE]));
  const [member, outsider] = [
    await runs.app.createUser('run-member'),
    await runs.app.createUser('run-out'),
  ];
  await joinProject(runs.admin, id, member.userId, 'developer');
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
  expect((await runs.admin.send(contract.getRun, elsewhere)).status).toBe(404);
  expect((await runs.admin.send(contract.listRunItems, elsewhere)).status).toBe(404);
  expect((await member.call(contract.listRuns, { params: { id } })).map((row) => row.id)).toEqual([
    run.id,
  ]);
  await runs.waitForState(run, 'finished');
});

it('counts a pair once, as different, when its definitions differ and its rows cannot be compared', async () => {
  const table = BULK_TABLES.at(-1)!;
  const id = await runs.prepare(both([table]));
  await runs.world.onTarget(
    `alter table ${table} rename column id to number; alter table ${table} rename column note to remark`,
  );
  const run = await runs.waitForState(await runs.start(id), 'finished');
  const [item] = await runs.readItems(run);
  expect(item).toMatchObject({ structure: 'different', data: 'not_comparable' });
  expect(run).toMatchObject({ done: 1, different: 1, failed: 0 });
  const failed = await runs.admin.call(contract.listRunItems, {
    params: { id, run: run.id },
    query: { failed: '1' },
  });
  expect(failed).toEqual([]);
});
