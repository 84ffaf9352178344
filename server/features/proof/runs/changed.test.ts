import { join } from 'node:path';
import Database from 'libsql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEFAULT_GATE, GATE_CONDITIONS, getGate, setGate } from '../../../../contract/gate.ts';
import { DEFAULT_COMPARISON_RULES, setComparisonRules } from '../../../../contract/proof/rows.ts';
import type { Run } from '../../../../contract/proof/runs.ts';
import { fingerprint } from '../../../../contract/stale.ts';
import { BULK_TABLES, EQUAL_TABLE } from '../../../../tests/support/proof-world.ts';
import { type Runs, both, openRuns } from './run-fixture.ts';

/** What counts now, during the switch: the counts of all pairs, then the rows of those that changed. */

let runs: Runs;
beforeAll(async () => {
  runs = await openRuns();
});
afterAll(() => runs.close());

const onSource = (sql: string): void => {
  const source = new Database(join(runs.world.folder, 'shop.sqlite'));
  source.exec(sql);
  source.close();
};

/** All of the pairs proven and confirmed, and a gate that asks for nothing but that. */
async function prepareProven(tables: string[]): Promise<number> {
  const id = await runs.prepare(both(tables));
  // One connection: pairs are done in their order.
  await runs.brake(id, 0);
  await runs.waitForState(await runs.start(id), 'finished');
  await runs.app.store.db
    .updateTable('pair')
    .set({ state: 'confirmed' })
    .where('project_id', '=', id)
    .execute();
  const left_out = GATE_CONDITIONS.filter((condition) => condition !== 'settled');
  await runs.admin.call(setGate, {
    params: { id },
    body: { ...DEFAULT_GATE, left_out, was: fingerprint(DEFAULT_GATE) },
  });
  return id;
}

const gateOf = async (id: number) => {
  const { verdict, conditions } = await runs.admin.call(getGate, { params: { id } });
  return [verdict, conditions.find(({ condition }) => condition === 'settled')!.count];
};
const startChanged = (id: number, options = {}) =>
  runs.start(id, { kind: 'changed', options: { depth: 'rows', sample: null, ...options } });
const found = async (run: Run) =>
  (await runs.readItems(run)).map(({ source, verdict, coverage }) => [
    source?.replace('main.', ''),
    verdict,
    coverage?.by ?? null,
  ]);

describe('a run of what changed', () => {
  it('counts all pairs, and compares the rows of those whose counts changed, worst first', async () => {
    const [same, grown, lost] = [EQUAL_TABLE, BULK_TABLES[0]!, BULK_TABLES[1]!];
    const id = await prepareProven([same, grown, lost]);
    expect(await gateOf(id)).toEqual(['go', 0]);
    const before = await runs.pairOf(id, same);
    onSource(`insert into ${grown} values (201, 'late')`);
    await runs.world.onTarget(
      `insert into ${grown} values (201, 'late'); delete from ${lost} where id = 5`,
    );
    const run = await runs.waitForState(await startChanged(id), 'finished');
    expect(run).toMatchObject({
      total: 3,
      done: 3,
      counted: 3,
      counted_different: 1,
      different: 1,
      // Rows that were only counted were not read.
      rows_done: 401,
    });
    expect(await found(run)).toEqual([
      [same, 'proven', 'counts'],
      [lost, 'different', 'values'],
      [grown, 'proven', 'values'],
    ]);
    // Its proof is the one of before, and as old; that it was counted stands beside it.
    expect(await runs.pairOf(id, same)).toMatchObject({
      verdict: 'proven',
      data_at: before.data_at,
      data_coverage: { by: 'values' },
      data_look: { coverage: { by: 'counts' } },
    });
    expect(await gateOf(id)).toEqual(['no_go', 1]);
  });

  it('takes away what the counts disprove before any rows are compared, and goes on where it was paused', async () => {
    const [grown, lost, slow] = [BULK_TABLES[2]!, BULK_TABLES[3]!, BULK_TABLES[4]!];
    const id = await prepareProven([grown, lost, slow]);
    const { id: pair } = await runs.pairOf(id, slow);
    // A row beyond the 200 takes twenty seconds to be counted.
    const where_target = 'pg_catalog.pg_sleep(greatest(0, id - 200) * 20) is not null';
    const rules = { ...DEFAULT_COMPARISON_RULES, where_target };
    await runs.admin.call(setComparisonRules, { params: { id, pair }, body: rules });
    await runs.waitForState(await startChanged(id), 'finished');
    expect(await gateOf(id)).toEqual(['go', 0]);
    onSource(`insert into ${grown} values (201, 'late')`);
    await runs.world.onTarget(
      `insert into ${grown} values (201, 'late'); delete from ${lost} where id = 5`,
    );
    await runs.world.onTarget(`insert into ${slow} values (201, 'held up')`);
    const run = await startChanged(id, { within_minutes: 60 });
    await runs.waitFor(run, ({ counted }) => counted === 2);
    expect(await gateOf(id)).toEqual(['no_go', 2]);
    await runs.control(run, 'pause');
    expect(await runs.waitForState(run, 'paused')).toMatchObject({
      done: 0,
      counted: 2,
      counted_different: 1,
    });
    await runs.world.onTarget(`delete from ${slow} where id = 201`);
    await runs.control(run, 'resume');
    const finished = await runs.waitForState(run, 'finished');
    expect(finished).toMatchObject({ done: 3, counted: 3, different: 1 });
    expect((await found(run)).map(([name]) => name)).toEqual([slow, lost, grown]);
  });

  it('by counts alone proves nothing, and takes away the proof of rows that came on both sides', async () => {
    const table = BULK_TABLES[5]!;
    const id = await prepareProven([table]);
    onSource(`insert into ${table} values (201, 'late')`);
    await runs.world.onTarget(`insert into ${table} values (201, 'late')`);
    const counted = await runs.waitForState(
      await startChanged(id, { depth: 'counts' }),
      'finished',
    );
    expect(await found(counted)).toEqual([[table, 'outdated', 'counts']]);
    expect(await gateOf(id)).toEqual(['no_go', 1]);
    // Not by being counted once more: by being compared.
    await runs.waitForState(await startChanged(id, { depth: 'counts' }), 'finished');
    expect(await gateOf(id)).toEqual(['no_go', 1]);
    await runs.waitForState(await startChanged(id), 'finished');
    expect(await gateOf(id)).toEqual(['go', 0]);
  });

  it('says of a count that could not be read why, and that the pair is not proven', async () => {
    const table = BULK_TABLES[6]!;
    const id = await prepareProven([table]);
    const { id: pair } = await runs.pairOf(id, table);
    await runs.admin.call(setComparisonRules, {
      params: { id, pair },
      body: { ...DEFAULT_COMPARISON_RULES, where_target: '1 / (id - 999) is not null' },
    });
    await runs.waitForState(await startChanged(id), 'finished');
    expect(await gateOf(id)).toEqual(['go', 0]);
    await runs.world.onTarget(`insert into ${table} values (999, 'late')`);
    const run = await runs.waitForState(await startChanged(id), 'finished');
    expect(run).toMatchObject({ done: 1, counted: 1, failed: 1 });
    const [item] = await runs.readItems(run);
    expect(item).toMatchObject({ verdict: 'not_comparable', data: 'not_comparable' });
    expect(item!.reason).toMatch(/division by zero/);
    expect(await gateOf(id)).toEqual(['no_go', 1]);
  });
});
