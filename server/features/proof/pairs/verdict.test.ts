import { type Updateable } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import * as contract from '../../../../contract/proof/pairs.ts';
import { createProject, importTables } from '../../../../tests/support/fixtures.ts';
import { type TestApp, startTestApp } from '../../../../tests/support/test-app.ts';
import type { PairTable } from '../../../platform/db/proof-tables.ts';
import { contradictionOf } from './verdict.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const BEFORE = '2026-01-01T00:00:00.000Z';
const THEN = '2026-01-02T00:00:00.000Z';
const AFTER = '2026-01-03T00:00:00.000Z';
const LATER = '2026-01-04T00:00:00.000Z';
/** A table of which nothing is open. */
const PROVEN = {
  type_id: 1,
  state: 'confirmed',
  structure_result: 'same',
  structure_findings: 0,
  structure_at: THEN,
  data_result: 'identical',
  data_at: THEN,
  call_result: null,
  call_at: null,
  definition_changed_at: BEFORE,
  rules_changed_at: BEFORE,
  rows_outdated_at: BEFORE,
} as const satisfies Updateable<PairTable>;
/** A routine of which nothing is open. */
const CALLED = {
  type_id: 3,
  data_result: null,
  data_at: null,
  call_result: 'equal',
  call_at: THEN,
} as const satisfies Updateable<PairTable>;

/** One thing that keeps a pair from being proven, and what it is called then. */
const OPEN: [contract.Verdict, Updateable<PairTable>][] = [
  ['proven', {}],
  ['proven', { structure_result: 'compatible' }],
  ['proven', { data_result: 'equal_under_rules' }],
  ['proven', CALLED],
  ['decided', { state: 'dropped', structure_result: null, data_result: null }],
  ['decided', { state: 'new', data_result: 'different' }],
  ['different', { structure_result: 'different' }],
  ['different', { data_result: 'different' }],
  ['different', { ...CALLED, call_result: 'different' }],
  ['call_failed', { ...CALLED, call_result: 'failed' }],
  ['partly_compared', { data_result: 'partly_compared' }],
  ['partly_compared', { ...CALLED, call_result: 'partly_compared' }],
  ['not_comparable', { data_result: 'not_comparable' }],
  ['not_comparable', { structure_result: null }],
  ['unmatched', { state: 'unmatched' }],
  ['outdated', { definition_changed_at: AFTER }],
  ['outdated', { ...CALLED, definition_changed_at: AFTER }],
  ['outdated', { ...CALLED, definition_changed_at: AFTER, call_at: LATER }],
  ['outdated', { rules_changed_at: AFTER }],
  ['outdated', { rows_outdated_at: AFTER }],
  ['never_compared', { structure_result: null, structure_at: null }],
  ['never_compared', { data_result: null, data_at: null }],
  ['never_compared', { type_id: 2, data_result: null, data_at: null }],
  ['never_called', { ...CALLED, call_result: null, call_at: null }],
  ['never_called', { ...CALLED, type_id: 4, call_result: null, call_at: null }],
  ['warned', { structure_result: 'compatible', structure_findings: 1 }],
  ['warned', { structure_result: 'compatible', structure_findings: 1, state: 'proposed' }],
  ['unconfirmed', { state: 'proposed' }],
  ['accepted', { data_result: 'accepted' }],
  ['accepted', { ...CALLED, call_result: 'accepted' }],
  ['outdated', { data_result: 'accepted', definition_changed_at: AFTER }],
  // The worst of several is said.
  ['different', { data_result: 'different', definition_changed_at: AFTER, state: 'proposed' }],
  ['partly_compared', { data_result: 'partly_compared', definition_changed_at: AFTER }],
];

