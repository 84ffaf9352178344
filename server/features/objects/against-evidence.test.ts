import { afterAll, beforeAll, expect, it } from 'vitest';
import * as objects from '../../../contract/objects.ts';
import { getProofSummary } from '../../../contract/proof/pairs.ts';
import { importSpreadsheet } from '../../../contract/spreadsheet.ts';
import { DEFAULT_PROOF_SETTINGS } from '../../../contract/proof/rows.ts';
import { joinProject, listObjects } from '../../../tests/support/fixtures.ts';
import { DIFFERENT_TABLE, EQUAL_TABLE } from '../../../tests/support/proof-world.ts';
import type { Client } from '../../../tests/support/test-app.ts';
import { type Runs, both, openRuns } from '../proof/runs/run-fixture.ts';

let runs: Runs;
let tester: Client;
beforeAll(async () => {
  runs = await openRuns();
  tester = await runs.app.createUser('tessa');
});
afterAll(() => runs.close());

/** A project with a pair that is equal and one that differs, both compared; all objects are the tester's. */
async function comparedProject() {
  const id = await runs.prepare(both([EQUAL_TABLE, DIFFERENT_TABLE]));
  await runs.waitForState(await runs.start(id), 'finished');
  await joinProject(runs.admin, id, tester.userId, 'tester');
  const rows = await listObjects(runs.admin, id, 'target');
  await runs.admin.call(objects.assignTargetTesters, {
    body: rows.map(({ target_objectid }) => ({ target_objectid, tester: tester.userId })),
  });
  const idOf = (name: string) =>
    rows.find(({ object_name }) => object_name === name)!.target_objectid!;
  return { id, equal: idOf(EQUAL_TABLE), different: idOf(DIFFERENT_TABLE) };
}

const save = (id: number, body: object) =>
  tester.call(objects.updateObject, { params: { id }, body });
const newest = async (id: number) =>
  (await runs.admin.call(objects.objectHistory, { params: { id } }))[0]!;
const verifiedAgainst = async (id: number) =>
  (await runs.admin.call(getProofSummary, { params: { id } })).verified_against_evidence;

it('keeps the reason of whoever verifies what differs, until it is taken back', async () => {
  const { id, equal, different } = await comparedProject();
  const ids = { body: { ids: [equal, different], status: 'verified' } };
  const said = [{ id: different, said: 'different' }];
  expect(await tester.call(objects.listContradictions, ids)).toEqual(said);

  await save(equal, { status: 'verified', reason: 'Not needed.' });
  expect(await verifiedAgainst(id)).toBe(0);
  const saved = await save(different, { status: 'verified', reason: ' Known, ticket 7. ' });
  expect(saved).toMatchObject({
    against_evidence: 'different',
    against_reason: 'Known, ticket 7.',
  });
  expect((await newest(different)).changes).toMatchObject({
    status: ['pending', 'verified'],
    against_evidence: [null, 'different'],
    against_reason: [null, 'Known, ticket 7.'],
  });
  // It is verified already.
  expect(await tester.call(objects.listContradictions, ids)).toEqual([]);
  expect(await verifiedAgainst(id)).toBe(1);
  const filtered = await runs.admin.call(objects.listTargetObjects, {
    params: { id },
    query: { 'filter[against_evidence]': '*' },
  });
  expect(filtered.map(({ object_name }) => object_name)).toEqual([DIFFERENT_TABLE]);

  const back = await save(different, { status: 'pending', reason: 'Never mind.' });
  expect(back).toMatchObject({ against_evidence: null, against_reason: null });
  expect(await verifiedAgainst(id)).toBe(0);
});

it('asks for a reason as well where it is stale by now', async () => {
  const { id, equal } = await comparedProject();
  await save(equal, { status: 'verified' });
  const { db } = runs.app.store;
  const options = { depth: 'counts', sample: null };
  await db
    .updateTable('pair')
    .set({ data_coverage: null, data_result: null })
    .where('project_id', '=', id)
    .execute();
  await runs.waitForState(await runs.start(id, { options }), 'finished');
  await db
    .updateTable('object')
    .set({ stale_since: '2026-01-01' })
    .where('project_id', '=', id)
    .execute();
  await save(equal, { status: 'pending' });
  const ids = { body: { ids: [equal], status: 'verified' } };
  expect(await tester.call(objects.listContradictions, ids)).toEqual([
    { id: equal, said: 'partly_compared' },
  ]);
});

it('still serves clients that give no reason, and records that they gave none', async () => {
  const { id, equal, different } = await comparedProject();
  expect(await save(different, { status: 'verified' })).toMatchObject({
    status: 'verified',
    against_evidence: 'different',
    against_reason: null,
  });
  await save(different, { status: 'pending' });

  const { saved } = await tester.call(objects.editObjects, {
    body: { ids: [equal, different], status: 'verified', reason: 'Agreed with the client.' },
  });
  expect(saved).toBe(2);
  const rows = await listObjects(runs.admin, id, 'target');
  expect(
    rows.map((row) => [row.object_name, row.against_evidence, row.against_reason]).toSorted(),
  ).toEqual(
    [
      [DIFFERENT_TABLE, 'different', 'Agreed with the client.'],
      [EQUAL_TABLE, null, null],
    ].toSorted(),
  );
});

it('counts what a list verifies, too', async () => {
  const { id, different } = await comparedProject();
  await runs.admin.call(importSpreadsheet, {
    params: { id },
    body: {
      rows: [
        {
          side: 'target',
          schema_name: 'public',
          object_name: DIFFERENT_TABLE,
          object_type: 'tables',
          status: 'verified',
        },
      ],
    },
  });
  expect(await runs.admin.call(objects.getObject, { params: { id: different } })).toMatchObject({
    status: 'verified',
    against_evidence: 'different',
    against_reason: null,
  });
  expect(await verifiedAgainst(id)).toBe(1);
});

it("reveals nothing of the proof of other people's objects", async () => {
  const { equal, different } = await comparedProject();
  const stranger = await runs.app.createUser(`stranger${different}`);
  const ids = { body: { ids: [equal, different], status: 'verified' } };
  expect(await stranger.call(objects.listContradictions, ids)).toEqual([]);
});

it('asks about objects that were never called only if calls are allowed', async () => {
  const { id } = await comparedProject();
  const calls = { ...DEFAULT_PROOF_SETTINGS.source, calls: true };
  const [row] = await listObjects(runs.admin, id, 'target');
  const ask = () =>
    tester.call(objects.listContradictions, {
      body: { ids: [row!.target_objectid!], status: 'verified' },
    });
  // The table stands for a routine: what counts is that nothing of the pair was ever called.
  await runs.app.store.db
    .updateTable('pair')
    .set({ type_id: 3, data_result: null, structure_result: 'same' })
    .where('project_id', '=', id)
    .execute();
  expect(await ask()).toEqual([]);
  await runs.set(id, { source: calls, target: calls });
  expect(await ask()).toEqual([{ id: row!.target_objectid, said: 'never_called' }]);
});
