import { parentPort, workerData } from 'node:worker_threads';
import { createRemoteLock, serveBulk } from '../platform/bulk/serve.ts';
import type { Config } from '../platform/config.ts';
import { createLog } from '../platform/log.ts';
import { openStore } from '../platform/db/store.ts';
import { createContext } from './context.ts';

export interface WorkerData {
  config: Config;
  databaseProcess: string | undefined;
}

/**
 * A worker thread for bulk requests or waiting work: the same application with its own connections, sharing the main
 * thread's write lock.
 */
if (parentPort) {
  const { config, databaseProcess } = workerData as WorkerData;
  const store = openStore({
    ...config,
    lock: createRemoteLock(parentPort),
    connections: 4,
    statementTimeout: 120_000,
  });
  const { routes, work, connections } = createContext(config, store, createLog(config.logLevel), {
    databaseProcess,
  });
  const tasks = Object.entries(work.tasks).map(
    ([name, { runWaiting }]) => [name, runWaiting] as const,
  );
  serveBulk(parentPort, routes, config.bodies, Object.fromEntries(tasks), work.stop, async () => {
    await connections.close();
    await store.close();
  });
}
