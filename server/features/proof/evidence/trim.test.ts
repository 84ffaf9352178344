import { afterAll, beforeAll, expect, it } from 'vitest';
import * as contract from '../../../../contract/proof/evidence.ts';
import { DIFFERENT_TABLE, EQUAL_TABLE } from '../../../../tests/support/proof-world.ts';
import { type Runs, both, openRuns } from '../runs/run-fixture.ts';
import { trimProof } from './trim.ts';

let runs: Runs;
beforeAll(async () => {
  runs = await openRuns();
});
afterAll(() => runs.close());

it('deletes old runs and replaced evidence, and keeps the current results of each pair', async () => {
  const { app, admin } = runs;
  const id = await runs.prepare(both([EQUAL_TABLE, DIFFERENT_TABLE]));
  const first = await runs.start(id);
  await runs.waitForState(first, 'finished');
  const pair = await runs.pairOf(id, DIFFERENT_TABLE);
  const of = { params: { id, pair: pair.id } };
  // A newer file replaces none.
  for (const name of ['mail.txt', 'minutes.txt'])
    await admin.call(contract.addAttachment, {
      ...of,
      body: { name, type: 'text/plain', content: 'aGVsbG8=' },
    });
  // Only the definitions: the newest evidence of its rows is old, too.
  const second = await runs.start(id, { kind: 'structure', pairs: [pair.id] });
  await runs.waitForState(second, 'finished');
  const { db } = app.store;
  await db.updateTable('evidence').set({ at: '2025-12-31T23:59:59.999Z' }).execute();
  await db
    .updateTable('run')
    .set({ finished_at: '2025-12-31T23:59:59.999Z' })
    .where('id', '=', first.id)
    .execute();

  const store = { ...app.store, rowsPerTransaction: 1 };
  expect(await trimProof(store, '2025-12-31')).toEqual({ run: 0, evidence: 0 });
  // The first evidence of the definition that was read twice.
  expect(await trimProof(store, '2026-01-01')).toEqual({ run: 1, evidence: 1 });

  const left = await admin.call(contract.listEvidence, of);
  expect(left.map(({ kind, run_id }) => [kind, run_id])).toEqual([
    ['structure', second.id],
    ['attachment', null],
    ['attachment', null],
    ['data', null],
  ]);
  const data = left.find(({ kind }) => kind === 'data')!;
  const rows = await admin.call(contract.listDifferences, { params: { id, evidence: data.id } });
  expect(rows).toHaveLength(3);
  expect(await runs.pairOf(id, EQUAL_TABLE)).toMatchObject({ data_result: 'identical' });
  expect(await runs.look(second)).toMatchObject({ state: 'finished' });
});
