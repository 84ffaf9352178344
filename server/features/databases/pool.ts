import { setMaxListeners } from 'node:events';
import { message } from '../../../contract/messages/message.ts';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Connection } from '../../../connectors/core/connector.ts';
import type { DataReader } from '../../../connectors/core/data.ts';
import { ConnectorError } from '../../../connectors/core/errors.ts';

/** A database accepts no connection at all. */
export class NoConnection extends ConnectorError {}

/** A few connections to one database, each used for one piece of work at a time. */
export interface DatabasePool {
  /** Waits for a free connection. @throws NoConnection, ConnectorError, or the signal's reason once it is aborted */
  use<T>(work: (connection: Connection) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

export interface PoolSettings {
  /** Shared by all pools to the same database. */
  limit: ConnectionLimit;
  /** Pause after each piece of work, in per cent of its duration. */
  brake: number;
  signal: AbortSignal;
}

/** The limit of open connections to one database, shared by all of its pools. */
export interface ConnectionLimit {
  most: number;
  /** Running pieces of work, each with a connection or about to get one. */
  busy: number;
  open: number;
  waiting: (() => void)[];
  /** The idle connections of each pool. */
  idle: Set<Connection[]>;
}

export const createConnectionLimit = (most: number): ConnectionLimit => ({
  most,
  busy: 0,
  open: 0,
  waiting: [],
  idle: new Set(),
});

/** @throws the signal's reason as soon as it is aborted */
async function acquireSlot(limit: ConnectionLimit, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  if (limit.busy < limit.most) {
    limit.busy += 1;
    return;
  }
  await new Promise<void>((resolve, reject) => {
    const proceed = () => {
      signal.removeEventListener('abort', giveUp);
      resolve();
    };
    const giveUp = () => {
      limit.waiting = limit.waiting.filter((other) => other !== proceed);
      reject(signal.reason as Error);
    };
    limit.waiting.push(proceed);
    signal.addEventListener('abort', giveUp, { once: true });
  });
}

function releaseSlot(limit: ConnectionLimit): void {
  const next = limit.busy > limit.most ? undefined : limit.waiting.shift();
  if (next) next();
  else limit.busy -= 1;
}

/** An idle connection of another pool, if no further one may be opened. */
function takeIdle({ open, most, idle }: ConnectionLimit): Connection | undefined {
  if (open < most) return undefined;
  for (const connections of idle) {
    const found = connections.pop();
    if (found) return found;
  }
  return undefined;
}

/** @param open - opens a connection; aborting the signal ends it */
export function createPool(
  open: () => Promise<Connection>,
  { limit, brake, signal }: PoolSettings,
): DatabasePool {
  // Each connection adds a listener, and each piece of work that waits for one.
  setMaxListeners(0, signal);
  const idle: Connection[] = [];
  limit.idle.add(idle);
  let closed = false;

  const end = async (connection: Connection): Promise<void> => {
    await connection.close();
    limit.open -= 1;
  };
  /**
   * A free connection, or a new one; null if the server allows no further one, so that the pool makes do with fewer.
   */
  const obtainConnection = async (): Promise<Connection | null> => {
    const free = idle.pop();
    if (free) return free;
    const taken = takeIdle(limit);
    limit.open += 1;
    if (taken) await end(taken);
    try {
      return await open();
    } catch (error) {
      limit.open -= 1;
      if (signal.aborted || !(error instanceof ConnectorError)) throw error;
      if (limit.open < 1) throw new NoConnection('network', error.said, { cause: error });
      limit.most = Math.min(limit.most, limit.open);
      return null;
    }
  };
  const pauseAfter = async (start: number): Promise<void> => {
    const pause = ((performance.now() - start) * brake) / 100;
    if (pause >= 1) await sleep(pause, undefined, { signal }).catch(() => undefined);
  };

  const runWith = async <T>(
    connection: Connection,
    work: (connection: Connection) => Promise<T>,
  ): Promise<T> => {
    const start = performance.now();
    try {
      const result = await work(connection);
      if (closed) await end(connection);
      else idle.push(connection);
      await pauseAfter(start);
      return result;
    } catch (error) {
      // The statement may have broken its connection, so the next one uses a new one.
      await end(connection);
      throw error;
    }
  };

  return {
    async use(work) {
      for (;;) {
        await acquireSlot(limit, signal);
        try {
          signal.throwIfAborted();
          const connection = await obtainConnection();
          if (connection) return await runWith(connection, work);
        } finally {
          releaseSlot(limit);
        }
      }
    },
    async close() {
      closed = true;
      limit.idle.delete(idle);
      await Promise.all(idle.splice(0).map(end));
    },
  };
}

/** Reads tables with any free connection of the pool. */
export function poolReader(pool: DatabasePool): DataReader {
  const read = <T>(work: (reader: DataReader) => Promise<T>): Promise<T> =>
    pool.use((connection) => {
      if (!connection.data) throw new ConnectorError('unsupported', message('rows.rowsUnread'));
      return work(connection.data);
    });
  return {
    countRows: (...args) => read((reader) => reader.countRows(...args)),
    aggregate: (...args) => read((reader) => reader.aggregate(...args)),
    findBoundaries: (...args) => read((reader) => reader.findBoundaries(...args)),
    checksum: (...args) => read((reader) => reader.checksum(...args)),
    bucketChecksums: (...args) => read((reader) => reader.bucketChecksums(...args)),
    hashRows: (...args) => read((reader) => reader.hashRows(...args)),
    readRows: (...args) => read((reader) => reader.readRows(...args)),
    sampleRows: (...args) => read((reader) => reader.sampleRows(...args)),
  };
}
