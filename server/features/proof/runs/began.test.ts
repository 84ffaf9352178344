import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as inventory from '../../../../contract/inventory.ts';
import * as pairs from '../../../../contract/proof/pairs.ts';
import * as projects from '../../../../contract/projects.ts';
import type { Run } from '../../../../contract/proof/runs.ts';
import {
  acceptFinding,
  getStructure,
  withdrawAcceptance,
} from '../../../../contract/proof/definitions.ts';
import { DEFAULT_COMPARISON_RULES, setComparisonRules } from '../../../../contract/proof/rows.ts';
import { inventoryItem } from '../../../../tests/support/fixtures.ts';
import { BULK_TABLES, DIFFERENT_TABLE } from '../../../../tests/support/proof-world.ts';
import { nothingKnown } from '../pairs/changes/nothing-known-fixture.ts';
import { createPairService } from '../pairs/service.ts';
import { type Runs, both, openRuns } from './run-fixture.ts';

/** What was found counts from when it began to be read, about what there was then, and does not come back by itself. */

let runs: Runs;
beforeAll(async () => {
  runs = await openRuns();
});
afterAll(() => runs.close());

const TABLES = BULK_TABLES.slice(7, 12);
const LAST = TABLES.at(-1)!;
const begun = ({ done }: Run) => done >= 1;
const finish = async (id: number, body = {}) =>
  runs.waitForState(await runs.start(id, body), 'finished');
const verdictOf = async (id: number, table: string) => (await runs.pairOf(id, table)).verdict;
const confirm = async (id: number, table: string) => {
  const { id: pair } = await runs.pairOf(id, table);
  await runs.admin.call(pairs.confirmPairs, { params: { id }, body: { ids: [pair] } });
  return pair;
};
/** As a call does that left something behind. */
const outdateRows = (id: number) => {
  const { store, context } = runs.app;
  return store.transaction((tx) =>
    createPairService(store, context.users, nothingKnown).outdateRows(tx, id),
  );
};
const rule = (id: number, pair: number, rules: object) =>
  runs.admin.call(setComparisonRules, {
    params: { id, pair },
    body: { ...DEFAULT_COMPARISON_RULES, ...rules },
  });

describe('a run that has taken up many pairs', () => {
  const prepare = async () => {
    const id = await runs.prepare(both(TABLES));
    const pair = await confirm(id, LAST);
    await runs.brake(id, 1_000);
    const run = await runs.start(id);
    await runs.waitFor(run, begun);
    const end = async () => {
      await runs.brake(id, 0);
      await runs.waitForState(run, 'finished');
    };
    return { id, pair, end };
  };

  it('compares each by the rules that it has when its turn comes', async () => {
    const { id, pair, end } = await prepare();
    await rule(id, pair, { ignore_case: true });
    await end();
    expect(await runs.pairOf(id, LAST)).toMatchObject({
      data_result: 'equal_under_rules',
      verdict: 'proven',
    });
  });

  it('outdates itself where a definition was found to be another one meanwhile', async () => {
    const { id, pair, end } = await prepare();
    await runs.world.onTarget(`comment on table ${LAST} is 'changed while the run waits'`);
    const other = await runs.start(id, { kind: 'structure', pairs: [pair] });
    await runs.waitForState(other, 'finished');
    await end();
    expect(await runs.pairOf(id, LAST)).toMatchObject({
      data_result: 'identical',
      verdict: 'outdated',
    });
    await finish(id, { pairs: [pair] });
    expect(await verdictOf(id, LAST)).toBe('proven');
  });

  it('outdates itself where the project has another database by now', async () => {
    const { id, end } = await prepare();
    await runs.admin.call(projects.updateProject, {
      params: { id },
      body: {
        target_ip: 'localhost',
        target_db_password: runs.world.form['target_db_password'] as string,
      },
    });
    await end();
    expect(await runs.pairOf(id, LAST)).toMatchObject({
      data_result: 'identical',
      verdict: 'outdated',
    });
  });
});

