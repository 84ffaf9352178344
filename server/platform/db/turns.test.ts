import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestStore, type TestStore } from '../../../tests/support/test-store.ts';
import { type Store, openStore } from './store.ts';
import { createWriteLock } from './write-lock.ts';

let made: TestStore;
let store: Store;
beforeAll(async () => {
  made = await createTestStore();
  const { DATA_DIR: dataDir, DATABASE_URL: databaseUrl = null } = made.settings;
  store = openStore({ dataDir, databaseUrl, lock: createWriteLock(), statementTimeout: 300 });
});
afterAll(async () => {
  await store.close();
  await made.remove();
});

it('works of one name run one after the other, however long the first takes', async () => {
  const seen: string[] = [];
  const work = (name: string) =>
    store.transaction(async (tx) => {
      seen.push(`${name} begins`);
      await sleep(500);
      await sql`select 1`.execute(tx);
      seen.push(`${name} ends`);
    }, 'one');
  await Promise.all([work('a'), work('b'), work('c')]);
  const [first, second, third] = [seen[0]![0], seen[2]![0], seen[4]![0]];
  expect(new Set([first, second, third]).size).toBe(3);
  expect(seen).toEqual(
    [first, second, third].flatMap((name) => [`${name} begins`, `${name} ends`]),
  );
});