it('a pair is proven only where nothing of it is open, and says what is', async () => {
  const { Project_Id: id } = await createProject(app.admin);
  const params = { id };
  const names = [...OPEN.map((_, index) => `t${index + 100}`), 'u_stale', 'v_gone', 'w_part'];
  await importTables(app.admin, id, 'source', names);
  await importTables(app.admin, id, 'target', names);
  await app.admin.call(contract.matchObjects, { params });
  const list = () =>
    app.admin.call(contract.listPairs, { params, query: { sort: 'name', limit: '1000' } });
  const pairs = await list();
  expect(pairs).toHaveLength(names.length);
  const { db } = app.store;
  for (const [index, pair] of pairs.entries())
    await db
      .updateTable('pair')
      .set({ ...PROVEN, ...OPEN[index]?.[1] })
      .where('id', '=', pair.id)
      .execute();
  const [stale, gone, part] = pairs.slice(OPEN.length).map((pair) => pair.target[0]!.id);
  await db.updateTable('object').set({ stale_since: THEN }).where('id', '=', stale!).execute();
  await db.updateTable('object').set({ missing_since: THEN }).where('id', '=', gone!).execute();

  await db
    .insertInto('snapshot')
    .values({ object_id: part!, hash: '', structure: '{}', read_at: THEN, belongs_to: '{}' })
    .execute();
  await db
    .updateTable('pair')
    .set({ state: 'unmatched' })
    .where('id', '=', pairs.at(-1)!.id)
    .execute();

  const wanted = [...OPEN.map(([verdict]) => verdict), 'stale', 'not_comparable', 'belongs'];
  expect((await list()).map(({ verdict }) => verdict)).toEqual(wanted);

  const summary = await app.admin.call(contract.getProofSummary, { params });
  const settled = wanted.filter((verdict) => contract.isSettled(verdict as contract.Verdict));
  expect(summary.blocking_total).toBe(wanted.length - settled.length);
  for (const verdict of contract.VERDICTS) {
    const count = summary.by_type.reduce((sum, type) => sum + type.verdicts[verdict], 0);
    expect([verdict, count]).toEqual([verdict, wanted.filter((one) => one === verdict).length]);
    expect(count).toBeGreaterThan(0);
  }
  const query = { 'filter[verdict]': 'outdated' };
  expect(await app.admin.call(contract.listPairs, { params, query })).toHaveLength(6);

  for (const [index, { id: pair }] of pairs.entries())
    expect(await app.admin.call(contract.getPair, { params: { id, pair } })).toMatchObject({
      verdict: wanted[index],
    });
  const verdicts = new Map(pairs.map((pair, index) => [pair.id, wanted[index]]));
  for (const pair of summary.blocking) expect(pair.verdict).toBe(verdicts.get(pair.id));
});

it('what speaks against calling an object done: what differs, has failed, is partly compared, or was never called', async () => {
  const { Project_Id: id } = await createProject(app.admin);
  await importTables(app.admin, id, 'source', ['one']);
  await app.admin.call(contract.matchObjects, { params: { id } });
  const { db } = app.store;
  const said = async (changes: Updateable<PairTable>, callsAllowed = true) => {
    const values = { ...PROVEN, ...changes };
    await db.updateTable('pair').set(values).where('project_id', '=', id).execute();
    const found = await db
      .selectFrom('pair')
      .select(contradictionOf(id, callsAllowed).as('said'))
      .where('project_id', '=', id)
      .executeTakeFirstOrThrow();
    return found.said;
  };
  const never = { ...CALLED, call_result: null, call_at: null } as const;
  expect(await said({})).toBeNull();
  expect(await said({ data_result: 'different' })).toBe('different');
  expect(await said({ ...CALLED, call_result: 'failed' })).toBe('call_failed');
  expect(await said({ data_result: 'partly_compared' })).toBe('partly_compared');
  expect(await said({ data_result: null, data_at: null })).toBeNull();
  expect(await said(never)).toBe('never_called');
  expect(await said({ ...never, state: 'proposed' })).toBe('never_called');
  expect(await said(never, false)).toBeNull();
  for (const state of ['unmatched', 'dropped', 'new'] as const)
    expect(await said({ ...never, state })).toBeNull();
});

it('what differs blocks in the order of what follows from it', async () => {
  const { Project_Id: id } = await createProject(app.admin);
  const params = { id };
  const wanted: [string, Updateable<PairTable>][] = [
    ['f_many_rows', { data_result: 'different', data_differences: 9 }],
    ['e_open_rows', { data_result: 'different', data_differences: 5, data_accepted: 1 }],
    ['d_few_rows', { data_result: 'different', data_differences: 7, data_accepted: 6 }],
    ['c_structure', { structure_result: 'different', structure_findings: 1 }],
    ['b_call', { ...CALLED, call_result: 'different' }],
    ['a_view', { type_id: 2, data_result: 'different', data_differences: 20 }],
  ];
  const names = wanted.map(([name]) => name);
  await importTables(app.admin, id, 'source', names);
  await importTables(app.admin, id, 'target', names);
  await app.admin.call(contract.matchObjects, { params });
  for (const [name, columns] of wanted)
    await app.store.db
      .updateTable('pair')
      .set({ ...PROVEN, ...columns })
      .where('project_id', '=', id)
      .where('name', 'like', `%${name}`)
      .execute();
  const { blocking } = await app.admin.call(contract.getProofSummary, { params });
  expect(blocking.map(({ source }) => source[0]!.object_name)).toEqual(names);
});
