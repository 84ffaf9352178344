import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as evidence from '../../../../../contract/proof/evidence.ts';
import * as pairs from '../../../../../contract/proof/pairs.ts';
import * as contractRuns from '../../../../../contract/proof/runs.ts';
import * as contract from '../../../../../contract/proof/definitions.ts';
import { BULK_TABLES, DIFFERENT_TABLE } from '../../../../../tests/support/proof-world.ts';
import { type Runs, both, openRuns } from '../../runs/run-fixture.ts';
import { today } from '../../../../platform/clock.ts';

let runs: Runs;
beforeAll(async () => {
  runs = await openRuns();
});
afterAll(() => runs.close());

/** A table of its own for each test: they damage and repair its target. */
let used = 0;
async function prepare() {
  const table = BULK_TABLES[used++]!;
  const id = await runs.prepare(both([table]));
  return {
    id,
    table,
    onTarget: (change: string) => runs.world.onTarget(change.replaceAll('TABLE', table)),
    pair: () => runs.pairOf(id, table),
    async compare(options: Record<string, unknown> = {}) {
      return (await runs.readItems(await runs.compareRows(id, options)))[0]!;
    },
    async accept(over: Record<string, unknown> = {}) {
      const pair = await runs.pairOf(id, table);
      return runs.admin.send(contract.acceptFinding, {
        params: { id },
        body: {
          pair_id: pair.id,
          code: contract.DATA_DIFFERENT,
          name: null,
          source: null,
          target: String(pair.data_differences),
          reason: 'Known since the spring',
          until: null,
          ...over,
        },
      });
    },
    async acceptances() {
      return runs.admin.call(contract.listAcceptances, { params: { id } });
    },
    async shown() {
      const { id: pair } = await runs.pairOf(id, table);
      const kept = await runs.admin.call(evidence.listEvidence, { params: { id, pair } });
      const last = kept.find(({ kind }) => kind === 'data')!;
      const rows = await runs.admin.call(evidence.listDifferences, {
        params: { id, evidence: last.id },
      });
      return Object.fromEntries(
        rows.map(({ key, accepted }) => [key![0], accepted?.reason ?? null]),
      );
    },
  };
}

