import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Worker } from 'node:worker_threads';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type BuiltProgram, buildProgram } from '../../../tests/support/built-program.ts';
import { isUniqueViolation } from './errors.ts';
import { migrate } from './migrate.ts';
import { openThreadHandle } from './sqlite-thread.ts';
import { type Store, openStore, sqliteFile } from './store.ts';
import { createWriteLock } from './write-lock.ts';

/** A SQLite store, whatever TEST_STORE says, with the threads that the built server gives it. */
let thread: BuiltProgram;
let folder: string;
let workers: Worker[];
let store: Store;

beforeAll(async () => {
  thread = await buildProgram('server/app/sqlite-thread.ts');
});
afterAll(() => thread.remove());
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'dbmu-thread-'));
  workers = [];
  store = openStore({
    databaseUrl: null,
    dataDir: folder,
    lock: createWriteLock(),
    startThread: (workerData) => {
      const worker = new Worker(thread.file, { workerData });
      workers.push(worker);
      return worker;
    },
  });
  await migrate(store);
});
afterEach(async () => {
  await store.close();
  rmSync(folder, { recursive: true, force: true });
});

const set = (key: string, value: string, db = store.db) =>
  db.insertInto('setting').values({ key, value }).execute();
const keys = async (db = store.db) =>
  (await db.selectFrom('setting').select('key').orderBy('key').execute()).map(({ key }) => key);
const caught = (work: Promise<unknown>): Promise<Error & { code?: string }> =>
  work.then(
    () => expect.unreachable('this should fail'),
    (error: Error) => error,
  );

describe('SQLite in threads', () => {
  it('writes and reads in threads, and counts what it wrote', async () => {
    const { numInsertedOrUpdatedRows } = await store.db
      .insertInto('setting')
      .values(['a', 'b', 'c'].map((key) => ({ key, value: '🐘 ü' })))
      .executeTakeFirstOrThrow();
    expect(numInsertedOrUpdatedRows).toBe(3n);
    expect(await store.longReads.selectFrom('setting').selectAll().execute()).toHaveLength(3);
    expect(workers).toHaveLength(2);
  });

  it('keeps the code of an error, and a unique violation is recognised', async () => {
    await set('once', '1');
    const error = await caught(set('once', '2'));
    expect(error).toBeInstanceOf(Error);
    expect(error.message).toContain('UNIQUE');
    expect(isUniqueViolation(error)).toBe(true);
    const other = await caught(sql`insert into nowhere values (1)`.execute(store.db));
    expect(isUniqueViolation(other)).toBe(false);
    expect(other.code).toMatch(/^SQLITE_/);
    // The next one is not disturbed.
    await set('twice', '1');
    expect(await keys()).toEqual(['once', 'twice']);
  });

  it('takes a transaction back as a whole, and lets the next writer in', async () => {
    const error = await caught(
      store.transaction(async (tx) => {
        await set('first', '1', tx);
        await set('first', '2', tx);
      }),
    );
    expect(isUniqueViolation(error)).toBe(true);
    await Promise.all(
      ['x', 'y', 'z'].map((key) =>
        store.transaction(async (tx) => {
          await set(key, '1', tx);
          await set(`${key}2`, '1', tx);
        }),
      ),
    );
    expect(await keys()).toEqual(['x', 'x2', 'y', 'y2', 'z', 'z2']);
  });

  it('reads aside what was just committed, and nothing before', async () => {
    for (let round = 0; round < 100; round += 1) {
      await set(`key-${round}`, '1');
      const { count } = await store.longReads
        .selectFrom('setting')
        .select((select) => select.fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow();
      expect(count).toBe(round + 1);
    }
    let commit = (): void => {};
    const told = new Promise<void>((resolve) => (commit = resolve));
    let written = (): void => {};
    const isWritten = new Promise<void>((resolve) => (written = resolve));
    const transaction = store.transaction(async (tx) => {
      await set('under way', '1', tx);
      expect(await keys(tx)).toContain('under way');
      written();
      await told;
    });
    await isWritten;
    expect(await keys(store.longReads)).not.toContain('under way');
    commit();
    await transaction;
    expect(await keys(store.longReads)).toContain('under way');
  });

  it('writes nothing aside', async () => {
    await expect(set('a', '1', store.longReads)).rejects.toThrow('This handle only reads.');
    await expect(store.longReads.transaction().execute((tx) => set('a', '1', tx))).rejects.toThrow(
      'This handle only reads.',
    );
    expect(await keys()).toEqual([]);
  });

  it('answers reads while a long statement is carried out', async () => {
    await set('a', '1');
    let finished = false;
    const long =
      sql`insert into setting with recursive c(n) as (select 1 union all select n + 1 from c where n < 500000) select 'k' || n, '' from c`
        .execute(store.db)
        .then(() => {
          finished = true;
        });
    let reads = 0;
    while (!finished && reads < 20) {
      expect(await store.db.selectFrom('setting').select('key').limit(1).execute()).toHaveLength(1);
      reads += 1;
    }
    expect([reads, finished]).toEqual([20, false]);
    await long;
  });

  it('closes cleanly: threads ended with 0, everything in one file', async () => {
    const codes = Promise.all(
      ['write', 'read'].map(
        (_, index) =>
          new Promise((resolve) => {
            // The reader aside is the second to start.
            if (workers[index]) workers[index].once('exit', resolve);
            else resolve('not started');
          }),
      ),
    );
    await set('kept', '1');
    await keys(store.longReads);
    await store.close();
    expect((await codes)[0]).toBe(0);
    const wal = `${sqliteFile(folder)}-wal`;
    expect(existsSync(wal) ? statSync(wal).size : 0).toBe(0);
    store = openStore({ databaseUrl: null, dataDir: folder, lock: createWriteLock() });
    expect(await keys()).toEqual(['kept']);
  });
});

describe('a thread that stopped', () => {
  it.each(['write', 'read'])('makes the store unavailable, not a defect: %s', async (access) => {
    await Promise.all([store.ping(), keys(store.longReads)]);
    const lost = workers[access === 'write' ? 0 : 1]!;
    await lost.terminate();
    expect(await caught(store.ping())).toMatchObject({ kind: 'unavailable' });
  });

  it('fails what waits for it and what comes later, and can be closed', async () => {
    const data = { file: join(folder, 'other.sqlite'), access: 'write' as const };
    const worker = new Worker(thread.file, { workerData: data });
    const handle = openThreadHandle(worker);
    await handle.exec('create table t (n)');
    const waiting = caught(
      Promise.resolve(
        handle.run({
          sql: 'insert into t with recursive c(n) as (select 1 union all select n + 1 from c where n < 5000000) select n from c',
          parameters: [],
        }),
      ),
    );
    await worker.terminate();
    expect((await waiting).message).toBe('The thread of the store stopped.');
    const later = await caught(Promise.resolve(handle.exec('select 1')));
    expect(later.message).toBe('The thread of the store stopped.');
    await handle.close();
  });

  it('that cannot open its file says why', async () => {
    const data = { file: '/no/such/folder/store.sqlite', access: 'write' as const };
    const handle = openThreadHandle(new Worker(thread.file, { workerData: data }));
    const error = await caught(Promise.resolve(handle.exec('select 1')));
    expect(error.message).toMatch(/unable to open|no such/i);
    await handle.close();
  });
});

it('a process waits for an answer of the thread, but not for an idle one', async () => {
  const program = await buildProgram('tests/support/await-thread.ts');
  try {
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [program.file, thread.file, join(folder, 'own')],
      { timeout: 30_000 },
    );
    expect(stdout).toBe('answered\n');
  } finally {
    program.remove();
  }
});
