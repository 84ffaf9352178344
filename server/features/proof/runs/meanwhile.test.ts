import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as evidence from '../../../../contract/proof/evidence.ts';
import * as pairs from '../../../../contract/proof/pairs.ts';
import type { Run } from '../../../../contract/proof/runs.ts';
import {
  BULK_TABLES,
  DIFFERENT_TABLE,
  EQUAL_TABLE,
} from '../../../../tests/support/proof-world.ts';
import { untilBlocking } from '../../../../tests/support/held-row.ts';
import type { Db } from '../../../platform/db/store.ts';
import { type Runs, both, openRuns } from './run-fixture.ts';

/** What people and other processes do while a run is under way. */

let runs: Runs;
beforeAll(async () => {
  runs = await openRuns();
});
afterAll(() => runs.close());

const TABLES = BULK_TABLES.slice(0, 12);
const begun = ({ done }: Run) => done >= 2;

describe('while a run is under way', () => {
  it('a pair that is split gets no results, nor do its objects', async () => {
    const id = await runs.prepare(both(TABLES));
    await runs.brake(id, 1_000);
    const last = await runs.pairOf(id, TABLES.at(-1)!);
    const run = await runs.start(id);
    await runs.waitFor(run, begun);
    await runs.admin.call(pairs.splitPairs, { params: { id }, body: { ids: [last.id] } });
    await runs.brake(id, 0);
    await runs.waitForState(run, 'finished');
    const [item] = (await runs.readItems(run)).filter(({ pair_id }) => pair_id === last.id);
    expect(item).toMatchObject({
      structure: null,
      data: 'skipped',
      notes: ['Its objects were paired again during the comparison. Compare it again.'],
    });
    const now = await runs.admin.call(pairs.getPair, { params: { id, pair: last.id } });
    expect(now).toMatchObject({ state: 'unmatched', structure_result: null, data_result: null });
    const kept = { params: { id, pair: last.id } };
    expect(await runs.admin.call(evidence.listEvidence, kept)).toEqual([]);
  });

  it('deleted pairs do not prevent it from finishing', async () => {
    const id = await runs.prepare(both(TABLES));
    const letGo = await runs.hold(id);
    const [one, other] = [
      await runs.pairOf(id, TABLES.at(-1)!),
      await runs.pairOf(id, TABLES.at(-2)!),
    ];
    const run = await runs.start(id);
    await runs.waitFor(run, begun);
    await runs.control(run, 'pause');
    await runs.waitForState(run, 'paused');
    await runs.admin.call(pairs.linkObjects, {
      params: { id },
      body: { source_ids: [one!.source[0]!.id], target_ids: [other!.target[0]!.id] },
    });
    await runs.app.store.db.deleteFrom('pair_change').where('project_id', '=', id).execute();
    await runs.app.store.db.deleteFrom('pair').where('id', '=', one.id).execute();
    await letGo();
    await runs.control(run, 'resume');
    const finished = await runs.waitForState(run, 'finished');
    expect(finished).toMatchObject({ error: null, done: finished.total });
    // The one that is gone, and the one that has no source any more.
    expect(finished.total).toBe(TABLES.length - 2);
    const left = await runs.admin.call(pairs.getPair, { params: { id, pair: other.id } });
    expect(left.data_result).toBeNull();
  });

  it('values of columns that are masked during it are not kept', async () => {
    const id = await runs.prepare(both([...TABLES.slice(0, 4), DIFFERENT_TABLE]));
    await runs.brake(id, 1_000);
    const run = await runs.start(id);
    await runs.waitFor(run, ({ done }) => done >= 1);
    await runs.set(id, { mask: ['NOTE'] });
    await runs.waitForState(run, 'finished');
    const pair = await runs.pairOf(id, DIFFERENT_TABLE);
    expect(pair.data_differences).toBe(3);
    const stored = await runs.app.store.db
      .selectFrom('difference')
      .innerJoin('evidence', 'evidence.id', 'difference.evidence_id')
      .select('columns')
      .where('evidence.pair_id', '=', pair.id)
      .execute();
    expect(stored).toHaveLength(3);
    expect(JSON.stringify(stored)).not.toMatch(/another|note 7/);
  });

  it('values and keys that are masked afterwards are hidden', async () => {
    const id = await runs.prepare(both([DIFFERENT_TABLE]));
    const run = await runs.start(id);
    await runs.waitForState(run, 'finished');
    await runs.set(id, { mask: ['Note', 'ID'] });
    const pair = await runs.pairOf(id, DIFFERENT_TABLE);
    const entries = await runs.admin.call(evidence.listEvidence, { params: { id, pair: pair.id } });
    const data = entries.find(({ kind }) => kind === 'data')!;
    const shown = await runs.admin.call(evidence.listDifferences, {
      params: { id, evidence: data.id },
    });
    expect(shown.find(({ kind }) => kind === 'changed')).toEqual({
      key: ['••••'],
      kind: 'changed',
      accepted: null,
      causes: [],
      columns: [{ name: 'note', source: '••••', target: '••••' }],
    });
    expect(JSON.stringify(shown)).not.toMatch(/another|900/);
    const [item] = await runs.readItems(run);
    expect(item!.differences.map(({ key }) => key)).toEqual([['••••'], ['••••'], ['••••']]);
  });

  it('extremes and sums of columns that are masked afterwards are hidden', async () => {
    const id = await runs.prepare(both([DIFFERENT_TABLE]));
    const run = await runs.start(id, { options: { depth: 'aggregates', sample: null } });
    await runs.waitForState(run, 'finished');
    const pair = await runs.pairOf(id, DIFFERENT_TABLE);
    const shown = async () => {
      const kept = await runs.admin.call(evidence.listEvidence, { params: { id, pair: pair.id } });
      const [item] = await runs.readItems(run);
      return [kept.find(({ kind }) => kind === 'data')!, item!];
    };
    const sums: string[] = [];
    for (const { notes, notes_said } of await shown()) {
      sums.push(/id: the sum is (\d+) on the source/.exec(notes.join())![1]!);
      expect(JSON.stringify(notes_said)).toContain(sums[0]);
    }
    await runs.set(id, { mask: ['ID'] });
    for (const one of await shown()) {
      expect(one.notes).toContain('id: the sum differs.');
      expect(one.notes.join()).not.toMatch(/id: the \w+ (?:value )?is/);
      expect(JSON.stringify(one)).not.toContain(sums[0]);
    }
  });

  it('what is imported elsewhere is matched as soon as ever', async () => {
    const id = await runs.prepare(both([DIFFERENT_TABLE]));
    const run = await runs.startSleeping(id, DIFFERENT_TABLE);
    const other = await runs.importBoth(both(TABLES));
    const matched = async () =>
      (await runs.admin.call(pairs.listPairs, { params: { id: other } })).length;
    await expect.poll(matched, { interval: 200 }).toBe(TABLES.length);
    expect(await runs.look(run)).toMatchObject({ state: 'running' });
    await runs.control(run, 'cancel');
    await runs.waitForState(run, 'cancelled');
  });

  it.runIf(process.env['TEST_STORE'] === 'postgres')(
    'a paused one that somebody cancels is not resumed at the same moment',
    async () => {
      const id = await runs.prepare(both([EQUAL_TABLE]));
      const run = await runs.waitForState(await runs.start(id), 'finished');
      const { store } = runs.app;
      const set = (db: Db, state: 'paused' | 'cancelled') =>
        db.updateTable('run').set({ state }).where('id', '=', run.id).execute();
      await set(store.db, 'paused');
      let resuming: Promise<unknown> | undefined;
      await store.db.transaction().execute(async (tx) => {
        await set(tx, 'cancelled');
        resuming = runs.control(run, 'resume');
        resuming.catch(() => {});
        await untilBlocking(store.db, tx);
      });
      await expect(resuming).rejects.toThrow();
      expect(await runs.look(run)).toMatchObject({ state: 'cancelled' });
    },
  );

  it('a cancelled one ends immediately, and so does its statement on the engine', async () => {
    const id = await runs.prepare(both([DIFFERENT_TABLE]));
    const run = await runs.startSleeping(id, DIFFERENT_TABLE);
    const sleeping = async (): Promise<number> => {
      const [row] = await runs.world.askTarget<{ count: string }>(
        "select count(*) from pg_stat_activity where state = 'active' and query like '%pg_sleep(0.1)%' and pid <> pg_backend_pid()",
      );
      return Number(row!.count);
    };
    await expect.poll(sleeping).toBeGreaterThan(0);
    await runs.control(run, 'cancel');
    await runs.waitForState(run, 'cancelled');
    await expect.poll(sleeping, { interval: 20, timeout: 5_000 }).toBe(0);
  });
});