describe('an acceptance of rows', () => {
  it('covers exactly these differences: as many others still count', async () => {
    const place = await prepare();
    await place.onTarget(`update TABLE set note = 'odd' where id in (1, 2, 3)`);
    await place.compare();
    expect((await place.accept()).status).toBe(200);
    expect(await place.pair()).toMatchObject({ data_result: 'accepted', data_accepted: 3 });
    expect(await place.acceptances()).toMatchObject([{ held: 3, ended: false }]);
    expect((await place.compare()).data).toBe('accepted');

    // Two are repaired, two others damaged.
    await place.onTarget(`
      update TABLE set note = 'note ' || id where id in (1, 2);
      update TABLE set note = 'odd' where id in (4, 5)`);
    expect(await place.compare()).toMatchObject({
      data: 'different',
      notes: expect.arrayContaining(['2 of 3 differing rows are not accepted.']),
    });
    expect(await place.pair()).toMatchObject({
      data_result: 'different',
      data_differences: 3,
      data_accepted: 1,
      verdict: 'different',
    });
    expect(await place.shown()).toEqual({ 3: 'Known since the spring', 4: null, 5: null });

    // A second acceptance holds the rest, and nothing that the first one holds; fewer are accepted, too.
    expect((await place.accept({ reason: 'These, too' })).status).toBe(200);
    expect(await place.pair()).toMatchObject({ data_result: 'accepted', data_accepted: 3 });
    expect(await place.acceptances()).toMatchObject([{ held: 2 }, { held: 3 }]);
    await place.onTarget(`update TABLE set note = 'note 4' where id = 4`);
    expect((await place.compare()).data).toBe('accepted');
  });

  it('covers exact values: another value of the same row counts, and a missing row is not a changed one', async () => {
    const place = await prepare();
    await place.onTarget(
      `update TABLE set note = 'odd' where id = 1; delete from TABLE where id = 2`,
    );
    await place.compare();
    await place.accept();
    await place.onTarget(`update TABLE set note = 'odder' where id = 1`);
    expect((await place.compare()).data).toBe('different');
    expect(await place.shown()).toEqual({ 1: null, 2: 'Known since the spring' });
    await place.onTarget(`
      update TABLE set note = 'odd' where id = 1;
      insert into TABLE values (2, 'back and wrong')`);
    expect((await place.compare()).data).toBe('different');
    expect(await place.shown()).toEqual({ 1: 'Known since the spring', 2: null });
  });

  it('covers all rows even if there are more than are kept with values', async () => {
    const place = await prepare();
    await place.onTarget(`insert into TABLE select n, 'more' from generate_series(1001, 4000) n`);
    await place.compare();
    await place.accept();
    expect(await place.pair()).toMatchObject({ data_result: 'accepted', data_accepted: 3000 });
    await place.onTarget(`
      delete from TABLE where id = 3999;
      insert into TABLE values (5000, 'more')`);
    expect((await place.compare()).data).toBe('different');
    expect(await place.pair()).toMatchObject({ data_differences: 3000, data_accepted: 2999 });
  });

  it('reveals no hidden values: nothing in the store links a mark to its value', async () => {
    const place = await prepare();
    await runs.set(place.id, { mask: ['note'] });
    await place.onTarget(`update TABLE set note = 'y' where id in (1, 2)`);
    await place.compare();
    await place.accept();
    const { held } = await runs.app.store.db
      .selectFrom('acceptance_held')
      .selectAll()
      .orderBy('acceptance_id', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow();
    // The same value in two rows has two marks, and the key that makes them is not in the store.
    expect(held).toMatch(/^[\w-]{32}\n[\w-]{32}$/);
    expect(new Set(held.match(/[\w-]{16}/g)).size).toBe(4);
    expect((await place.compare()).data).toBe('accepted');
    await place.onTarget(`update TABLE set note = 'z' where id = 1`);
    expect((await place.compare()).data).toBe('different');
  });

  it.each([
    ['counts', { depth: 'counts' }],
    ['checksums', { depth: 'checksums' }],
    ['a sample', { sample: 150 }],
  ])('is refused where a look finds a lower bound only: %s', async (_name, options) => {
    const place = await prepare();
    await place.onTarget(`delete from TABLE where id <= 100`);
    await place.compare(options);
    expect(await place.pair()).toMatchObject({ data_result: 'different', data_at_least: 1 });
    const refused = await place.accept();
    expect([refused.status, JSON.stringify(refused.body)]).toEqual([
      409,
      expect.stringMatching(
        /At least \d+ rows differ.*Compare all rows, or use the comparison rules/,
      ),
    ]);
    expect(await place.acceptances()).toEqual([]);
  });

  it('stands where a look that knows less finds no more, not where it finds others', async () => {
    const place = await prepare();
    await place.onTarget(`delete from TABLE where id <= 100`);
    await place.compare();
    await place.accept();
    for (const options of [{ depth: 'counts' }, { depth: 'checksums' }, { sample: 150 }]) {
      expect(await place.compare(options)).toMatchObject({ verdict: 'unconfirmed' });
      expect(await place.pair()).toMatchObject({
        data_result: 'accepted',
        data_differences: 100,
        data_accepted: 100,
        data_at_least: 0,
      });
    }
    await place.onTarget(`update TABLE set note = 'odd' where id > 100`);
    expect((await place.compare({ sample: 150 })).data).toBe('different');
    expect(await place.pair()).toMatchObject({ data_result: 'different', data_at_least: 1 });
  });

  it('ends after its last day, not before', async () => {
    const place = await prepare();
    await place.onTarget(`delete from TABLE where id = 1`);
    await place.compare();
    const { body } = await place.accept({ until: today() });
    expect(await place.pair()).toMatchObject({ data_result: 'accepted' });
    await runs.app.context.work.tasks.acceptances.runWaiting();
    expect(await place.pair()).toMatchObject({ data_result: 'accepted' });
    const past = new Date(Date.now() - 2 * 86_400_000).toISOString().slice(0, 10);
    await runs.app.store.db
      .updateTable('acceptance')
      .set({ until: past })
      .where('id', '=', (body as contract.Acceptance).id)
      .execute();
    await runs.app.context.work.tasks.acceptances.runWaiting();
    expect(await place.pair()).toMatchObject({ data_result: 'different', data_accepted: 0 });
    expect(await place.acceptances()).toMatchObject([{ ended: true }]);
    expect((await place.compare()).data).toBe('different');
  });

  it('is not called different by counts that it explains, and is disproved by those that it does not', async () => {
    const place = await prepare();
    await place.onTarget(`delete from TABLE where id in (1, 2)`);
    await place.compare();
    await place.accept();
    const counted = await place.compare({ depth: 'counts' });
    expect(counted).toMatchObject({
      data: 'partly_compared',
      notes: expect.arrayContaining([
        'No more differs here than was accepted for these rows. Only a comparison of all values shows whether it is the same rows.',
      ]),
    });
    expect(await place.pair()).toMatchObject({
      data_result: 'accepted',
      data_look: { result: 'partly_compared', coverage: { by: 'counts' } },
    });
    const [run] = await runs.admin.call(contractRuns.listRuns, { params: { id: place.id } });
    expect(run).toMatchObject({ different: 0 });
    await place.onTarget(`delete from TABLE where id = 3`);
    expect(await place.compare({ depth: 'counts' })).toMatchObject({
      data: 'different',
      verdict: 'different',
    });
  });

  it('brings the differences back when it is withdrawn', async () => {
    const place = await prepare();
    await place.onTarget(`delete from TABLE where id = 1`);
    await place.compare();
    const { body } = await place.accept();
    await runs.admin.call(contract.withdrawAcceptance, {
      params: { id: place.id, acceptance: (body as contract.Acceptance).id },
    });
    expect(await place.pair()).toMatchObject({ data_result: 'different', data_accepted: 0 });
    expect(await place.shown()).toEqual({ 1: null });
  });
});

it('an acceptance of a pair does not cover objects that join it later', async () => {
  const [one, other, third] = [BULK_TABLES.at(-1)!, DIFFERENT_TABLE, BULK_TABLES.at(-2)!];
  const id = await runs.prepare({ source: [other, third], target: [other, one] });
  const params = { id };
  const [source, first] = await Promise.all([runs.pairOf(id, other), runs.pairOf(id, one)]);
  const { pair: joined } = await runs.admin.call(pairs.linkObjects, {
    params,
    body: {
      source_ids: [source.source[0]!.id],
      target_ids: [source.target[0]!.id, first.target[0]!.id],
    },
  });
  const compare = async () => {
    const run = await runs.start(id, { kind: 'verify', pairs: [joined.id] });
    await runs.waitForState(run, 'finished');
    return runs.admin.call(pairs.getPair, { params: { id, pair: joined.id } });
  };
  const { data_differences } = await compare();
  await runs.admin.call(contract.acceptFinding, {
    params,
    body: {
      pair_id: joined.id,
      code: contract.DATA_DIFFERENT,
      name: null,
      source: null,
      target: String(data_differences),
      reason: 'Both together',
      until: null,
    },
  });
  expect(await compare()).toMatchObject({ data_result: 'accepted' });
  const acceptances = () => runs.admin.call(contract.listAcceptances, { params });
  expect(await acceptances()).toMatchObject([{ ended: false }]);
  // One target leaves: the three rows of the other one still differ, and nobody has accepted them of this pair.
  const { source: alone } = await runs.pairOf(id, third);
  await runs.admin.call(pairs.linkObjects, {
    params,
    body: { source_ids: [alone[0]!.id], target_ids: [first.target[0]!.id] },
  });
  expect(await compare()).toMatchObject({ data_result: 'different', data_accepted: 0 });
  expect(await acceptances()).toMatchObject([{ ended: true }]);
});
