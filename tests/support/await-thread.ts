import { mkdirSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import { sql } from 'kysely';
import { openStore } from '../../server/platform/db/store.ts';
import { createWriteLock } from '../../server/platform/db/write-lock.ts';

/**
 * A program with nothing to do but to wait for the thread of a store: says when the answer is there,
 * and ends by itself, the store left open.
 */
const [threadFile = '', dataDir = ''] = process.argv.slice(2);
mkdirSync(dataDir, { recursive: true });
const { db } = openStore({
  databaseUrl: null,
  dataDir,
  lock: createWriteLock(),
  startThread: (workerData) => new Worker(threadFile, { workerData }),
});
await sql`create table slow (n integer)`.execute(db);
await sql`insert into slow with recursive c(n) as (select 1 union all select n + 1 from c where n < 1000000) select n from c`.execute(
  db,
);
process.stdout.write('answered\n');
