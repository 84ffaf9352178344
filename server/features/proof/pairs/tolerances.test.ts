import { join } from 'node:path';
import Database from 'libsql';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { tolerateCause } from '../../../../contract/proof/common.ts';
import * as evidence from '../../../../contract/proof/evidence.ts';
import * as pairs from '../../../../contract/proof/pairs.ts';
import {
  DEFAULT_COMPARISON_RULES,
  getComparisonRules,
  setComparisonRules,
} from '../../../../contract/proof/rows.ts';
import { fingerprint } from '../../../../contract/stale.ts';
import { BULK_TABLES } from '../../../../tests/support/proof-world.ts';
import { lastToday } from '../../../platform/clock.ts';
import { type Runs, both, openRuns } from '../runs/run-fixture.ts';

/** What is let pass, why, by whom, and until when. */

let runs: Runs;
beforeAll(async () => {
  runs = await openRuns();
});
afterAll(() => runs.close());

const BLANKS = { column: 'note', cause: 'blanks:end' };
const reason = 'the loader of 1998 pads its notes';
const verify = async (id: number) =>
  runs.waitForState(await runs.start(id, { kind: 'data' }), 'finished');

/** A pair whose notes have a blank more on the source. */
async function preparePadded(table: string) {
  const file = new Database(join(runs.world.folder, 'shop.sqlite'));
  file.exec(`update ${table} set note = note || ' '`);
  file.close();
  const id = await runs.prepare(both([table]));
  const { id: pair } = await runs.pairOf(id, table);
  const params = { id, pair };
  return {
    id,
    pair,
    set: (tolerated: object[], was?: string) =>
      runs.admin.send(setComparisonRules, {
        params,
        body: { ...DEFAULT_COMPARISON_RULES, tolerated, ...(was && { was }) },
      }),
    rules: () => runs.admin.call(getComparisonRules, { params }),
    look: () => runs.pairOf(id, table),
  };
}

it('a tolerance needs a reason, is signed, and is named by every result that used it', async () => {
  const place = await preparePadded(BULK_TABLES[10]!);
  expect(await place.set([BLANKS])).toMatchObject({
    status: 422,
    body: { errors: [{ field: 'tolerated', message: 'needs a reason for note' }] },
  });
  expect((await place.rules()).tolerated).toEqual([]);
  expect(
    await place.set([{ ...BLANKS, reason, by: 'mallory', until: '2999-01-31' }]),
  ).toMatchObject({ status: 200 });
  const rules = await place.rules();
  const shown = { ...BLANKS, reason, until: '2999-01-31', by: 'admin', ended_at: null };
  expect(rules.tolerated).toEqual([{ ...shown, at: expect.stringMatching(/^20\d\d-.*Z$/) }]);

  await verify(place.id);
  expect(await place.look()).toMatchObject({
    data_result: 'equal_under_rules',
    verdict: 'unconfirmed',
  });
  const [found] = await runs.admin.call(evidence.listEvidence, { params: place });
  expect(found!.notes).toContain(`Why differences in note count as equal: ${reason}`);

  // Another reason is no other comparison; what was let pass before keeps who did it.
  const again = { ...rules.tolerated[0]!, reason: 'agreed with the owners' };
  expect((await place.set([again], fingerprint(rules))).status).toBe(200);
  expect(await place.look()).toMatchObject({ verdict: 'unconfirmed' });
  expect((await place.set([again], fingerprint(rules))).status).toBe(409);
  expect((await place.set([])).status).toBe(200);
  expect(await place.look()).toMatchObject({ verdict: 'outdated' });
});

it('an expired tolerance no longer applies, and the pair is to be compared again', async () => {
  const { db } = runs.app.store;
  const place = await preparePadded(BULK_TABLES[11]!);
  const tolerated = [{ ...BLANKS, reason, until: '2999-01-31' }];
  await place.set(tolerated);
  await verify(place.id);
  expect(await place.look()).toMatchObject({ data_result: 'equal_under_rules' });
  await db
    .updateTable('pair')
    .set({ tolerated_until: lastToday() })
    .where('id', '=', place.pair)
    .execute();
  expect(await runs.app.context.work.tasks.tolerances.isWaiting()).toBe(false);
  const stored = { ...DEFAULT_COMPARISON_RULES, tolerated };
  // As it was on the fourth of March 2020, and nobody had looked since.
  const rules = JSON.stringify(stored).replace('2999-01-31', '2020-03-05');
  const data_at = '2020-03-04T12:00:00.000Z';
  await db
    .updateTable('pair')
    .set({ rules, data_at, structure_at: data_at, rules_changed_at: null })
    .set({ definition_changed_at: null, tolerated_until: '2020-03-05' })
    .where('id', '=', place.pair)
    .execute();
  const verdict = async () => (await place.look()).verdict;
  await expect.poll(verdict).toBe('outdated');
  expect(await place.look()).toMatchObject({ data_result: 'equal_under_rules', data_at });
  const [ended] = (await place.rules()).tolerated;
  expect(ended).toMatchObject({ ...BLANKS, ended_at: '2020-03-06T12:00:00.000Z' });
  const history = await runs.admin.call(pairs.pairHistory, { params: place });
  expect(history.filter(({ action }) => action === 'tolerance-ended')).toMatchObject([
    { username: null, changes: { note: [null, reason] } },
  ]);
  expect(await runs.app.context.work.tasks.tolerances.isWaiting()).toBe(false);

  await verify(place.id);
  expect(await place.look()).toMatchObject({ data_result: 'different', verdict: 'different' });

  // Let pass anew, where several pairs have it.
  const body = { ...BLANKS, reason: 'another year', until: null, pairs: [place.pair] };
  const again = await runs.admin.call(tolerateCause, { params: { id: place.id }, body });
  expect(again).toEqual({ changed: 1 });
  expect((await place.rules()).tolerated).toMatchObject([
    { reason: 'another year', ended_at: null },
  ]);
  await verify(place.id);
  expect(await place.look()).toMatchObject({ data_result: 'equal_under_rules' });
});

it('rules from before reasons existed stay valid', async () => {
  const place = await preparePadded(BULK_TABLES[12]!);
  await runs.app.store.db
    .updateTable('pair')
    .set({ rules: JSON.stringify({ ...DEFAULT_COMPARISON_RULES, tolerated: [BLANKS] }) })
    .where('id', '=', place.pair)
    .execute();
  await verify(place.id);
  expect(await place.look()).toMatchObject({ data_result: 'equal_under_rules' });
  const { tolerated } = await place.rules();
  expect(tolerated).toEqual([{ ...BLANKS, by: null, at: null, ended_at: null }]);
  expect((await place.set(tolerated)).status).toBe(200);
  expect(await place.look()).toMatchObject({ verdict: 'unconfirmed' });
});
