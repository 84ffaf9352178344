import type { MessagePort } from 'node:worker_threads';
import type { WriteLock } from '../db/write-lock.ts';
import { carryOut, parseJson } from '../http/carry-out.ts';
import { type Route, routeKey } from '../http/route.ts';
import { ProblemError } from '../problem.ts';
import { type FromWorker, type ToWorker, serialiseProblem } from './runner.ts';

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

/** Answers bulk requests in the worker thread, with the same routes as the main thread. */
export function serveBulk(port: MessagePort, routes: Route[], close: () => Promise<void>): void {
  const byKey = new Map(routes.map((route) => [routeKey(route.endpoint), route]));
  const post = (message: FromWorker) => port.postMessage(message);
  const running = new Set<Promise<void>>();

  const run = async ({
    id,
    key,
    request,
    body,
  }: Extract<ToWorker, { kind: 'run' }>): Promise<void> => {
    try {
      const found = byKey.get(key);
      if (!found) throw new Error(`The bulk worker has no route ${key}.`);
      const result = await carryOut(found, { ...request, body: parseJson(body), http: undefined });
      post({ kind: 'done', id, result });
    } catch (error) {
      const problem = error instanceof ProblemError ? serialiseProblem(error) : null;
      post({
        kind: 'failed',
        id,
        problem,
        message: error instanceof Error ? error.message : String(error),
      });
    }
  };

  port.on('message', (message: ToWorker) => {
    if (message.kind === 'run') {
      const job = run(message).finally(() => running.delete(job));
      running.add(job);
    }
    if (message.kind === 'close') {
      void Promise.allSettled(running)
        .then(close)
        .then(() => port.close());
    }
  });
}
