import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  type TestStore,
  addStoredProject,
  createTestStore,
} from '../../../../tests/support/test-store.ts';
import { migrate } from '../../../platform/db/migrate.ts';
import { type Store, openStore } from '../../../platform/db/store.ts';
import { createWriteLock } from '../../../platform/db/write-lock.ts';
import { keepCounted, rankCounted } from './counted-pairs.ts';
import { claimRun, releaseRun, renewLease } from './lease.ts';
import { type FoundItem, beginItems, completeItems, saveCheckpoint } from './repository.ts';

/** A process that was away for longer than its lease goes on writing: the run is another one's by then. */

let files: TestStore;
let store: Store;
beforeAll(async () => {
  files = await createTestStore({ migrated: true });
  const { DATA_DIR: dataDir, DATABASE_URL: databaseUrl = null } = files.settings;
  store = openStore({ dataDir, databaseUrl, lock: createWriteLock() });
  await migrate(store);
});
afterAll(async () => {
  await store.close();
  await files.remove();
});

async function addRun() {
  const { db } = store;
  const { id: project_id } = await addStoredProject(db);
  const { id: pairId } = await db
    .insertInto('pair')
    .values({
      project_id,
      type_id: 1,
      state: 'matched',
      name: 'main.a',
      search_key: 'main.a',
      source_count: 1,
      target_count: 1,
      created_at: '2026-01-01T00:00:00.000Z',
    } as never)
    .returning('id')
    .executeTakeFirstOrThrow();
  const { id: runId } = await db
    .insertInto('run')
    .values({
      project_id,
      kind: 'changed',
      state: 'queued',
      options: '{}',
      total: 1,
      created_at: '2026-01-01T00:00:00.000Z',
    } as never)
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('run_item')
    .values({ run_id: runId, pair_id: pairId, state: 'waiting', counted: 1, attempts: 1, rank: 7 })
    .execute();
  return { runId, pairId };
}

const read = async (runId: number) => ({
  run: await store.db
    .selectFrom('run')
    .selectAll()
    .where('id', '=', runId)
    .executeTakeFirstOrThrow(),
  items: await store.db.selectFrom('run_item').selectAll().where('run_id', '=', runId).execute(),
});
const PROGRESS = { rows_done: 9, rows_total: 9, rows_per_second: 9, current: [] };
const found = (pair_id: number) =>
  ({ pair_id, structure: 'different', data: 'skipped', called: null }) as unknown as FoundItem;

it('who lost a run to another process learns so, and changes nothing of it', async () => {
  const { runId, pairId } = await addRun();
  expect(await claimRun(store, 'old')).toMatchObject({ id: runId, owner: 'old' });
  // Nobody else takes it before its lease is over.
  expect(await claimRun(store, 'new')).toBeUndefined();
  await store.db.updateTable('run').set({ lease_until: '2026-01-01T00:00:00.000Z' }).execute();
  expect(await claimRun(store, 'new')).toMatchObject({ id: runId, owner: 'new' });

  const { db } = store;
  const before = await read(runId);
  expect(await renewLease(db, runId, 'old', PROGRESS)).toBe('lost');
  await beginItems(db, runId, 'old', [pairId]);
  await saveCheckpoint(db, { runId, owner: 'old', pairId }, { after: 5 });
  expect(await completeItems(store, db, runId, 'old', [found(pairId)])).toBe(false);
  expect(await keepCounted(db, runId, 'old', found(pairId))).toBe(false);
  await rankCounted(db, before.run, 'old');
  await releaseRun(db, runId, 'old', 'failed');
  expect(await read(runId)).toEqual(before);
});

it('who holds it may', async () => {
  const { runId, pairId } = await addRun();
  expect(await claimRun(store, 'own')).toMatchObject({ id: runId });
  const { db } = store;
  const item = async () => (await read(runId)).items[0]!;
  expect(await renewLease(db, runId, 'own', PROGRESS)).toBeNull();
  await beginItems(db, runId, 'own', [pairId]);
  expect((await item()).attempts).toBe(2);
  await saveCheckpoint(db, { runId, owner: 'own', pairId }, { after: 5 });
  expect(await item()).toMatchObject({ checkpoint: '{"after":5}', attempts: 1 });
  expect(await keepCounted(db, runId, 'own', found(pairId))).toBe(true);
  await rankCounted(db, (await read(runId)).run, 'own');
  expect((await item()).rank).toBe(1);
  expect(await completeItems(store, db, runId, 'own', [found(pairId)])).toBe(true);
  await releaseRun(db, runId, 'own', 'finished');
  expect(await read(runId)).toMatchObject({
    run: { state: 'finished', owner: null, done: 1, different: 1, counted: 1 },
    items: [{ state: 'done', seq: 1, checkpoint: null }],
  });
});
