import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import * as pairs from '../../../../../contract/proof/pairs.ts';
import * as contract from '../../../../../contract/proof/definitions.ts';
import { createProject, importTables } from '../../../../../tests/support/fixtures.ts';
import { MARK_LENGTH } from '../../../../platform/vault.ts';
import { findEnded } from './acceptances.ts';
import { keepMarks } from '../service.ts';
import { type TestApp, startTestApp } from '../../../../../tests/support/test-app.ts';

const AT = '2026-01-02T00:00:00.000Z';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

/** A pair of which so many rows differ, and a definition on each side that differs in one type. */
async function preparePair(differences: number) {
  const { admin, store } = app;
  const { Project_Id: id } = await createProject(admin);
  await importTables(admin, id, 'source', ['orders']);
  await importTables(admin, id, 'target', ['orders']);
  await admin.call(pairs.matchObjects, { params: { id } });
  const [pair] = await admin.call(pairs.listPairs, { params: { id } });
  for (const [object, bits] of [
    [pair!.source[0]!, 64],
    [pair!.target[0]!, 32],
  ] as const) {
    const column = {
      name: 'amount',
      type: `int${bits}`,
      canonical: { kind: 'integer', bits, unsigned: false },
      nullable: true,
      default: null,
      identity: false,
      generated: null,
      caseSensitive: null,
      comment: null,
    };
    const structure = {
      kind: 'table',
      name: 'orders',
      columns: [column],
      primaryKey: null,
      uniques: [],
      foreignKeys: [],
      checks: [],
      indexes: [],
      triggers: [],
      comment: null,
      estimatedRows: null,
    };
    await store.db
      .insertInto('snapshot')
      .values({
        object_id: object.id,
        hash: 'x',
        structure: JSON.stringify(structure),
        read_at: '2026-01-01T00:00:00.000Z',
      })
      .execute();
  }
  await store.db
    .updateTable('pair')
    .set({
      structure_result: 'compatible',
      structure_findings: 1,
      data_result: 'different',
      data_differences: differences,
      data_at: AT,
    })
    .where('id', '=', pair!.id)
    .execute();
  const rows = Array.from({ length: differences }, (_, row) =>
    `row${row}`.padEnd(MARK_LENGTH, '-'),
  );
  await keepMarks(store.db, pair!.id, AT, { marks: rows, open: rows });
  return { id, pair: pair!.id };
}

const pairOf = (place: { id: number; pair: number }) =>
  app.admin.call(pairs.getPair, { params: place });
const accept = (id: number, over: Record<string, unknown>) =>
  app.admin.send(contract.acceptFinding, {
    params: { id },
    body: {
      pair_id: null,
      code: 'type.range',
      name: 'amount',
      source: null,
      target: null,
      reason: 'Amounts are small',
      until: null,
      ...over,
    },
  });

