import { join } from 'node:path';
import Database from 'libsql';
import { afterAll, beforeAll, expect, it } from 'vitest';
import * as evidence from '../../../../contract/proof/evidence.ts';
import {
  DEFAULT_COMPARISON_RULES,
  getComparisonRules,
  setComparisonRules,
} from '../../../../contract/proof/rows.ts';
import * as contract from '../../../../contract/proof/tolerances.ts';
import { BULK_TABLES } from '../../../../tests/support/proof-world.ts';
import { lastToday } from '../../../platform/clock.ts';
import { type Runs, both, openRuns } from '../runs/run-fixture.ts';

/** What a project lets pass in all of its pairs. */

let runs: Runs;
beforeAll(async () => {
  runs = await openRuns();
});
afterAll(() => runs.close());

const reason = 'the loader of 1998 pads its texts';
const BLANKS = { cause: 'blanks:end', source_type: null, target_type: null, reason, until: null };

/** Pairs whose notes have a blank more on the source, and one that is equal. */
async function prepare(first: number) {
  const [one, two, equal] = BULK_TABLES.slice(first, first + 3) as [string, string, string];
  const file = new Database(join(runs.world.folder, 'shop.sqlite'));
  for (const table of [one, two]) file.exec(`update ${table} set note = note || ' '`);
  file.close();
  const id = await runs.prepare(both([one, two, equal]));
  const params = { id };
  return {
    id,
    one,
    two,
    equal,
    verify: async () => runs.waitForState(await runs.start(id, { kind: 'data' }), 'finished'),
    look: async (table: string) => runs.pairOf(id, table),
    add: (body: object = {}) =>
      runs.admin.send(contract.addTolerance, { params, body: { ...BLANKS, ...body } }),
    list: () => runs.admin.call(contract.listTolerances, { params }),
    remove: (tolerance: number) =>
      runs.admin.call(contract.removeTolerance, { params: { id, tolerance } }),
  };
}

it('a tolerance of the project applies to all pairs, is shown there, and reopens them when it is removed', async () => {
  const { id, one, two, equal, ...place } = await prepare(13);
  await place.verify();
  expect(await place.look(one)).toMatchObject({ data_result: 'different' });
  expect((await place.add()).status).toBe(200);
  expect((await place.add()).status).toBe(409);
  expect((await place.add({ cause: 'renumbered' })).status).toBe(422);
  expect((await place.add({ reason: ' ' })).status).toBe(422);
  await place.verify();
  const results = async () =>
    Promise.all([one, two, equal].map(async (table) => (await place.look(table)).data_result));
  expect(await results()).toEqual(['equal_under_rules', 'equal_under_rules', 'identical']);
  const { id: pair } = await place.look(one);
  const [found] = await runs.admin.call(evidence.listEvidence, { params: { id, pair } });
  expect(found!.notes).toContain(`Why differences in note count as equal: ${reason}`);

  // What is not proven without it is known, and nothing else is reopened.
  const [rule] = await place.list();
  expect(rule).toMatchObject({ ...BLANKS, by: 'admin', ended_at: null, pairs: 2 });
  const before = (await place.look(equal)).verdict;
  expect(await place.remove(rule!.id)).toEqual({ outdated: 2 });
  const verdicts = [one, two, equal].map(async (table) => (await place.look(table)).verdict);
  expect(await Promise.all(verdicts)).toEqual(['outdated', 'outdated', before]);
  await place.verify();
  expect(await results()).toEqual(['different', 'different', 'identical']);
});

it('columns of two types are meant by their names, and a pair can say otherwise', async () => {
  const { id, one, two, ...place } = await prepare(16);
  expect((await place.add({ source_type: 'datetime', target_type: 'timestamp' })).status).toBe(200);
  await place.verify();
  expect(await place.look(one)).toMatchObject({ data_result: 'different' });
  expect((await place.add({ source_type: 'TEXT', target_type: 'text' })).status).toBe(200);
  const { id: pair } = await place.look(two);
  const [, rule] = await place.list();
  await runs.admin.call(setComparisonRules, {
    params: { id, pair },
    body: { ...DEFAULT_COMPARISON_RULES, not_tolerated: [rule!.id] },
  });
  await place.verify();
  expect(await place.look(one)).toMatchObject({ data_result: 'equal_under_rules' });
  expect(await place.look(two)).toMatchObject({ data_result: 'different' });
  // Whether a pair goes by it is a rule of the pair.
  const { id: other } = await place.look(one);
  const rules = await runs.admin.call(getComparisonRules, { params: { id, pair: other } });
  await runs.admin.call(setComparisonRules, {
    params: { id, pair: other },
    body: { ...rules, not_tolerated: [rule!.id] },
  });
  expect(await place.look(one)).toMatchObject({ verdict: 'outdated' });
});

it('what ended or went while rows were read, proves nothing', async () => {
  const { db } = runs.app.store;
  const { id, one, two, ...place } = await prepare(19);
  await place.add({ until: '2999-01-31' });
  await place.verify();
  const lastsUntil = (until: string) =>
    db.updateTable('project_tolerance').set({ until }).where('project_id', '=', id).execute();
  await lastsUntil(lastToday());
  expect(await runs.app.context.work.tasks.projectTolerances.isWaiting()).toBe(false);
  const data_at = '2020-03-04T12:00:00.000Z';
  await db
    .updateTable('pair')
    .set({ data_at, structure_at: data_at, rules_changed_at: null, definition_changed_at: null })
    .where('project_id', '=', id)
    .execute();
  await lastsUntil('2020-03-05');
  const verdict = async () => (await place.look(one)).verdict;
  await expect.poll(verdict).toBe('outdated');
  expect(await place.list()).toMatchObject([{ ended_at: '2020-03-06T12:00:00.000Z' }]);
  // It may be let pass again, once the other one has ended.
  expect((await place.add()).status).toBe(200);

  const { id: pair } = await place.look(two);
  await runs.admin.call(setComparisonRules, {
    params: { id, pair },
    body: { ...DEFAULT_COMPARISON_RULES, where_target: 'pg_catalog.pg_sleep(0.004) is not null' },
  });
  const [, rule] = await place.list();
  const run = await runs.start(id, { kind: 'data', pairs: [pair] });
  // By then the comparison has begun, with what the project lets pass.
  const sleeping = `select 1 from pg_stat_activity where query like '%pg_sleep(0.004)%' and query not like '%activity%'`;
  await expect.poll(async () => (await runs.world.askTarget(sleeping)).length).toBeGreaterThan(0);
  await place.remove(rule!.id);
  await runs.waitForState(run, 'finished');
  expect(await place.look(two)).toMatchObject({
    data_result: 'equal_under_rules',
    verdict: 'outdated',
  });
});

it('is a matter of one project', async () => {
  const [mine, theirs] = [await prepare(22), await prepare(25)];
  await mine.add();
  const [rule] = await mine.list();
  expect(await theirs.list()).toEqual([]);
  const params = { id: theirs.id, tolerance: rule!.id };
  expect((await runs.admin.send(contract.removeTolerance, { params })).status).toBe(404);
  await theirs.verify();
  expect(await theirs.look(theirs.one)).toMatchObject({ data_result: 'different' });
});
