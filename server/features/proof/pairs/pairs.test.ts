import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as contract from '../../../../contract/proof/pairs.ts';
import { updateObject } from '../../../../contract/objects.ts';
import type { PairRow } from '../../../../contract/proof/pairs.ts';
import { fingerprint } from '../../../../contract/stale.ts';
import * as validation from '../../../../contract/proof/rows.ts';
import { importTarget } from '../../../../contract/inventory.ts';
import {
  createProject,
  importTables,
  inventoryItem,
  joinProject,
  listObjects,
} from '../../../../tests/support/fixtures.ts';
import { type Client, type TestApp, startTestApp } from '../../../../tests/support/test-app.ts';

let app: TestApp;
let admin: Client;
beforeAll(async () => {
  app = await startTestApp();
  admin = app.admin;
});
afterAll(() => app.close());

const ofProject = (id: number) => ({ params: { id } });

async function prepare(sources: string[], targets: string[]) {
  const { Project_Id: id } = await createProject(admin);
  const source = await importTables(admin, id, 'source', sources);
  const target = await importTables(admin, id, 'target', targets);
  const idOf = (name: string) =>
    source.find(({ object_name }) => object_name === name)?.source_objectid ?? 0;
  const targetIdOf = (name: string) =>
    target.find(({ object_name }) => object_name === name)?.target_objectid ?? 0;
  return { id, idOf, targetIdOf };
}

const list = (id: number, query = {}): Promise<PairRow[]> =>
  admin.call(contract.listPairs, { ...ofProject(id), query: { sort: 'name', ...query } });
const brief = (rows: PairRow[]) =>
  rows
    .map(({ state, source, target }) => [
      state,
      source.map(({ object_name }) => object_name).join('+'),
      target.map(({ object_name }) => object_name).join('+'),
    ])
    .sort((one, other) => (one.join() < other.join() ? -1 : 1));

