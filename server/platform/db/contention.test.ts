import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  addStoredProject,
  createTestStore,
  type TestStore,
} from '../../../tests/support/test-store.ts';
import { readConfig } from '../config.ts';
import { migrate } from './migrate.ts';
import { type Db, type Store, openStore } from './store.ts';
import { createWriteLock } from './write-lock.ts';

let made: TestStore;
let store: Store;
beforeAll(async () => {
  made = await createTestStore();
  store = openStore({ ...readConfig(made.settings), lock: createWriteLock() });
  await migrate(store);
});
afterAll(async () => {
  await store.close();
  await made.remove();
});

const deadlock = () => Object.assign(new Error('deadlock detected'), { code: '40P01' });

it('a transaction that others end again and again is retried, then asks to try again later', async () => {
  let tries = 0;
  const work = store.transaction(() => {
    tries += 1;
    throw deadlock();
  });
  await expect(work).rejects.toMatchObject({
    kind: 'unavailable',
    said: { code: 'store.contended' },
    extras: { retryAfter: 5, cause: { code: '40P01' } },
  });
  expect(tries).toBe(5);
});

it('a transaction that others end some times is saved', async () => {
  let tries = 0;
  const result = await store.transaction(async (tx) => {
    tries += 1;
    if (tries < 5) throw deadlock();
    return (await tx.selectFrom('project').select('id').execute()).length;
  });
  expect(result).toBe(0);
});

it.runIf(process.env['TEST_STORE'] === 'postgres')(
  'a single statement that others end asks to try again later',
  async () => {
    const fail = sql`do $$ begin raise exception using errcode = '40P01'; end $$`.execute(store.db);
    await expect(fail).rejects.toMatchObject({ said: { code: 'store.contended' } });
  },
);

it.runIf(process.env['TEST_STORE'] === 'postgres')(
  'who waits too long for a row that others change is told so, not that the store is away',
  async () => {
    const { DATA_DIR: dataDir, DATABASE_URL: databaseUrl = null } = made.settings;
    const hasty = openStore({
      dataDir,
      databaseUrl,
      lock: createWriteLock(),
      statementTimeout: 500,
    });
    const { id } = await addStoredProject(store.db, 'locked');
    const rename = (db: Db, name: string) =>
      db.updateTable('project').set({ name }).where('id', '=', id).execute();
    await store.db.transaction().execute(async (tx) => {
      await rename(tx, 'first');
      await expect(hasty.transaction((other) => rename(other, 'second'))).rejects.toMatchObject({
        said: { code: 'store.contended' },
      });
    });
    await hasty.close();
  },
);
