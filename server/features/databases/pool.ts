import { setTimeout as sleep } from 'node:timers/promises';
import type { Connection } from '../../../connectors/core/connector.ts';
import type { DataReader } from '../../../connectors/core/data.ts';
import { ConnectorError } from '../../../connectors/core/errors.ts';

/** A few connections to one database, each used by one piece of work at a time. */
export interface DatabasePool {
  /** Waits for a free connection. @throws ConnectorError, `network` where there is none; or the signal's reason once it is aborted */
  use<T>(work: (connection: Connection) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

export interface PoolSettings {
  connections: number;
  /** Pause after each piece of work, in per cent of the time that it took. */
  brake: number;
  signal: AbortSignal;
}

/** @param open - opens a connection; aborting the signal ends it */
export function createPool(
  open: () => Promise<Connection>,
  { connections, brake, signal }: PoolSettings,
): DatabasePool {
  const idle: Connection[] = [];
  const waiting: (() => void)[] = [];
  let most = connections;
  let busy = 0;

  const acquire = async (): Promise<void> => {
    if (busy >= most) await new Promise<void>((resolve) => waiting.push(resolve));
    else busy += 1;
  };
  const release = (): void => {
    const next = busy > most ? undefined : waiting.shift();
    if (next) next();
    else busy -= 1;
  };
  /** A free connection, or a new one; null where the server gives no further one, so that it is done with fewer. */
  const obtain = async (): Promise<Connection | null> => {
    const free = idle.pop();
    if (free) return free;
    try {
      return await open();
    } catch (error) {
      if (signal.aborted || !(error instanceof ConnectorError)) throw error;
      const others = busy - 1 + idle.length;
      if (others < 1) throw new ConnectorError('network', error.message, { cause: error });
      most = Math.min(most, others);
      return null;
    }
  };
  const rest = async (start: number): Promise<void> => {
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
      idle.push(connection);
      await rest(start);
      return result;
    } catch (error) {
      // A statement may have ended its connection: the next one begins on a new one.
      await connection.close();
      throw error;
    }
  };

  return {
    async use(work) {
      for (;;) {
        await acquire();
        try {
          signal.throwIfAborted();
          const connection = await obtain();
          if (connection) return await runWith(connection, work);
        } finally {
          release();
        }
      }
    },
    async close() {
      await Promise.all(idle.splice(0).map((connection) => connection.close()));
    },
  };
}

/** Reads tables with whatever connection of the pool is free. */
export function poolReader(pool: DatabasePool): DataReader {
  const read = <T>(work: (reader: DataReader) => Promise<T>): Promise<T> =>
    pool.use((connection) => {
      if (!connection.data)
        throw new ConnectorError('unsupported', 'Rows of this engine cannot be compared yet.');
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
