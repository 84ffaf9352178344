import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as calls from '../../../../../contract/proof/calls.ts';
import * as pairs from '../../../../../contract/proof/pairs.ts';
import * as contract from '../../../../../contract/proof/definitions.ts';
import {
  DEFAULT_COMPARISON_RULES,
  DEFAULT_PROOF_SETTINGS,
  setComparisonRules,
} from '../../../../../contract/proof/rows.ts';
import { BULK_TABLES } from '../../../../../tests/support/proof-world.ts';
import { type Runs, both, openRuns } from '../../runs/run-fixture.ts';

let runs: Runs;
beforeAll(async () => {
  runs = await openRuns({ env: { CALL_MB: '1' } });
});
afterAll(() => runs.close());

/** A confirmed pair of its own for each test. */
let used = 0;
async function prepare() {
  const table = BULK_TABLES[used++]!;
  const id = await runs.prepare(both([table]));
  const params = { id };
  const pair = () => runs.pairOf(id, table);
  const { id: pairId } = await pair();
  await runs.admin.call(pairs.confirmPairs, { params, body: { ids: [pairId] } });
  const of = { params: { id, pair: pairId } };
  return {
    id,
    of,
    pair,
    onTarget: (change: string) => runs.world.onTarget(change.replaceAll('TABLE', table)),
    async compare(options: Record<string, unknown> = {}, kind = 'verify') {
      return (await runs.readItems(await runs.compareRows(id, options, kind)))[0]!;
    },
    accept: (code: string, over: Record<string, unknown> = {}) =>
      runs.admin.send(contract.acceptFinding, {
        params,
        body: {
          pair_id: pairId,
          code,
          name: null,
          source: null,
          target: null,
          reason: 'Enough for a log',
          until: null,
          ...over,
        },
      }),
    acceptances: () => runs.admin.call(contract.listAcceptances, { params }),
    rule: (rules: object) =>
      runs.admin.call(setComparisonRules, {
        ...of,
        body: { ...DEFAULT_COMPARISON_RULES, ...rules },
      }),
  };
}
const COUNTS = { depth: 'counts' };

