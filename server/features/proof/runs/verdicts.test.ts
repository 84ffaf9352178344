import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TableDefinition } from '../../../../connectors/core/definitions.ts';
import * as evidence from '../../../../contract/proof/evidence.ts';
import * as notifications from '../../../../contract/notifications.ts';
import * as objects from '../../../../contract/objects.ts';
import type { Run, RunItem } from '../../../../contract/proof/runs.ts';
import { DEFAULT_COMPARISON_RULES, setComparisonRules } from '../../../../contract/proof/rows.ts';
import { joinProject } from '../../../../tests/support/fixtures.ts';
import {
  BULK_TABLES,
  DIFFERENT_TABLE,
  EQUAL_TABLE,
} from '../../../../tests/support/proof-world.ts';
import { type Runs, both, openRuns } from './run-fixture.ts';
import { FORMAT } from '../definitions/hashes.ts';

/** What runs say of pairs, and what of it stands. */

let runs: Runs;
beforeAll(async () => {
  runs = await openRuns();
});
afterAll(() => runs.close());

const rule = (id: number, pair: number, rules: object) =>
  runs.admin.call(setComparisonRules, {
    params: { id, pair },
    body: { ...DEFAULT_COMPARISON_RULES, ...rules },
  });
const compare = async (
  id: number,
  body: Record<string, unknown> = {},
): Promise<{ run: Run; item: RunItem }> => {
  const run = await runs.waitForState(await runs.start(id, body), 'finished');
  const items = await runs.readItems(run);
  return { run, item: items[0]! };
};
const by = (depth: string) => ({ kind: 'data', options: { depth, sample: null } });

it('a definition that was kept before triggers and numbers were read is no other one for that', async () => {
  const { db } = runs.app.store;
  const id = await runs.prepare(both([EQUAL_TABLE]));
  await compare(id, { kind: 'structure' });
  const { source, target } = await runs.pairOf(id, EQUAL_TABLE);
  const ids = [...source, ...target].map((object) => object.id);
  const read = () =>
    db
      .selectFrom('snapshot')
      .select(['object_id', 'structure', 'hash'])
      .where('object_id', 'in', ids)
      .execute();
  const asBefore = async (change: (structure: string) => string, format = 0) => {
    for (const { object_id, structure } of await read()) {
      const table = JSON.parse(structure) as TableDefinition;
      const former = {
        ...table,
        triggers: undefined,
        rules: undefined,
        storage: undefined,
        dependents: undefined,
        estimatedRows: null,
      };
      for (const column of former.columns) {
        delete column.numbering;
        delete column.reusesNumbers;
        delete column.padSpace;
        delete column.sorting;
      }
      const text = change(JSON.stringify(former));
      const hash = createHash('sha256').update(text).digest('hex');
      await db
        .updateTable('snapshot')
        .set({ structure: text, hash, format })
        .where('object_id', '=', object_id)
        .execute();
    }
  };
  const objectsOf = () =>
    db.selectFrom('object').select('stale_since').where('id', 'in', ids).execute();
  await db.updateTable('object').set({ status: 'verified' }).where('id', 'in', ids).execute();
  await asBefore((text) => text);
  await compare(id, { kind: 'structure' });
  expect(await objectsOf()).toEqual([{ stale_since: null }, { stale_since: null }]);
  expect((await read()).every(({ structure }) => structure.includes('"triggers":'))).toBe(true);
  await asBefore((text) => text.replace('"nullable":true', '"nullable":false'));
  await compare(id, { kind: 'structure' });
  const areStale = async () => (await objectsOf()).map(({ stale_since }) => stale_since !== null);
  expect(await areStale()).toEqual([true, true]);
  // What this version had read without triggers has triggers since.
  await db.updateTable('object').set({ stale_since: null }).where('id', 'in', ids).execute();
  await asBefore((text) => text, FORMAT);
  await compare(id, { kind: 'structure' });
  expect(await areStale()).toEqual([true, true]);
});

