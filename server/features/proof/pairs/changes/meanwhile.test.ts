import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as contract from '../../../../../contract/proof/pairs.ts';
import { createProject, importTables } from '../../../../../tests/support/fixtures.ts';
import { type Client, type TestApp, startTestApp } from '../../../../../tests/support/test-app.ts';
import type { Store } from '../../../../platform/db/store.ts';
import { splitPairs } from './changes.ts';
import { matchProject } from '../matching/match-project.ts';
import { nothingKnown } from './nothing-known-fixture.ts';

/** What happens between a change of pairs and the next one, or in the middle of one. */

let app: TestApp;
let admin: Client;
beforeAll(async () => {
  app = await startTestApp();
  admin = app.admin;
});
afterAll(() => app.close());

const ofProject = (id: number) => ({ params: { id } });
const list = (id: number): Promise<contract.PairRow[]> =>
  admin.call(contract.listPairs, { ...ofProject(id), query: { sort: 'name' } });
const match = (id: number) => admin.call(contract.matchObjects, ofProject(id));
const undo = (id: number, token: string) =>
  admin.call(contract.undoPairs, { ...ofProject(id), body: { undo: token } });

async function prepare(sources: string[], targets: string[]): Promise<number> {
  const { Project_Id: id } = await createProject(admin);
  await importTables(admin, id, 'source', sources);
  await importTables(admin, id, 'target', targets);
  return id;
}

describe('undoing', () => {
  it('undoes a matching that was committed in parts', async () => {
    const numbers = Array.from({ length: 1_000 }, (_, index) => String(index));
    const id = await prepare(
      numbers.map((number) => `TBL_${number}`),
      numbers,
    );
    const setRules = (names: contract.NamingRule[]) =>
      admin.call(contract.setMatchingRules, {
        ...ofProject(id),
        body: { schemas: [], names, similarity: null },
      });
    await setRules([{ kind: 'removePrefix', prefix: 'TBL_' }]);
    await match(id);
    const before = await list(id);
    expect(before).toHaveLength(1_000);
    await setRules([]);
    const { undo: token } = await match(id);
    expect(await list(id)).toHaveLength(2_000);
    await undo(id, token);
    const ids = (rows: contract.PairRow[]) => rows.map((row) => [row.id, row.state]);
    expect(ids(await list(id))).toEqual(ids(before));
  });

  it('a confirmation keeps results that were found since', async () => {
    const id = await prepare(['orders'], ['orders']);
    await match(id);
    const [pair] = await list(id);
    const confirmed = await admin.call(contract.confirmPairs, {
      ...ofProject(id),
      body: { ids: [pair!.id] },
    });
    const found = { data_result: 'identical', structure_result: 'same', rows_source: 7 } as const;
    await app.store.db.updateTable('pair').set(found).where('id', '=', pair!.id).execute();
    await undo(id, confirmed.undo);
    expect((await list(id))[0]).toMatchObject({ ...found, state: 'proposed' });
  });
});

describe('a transaction that the store retries', () => {
  /** Each one is rolled back once when it has done its work. */
  const stubborn = (store: Store): Store => ({
    ...store,
    async transaction(work, serialise) {
      const first = store.transaction(async (tx) => {
        await work(tx);
        throw new Error('again');
      }, serialise);
      await first.catch(() => undefined);
      return store.transaction(work, serialise);
    },
  });
  const actor = { userId: 1, username: 'admin', isAdmin: true };

  it('changes pairs, and reports them, once', async () => {
    const id = await prepare(['a', 'b'], ['a', 'b']);
    await match(id);
    const before = await list(id);
    const ids = [...before.map((pair) => pair.id), 999_999];
    const split = await splitPairs(stubborn(app.store), actor, id, ids);
    expect(split).toMatchObject({ changed: 2, refused: [{ id: 999_999 }] });
    await undo(id, split.undo);
    expect((await list(id)).map(({ state }) => state)).toEqual(['proposed', 'proposed']);
  });

  it('matches in a way that can be undone', async () => {
    const id = await prepare(['a'], ['a']);
    const { undo: token } = await matchProject(stubborn(app.store), nothingKnown, id, 1);
    expect(await list(id)).toHaveLength(1);
    await undo(id, token);
    expect(await list(id)).toEqual([]);
  });
});

it('an import during a matching is matched after it', async () => {
  const id = await prepare(['a'], ['a']);
  const requested = async () =>
    (
      await app.store.db
        .selectFrom('project_proof')
        .select('match_requested_at')
        .where('project_id', '=', id)
        .executeTakeFirst()
    )?.match_requested_at ?? null;
  expect(await requested()).not.toBeNull();
  let imported = false;
  const busy: Store = {
    ...app.store,
    async transaction(work, serialise) {
      if (!imported) {
        imported = true;
        await importTables(admin, id, 'source', ['b']);
      }
      return app.store.transaction(work, serialise);
    },
  };
  await matchProject(busy, nothingKnown, id, null);
  expect(await requested()).not.toBeNull();
  await matchProject(app.store, nothingKnown, id, null);
  expect(await requested()).toBeNull();
});
