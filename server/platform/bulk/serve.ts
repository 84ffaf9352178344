import type { MessagePort } from 'node:worker_threads';
import type { WriteLock } from '../db/write-lock.ts';
import { carryOut, parseJson } from '../http/carry-out.ts';
import { type Route, routeKey } from '../http/route.ts';
import { ProblemError } from '../problem.ts';
import { type BulkRunner, type FromWorker, type ToWorker, serialiseProblem } from './runner.ts';

/** The main thread's write lock, asked for by messages. */
export function createRemoteLock(port: MessagePort): WriteLock {
  const waiting = new Map<number, () => void>();
  let lastTurn = 0;
  port.on('message', (message: ToWorker) => {
    if (message.kind !== 'granted') return;
    waiting.get(message.turn)?.();
    waiting.delete(message.turn);
  });
  const post = (message: FromWorker) => port.postMessage(message);
  return {
    acquire() {
      const turn = (lastTurn += 1);
      return new Promise((resolve) => {
        waiting.set(turn, () => resolve(() => post({ kind: 'release', turn })));
        post({ kind: 'acquire', turn });
      });
    },
  };
}

/** What a worker does besides answering requests, by name. */
export type Tasks = Readonly<Record<string, () => Promise<unknown>>>;

/** Carries bulk requests and tasks out in this thread. */
export function createLocalRunner(
  routes: Route[],
  tasks: Tasks = {},
): Pick<BulkRunner, 'run' | 'prepare'> {
  const byKey = new Map(routes.map((route) => [routeKey(route.endpoint), route]));
  return {
    prepare() {},
    // Not an async function: that would hold the bytes, and what they say, until the work is done.
    run(key, request, body) {
      try {
        const task = tasks[key];
        if (task) return task();
        const found = byKey.get(key);
        if (!found) throw new Error(`There is no route ${key}.`);
        return carryOut(found, { ...request, body: parseJson(body), http: undefined });
      } catch (error) {
        return Promise.reject(error as Error);
      }
    },
  };
}

/** Answers bulk requests in the worker thread, with the same routes as the main thread. */
export function serveBulk(
  port: MessagePort,
  routes: Route[],
  tasks: Tasks,
  /** Ends what would go on for long. */
  stop: () => Promise<void>,
  close: () => Promise<void>,
): void {
  const local = createLocalRunner(routes, tasks);
  const post = (message: FromWorker) => port.postMessage(message);
  const running = new Set<Promise<void>>();

  const fail = (id: number, error: unknown): void => {
    const problem = error instanceof ProblemError ? serialiseProblem(error) : null;
    const message = error instanceof Error ? error.message : String(error);
    post({ kind: 'failed', id, problem, message });
  };

  port.on('message', (message: ToWorker) => {
    if (message.kind === 'run') {
      const { id } = message;
      const job = local
        .run(message.key, message.request, message.body)
        .then((result) => post({ kind: 'done', id, result }))
        .catch((error: unknown) => fail(id, error))
        .finally(() => running.delete(job));
      running.add(job);
    }
    if (message.kind === 'close') {
      void stop()
        .then(() => Promise.allSettled(running))
        .then(close)
        .then(() => port.close());
    }
  });
}
