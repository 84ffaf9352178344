import { setTimeout as sleep } from 'node:timers/promises';
import type { Connect, Connection } from '../core/connector.ts';
import {
  type DatabaseProcess,
  type ProcessSettings,
  describeTarget,
  startProcess,
  wasCancelled,
} from './process.ts';

/** Opens connections in separate processes. */
export interface Processes {
  connect: Connect;
  /** Cancels running work, and ends all processes within a few seconds. */
  close(): Promise<void>;
}

/** Most processes; further connections share those with the fewest connections. */
const MAX_PROCESSES = 8;
/** Milliseconds that connections have to close. */
const CLOSE_LIMIT = 2_000;

export function createProcesses(settings: ProcessSettings): Processes {
  const processes = new Set<DatabaseProcess>();
  const connections = new Set<AbortController>();
  let closed = false;

  /** Chooses an idle process, or starts a new one; at the limit, the process with the fewest connections. */
  const choose = (): DatabaseProcess => {
    const [first] = [...processes].sort((one, other) => one.connections() - other.connections());
    if (first && (first.connections() === 0 || processes.size >= MAX_PROCESSES)) return first;
    const started = startProcess(settings, () => processes.delete(started));
    processes.add(started);
    return started;
  };

  return {
    async connect(engine, target, options) {
      const subject = describeTarget(engine, target);
      if (closed || options.signal?.aborted) throw wasCancelled(subject);
      const line = choose().open(subject);
      const abort = new AbortController();
      const onAbort = () => abort.abort();
      options.signal?.addEventListener('abort', onAbort, { once: true });
      abort.signal.addEventListener('abort', () => line.cancel(), { once: true });
      connections.add(abort);
      const end = () => {
        options.signal?.removeEventListener('abort', onAbort);
        connections.delete(abort);
        line.end();
      };
      try {
        const args = [engine, target, { ...options, signal: abort.signal }];
        const connection = (await line.call(0, args)) as Connection;
        return {
          ...connection,
          async close() {
            line.limit(CLOSE_LIMIT);
            // If the connection is lost, it counts as closed.
            await connection.close().catch(() => undefined);
            end();
          },
        };
      } catch (error) {
        end();
        throw error;
      }
    },

    async close() {
      closed = true;
      for (const abort of connections) abort.abort();
      const deadline = performance.now() + CLOSE_LIMIT;
      while (connections.size > 0 && performance.now() < deadline) await sleep(20);
      await Promise.all([...processes].map((process) => process.end()));
    },
  };
}
