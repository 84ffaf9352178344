import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';
import type { Handle, HandleAccess } from './sqlite-handle.ts';
import type { WriteLock } from './write-lock.ts';

/**
 * A logical connection. Outside a transaction, reads go to the reader at once, and a write takes the lock for a
 * single statement; a transaction holds the lock and runs everything on the writer.
 */
class SqliteConnection implements DatabaseConnection {
  #release: (() => void) | null = null;
  readonly #reader: Handle;
  readonly #writer: Handle;
  readonly #lock: WriteLock;

  constructor(reader: Handle, writer: Handle, lock: WriteLock) {
    this.#reader = reader;
    this.#writer = writer;
    this.#lock = lock;
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    if (this.#release) return (await this.#writer.run(query)) as QueryResult<R>;
    if (query.query.kind === 'SelectQueryNode') {
      return (await this.#reader.run(query)) as QueryResult<R>;
    }
    const release = await this.#lock.acquire();
    try {
      return (await this.#writer.run(query)) as QueryResult<R>;
    } finally {
      release();
    }
  }

  // oxlint-disable-next-line require-yield
  async *streamQuery(): AsyncIterableIterator<never> {
    throw new Error('Lists are read in pages, not by a cursor that holds the connection.');
  }

  async begin(): Promise<void> {
    this.#release = await this.#lock.acquire();
    try {
      await this.#writer.exec('begin immediate');
    } catch (error) {
      this.#release();
      this.#release = null;
      throw error;
    }
  }

  /** If the commit fails, the transaction stays open for the rollback that follows. */
  async end(statement: 'commit' | 'rollback'): Promise<void> {
    try {
      await this.#writer.exec(statement);
    } catch (error) {
      if (statement === 'rollback') this.#giveBack();
      throw error;
    }
    this.#giveBack();
  }

  #giveBack(): void {
    this.#release?.();
    this.#release = null;
  }
}

class SqliteDriver implements Driver {
  #reader!: Handle;
  #writer!: Handle;
  readonly #open: OpenHandle;
  readonly #lock: WriteLock;

  constructor(open: OpenHandle, lock: WriteLock) {
    this.#open = open;
    this.#lock = lock;
  }

  async init(): Promise<void> {
    // The writer is opened first, because it sets a new file to use a write-ahead log.
    this.#writer = await this.#open('write');
    this.#reader = await this.#open('read');
  }

  async acquireConnection(): Promise<DatabaseConnection> {
    return new SqliteConnection(this.#reader, this.#writer, this.#lock);
  }

  async beginTransaction(connection: SqliteConnection): Promise<void> {
    await connection.begin();
  }

  async commitTransaction(connection: SqliteConnection): Promise<void> {
    await connection.end('commit');
  }

  async rollbackTransaction(connection: SqliteConnection): Promise<void> {
    await connection.end('rollback');
  }

  async releaseConnection(): Promise<void> {}

  async destroy(): Promise<void> {
    await this.#reader.close();
    await this.#writer.close();
  }
}

export type OpenHandle = (access: HandleAccess) => Handle | Promise<Handle>;

/** Kysely on libsql. @param lock - shared by all writers to the file, in any thread */
export function createSqliteDialect(open: OpenHandle, lock: WriteLock): Dialect {
  return {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => new SqliteDriver(open, lock),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  };
}