it('a call that leaves rows behind outdates rows that were being read for the first time', async () => {
  const table = BULK_TABLES[12]!;
  const id = await runs.prepare(both([table]));
  const pair = await confirm(id, table);
  await rule(id, pair, { where_target: 'pg_catalog.pg_sleep(0.01) is not null' });
  const run = await runs.start(id);
  const reading = () =>
    runs.world.askTarget(
      "select 1 from pg_stat_activity where query like '%pg_sleep(0.01)%' and pid <> pg_backend_pid()",
    );
  await expect.poll(async () => (await reading()).length).toBeGreaterThan(0);
  await outdateRows(id);
  await runs.waitForState(run, 'finished');
  expect(await verdictOf(id, table)).toBe('outdated');
});

it('a run that goes on counts from when the rows were read first, and reads again what is outdated', async () => {
  const id = await runs.prepare(both(BULK_TABLES));
  await runs.brake(id, 1_000);
  const run = await runs.start(id);
  await runs.control(run, 'pause');
  await runs.waitForState(run, 'paused');
  const { db } = runs.app.store;
  const began = '2026-01-01T00:00:00.000Z';
  // Some may have been compared before the pause.
  const [first, second] = await db
    .updateTable('run_item')
    .set({ checkpoint: JSON.stringify({ began, checkpoint: null }) })
    .where('run_id', '=', run.id)
    .where('state', '=', 'waiting')
    .returning('pair_id')
    .execute();
  await rule(id, second!.pair_id, { ignore_case: true });
  await runs.brake(id, 0);
  await runs.control(run, 'resume');
  await runs.waitForState(run, 'finished');
  const startOf = async ({ pair_id: pair }: { pair_id: number }) =>
    (await runs.admin.call(pairs.getPair, { params: { id, pair } })).data_at;
  expect(await startOf(first!)).toBe(began);
  expect((await startOf(second!))! > began).toBe(true);
});

describe('outdated results', () => {
  const prepare = async (table: string) => {
    const id = await runs.prepare(both([table]));
    const pair = await confirm(id, table);
    await finish(id);
    expect(await verdictOf(id, table)).toBe('proven');
    return { id, pair };
  };

  it('when the project has another database, and not when only its account is another', async () => {
    const table = BULK_TABLES[15]!;
    const { id } = await prepare(table);
    const { target_db_name, target_db_password } = runs.world.form;
    const edit = (body: object) =>
      runs.admin.call(projects.updateProject, {
        params: { id },
        body: { ...body, target_db_password: target_db_password as string },
      });
    await edit({ target_username: 'somebody_else' });
    expect(await verdictOf(id, table)).toBe('proven');
    await edit({ target_db_name: 'another' });
    expect(await verdictOf(id, table)).toBe('outdated');
    await edit({
      target_db_name: target_db_name as string,
      target_username: runs.world.form['target_username'] as string,
    });
    expect(await verdictOf(id, table)).toBe('outdated');
    await finish(id);
    expect(await verdictOf(id, table)).toBe('proven');
  });

  it('when an import did not find it, also when it is back', async () => {
    const table = BULK_TABLES[16]!;
    const { id } = await prepare(table);
    const actor = { userId: 1, username: 'admin', isAdmin: true };
    const reading = { projectId: id, side: 'target', typeId: 1, schemaName: 'public' } as const;
    const { objects } = runs.app.context;
    await objects.reconcileMissing(actor, { ...reading, names: [] });
    expect(await verdictOf(id, table)).toBe('not_comparable');
    await runs.admin.call(inventory.importTarget, { body: [inventoryItem(id, table, 'public')] });
    expect(await verdictOf(id, table)).toBe('outdated');
  });

  it('when a reading of definitions did not find it, also when it is back with other rows', async () => {
    const table = BULK_TABLES[17]!;
    const { id } = await prepare(table);
    await runs.world.onTarget(`alter table ${table} rename to away`);
    await finish(id, { kind: 'structure' });
    expect(await verdictOf(id, table)).toBe('not_comparable');
    await runs.world.onTarget(`alter table away rename to ${table}; delete from ${table}`);
    await finish(id, { kind: 'structure' });
    expect(await verdictOf(id, table)).toBe('outdated');
  });

  it('when columns are matched by other naming rules', async () => {
    const table = BULK_TABLES[18]!;
    const { id } = await prepare(table);
    const rules = (names: pairs.NamingRule[]) =>
      runs.admin.call(pairs.setMatchingRules, {
        params: { id },
        body: { schemas: [], names, similarity: 50 },
      });
    await rules([]);
    expect(await verdictOf(id, table)).toBe('proven');
    await rules([{ kind: 'lowerCase' }]);
    expect(await verdictOf(id, table)).toBe('outdated');
  });
});