describe('what a run found', () => {
  it('covers what it looked at; a weaker look stands beside a stronger one', async () => {
    const id = await runs.prepare(both([DIFFERENT_TABLE]));
    const counted = (await compare(id, by('counts'))).item;
    expect(counted).toMatchObject({
      state: 'compared',
      verdict: 'partly_compared',
      data: 'partly_compared',
      coverage: { by: 'counts', rows: 200, of: 200, columns: 2, left_out: [], complete: true },
    });
    const { item } = await compare(id);
    expect(item).toMatchObject({
      verdict: 'different',
      differences_total: 3,
      at_least: false,
      coverage: { by: 'values', rows: 200 },
    });
    const again = (await compare(id, by('counts'))).item;
    expect(again).toMatchObject({ data: 'partly_compared', verdict: 'different' });
    const pair = await runs.pairOf(id, DIFFERENT_TABLE);
    expect(pair).toMatchObject({
      verdict: 'different',
      data_result: 'different',
      data_differences: 3,
      data_at_least: 0,
      data_coverage: { by: 'values' },
      data_look: { result: 'partly_compared', coverage: { by: 'counts' } },
    });
    expect(pair.data_look!.at > pair.data_at!).toBe(true);
    const kept = await runs.admin.call(evidence.listEvidence, { params: { id, pair: pair.id } });
    expect(kept.filter(({ kind }) => kind === 'data').map(({ coverage }) => coverage?.by)).toEqual([
      'counts',
      'values',
      'counts',
    ]);
  });

  it('is outdated as soon as the rules or a definition are others, until it is compared again', async () => {
    const table = BULK_TABLES[3]!;
    const id = await runs.prepare(both([table]));
    expect((await compare(id)).item.verdict).toBe('unconfirmed');
    const { id: pair } = await runs.pairOf(id, table);
    const verdict = async () => (await runs.pairOf(id, table)).verdict;
    await rule(id, pair, { ignore_case: true });
    expect(await verdict()).toBe('outdated');
    expect((await compare(id)).item).toMatchObject({
      verdict: 'unconfirmed',
      data: 'equal_under_rules',
    });
    await runs.world.onTarget(`alter table ${table} add constraint short check (id < 100000)`);
    await compare(id, { kind: 'structure' });
    const { structure_result } = await runs.pairOf(id, table);
    expect(await verdict()).toBe(structure_result === 'different' ? 'different' : 'outdated');
    await compare(id);
    expect((await runs.pairOf(id, table)).data_at! > '2').toBe(true);
    expect(await verdict()).not.toBe('outdated');
  });

  it('is unchanged if a database could not answer: the item says why', async () => {
    const table = BULK_TABLES[4]!;
    const id = await runs.prepare(both([table]));
    await compare(id);
    const before = await runs.pairOf(id, table);
    expect(before.data_result).toBe('identical');
    await rule(id, before.id, { where_target: 'pg_catalog.pg_sleep(0.1) is not null' });
    const comparing = compare(id);
    // The server ends the session in the middle of the statement.
    const end = async (): Promise<number> => {
      const ended = await runs.world.askTarget(
        "select pg_terminate_backend(pid) from pg_stat_activity where state = 'active' and query like '%pg_sleep(0.1)%' and pid <> pg_backend_pid()",
      );
      return ended.length;
    };
    await expect.poll(end, { interval: 50 }).toBeGreaterThan(0);
    const { run, item } = await comparing;
    expect(run).toMatchObject({ failed: 1, different: 0, error: null, connection_failed: true });
    expect(item).toMatchObject({ state: 'failed', data: 'skipped', coverage: null });
    expect(item.connection_failed).toBe(true);
    expect(item.reason).toMatch(/^On the target: .*The database says: /s);
    const after = await runs.pairOf(id, table);
    expect([after.data_result, after.data_at]).toEqual(['identical', before.data_at]);
  });

  it('is that it cannot be compared where a table may not be read, in the words of its database', async () => {
    const table = BULK_TABLES[5]!;
    const id = await runs.prepare(both([table]));
    const { id: pair } = await runs.pairOf(id, table);
    await rule(id, pair, { where_target: 'no_such_column > 1' });
    const { run, item } = await compare(id);
    expect(run).toMatchObject({ failed: 1, connection_failed: false });
    expect(item).toMatchObject({ verdict: 'not_comparable', data: 'not_comparable' });
    expect(item.reason).toMatch(/^On the target: .*The database says: column "…" does not exist/s);
  });

  it('makes verified objects stale where rows differ that did not, once, and tells the tester', async () => {
    const id = await runs.prepare(both([EQUAL_TABLE]));
    const tester = await runs.app.createUser('rows-tester');
    await joinProject(runs.admin, id, tester.userId, 'tester');
    await compare(id);
    const [target] = await runs.admin.call(objects.listTargetObjects, { params: { id } });
    const params = { id: target!.target_objectid };
    await runs.admin.call(objects.assignTargetTesters, {
      body: [{ target_objectid: target!.target_objectid, tester: tester.userId }],
    });
    await tester.call(objects.updateObject, { params, body: { status: 'verified' } });
    await runs.world.onTarget(`update ${EQUAL_TABLE} set note = 'damaged' where id = 3`);
    for (const _time of [1, 2]) await compare(id);
    const pair = await runs.pairOf(id, EQUAL_TABLE);
    expect(pair).toMatchObject({ stale: 1, verdict: 'different' });
    expect(pair.target[0]).toMatchObject({ stale_reason: 'rows' });
    const told = await tester.call(notifications.listNotifications, {});
    expect(JSON.stringify(told).match(/"stale"/g)).toHaveLength(1);
    // Verified again against the evidence: as many rows differ, but another one.
    const status = (to: string) =>
      tester.call(objects.updateObject, { params, body: { status: to, reason: 'It is known' } });
    await status('pending');
    await status('verified');
    await compare(id);
    expect(await runs.pairOf(id, EQUAL_TABLE)).toMatchObject({ stale: 0 });
    await runs.world.onTarget(`
      update ${EQUAL_TABLE} set note = 'note 3' where id = 3;
      update ${EQUAL_TABLE} set note = 'damaged' where id = 4`);
    await compare(id);
    expect(await runs.pairOf(id, EQUAL_TABLE)).toMatchObject({ stale: 1, data_differences: 1 });
    await runs.world.onTarget(`update ${EQUAL_TABLE} set note = 'note 4' where id = 4`);
    expect((await compare(id)).item.verdict).toBe('stale');
  });
});
