import type { KyselyPlugin } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { archiveProject } from '../../../../contract/projects.ts';
import { decidePairs, listPairs, matchObjects } from '../../../../contract/proof/pairs.ts';
import { getProofTrend, listProven } from '../../../../contract/proof/trend.ts';
import { createProject, importTables, joinProject } from '../../../../tests/support/fixtures.ts';
import { type TestApp, startTestApp } from '../../../../tests/support/test-app.ts';
import { asOf } from '../../../platform/clock.ts';
import { createMemberService } from '../../members/service.ts';
import { createTrendService } from './trend-service.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const MORNING = Date.parse('2026-03-01T08:00:00.000Z');
const HOURS = 60 * 60_000;

it('keeps of each day what was proven of how many when it was last counted', async () => {
  const trend = createTrendService(app.store, createMemberService(app.store));
  const { Project_Id: id } = await createProject(app.admin);
  const params = { id };
  // Without pairs there is nothing to count.
  expect(await trend.isDue()).toBe(false);
  await importTables(app.admin, id, 'source', ['a', 'b', 'c']);
  await importTables(app.admin, id, 'target', ['a', 'b']);
  await app.admin.call(matchObjects, { params });
  const count = (hours: number) =>
    asOf(MORNING + hours * HOURS, async () => {
      const due = await trend.isDue();
      await trend.record();
      // The server itself counts today.
      return [due, (await trend.read(id)).filter(({ day }) => day < '2026-04')];
    });
  const first = { day: '2026-03-01', total: 3, proven: 0 };
  expect(await count(0)).toEqual([true, [first]]);

  const pairs = await app.admin.call(listPairs, { params });
  const idOf = (name: string) => pairs.find((pair) => pair.name === `shop.${name}`)!.id;
  await app.admin.call(decidePairs, {
    params,
    body: { ids: [idOf('c')], state: 'dropped', reason: 'unused' },
  });
  const prove = (name: string) =>
    app.store.db
      .updateTable('pair')
      .set({ state: 'confirmed', structure_result: 'same', data_result: 'identical' })
      .where('id', '=', idOf(name))
      .execute();
  await prove('a');
  // Counted a moment ago: not again yet.
  expect(await count(0.2)).toEqual([false, [first]]);
  const later = { day: '2026-03-01', total: 2, proven: 1 };
  expect(await count(1)).toEqual([true, [later]]);
  await prove('b');
  const next = { day: '2026-03-03', total: 2, proven: 2 };
  expect(await count(48)).toEqual([true, [later, next]]);
  // What lies far back is not shown any more.
  expect(await asOf(MORNING + 181 * 24 * HOURS, () => trend.read(id))).toEqual([next]);
  await app.admin.call(archiveProject, { params, body: { archived: 1 } });
  expect((await count(100))[0]).toBe(false);
  expect(await app.admin.call(getProofTrend, { params })).toEqual([]);
});

async function fill(Project_Name: string, names: string[]): Promise<number> {
  const { Project_Id: id } = await createProject(app.admin, { Project_Name });
  await importTables(app.admin, id, 'source', names);
  await importTables(app.admin, id, 'target', names);
  await app.admin.call(matchObjects, { params: { id } });
  return id;
}

it('counts what is proven now of all projects that somebody may see', async () => {
  const few = await fill('Few', ['a']);
  const many = await fill('Many', ['a', 'b', 'c', 'd']);
  await createProject(app.admin, { Project_Name: 'Not read yet' });
  await app.store.db
    .updateTable('pair')
    .set({ state: 'confirmed', structure_result: 'same', data_result: 'identical' })
    .where('project_id', '=', many)
    .where('name', '=', 'shop.b')
    .execute();
  await app.store.db
    .updateTable('pair')
    .set({ state: 'confirmed', structure_result: 'same', data_result: 'accepted' })
    .where('project_id', '=', many)
    .where('name', '=', 'shop.c')
    .execute();
  const ofFew = { Project_Id: few, Project_Name: 'Few', total: 1, proven: 0, accepted: 0 };
  const seen = await app.admin.call(listProven);
  expect(seen.filter(({ Project_Id: id }) => id >= few)).toEqual([
    { Project_Id: many, Project_Name: 'Many', total: 4, proven: 2, accepted: 1 },
    ofFew,
  ]);
  const tester = await app.createUser('tester');
  expect(await tester.call(listProven)).toEqual([]);
  await joinProject(app.admin, few, tester.userId, 'tester');
  expect(await tester.call(listProven)).toEqual([ofFew]);
});

