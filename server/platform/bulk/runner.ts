import { type Message, message } from '../../../contract/messages/message.ts';
import type { Worker } from 'node:worker_threads';
import type { WriteLock } from '../db/write-lock.ts';
import type { BodyParts } from '../http/json-reader.ts';
import type { Actor } from '../http/route.ts';
import { ProblemError, type ProblemExtras } from '../problem.ts';

/** A bulk request without its body. */
export interface BulkRequest {
  params: unknown;
  query: unknown;
  actor: Actor | null;
}

/** Runs requests with large bodies in a worker thread, so that parsing and writing them blocks nobody. */
export interface BulkRunner {
  /**
   * @param key - `routeKey` of the endpoint
   * @param body - JSON bytes as they arrive; their ownership is transferred, so they must not be used afterwards
   * @throws ProblemError as the route does
   */
  run(key: string, request: BulkRequest, body: BodyParts): Promise<unknown>;
  close(): Promise<void>;
}

export type ToWorker =
  | { kind: 'run'; id: number; key: string; request: BulkRequest }
  | { kind: 'part'; id: number; bytes: Uint8Array }
  /** The body is complete, or was cut off. */
  | { kind: 'end' | 'cut-off'; id: number }
  | { kind: 'granted'; turn: number }
  | { kind: 'close' };

export type FromWorker =
  | { kind: 'done'; id: number; result: unknown }
  | { kind: 'failed'; id: number; problem: SerialisedProblem | null; message: string }
  /** The worker is ready for the next part of a body. */
  | { kind: 'more'; id: number }
  | { kind: 'acquire'; turn: number }
  | { kind: 'release'; turn: number };

export interface SerialisedProblem {
  kind: ProblemError['kind'];
  said: Message;
  extras: Omit<ProblemExtras, 'cause'>;
}

export const serialiseProblem = ({ kind, said, extras }: ProblemError): SerialisedProblem => {
  const { cause: _cause, ...rest } = extras;
  return { kind, said, extras: rest };
};

interface Pending {
  resolve(result: unknown): void;
  reject(error: Error): void;
  /** Called when the worker is ready for the next part of the body. */
  more(): void;
}

/** Milliseconds that a worker has to put its work back when the program ends; its answers are ignored then. */
const SHUTDOWN_MS = 2_500;
/** Milliseconds after which an idle worker is ended, to free its memory. Starting one takes 0.3 s of a core. */
const IDLE_MS = 10_000;

/**
 * @param start - starts the worker thread; called for the first large request, and again after a crash or an idle
 * period
 * @param lock - the write lock, shared with the worker's transactions
 * @param cleanUp - repairs what a crashed worker left behind, before its callers get the error
 */
export function createBulkRunner(
  start: () => Worker,
  lock: WriteLock,
  cleanUp: () => Promise<unknown> = async () => {},
): BulkRunner {
  const pending = new Map<number, Pending>();
  /** Write locks held by each worker, including one that is being ended and still puts its work back. */
  const granted = new Map<Worker, Map<number, () => void>>();
  let worker: Worker | null = null;
  let retired: Promise<unknown> = Promise.resolve();
  let ending: Worker | null = null;
  let idle: NodeJS.Timeout | undefined;
  let lastId = 0;

  const retire = (): void => {
    clearTimeout(idle);
    const resting = worker;
    if (!resting) return;
    worker = null;
    ending = resting;
    retired = new Promise((resolve) => resting.once('exit', resolve));
    resting.postMessage({ kind: 'close' } satisfies ToWorker);
  };

  const restLater = (): void => {
    clearTimeout(idle);
    if (pending.size === 0) idle = setTimeout(retire, IDLE_MS).unref();
  };

  const receive = (from: Worker, message: FromWorker): void => {
    if (message.kind === 'acquire') {
      void lock.acquire().then((release) => {
        const own = granted.get(from);
        if (!own) return release();
        own.set(message.turn, release);
        from.postMessage({ kind: 'granted', turn: message.turn } satisfies ToWorker);
      });
      return;
    }
    if (message.kind === 'release') {
      granted.get(from)?.get(message.turn)?.();
      granted.get(from)?.delete(message.turn);
      return;
    }
    const request = pending.get(message.id);
    if (message.kind === 'more') return request?.more();
    pending.delete(message.id);
    request?.more();
    if (message.kind === 'done') request?.resolve(message.result);
    else request?.reject(revive(message));
    restLater();
  };

  /** The store rolls back a crashed worker's transaction; this fails its callers, so that they do not wait. */
  const abandon = (error: Error): void => {
    worker = null;
    const callers = [...pending.values()];
    pending.clear();
    for (const { more } of callers) more();
    const rejectAll = (): void => callers.forEach((caller) => caller.reject(error));
    void cleanUp().then(rejectAll, rejectAll);
  };

  const ensureWorker = (): Worker => {
    if (worker) return worker;
    const started = start();
    worker = started;
    granted.set(started, new Map());
    started.on('message', (message: FromWorker) => receive(started, message));
    let cause = new Error('The bulk worker stopped.');
    started.on('error', (error: Error) => {
      cause = 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? outOfMemory() : error;
    });
    // Not before the exit: until then the thread's connection may hold its transaction.
    started.on('exit', () => {
      for (const release of granted.get(started)?.values() ?? []) release();
      granted.delete(started);
      if (started === worker) abandon(cause);
    });
    started.unref();
    return started;
  };

  return {
    run(key, request, body) {
      clearTimeout(idle);
      const id = (lastId += 1);
      const to = ensureWorker();
      const post = (message: ToWorker, handedOver: ArrayBuffer[] = []): void =>
        to.postMessage(message, handedOver);
      const wanted = createGate();
      const send = async (): Promise<void> => {
        for await (const part of body) {
          if (pending.has(id)) await wanted.pass();
          // The request has already been answered; its sender still receives the error.
          if (!pending.has(id)) continue;
          const bytes = ownBytes(part);
          post({ kind: 'part', id, bytes }, [bytes.buffer]);
        }
        post({ kind: 'end', id });
      };
      return new Promise((resolve, reject) => {
        pending.set(id, { resolve, reject, more: wanted.open });
        post({ kind: 'run', id, key, request });
        send().catch((error: Error) => {
          post({ kind: 'cut-off', id });
          reject(error);
        });
      });
    },
    async close() {
      retire();
      const late = setTimeout(() => void ending?.terminate(), SHUTDOWN_MS);
      await retired;
      clearTimeout(late);
      if (pending.size > 0) abandon(new Error('The program ended meanwhile.'));
    },
  };
}

const outOfMemory = () => new ProblemError('unavailable', message('request.listTooMuch'));

/** A gate where each opening lets one waiter pass. */
function createGate() {
  let open = 0;
  let wake: () => void = () => {};
  return {
    open(): void {
      open += 1;
      wake();
    },
    async pass(): Promise<void> {
      while (open === 0) await new Promise<void>((resolve) => (wake = resolve));
      open -= 1;
    },
  };
}

/** Bytes in a buffer of their own, which can be transferred; copied only if their buffer is shared. */
const ownBytes = (bytes: Uint8Array): Uint8Array<ArrayBuffer> =>
  bytes.buffer instanceof ArrayBuffer && bytes.byteLength === bytes.buffer.byteLength
    ? (bytes as Uint8Array<ArrayBuffer>)
    : new Uint8Array(bytes);

function revive({ problem, message }: Extract<FromWorker, { kind: 'failed' }>): Error {
  return problem
    ? new ProblemError(problem.kind, problem.said, problem.extras)
    : new Error(message);
}
