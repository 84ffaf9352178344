import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { importSource, importTarget } from '../../../../../contract/inventory.ts';
import { applyNameMap } from '../../../../../contract/proof/name-map.ts';
import * as contract from '../../../../../contract/proof/pairs.ts';
import { createProject, inventoryItem } from '../../../../../tests/support/fixtures.ts';
import { type TestApp, startTestApp } from '../../../../../tests/support/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

/** `schema.name`, and `name()` for a function. */
async function prepare(sources: string[], targets: string[]) {
  const { Project_Id: id } = await createProject(app.admin);
  const items = (names: string[]) =>
    names.map((full) => {
      const [schema = '', name = ''] = full.split('.');
      return name.endsWith('()')
        ? { ...inventoryItem(id, name, schema, 3), object_type_source: 'functions' }
        : inventoryItem(id, name, schema);
    });
  await app.admin.call(importSource, { body: items(sources) });
  await app.admin.call(importTarget, { body: items(targets) });
  await app.admin.call(contract.matchObjects, { params: { id } });
  return id;
}
const list = async (id: number) =>
  (await app.admin.call(contract.listPairs, { params: { id }, query: { sort: 'name' } })).map(
    ({ state, source, target }) =>
      `${state}: ${[source, target].map((side) => side.map((one) => one.object_name).join('+')).join(' → ')}`,
  );
const apply = (id: number, rows: string[], dry_run: 0 | 1 = 0) =>
  app.admin.call(applyNameMap, {
    params: { id },
    body: {
      dry_run,
      rows: rows.map((row) => {
        const [source = '', target = ''] = row.split(' → ');
        return { source, target };
      }),
    },
  });

describe('a map of names', () => {
  it('is checked, applied in one step and undone at once', async () => {
    const id = await prepare(
      ['a.kunde', 'a.ware', 'a.same', 'b.log'],
      ['n.customer', 'n.product', 'n.same', 'n.log'],
    );
    const before = await list(id);
    const rows = ['kunde → customer', 'A.WARE → n.Product', 'same → same', 'kunde → customer'];
    expect(await apply(id, rows, 1)).toMatchObject({ linked: 3, problems: [], undo: '' });
    expect(await list(id)).toEqual(before);
    const { undo, ...done } = await apply(id, rows);
    expect(done).toEqual({ linked: 3, already: 0, counts: {}, problems: [] });
    expect((await list(id)).filter((one) => one.startsWith('confirmed'))).toEqual([
      'confirmed: kunde → customer',
      'confirmed: same → same',
      'confirmed: ware → product',
    ]);
    expect(await apply(id, rows, 1)).toMatchObject({ linked: 0, already: 4 });
    await app.admin.call(contract.undoPairs, { params: { id }, body: { undo } });
    expect(await list(id)).toEqual(before);
  });

  it('names what it cannot link, and links the rest', async () => {
    const id = await prepare(
      ['a.one', 'a.two', 'b.two', 'a.three', 'a.four', 'a.five', 'a.kept', 'a.rest'],
      ['n.uno', 'n.due', 'n.tre', 'n.kept', 'n.other', 'n.calc()', 'n.resto'],
    );
    const pairs = await app.admin.call(contract.listPairs, {
      params: { id },
      query: { q: 'kept' },
    });
    await app.admin.call(contract.confirmPairs, { params: { id }, body: { ids: [pairs[0]!.id] } });
    const outcome = await apply(id, [
      'missing → uno',
      'one → missing',
      'two → due',
      'three → tre',
      'four → tre',
      'kept → other',
      'five → calc()',
      'rest → resto',
    ]);
    expect(outcome.problems.map(({ row, problem }) => [row, problem])).toEqual([
      [1, 'unknown'],
      [2, 'unknown'],
      [3, 'ambiguous'],
      [5, 'twice'],
      [6, 'contradicts'],
      [7, 'family'],
    ]);
    expect(outcome).toMatchObject({ linked: 2, counts: { unknown: 2, twice: 1 } });
    expect(outcome.problems[2]!.detail).toBe(
      '2 source objects are named two: add the schema, as in schema.name, or the object type.',
    );
    const now = await list(id);
    expect(now).toContain('confirmed: three → tre');
    expect(now).toContain('confirmed: rest → resto');
    expect(now).toContain('confirmed: kept → kept');
  });

  it('is not for whoever is in another project', async () => {
    const id = await prepare(['a.one'], ['n.uno']);
    const stranger = await app.createUser('stranger');
    const body = { dry_run: 0 as const, rows: [{ source: 'one', target: 'uno' }] };
    const refused = await stranger.send(applyNameMap, { params: { id }, body });
    expect(refused.status).toBe(403);
  });
});
