import { Readable } from 'node:stream';
import type { MessagePort } from 'node:worker_threads';
import type { WriteLock } from '../db/write-lock.ts';
import type { Config } from '../config.ts';
import { createRooms, limitsOf } from '../http/body-limits.ts';
import { carryOut } from '../http/carry-out.ts';
import { readJson } from '../http/json-reader.ts';
import { type Route, routeKey } from '../http/route.ts';
import { ProblemError } from '../problem.ts';
import { type BulkRunner, type FromWorker, type ToWorker, serialiseProblem } from './runner.ts';
import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** The main thread's write lock, acquired by messages. */
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

/** Tasks of a worker besides answering requests, by name. */
export type Tasks = Readonly<Record<string, () => Promise<unknown>>>;

/** Runs bulk requests and tasks in this thread. */
export function createLocalRunner(
  routes: Route[],
  bodies: Config['bodies'],
  tasks: Tasks = {},
): Pick<BulkRunner, 'run'> {
  const rooms = createRooms(bodies);
  const byKey = new Map(routes.map((route) => [routeKey(route.endpoint), route]));
  return {
    async run(key, request, body) {
      const task = tasks[key];
      if (task) return task();
      const found = byKey.get(key);
      if (!found) throw new Error(`There is no route ${key}.`);
      const share = rooms.enter(found.endpoint);
      // Not kept in a variable, which would hold the body until the work is done.
      return readJson(body, limitsOf(found.endpoint, bodies), share)
        .then((json) => carryOut(found, { ...request, body: json, http: undefined }))
        .finally(share.leave);
    },
  };
}

/** Answers bulk requests in the worker thread, with the same routes as the main thread. */
export function serveBulk(
  port: MessagePort,
  routes: Route[],
  bodies: Config['bodies'],
  tasks: Tasks,
  /** Stops work that would take long. */
  stop: () => Promise<void>,
  close: () => Promise<void>,
): void {
  const local = createLocalRunner(routes, bodies, tasks);
  const post = (message: FromWorker) => port.postMessage(message);
  const running = new Set<Promise<void>>();
  /** Bodies that are still arriving. */
  const arriving = new Map<number, Readable>();

  const fail = (id: number, error: unknown): void => {
    const problem = error instanceof ProblemError ? serialiseProblem(error) : null;
    const message = error instanceof Error ? error.message : String(error);
    post({ kind: 'failed', id, problem, message });
  };

  port.on('message', (message: ToWorker) => {
    if (message.kind === 'run') {
      const { id } = message;
      // The next part is requested only after the previous one has been read, so that parts do not
      // pile up here.
      const body = new Readable({
        objectMode: true,
        highWaterMark: 1,
        read: () => post({ kind: 'more', id }),
      });
      arriving.set(id, body);
      const job = local
        .run(message.key, message.request, body)
        .then((result) => post({ kind: 'done', id, result }))
        .catch((error: unknown) => fail(id, error))
        .finally(() => {
          running.delete(job);
          collectGarbage();
        });
      running.add(job);
    }
    if (message.kind === 'part') arriving.get(message.id)?.push(message.bytes);
    if (message.kind === 'end' || message.kind === 'cut-off') {
      const body = arriving.get(message.id);
      arriving.delete(message.id);
      if (message.kind === 'end') body?.push(null);
      else body?.destroy(new Error('The body was cut off.'));
    }
    if (message.kind === 'close') {
      void stop()
        .then(() => Promise.allSettled(running))
        .then(close)
        .then(() => port.close());
    }
  });
}

/** Bytes used by this thread from which collecting garbage is worth it. */
const COLLECT_FROM = 24 * 1024 * 1024;

let collect: (() => void) | null = null;

/** Frees the memory of a long list if it is large, so that it is not added to that of the next list. */
function collectGarbage(): void {
  const { used_heap_size, external_memory } = getHeapStatistics();
  if (used_heap_size + external_memory < COLLECT_FROM) return;
  if (!collect) {
    setFlagsFromString('--expose-gc');
    collect = runInNewContext('gc') as () => void;
  }
  collect();
}