describe('accepted findings', () => {
  it('no longer count, for one pair or as a rule, until they end or are withdrawn', async () => {
    const place = await preparePair(0);
    const before = await app.admin.call(contract.getStructure, { params: place });
    expect(before.findings).toMatchObject([{ code: 'type.range', accepted: null }]);
    const { body } = await accept(place.id, {});
    // Nothing was read: when that was last done stays.
    expect(await pairOf(place)).toMatchObject({
      structure_result: 'same',
      structure_findings: 0,
      structure_at: null,
    });
    const { findings } = await app.admin.call(contract.getStructure, { params: place });
    expect(findings).toMatchObject([{ accepted: { reason: 'Amounts are small' } }]);
    const { id: acceptance } = body as contract.Acceptance;
    await app.admin.call(contract.withdrawAcceptance, { params: { id: place.id, acceptance } });
    expect(await pairOf(place)).toMatchObject({ structure_result: 'compatible' });
    await accept(place.id, { until: '2020-01-01' });
    expect(await pairOf(place)).toMatchObject({ structure_result: 'compatible' });
  });

  it('have not ended on their last day, as long as it lasts anywhere', async () => {
    const place = await preparePair(4);
    await accept(place.id, {});
    // The last day must not end between here and there.
    vi.useFakeTimers({ toFake: ['Date'] });
    const lastToday = new Date(Date.now() - 12 * 3_600_000).toISOString().slice(0, 10);
    await app.store.db
      .updateTable('acceptance')
      .set({ until: lastToday })
      .where('project_id', '=', place.id)
      .execute();
    const ended = await findEnded(app.store.db);
    vi.useRealTimers();
    expect(ended.filter(({ project_id }) => project_id === place.id)).toEqual([]);
  });

  it('count again when they have ended, and history says so', async () => {
    const place = await preparePair(2);
    await accept(place.id, {});
    await accept(place.id, {
      code: contract.DATA_DIFFERENT,
      name: null,
      target: '2',
      pair_id: place.pair,
    });
    expect(await pairOf(place)).toMatchObject({
      structure_result: 'same',
      data_result: 'accepted',
    });
    await app.store.db
      .updateTable('acceptance')
      .set({ until: '2020-01-01' })
      .where('project_id', '=', place.id)
      .execute();
    const results = async () => {
      const { structure_result, data_result } = await pairOf(place);
      return { structure_result, data_result };
    };
    await expect
      .poll(results)
      .toEqual({ structure_result: 'compatible', data_result: 'different' });
    const actions = async () =>
      (await app.admin.call(pairs.pairHistory, { params: place })).map(({ action }) => action);
    await expect.poll(actions).toContain('acceptance-ended');
    expect(await app.context.work.tasks.acceptances.isWaiting()).toBe(false);
  });

  it('rows cannot be accepted until yesterday, and stay accepted while another acceptance is valid', async () => {
    const place = await preparePair(2);
    const rows = { code: contract.DATA_DIFFERENT, name: null, target: '2', pair_id: place.pair };
    await accept(place.id, { ...rows, until: '2020-01-01' });
    expect(await pairOf(place)).toMatchObject({ data_result: 'different' });
    const first = (await accept(place.id, rows)).body as contract.Acceptance;
    await accept(place.id, rows);
    const params = { id: place.id, acceptance: first.id };
    await app.admin.call(contract.withdrawAcceptance, { params });
    expect(await pairOf(place)).toMatchObject({ data_result: 'accepted' });
  });

  it('are history of the pair, or for a rule of the project, as is their end; another project has none of them', async () => {
    const [place, other] = [await preparePair(0), await preparePair(0)];
    const { findings } = await app.admin.call(contract.getStructure, { params: place });
    const { source, target } = findings[0]!;
    const made = [
      await accept(place.id, {}),
      await accept(place.id, { pair_id: place.pair, source, target }),
    ];
    const params = made.map(({ body }) => ({
      id: place.id,
      acceptance: (body as contract.Acceptance).id,
    }));
    const elsewhere = { params: { ...params[0]!, id: other.id } };
    expect((await app.admin.send(contract.withdrawAcceptance, elsewhere)).status).toBe(404);
    for (const one of params) await app.admin.call(contract.withdrawAcceptance, { params: one });
    const entries = await app.store.db
      .selectFrom('history')
      .select(['entity', 'entity_id', 'action', 'changes'])
      .where('project_id', '=', place.id)
      .where('action', 'like', 'accept%')
      .orderBy('id')
      .execute();
    const changes = JSON.stringify({ 'type.range amount': [null, 'Amounts are small'] });
    expect(entries).toEqual(
      ['accepted', 'acceptance-withdrawn'].flatMap((action) => [
        { entity: 'project', entity_id: place.id, action, changes },
        { entity: 'pair', entity_id: place.pair, action, changes },
      ]),
    );
  });

  it('a rule names its subject, and does not apply to other columns', async () => {
    const place = await preparePair(0);
    expect((await accept(place.id, { name: null })).status).toBe(422);
    expect((await accept(place.id, { name: 'other' })).status).toBe(200);
    // Of a pair only what was found of it.
    const unfound = await accept(place.id, { name: 'other', pair_id: place.pair });
    expect([unfound.status, unfound.body]).toMatchObject([422, { errors: [{ field: 'code' }] }]);
    expect(await pairOf(place)).toMatchObject({ structure_result: 'compatible' });
  });

  it('rows are accepted as many as there are, pair by pair', async () => {
    const place = await preparePair(2);
    const rows = { code: contract.DATA_DIFFERENT, name: null, target: '2' };
    expect((await accept(place.id, rows)).status).toBe(422);
    expect((await accept(place.id, { ...rows, pair_id: place.pair, target: '3' })).status).toBe(
      422,
    );
    const { body } = await accept(place.id, { ...rows, pair_id: place.pair });
    expect(await pairOf(place)).toMatchObject({ data_result: 'accepted' });
    const { id: acceptance } = body as contract.Acceptance;
    await app.admin.call(contract.withdrawAcceptance, { params: { id: place.id, acceptance } });
    expect(await pairOf(place)).toMatchObject({ data_result: 'different' });
  });
});
