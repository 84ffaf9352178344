import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type TestStore,
  addStoredProject,
  createTestStore,
} from '../../../tests/support/test-store.ts';
import { readConfig } from '../config.ts';
import { migrate } from './migrate.ts';
import { type Db, type Store, openStore } from './store.ts';
import { createWriteLock } from './write-lock.ts';

let place: TestStore;
let store: Store;
beforeAll(async () => {
  place = await createTestStore();
  store = openStore({ ...readConfig(place.settings), lock: createWriteLock() });
  await migrate(store);
});
afterAll(async () => {
  await store.close();
  await place.remove();
});

const names = async (): Promise<string[]> =>
  (await store.db.selectFrom('project').select('name').execute()).map((row) => row.name);

const ESCAPED = 'A query inside a transaction was not given the transaction handle.';

describe('inside a transaction', () => {
  it.each([
    ['a write', (db: Db) => addStoredProject(db, 'leaked write')],
    ['a read', (db: Db) => db.selectFrom('project').selectAll().execute()],
    ['a transaction', (db: Db) => db.transaction().execute(async () => {})],
  ])('%s on the plain handle is an error, and nothing is saved', async (_what, leak) => {
    const work = store.transaction(async (tx) => {
      await addStoredProject(tx, 'rolled back');
      await leak(store.db);
    });
    await expect(work).rejects.toThrow(ESCAPED);
    expect(await names()).not.toContain('rolled back');
    expect(await names()).not.toContain('leaked write');
  });

  it('detects a leak behind timers and other promises', async () => {
    const work = store.transaction(async () => {
      await sleep(1);
      await Promise.resolve().then(() => addStoredProject(store.db, 'leaked late'));
    });
    await expect(work).rejects.toThrow(ESCAPED);
    expect(await names()).not.toContain('leaked late');
  });

  it('a failing statement leaves nothing behind', async () => {
    const work = store.transaction(async (tx) => {
      const { id } = await addStoredProject(tx, 'before the failure');
      await tx
        .insertInto('project_member')
        .values({ project_id: id, user_id: 987_654, role: 'tester', created_at: '' })
        .execute();
    });
    await expect(work).rejects.toThrow();
    expect(await names()).not.toContain('before the failure');
    // And the next one can go on.
    await store.transaction((tx) => addStoredProject(tx, 'after the failure'));
    expect(await names()).toContain('after the failure');
  });
});

it('transactions at the same time keep apart', async () => {
  await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      store
        .transaction(async (tx) => {
          await addStoredProject(tx, `parallel ${index}`);
          await sleep(index % 3);
          if (index % 2 === 1) throw new Error('no');
        })
        .catch(() => {}),
    ),
  );
  const kept = (await names()).filter((name) => name.startsWith('parallel'));
  expect(kept.toSorted()).toEqual(
    Array.from({ length: 10 }, (_, index) => `parallel ${index * 2}`).toSorted(),
  );
});

it('works of one name run one after the other', async () => {
  const steps: string[] = [];
  await Promise.all(
    ['a', 'b', 'c'].map((name) =>
      store.transaction(async (tx) => {
        steps.push(`${name} begins`);
        await tx.selectFrom('project').select('id').limit(1).execute();
        await sleep(5);
        steps.push(`${name} ends`);
      }, 'one by one'),
    ),
  );
  for (let index = 0; index < steps.length; index += 2)
    expect(steps[index + 1]).toBe(steps[index]!.replace('begins', 'ends'));
});