describe('a change of pairs that is undone', () => {
  const prepare = async (table: string) => {
    const id = await runs.prepare(both([table]));
    const pair = await confirm(id, table);
    await finish(id);
    const accept = (over: object) =>
      runs.admin.call(acceptFinding, {
        params: { id },
        body: {
          pair_id: pair,
          code: 'data.different',
          name: null,
          source: null,
          target: null,
          reason: 'Known',
          until: null,
          ...over,
        },
      });
    const split = () =>
      runs.admin.call(pairs.splitPairs, { params: { id }, body: { ids: [pair] } });
    const undo = (token: string) =>
      runs.admin.call(pairs.undoPairs, { params: { id }, body: { undo: token } });
    return { id, accept, split, undo };
  };

  it('restores the results', async () => {
    const { id, split, undo } = await prepare(BULK_TABLES[19]!);
    await undo((await split()).undo);
    expect(await verdictOf(id, BULK_TABLES[19]!)).toBe('proven');
  });

  it('does not restore acceptances until the pair is compared again', async () => {
    const { id, accept, split, undo } = await prepare(DIFFERENT_TABLE);
    await accept({ target: '3' });
    expect(await verdictOf(id, DIFFERENT_TABLE)).toBe('accepted');
    await undo((await split()).undo);
    expect(await verdictOf(id, DIFFERENT_TABLE)).toBe('outdated');
    await finish(id);
    expect(await verdictOf(id, DIFFERENT_TABLE)).toBe('accepted');
  });

  it('does not bring back what rested on an acceptance that is no more', async () => {
    const table = BULK_TABLES[20]!;
    await runs.world.onTarget(`alter table ${table} drop column note`);
    const { id, accept, split, undo } = await prepare(table);
    expect(await verdictOf(id, table)).toBe('different');
    const { id: pair } = await runs.pairOf(id, table);
    const { findings } = await runs.admin.call(getStructure, { params: { id, pair } });
    const { code, name, source, target } = findings.find((one) => one.answer === 'different')!;
    const made = await accept({ code, name, source, target });
    const before = await verdictOf(id, table);
    expect(before).not.toBe('different');
    const { undo: token } = await split();
    await runs.admin.call(withdrawAcceptance, { params: { id, acceptance: made.id } });
    await undo(token);
    const after = await runs.pairOf(id, table);
    expect(['outdated', 'partly_compared']).toContain(after.verdict);
    const stored = await runs.app.store.db
      .selectFrom('pair')
      .select(['structure_at', 'definition_changed_at'])
      .where('id', '=', after.id)
      .executeTakeFirstOrThrow();
    expect(stored.definition_changed_at! > stored.structure_at!).toBe(true);
  });

  it('counts what a call left behind meanwhile', async () => {
    const table = BULK_TABLES[21]!;
    const { id, split, undo } = await prepare(table);
    const { undo: token } = await split();
    await outdateRows(id);
    await undo(token);
    expect(await verdictOf(id, table)).toBe('outdated');
  });
});