it('counts a project again only once it has changed or was compared, or after a while', async () => {
  const { Project_Id: id } = await createProject(app.admin);
  const params = { id };
  await importTables(app.admin, id, 'source', ['a']);
  await importTables(app.admin, id, 'target', ['a']);
  await app.admin.call(matchObjects, { params });
  const [pair] = await app.admin.call(listPairs, { params });
  const trend = createTrendService(app.store, { listVisibleProjects: () => Promise.resolve([id]) });
  const proven = async () => {
    const [seen] = await trend.readNow({ userId: 1, username: 'admin', isAdmin: true });
    return [seen!.proven, seen!.accepted];
  };
  const set = (data_result: 'identical' | 'accepted' | 'different') =>
    app.store.db
      .updateTable('pair')
      .set({ state: 'confirmed', structure_result: 'same', data_result })
      .where('project_id', '=', id)
      .execute();
  expect(await proven()).toEqual([0, 0]);
  await set('identical');
  expect(await proven()).toEqual([0, 0]);
  await app.admin.call(archiveProject, { params, body: { archived: 1 } });
  expect(await proven()).toEqual([1, 0]);
  await set('accepted');
  expect(await proven()).toEqual([1, 0]);
  const evidence = { project_id: id, pair_id: pair!.id, kind: 'data', at: '2026-03-01' } as const;
  await app.store.db
    .insertInto('evidence')
    .values({ ...evidence, user_id: null, run_id: null, result: 'accepted', detail: '{}' })
    .execute();
  expect(await proven()).toEqual([1, 1]);
  await set('different');
  expect(await proven()).toEqual([1, 1]);
  expect(await asOf(Date.now() + 16 * 60_000, proven)).toEqual([0, 0]);
});

/** Reads what is proven of some projects from a store that passes on how many of them are being counted. */
function watched(ids: number[], onCount: (running: number) => void) {
  const running = new Set<object>();
  const watch: KyselyPlugin = {
    transformQuery({ node, queryId }) {
      if (JSON.stringify(node).includes('"verdict"')) onCount(running.add(queryId).size);
      return node;
    },
    transformResult({ result, queryId }) {
      running.delete(queryId);
      return Promise.resolve(result);
    },
  };
  const store = { ...app.store, longReads: app.store.longReads.withPlugin(watch) };
  const trend = createTrendService(store, { listVisibleProjects: () => Promise.resolve(ids) });
  return () => trend.readNow({ userId: 1, username: 'admin', isAdmin: true });
}

it('counts two projects at a time, each once, whoever asks', async () => {
  const ids: number[] = [];
  for (const name of ['One', 'Two', 'Three', 'Four', 'Five']) ids.push(await fill(name, ['a']));
  const atOnce: number[] = [];
  const read = watched(ids, (running) => atOnce.push(running));
  const [some, others] = await Promise.all([read(), read()]);
  expect(others).toEqual(some);
  expect(some).toHaveLength(ids.length);
  expect(atOnce).toHaveLength(ids.length);
  expect(Math.max(...atOnce)).toBe(2);
});

it('counts again what could not be counted', async () => {
  const id = await fill('Failing', ['a']);
  let isDown = true;
  const read = watched([id], () => {
    if (isDown) throw new Error('The store does not answer.');
  });
  await expect(read()).rejects.toThrow('The store does not answer.');
  isDown = false;
  expect(await read()).toMatchObject([{ Project_Id: id, total: 1 }]);
});