describe('pairs', () => {
  it('are matched, and every object is in exactly one', async () => {
    const { id } = await prepare(['orders', 'Items', 'old'], ['orders', 'items', 'fresh']);
    const counts = await admin.call(contract.matchObjects, ofProject(id));
    expect(counts).toMatchObject({
      by_method: { exact: 1, case: 1 },
      unmatched: { source: 1, target: 1 },
    });
    expect(brief(await list(id))).toEqual([
      ['proposed', 'Items', 'items'],
      ['proposed', 'orders', 'orders'],
      ['unmatched', '', 'fresh'],
      ['unmatched', 'old', ''],
    ]);
    const again = await admin.call(contract.matchObjects, ofProject(id));
    expect(again.by_method).toEqual({ exact: 1, case: 1 });
    expect(await list(id)).toHaveLength(4);
  });

  it('are found by side, by what has both sides, by target name and by the least far status', async () => {
    const { id, idOf, targetIdOf } = await prepare(['orders', 'old'], ['orders', 'fresh']);
    await admin.call(contract.matchObjects, ofProject(id));
    const put = (object: number, status: 'migrated' | 'verified') =>
      admin.call(updateObject, { params: { id: object }, body: { status } });
    await put(idOf('orders'), 'migrated');
    await put(idOf('orders'), 'verified');
    const found = async (query: object) =>
      (await list(id, query)).map(({ name }) => name.replace('shop.', ''));
    expect(await found({ 'filter[state]': 'matched' })).toEqual(['orders']);
    expect(await found({ 'filter[state]': 'unmatched', 'filter[target]': '-' })).toEqual(['old']);
    expect(await found({ 'filter[state]': 'unmatched', 'filter[target]': '*' })).toEqual(['fresh']);
    expect(await found({ 'filter[target]': 'HOP.fre' })).toEqual(['fresh']);
    expect(await found({ 'filter[status]': 'verified' })).toEqual([]);
    await put(targetIdOf('orders'), 'verified');
    expect(await found({ 'filter[status]': 'verified' })).toEqual(['orders']);
    expect(await found({ 'filter[status]': 'pending' })).toEqual(['fresh', 'old']);
    expect(await found({ 'filter[status]': 'other' })).toEqual([]);
    expect(await found({ sort: '-status,target' })).toEqual(['orders', 'fresh', 'old']);
    const { by_type } = await admin.call(contract.getProofSummary, ofProject(id));
    expect(by_type).toMatchObject([{ verified: 1, unmatched_source: 1, unmatched_target: 1 }]);
  });

  it('confirmed and decided ones survive a later matching; new objects join', async () => {
    const { id } = await prepare(['orders', 'old'], ['orders']);
    await admin.call(contract.matchObjects, ofProject(id));
    const [old, orders] = await list(id);
    await admin.call(contract.confirmPairs, { ...ofProject(id), body: { ids: [orders!.id] } });
    await admin.call(contract.decidePairs, {
      ...ofProject(id),
      body: { ids: [old!.id], state: 'dropped', reason: 'Empty since 2012' },
    });
    await importTables(admin, id, 'target', ['old', 'later']);
    await importTables(admin, id, 'source', ['later']);
    await admin.call(contract.matchObjects, ofProject(id));
    const rows = await list(id);
    expect(brief(rows)).toEqual([
      ['confirmed', 'orders', 'orders'],
      ['dropped', 'old', ''],
      ['proposed', 'later', 'later'],
      ['unmatched', '', 'old'],
    ]);
    expect(rows).toContainEqual(
      expect.objectContaining({ id: old!.id, reason: 'Empty since 2012' }),
    );
    expect(rows).toContainEqual(expect.objectContaining({ id: orders!.id, state: 'confirmed' }));
  });

  it('names what the rules refuse and changes the rest', async () => {
    const { id } = await prepare(['orders', 'old'], ['orders']);
    await admin.call(contract.matchObjects, ofProject(id));
    const [old, orders] = await list(id);
    const ids = [old!.id, orders!.id, 999_999];
    const confirmed = await admin.call(contract.confirmPairs, { ...ofProject(id), body: { ids } });
    expect(confirmed.changed).toBe(1);
    expect(confirmed.refused).toMatchObject([
      { id: 999_999, name: '', detail: 'It is not a pair of this project.' },
      { id: old!.id, name: 'shop.old', detail: 'Only proposed pairs can be confirmed.' },
    ]);
    const dropped = await admin.call(contract.decidePairs, {
      ...ofProject(id),
      body: { ids: [orders!.id], state: 'dropped', reason: 'x' },
    });
    expect(dropped).toMatchObject({
      changed: 0,
      refused: [{ detail: 'It has a target object: split the pair first.' }],
    });
  });

  it('are linked by hand, merged and split, and every change can be undone', async () => {
    const { id, idOf, targetIdOf } = await prepare(['person'], ['people', 'address', 'person']);
    await admin.call(contract.matchObjects, ofProject(id));
    const before = brief(await list(id));
    const { pair, undo } = await admin.call(contract.linkObjects, {
      ...ofProject(id),
      body: {
        source_ids: [idOf('person')],
        target_ids: [targetIdOf('people'), targetIdOf('address')],
      },
    });
    expect(pair).toMatchObject({ state: 'confirmed', method: 'manual', name: 'shop.person' });
    expect(brief(await list(id))).toEqual([
      ['confirmed', 'person', 'address+people'],
      ['unmatched', '', 'person'],
    ]);
    const split = await admin.call(contract.splitPairs, {
      ...ofProject(id),
      body: { ids: [pair.id] },
    });
    expect(brief(await list(id))).toEqual([
      ['unmatched', '', 'address'],
      ['unmatched', '', 'people'],
      ['unmatched', '', 'person'],
      ['unmatched', 'person', ''],
    ]);
    const late = await admin.send(contract.undoPairs, { ...ofProject(id), body: { undo } });
    expect(late.status).toBe(409);
    await admin.call(contract.undoPairs, { ...ofProject(id), body: { undo: split.undo } });
    expect(brief(await list(id))[0]).toEqual(['confirmed', 'person', 'address+people']);
    await admin.call(contract.undoPairs, { ...ofProject(id), body: { undo } });
    expect(brief(await list(id))).toEqual(before);
    const history = await admin.call(contract.pairHistory, { params: { id, pair: pair.id } });
    expect(history.map(({ action }) => action)).toEqual(['taken-back', 'split', 'linked']);
  });

  it('what changes nothing takes no change of others out of reach', async () => {
    const { id } = await prepare(['orders'], ['orders']);
    const { undo } = await admin.call(contract.matchObjects, ofProject(id));
    for (let time = 0; time < 10; time += 1) {
      const nothing = await admin.call(contract.confirmPairs, {
        ...ofProject(id),
        body: { ids: [999_999] },
      });
      expect(nothing).toMatchObject({ changed: 0, undo: '' });
      const split = await admin.call(contract.splitPairs, {
        ...ofProject(id),
        body: { ids: [999_999] },
      });
      expect(split).toMatchObject({ changed: 0, undo: '' });
    }
    expect(await admin.call(contract.matchObjects, ofProject(id))).toMatchObject({ undo: '' });
    await admin.call(contract.undoPairs, { ...ofProject(id), body: { undo } });
    expect(await list(id)).toEqual([]);
  });

  it('undoing a link restores the previous pairs', async () => {
    const { id, idOf, targetIdOf } = await prepare(['a', 'b'], ['a', 'b']);
    await admin.call(contract.matchObjects, ofProject(id));
    const before = brief(await list(id));
    const { undo } = await admin.call(contract.linkObjects, {
      ...ofProject(id),
      body: { source_ids: [idOf('a')], target_ids: [targetIdOf('b')] },
    });
    expect(brief(await list(id))).toHaveLength(3);
    await admin.call(contract.undoPairs, { ...ofProject(id), body: { undo } });
    expect(brief(await list(id))).toEqual(before);
  });

  it('a decision that was made since is not undone with the one before', async () => {
    const { id } = await prepare(['a'], ['unlike']);
    await admin.call(contract.matchObjects, ofProject(id));
    const [pair] = await list(id);
    const drop = (reason: string) =>
      admin.call(contract.decidePairs, {
        ...ofProject(id),
        body: { ids: [pair!.id], state: 'dropped', reason },
      });
    const { changed, undo } = await drop('out of use');
    expect(changed).toBe(1);
    await drop('kept in the archive');
    const late = await admin.send(contract.undoPairs, { ...ofProject(id), body: { undo } });
    expect(late.status).toBe(409);
    const after = (await list(id)).find((one) => one.id === pair!.id);
    expect(after).toMatchObject({ state: 'dropped', reason: 'kept in the archive' });
  });

  it('an undone matching leaves no object in a pair', async () => {
    const { id } = await prepare(['a'], ['a']);
    const { undo } = await admin.call(contract.matchObjects, ofProject(id));
    await admin.call(contract.undoPairs, { ...ofProject(id), body: { undo } });
    expect(await list(id)).toEqual([]);
    await admin.call(contract.matchObjects, ofProject(id));
    expect(brief(await list(id))).toEqual([['proposed', 'a', 'a']]);
  });

  it('refuse objects of another side, project or nowhere, by field', async () => {
    const { id, idOf } = await prepare(['a'], ['a']);
    const { status, body } = await admin.send(contract.linkObjects, {
      ...ofProject(id),
      body: { source_ids: [idOf('a')], target_ids: [idOf('a')] },
    });
    expect(status).toBe(422);
    expect(body).toMatchObject({ errors: [{ field: 'target_ids.0' }] });
  });

  it('link what has rows with each other, and nothing of another family', async () => {
    const { id, idOf, targetIdOf } = await prepare(['a'], ['t']);
    await admin.call(importTarget, {
      body: [
        { ...inventoryItem(id, 'v', 'shop', 2), object_type_source: 'views' },
        { ...inventoryItem(id, 'f', 'shop', 3), object_type_source: 'functions' },
      ],
    });
    const made = await listObjects(admin, id, 'target');
    const madeId = (name: string) =>
      made.find(({ object_name }) => object_name === name)?.target_objectid ?? 0;
    const link = (target: number) =>
      admin.send(contract.linkObjects, {
        ...ofProject(id),
        body: { source_ids: [idOf('a')], target_ids: [target] },
      });
    const { status, body } = await link(madeId('f'));
    expect(status).toBe(422);
    expect(body).toMatchObject({ errors: [{ field: 'target_ids' }] });
    expect((await link(madeId('v'))).status).toBe(200);
    expect((await link(targetIdOf('t'))).status).toBe(200);
    // The view that is left alone is one, again.
    expect(await list(id, { 'filter[object_type_id]': '2' })).toMatchObject([
      { state: 'unmatched', object_type: 'views', name: 'shop.v' },
    ]);
  });

  it('preview rules without changing anything; saved rules apply', async () => {
    const { id } = await prepare(
      ['TBL_Orders', 'customer_address'],
      ['orders', 'customer_adress', 'rest'],
    );
    const rules: contract.MatchingRules = {
      schemas: [],
      names: [{ kind: 'removePrefix', prefix: 'TBL_' }, { kind: 'lowerCase' }],
      similarity: 85,
    };
    const preview = await admin.call(contract.previewMatching, { ...ofProject(id), body: rules });
    expect(preview).toMatchObject({
      by_method: { rule: 1, similar: 1 },
      // The least certain first.
      examples: [
        { source: 'shop.customer_address', target: 'shop.customer_adress', method: 'similar' },
        { source: 'shop.TBL_Orders', target: 'shop.orders', method: 'rule' },
      ],
      left: { source: [], target: ['shop.rest'] },
    });
    expect(await list(id)).toEqual([]);
    await admin.call(contract.setMatchingRules, { ...ofProject(id), body: rules });
    expect(await admin.call(contract.getMatchingRules, ofProject(id))).toEqual(rules);
    await admin.call(contract.matchObjects, ofProject(id));
    expect(await list(id)).toContainEqual(
      expect.objectContaining({ method: 'rule', state: 'proposed' }),
    );
  });

  it('and what they are compared by are not overwritten by an edit that began before: 409', async () => {
    const { id } = await prepare(['orders'], ['orders']);
    await admin.call(contract.matchObjects, ofProject(id));
    const ofPair = { params: { id, pair: (await list(id))[0]!.id } };
    const rules = await admin.call(validation.getComparisonRules, ofPair);
    const settings = await admin.call(validation.getProofSettings, ofProject(id));
    const names = await admin.call(contract.getMatchingRules, ofProject(id));
    for (const [save, read, was, mine, theirs] of [
      [
        (body: object) =>
          admin.send(validation.setComparisonRules, { ...ofPair, body: body as never }),
        () => admin.call(validation.getComparisonRules, ofPair),
        rules,
        { ...rules, leave_out: ['mine'] },
        { ...rules, leave_out: ['theirs'] },
      ],
      [
        (body: object) =>
          admin.send(validation.setProofSettings, { ...ofProject(id), body: body as never }),
        () => admin.call(validation.getProofSettings, ofProject(id)),
        settings,
        { ...settings, mask: ['pin'] },
        { ...settings, statement_limit: 5_000 },
      ],
      [
        (body: object) =>
          admin.send(contract.setMatchingRules, { ...ofProject(id), body: body as never }),
        () => admin.call(contract.getMatchingRules, ofProject(id)),
        names,
        { ...names, similarity: 90 },
        { ...names, similarity: null },
      ],
    ] as const) {
      const begun = fingerprint(was);
      expect(await save({ ...mine, was: begun })).toMatchObject({ status: 200 });
      expect(await save({ ...theirs, was: begun })).toMatchObject({
        status: 409,
        body: { current: mine },
      });
      expect(await read()).toEqual(mine);
      expect(await save({ ...theirs, was: fingerprint(mine) })).toMatchObject({ status: 200 });
      // Who says nothing of it replaces what is there.
      expect(await save(mine)).toMatchObject({ status: 200 });
      const both = await Promise.all(
        [theirs, was].map((next) => save({ ...next, was: fingerprint(mine) })),
      );
      expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    }
  });

  it('are applied to one side alone once the other was read and has nothing', async () => {
    const { Project_Id: id } = await createProject(admin);
    const requested = () =>
      app.store.db
        .selectFrom('project_proof')
        .select('match_requested_at')
        .where('project_id', '=', id)
        .where('match_requested_at', 'is not', null)
        .executeTakeFirst();
    await importTables(admin, id, 'source', ['orders']);
    expect(await requested()).toBeUndefined();
    await app.store.db
      .updateTable('project_connection')
      .set({ read_at: '2026-01-01T00:00:00.000Z' })
      .where('project_id', '=', id)
      .where('side', '=', 'target')
      .execute();
    await importTables(admin, id, 'source', ['lines']);
    expect(await requested()).toBeDefined();
    await app.store.db
      .updateTable('project_proof')
      .set({ match_requested_at: '2026-01-01T00:00:00.000Z' })
      .where('project_id', '=', id)
      .execute();
    await app.context.work.tasks.matching.runWaiting();
    const { by_type: rows } = await admin.call(contract.getProofSummary, ofProject(id));
    expect(rows).toMatchObject([{ verdicts: { unmatched: 2 }, unmatched_target: 0 }]);
  });

  it('refuse a pattern that takes for ever, and wait for it no more', async () => {
    const { id } = await prepare([`${'a'.repeat(60)}!`], ['orders']);
    const rules: contract.MatchingRules = {
      schemas: [],
      names: [{ kind: 'replace', pattern: '(a+)+$', replacement: 'b' }],
      similarity: null,
    };
    const refused = await admin.send(contract.previewMatching, { ...ofProject(id), body: rules });
    expect(refused.status).toBe(422);
    expect(refused.body).toMatchObject({ errors: [{ field: 'names' }] });
    await admin.call(contract.setMatchingRules, { ...ofProject(id), body: rules });
    expect((await admin.send(contract.matchObjects, ofProject(id))).status).toBe(422);
    // As if the import had been a while ago.
    await app.store.db
      .updateTable('project_proof')
      .set({ match_requested_at: '2026-01-01T00:00:00.000Z' })
      .where('project_id', '=', id)
      .execute();
    await app.context.work.tasks.matching.runWaiting();
    const row = await app.store.db
      .selectFrom('project_proof')
      .select('match_requested_at')
      .where('project_id', '=', id)
      .executeTakeFirst();
    expect(row).toEqual({ match_requested_at: null });
  });

  it.each([
    ['a step', Array.from({ length: 12 }, () => ['^[^]*$', '$&'.repeat(100)] as const)],
    ['a single name', [['[^]', "$`$'".repeat(50)]] as const],
  ])('refuse patterns that make names grow without end: %s', async (_what, steps) => {
    const { id } = await prepare(['o'.repeat(500)], ['orders']);
    const names = steps.map(
      ([pattern, replacement]) => ({ kind: 'replace', pattern, replacement }) as const,
    );
    const rules: contract.MatchingRules = { schemas: [], names, similarity: null };
    const refused = await admin.send(contract.previewMatching, { ...ofProject(id), body: rules });
    expect(refused.status).toBe(422);
    expect(refused.body).toMatchObject({
      errors: [{ field: 'names', code: 'field.longNames' }],
    });
  });

  it('are filtered, searched, sorted and counted', async () => {
    const { id } = await prepare(['orders', 'old'], ['orders', 'items']);
    await admin.call(contract.matchObjects, ofProject(id));
    expect(brief(await list(id, { 'filter[state]': 'unmatched' }))).toEqual([
      ['unmatched', '', 'items'],
      ['unmatched', 'old', ''],
    ]);
    expect(await list(id, { q: 'ORD' })).toHaveLength(1);
    expect(await list(id, { 'filter[stale]': '1' })).toEqual([]);
    expect(await list(id, { 'filter[data_result]': '-', limit: '1' })).toHaveLength(1);
    const summary = await admin.call(contract.getProofSummary, ofProject(id));
    expect(summary.by_type).toMatchObject([
      { object_type_id: 1, proposed: 1, unmatched_source: 1, unmatched_target: 1 },
    ]);
    expect(summary.blocking_total).toBe(3);
    expect(summary.blocking.map(({ name }) => name)).toEqual([
      // Worse than what only the target has.
      'shop.old',
      'shop.items',
      'shop.orders',
    ]);
  });

  it('block until they are compared, even if they are confirmed', async () => {
    const { id } = await prepare(['orders'], ['orders']);
    await admin.call(contract.matchObjects, ofProject(id));
    const [pair] = await list(id);
    await admin.call(contract.confirmPairs, { ...ofProject(id), body: { ids: [pair!.id] } });
    const { blocking_total: count } = await admin.call(contract.getProofSummary, ofProject(id));
    expect(count).toBe(1);
  });

  it('are changed by members, not by others, and not through another project', async () => {
    const { id } = await prepare(['a'], ['a']);
    const other = await prepare(['a'], ['a']);
    const member = await app.createUser('pairer');
    await joinProject(admin, id, member.userId, 'tester');
    await member.call(contract.matchObjects, ofProject(id));
    const [pair] = await list(id);
    const elsewhere = { params: { id: other.id, pair: pair!.id } };
    expect((await admin.send(contract.getPair, elsewhere)).status).toBe(404);
    const refused = await member.send(contract.confirmPairs, {
      ...ofProject(other.id),
      body: { ids: [pair!.id] },
    });
    expect(refused.status).toBe(403);
    const none = await admin.call(contract.confirmPairs, {
      ...ofProject(other.id),
      body: { ids: [pair!.id] },
    });
    expect(none.changed).toBe(0);
  });
});
