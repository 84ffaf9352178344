import { Worker } from 'node:worker_threads';
import { resolve } from 'node:path';
import { HOUR } from '../../contract/days.ts';
import { type BulkRunner, createBulkRunner } from '../platform/bulk/runner.ts';
import { createLocalRunner } from '../platform/bulk/serve.ts';
import type { Config } from '../platform/config.ts';
import { migrate } from '../platform/db/migrate.ts';
import type { StartSqliteThread } from '../platform/db/sqlite-thread.ts';
import { openStore } from '../platform/db/store.ts';
import { createWriteLock } from '../platform/db/write-lock.ts';
import { lockFolder } from '../platform/folder-lock.ts';
import { type Log, createLog } from '../platform/log.ts';
import { ProblemError } from '../platform/problem.ts';
import { generatePassword } from '../platform/secrets.ts';
import { type BuiltPrograms, type Context, createContext } from './context.ts';
import { createHttp } from './http.ts';
import { hasKeyOfStore } from './store-keys.ts';
import type { WorkerData } from './worker.ts';

/** Built files that the program starts or serves. */
export interface Files extends BuiltPrograms {
  /** Worker thread for bulk requests; if absent, they run in the main thread. */
  worker?: URL | string | undefined;
  /** Thread for one connection to a SQLite store; if absent, the store runs in the main thread. */
  sqliteThread?: URL | string | undefined;
  webFolder: string;
}

/** The administrator of the first start; has a `password` only if one was just generated. */
export interface FirstAdministrator {
  username: string;
  password: string | null;
}

async function createFirstAdministrator(
  config: Config,
  { users }: Context,
): Promise<FirstAdministrator | null> {
  if ((await users.count()) > 0) return null;
  const password = config.adminPassword ?? generatePassword();
  try {
    await users.create(null, {
      username: config.adminUsername,
      password,
      isAdmin: true,
      isActive: true,
      passwordSetByAdmin: config.adminPassword === null,
    });
  } catch (error) {
    // Another process that started at the same time has created the administrator.
    if (error instanceof ProblemError && error.kind === 'conflict') return null;
    throw error;
  }
  return {
    username: config.adminUsername,
    password: config.adminPassword === null ? password : null,
  };
}

/**
 * Opens and migrates the store and wires up everything except listening.
 * @throws FolderInUseError, MigrationError, VaultError with messages for the operator
 */
export async function createProgram(config: Config, files: Files) {
  // Several processes may share a PostgreSQL store; a SQLite store allows only one.
  const unlockFolder = config.databaseUrl ? () => {} : lockFolder(resolve(config.dataDir));
  const lock = createWriteLock();
  const { sqliteThread } = files;
  const startThread: StartSqliteThread | undefined =
    sqliteThread === undefined
      ? undefined
      : (workerData) =>
          new Worker(sqliteThread, { workerData, resourceLimits: { maxYoungGenerationSizeMb: 8 } });
  const store = openStore({ ...config, lock, startThread });
  try {
    await migrate(store);
    const log = createLog(config.logLevel);
    const context = createContext(config, store, log, files);
    const { worker } = files;
    const startWorker = (file: URL | string) =>
      new Worker(file, {
        workerData: { config, databaseProcess: files.databaseProcess } satisfies WorkerData,
        resourceLimits: { maxOldGenerationSizeMb: 1024, maxYoungGenerationSizeMb: 8 },
      });
    const bulk: BulkRunner =
      worker === undefined
        ? { ...createLocalRunner(context.routes, config.bodies), close: async () => {} }
        : createBulkRunner(
            () => startWorker(worker),
            lock,
            () => context.objects.rollBackUnfinished(),
          );
    // Comparisons take long, so they have a thread of their own and do not delay imports.
    const working = keepWorking(
      context,
      log,
      worker === undefined ? null : createBulkRunner(() => startWorker(worker), lock),
    );
    const app = await createHttp({ config, log, store, context, bulk, webFolder: files.webFolder });
    if ((await context.objects.rollBackUnfinished()) > 0)
      log.warn('An assignment was cut off when the server stopped: it was taken back.');
    await context.sample
      .resume()
      .catch((error: unknown) => log.warn({ err: error }, 'The sample database cannot be opened'));
    if (!(await hasKeyOfStore(store, context.vault))) {
      log.warn(
        'The secret key is not the one that the stored database passwords are sealed with: they must be typed again. Servers on one store need the same SECRET_KEY_FILE.',
      );
    }
    const firstAdministrator = await createFirstAdministrator(config, context);
    const cleaning = setInterval(() => {
      void context.sessions.removeExpired().catch(() => {});
      void context.auth.forgetAttempts().catch(() => {});
      void context.deliveries.trim().catch(() => {});
    }, HOUR).unref();
    const remind = () => {
      void context.notifications.notifyOverdue().catch(() => {});
      void context.objects.remindOfDueDates().catch(() => {});
      void context.forecasts.keepWeekly().catch(() => {});
    };
    const telling = setInterval(remind, HOUR).unref();
    remind();
    // Event streams never end by themselves, and closing would wait for them.
    app.addHook('preClose', async () => {
      context.events.close();
      void working.close();
      // Requests that wait for a database fail, and closing waits for their answers.
      void context.connections.close();
    });
    app.addHook('onClose', async () => {
      clearInterval(telling);
      clearInterval(cleaning);
      await working.close();
      await context.connections.close();
      await bulk.close();
      await context.sample.close();
      await store.close();
      unlockFolder();
    });
    return { app, context, store, firstAdministrator };
  } catch (error) {
    await store.close();
    unlockFolder();
    throw error;
  }
}

export type Program = Awaited<ReturnType<typeof createProgram>>;

/** Milliseconds between checks for work that another process or a worker has left. */
const TICK = 2_000;

/**
 * Processes waiting work: matching after imports, expired acceptances, runs that were queued or interrupted. The
 * tasks do not wait for each other.
 * @param worker - the thread that does the work; null: this thread
 */
function keepWorking(
  { work, runs, assessments, dependencies }: Context,
  log: Log,
  worker: BulkRunner | null,
) {
  const busy = new Map<string, Promise<void>>();
  let closing: Promise<void> | null = null;

  const runWaiting = async (name: string, { isWaiting, runWaiting: here }: Task): Promise<void> => {
    while (!closing && (await isWaiting())) {
      await (worker ? worker.run(name, { params: {}, query: {}, actor: null }, []) : here());
    }
  };
  const wake = (): void => {
    for (const [name, task] of Object.entries(work.tasks)) {
      if (busy.has(name) || closing) continue;
      const working = runWaiting(name, task)
        .catch((error: unknown) => {
          // The store may be unavailable for a moment: the next tick retries.
          if (!closing)
            log.warn({ err: error, task: name }, 'Waiting work failed, and is tried again');
        })
        .finally(() => busy.delete(name));
      busy.set(name, working);
    }
  };
  runs.onQueued(wake);
  assessments.onQueued(wake);
  dependencies.onQueued(wake);
  const ticking = setInterval(wake, TICK).unref();

  return {
    /** Puts running jobs back, with their checkpoints. */
    close(): Promise<void> {
      clearInterval(ticking);
      closing ??= (worker ? worker.close() : work.stop())
        .then(() => Promise.all(busy.values()))
        .then(() => undefined);
      return closing;
    },
  };
}

type Task = Context['work']['tasks'][keyof Context['work']['tasks']];
