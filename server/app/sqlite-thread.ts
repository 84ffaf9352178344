import { parentPort, workerData } from 'node:worker_threads';
import { type SqliteThreadData, serveSqlite } from '../platform/db/sqlite-thread.ts';

/** A thread that holds one connection to the SQLite store. */
if (parentPort) serveSqlite(parentPort, workerData as SqliteThreadData);
