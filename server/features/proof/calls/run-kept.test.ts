import { afterAll, beforeAll, expect, it } from 'vitest';
import * as contract from '../../../../contract/proof/calls.ts';
import { listEvidence } from '../../../../contract/proof/evidence.ts';
import { DEFAULT_PROOF_SETTINGS } from '../../../../contract/proof/rows.ts';
import { type RunItem, listRunItems, startRun } from '../../../../contract/proof/runs.ts';
import { joinProject } from '../../../../tests/support/fixtures.ts';
import type { Client } from '../../../../tests/support/test-app.ts';
import { DIFFERENT_TABLE, EQUAL_TABLE } from '../../../../tests/support/proof-world.ts';
import { type Runs, both, openRuns } from '../runs/run-fixture.ts';

/** A run of structure, rows and calls. */

let runs: Runs;
beforeAll(async () => {
  runs = await openRuns();
});
afterAll(() => runs.close());

const CALLS = { ...DEFAULT_PROOF_SETTINGS.source, calls: true };
const on = { source: CALLS, target: CALLS };
const off = { source: { ...CALLS, calls: false }, target: CALLS };
const query = (text: string, over: Partial<contract.PairCall> = {}): contract.PairCall => ({
  source_text: text,
  target_text: text,
  parameter_sets: [1, 9].map((value) => ({
    name: `Set ${value}`,
    values: { id: String(value) },
    expected_error: null,
  })),
  tables: [],
  ordered: false,
  writes: false,
  ...over,
});

/** A project whose table was called once. */
async function prepare(table: string, call = query(`select note from ${table} where id = :id`)) {
  const id = await runs.prepare(both([table]));
  await runs.set(id, on);
  const pair = await runs.pairOf(id, table);
  const params = { id, pair: pair.id };
  await runs.admin.call(contract.runCall, { params, body: call });
  const called = async () =>
    (await runs.admin.call(listEvidence, { params })).filter(({ kind }) => kind === 'call').length;
  return { id, params, called };
}
async function runAll(id: number, kind = 'all', as: Client = runs.admin) {
  const started = await as.call(startRun, { params: { id }, body: { kind: kind as 'all' } });
  const run = await runs.waitForState(started, 'finished');
  const [item] = await runs.readItems(run);
  return { run, item: item!, said: saidOf(item!) };
}
const saidOf = ({ notes }: RunItem) => notes.filter((note) => /call/i.test(note));

it('runs all kept sets again, says how many are equal, and counts the pair where they differ', async () => {
  const { id, called } = await prepare(DIFFERENT_TABLE);
  await runs.world.onTarget(
    `insert into ${DIFFERENT_TABLE} values (7, 'note 7'); update ${DIFFERENT_TABLE} set note = 'note 9' where id = 9; delete from ${DIFFERENT_TABLE} where id = 900`,
  );
  const equal = await runAll(id);
  expect(equal.said).toEqual(['Called again: 2 of 2 results are equal.']);
  expect(equal.item).toMatchObject({ data: 'identical', calls: 'equal', verdict: 'unconfirmed' });
  expect(equal.run).toMatchObject({ kind: 'all', done: 1, different: 0, failed: 0 });
  expect(await called()).toBe(2);

  await runs.world.onTarget(`update ${DIFFERENT_TABLE} set note = 'another' where id = 9`);
  // Rows are not read by it: only the call can tell.
  await runAll(id, 'structure');
  expect(await called()).toBe(2);
  const different = await runAll(id);
  expect(different.said).toEqual(['Called again: 1 of 2 results are equal.']);
  expect(different.run.different).toBe(1);
  expect(await called()).toBe(3);
});

it('says which set of a call runs', async () => {
  const { id } = await prepare(
    EQUAL_TABLE,
    query('select 1 where :id = :id', {
      target_text: "select 1 from pg_sleep(case :id when '9' then 3 else 0 end)",
    }),
  );
  const started = await runs.admin.call(startRun, { params: { id }, body: { kind: 'all' } });
  const [underWay] = (await runs.waitFor(started, ({ current }) => current[0]?.call?.set === 2))
    .current;
  expect(underWay).toEqual({ name: `main.${EQUAL_TABLE}`, call: { set: 2, sets: 2 } });
  await runs.waitForState(started, 'finished');
});

it('says what it did not call, and why', async () => {
  const { id, called } = await prepare(EQUAL_TABLE);
  await runs.set(id, off);
  expect((await runAll(id)).said).toEqual([expect.stringMatching(/^It was not called\. .*source/)]);
  await runs.set(id, on);
  const { run } = await runAll(id, 'all');
  await runs.set(id, off);
  const { run: without } = await runAll(id, 'all');
  const notCalled = async (one: typeof run) =>
    (
      await runs.admin.call(listRunItems, {
        params: { id, run: one.id },
        query: { not_called: '1' },
      })
    ).map((item) => item.not_called);
  expect(await notCalled(run)).toEqual([]);
  expect(await notCalled(without)).toEqual([expect.stringMatching(/^It was not called\./)]);
  await runs.set(id, on);
  const tim = await runs.app.createUser('tim');
  await joinProject(runs.admin, id, tim.userId, 'tester');
  expect((await runAll(id, 'all', tim)).said).toEqual([
    expect.stringMatching(/^It was not called: whoever started this run is not allowed/),
  ]);
  expect(await called()).toBe(2);
});

it('counts a pair whose call failed among those that could not be compared', async () => {
  const { id, params } = await prepare(EQUAL_TABLE, query('select 1', { parameter_sets: [] }));
  const { db } = runs.app.store;
  const broken = query('select 1 from nothing_of_that_name', { parameter_sets: [] });
  await db
    .updateTable('pair')
    .set({ call: JSON.stringify(broken) })
    .where('id', '=', params.pair)
    .execute();
  const { run, said } = await runAll(id);
  expect(said).toEqual(['Called again: 0 of 1 results are equal.']);
  expect(run).toMatchObject({ different: 0, failed: 1 });
  const failed = await runs.admin.call(listRunItems, {
    params: { id, run: run.id },
    query: { failed: '1' },
  });
  expect(failed.map(({ pair_id }) => pair_id)).toEqual([params.pair]);
});

it('does not run calls that cannot be rolled back', async () => {
  const call = query(`select 1`, { parameter_sets: [] });
  const { id, called } = await prepare(EQUAL_TABLE, call);
  const writes = { ...CALLS, disposable: true };
  await runs.set(id, { source: writes, target: writes });
  const { db } = runs.app.store;
  const lasting = { ...call, target_text: `select nextval('${EQUAL_TABLE}_id_seq')`, writes: true };
  await db
    .updateTable('pair')
    .set({ call: JSON.stringify(lasting) })
    .where('project_id', '=', id)
    .execute();
  expect((await runAll(id)).said).toEqual([
    expect.stringMatching(/has effects that a rollback does not undo/),
  ]);
  expect(await called()).toBe(1);
});

it('ignores tables that nobody has called', async () => {
  const id = await runs.prepare(both([EQUAL_TABLE]));
  expect((await runAll(id)).said).toEqual([]);
});