describe('rows that were compared in part', () => {
  it('are accepted with a reason for as long as the same parts are not compared', async () => {
    const place = await prepare();
    expect((await place.compare(COUNTS)).verdict).toBe('partly_compared');
    expect((await place.accept(contract.DATA_PARTLY)).status).toBe(200);
    expect(await place.pair()).toMatchObject({ verdict: 'accepted', data_result: 'accepted' });
    expect(await place.acceptances()).toMatchObject([
      { code: 'data.partly', held: null, ended: false },
    ]);
    expect(await place.compare(COUNTS)).toMatchObject({
      verdict: 'accepted',
      data: 'accepted',
      notes: expect.arrayContaining(['What was not compared is accepted: Enough for a log']),
    });
    // Another count of rows is no part that was left out.
    await place.onTarget(`delete from TABLE where id = 1`);
    expect((await place.compare(COUNTS)).verdict).toBe('different');
  });

  it('count again when other parts are left out, which ends the acceptance', async () => {
    const place = await prepare();
    await place.onTarget(`alter table TABLE add column added text`);
    await place.compare();
    expect(await place.pair()).toMatchObject({
      data_result: 'partly_compared',
      data_coverage: { left_out: [{ name: 'added', why: 'only_target' }] },
    });
    await place.accept(contract.DATA_PARTLY);
    expect(await place.pair()).toMatchObject({ data_result: 'accepted' });
    await place.onTarget(`alter table TABLE add column another text`);
    expect((await place.compare()).data).toBe('partly_compared');
    expect(await place.acceptances()).toMatchObject([{ ended: true }]);
    const history = await runs.admin.call(pairs.pairHistory, place.of);
    expect(history.map(({ action }) => action)).toContain('acceptance-ended');
  });

  it('count again when a definition or the rules change, however little is left out', async () => {
    const place = await prepare();
    await place.compare(COUNTS);
    await place.accept(contract.DATA_PARTLY);
    await place.rule({ ignore_case: true });
    expect((await place.pair()).verdict).toBe('outdated');
    // What is outdated cannot be accepted either.
    const refused = await place.accept(contract.DATA_PARTLY);
    expect([refused.status, JSON.stringify(refused.body)]).toEqual([
      409,
      expect.stringContaining('has changed since the comparison'),
    ]);
    expect((await place.compare(COUNTS)).verdict).toBe('partly_compared');
    expect(await place.acceptances()).toMatchObject([{ ended: true }]);

    await place.accept(contract.DATA_PARTLY);
    expect((await place.pair()).verdict).toBe('accepted');
    await place.onTarget(`alter table TABLE add constraint short check (id < 100000)`);
    expect((await place.compare(COUNTS)).data).toBe('partly_compared');
  });

  it('are what they were when the acceptance is withdrawn, or its time is over', async () => {
    const place = await prepare();
    await place.compare(COUNTS);
    const { body } = await place.accept(contract.DATA_PARTLY);
    const withdrawn = (body as contract.Acceptance).id;
    await runs.admin.call(contract.withdrawAcceptance, {
      params: { id: place.id, acceptance: withdrawn },
    });
    expect((await place.pair()).verdict).toBe('partly_compared');
    const again = (await place.accept(contract.DATA_PARTLY)).body as contract.Acceptance;
    await runs.app.store.db
      .updateTable('acceptance')
      .set({ until: '2026-01-01' })
      .where('id', '=', again.id)
      .execute();
    await runs.app.context.work.tasks.acceptances.runWaiting();
    expect((await place.pair()).verdict).toBe('partly_compared');
  });

  it('count again where a closer look leaves out something else', async () => {
    const place = await prepare();
    await place.compare(COUNTS);
    await place.accept(contract.DATA_PARTLY);
    expect((await place.compare({ sample: 50 })).verdict).toBe('partly_compared');
    expect(await place.acceptances()).toMatchObject([{ ended: true }]);
    // All of it needs no acceptance.
    await place.accept(contract.DATA_PARTLY);
    expect((await place.compare()).verdict).toBe('proven');
  });

  it('that differ, too, are accepted for both', async () => {
    const place = await prepare();
    await place.onTarget(`
      alter table TABLE add column added text;
      update TABLE set note = 'odd' where id = 1`);
    await place.compare();
    const early = await place.accept(contract.DATA_PARTLY);
    expect(early.status).toBe(409);
    await place.accept(contract.DATA_DIFFERENT, { target: '1' });
    expect(await place.pair()).toMatchObject({ data_result: 'partly_compared', data_accepted: 1 });
    await place.accept(contract.DATA_PARTLY);
    expect(await place.pair()).toMatchObject({ data_result: 'accepted', data_accepted: 1 });
    expect((await place.compare()).data).toBe('accepted');
  });

  it('are accepted pair by pair, and only where something was left out', async () => {
    const place = await prepare();
    const rule = await place.accept(contract.DATA_PARTLY, { pair_id: null });
    expect([rule.status, JSON.stringify(rule.body)]).toEqual([
      422,
      expect.stringContaining('accepted per pair'),
    ]);
    await place.compare();
    for (const code of [contract.DATA_PARTLY, contract.CALL_PARTLY])
      expect((await place.accept(code)).status).toBe(409);
  });
});

it('a call that was compared in part is accepted as this call, on these definitions', async () => {
  const place = await prepare();
  await place.compare();
  const side = { ...DEFAULT_PROOF_SETTINGS.source, calls: true };
  await runs.set(place.id, { source: side, target: side });
  const run = (rows: number) =>
    runs.admin.call(calls.runCall, {
      ...place.of,
      body: {
        source_text: `with recursive n(i) as (select 1 union all select i + 1 from n where i < ${rows}) select i, printf('%.100c', 'x') as t from n`,
        target_text: `select i, repeat('x', 100) as t from generate_series(1, ${rows}) i`,
        parameter_sets: [],
        ordered: false,
        writes: false,
      },
    });
  expect((await run(20_000)).result).toBe('partly_compared');
  expect((await place.pair()).verdict).toBe('partly_compared');
  expect((await place.accept(contract.CALL_PARTLY)).status).toBe(200);
  expect(await place.pair()).toMatchObject({ verdict: 'accepted', call_result: 'accepted' });
  // The call itself is still what it was found to be.
  expect((await run(20_000)).result).toBe('partly_compared');
  expect(await place.pair()).toMatchObject({ verdict: 'accepted', call_result: 'accepted' });
  await run(21_000);
  expect(await place.pair()).toMatchObject({ call_result: 'partly_compared' });
  expect(await place.acceptances()).toMatchObject([{ code: 'call.partly', ended: true }]);
});
