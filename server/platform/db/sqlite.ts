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
import Database from 'libsql';
import type { WriteLock } from './write-lock.ts';

const CACHED_STATEMENTS = 200;

interface Handle {
  run(query: CompiledQuery): QueryResult<unknown>;
  exec(statement: string): void;
  close(): void;
}

/** Opens one connection. Writers sync every commit to disk; readers of the WAL never wait for a writer. */
function openHandle(file: string, access: 'read' | 'write'): Handle {
  const database = new Database(file, { timeout: 5_000 });
  database.exec('pragma foreign_keys=on');
  if (access === 'write') {
    database.exec('pragma journal_mode=wal');
    database.exec('pragma synchronous=full');
  } else {
    database.exec('pragma query_only=on');
  }
  const statements = new Map<string, Database.Statement>();
  const prepare = (statement: string): Database.Statement => {
    const known = statements.get(statement);
    if (known) return known;
    const prepared = database.prepare(statement);
    statements.set(statement, prepared);
    if (statements.size > CACHED_STATEMENTS) statements.delete(statements.keys().next().value!);
    return prepared;
  };
  return {
    run(query) {
      const statement = prepare(query.sql);
      if (statement.reader) return { rows: statement.all(query.parameters) };
      const { changes, lastInsertRowid } = statement.run(query.parameters);
      return {
        rows: [],
        numAffectedRows: BigInt(changes),
        insertId: BigInt(lastInsertRowid),
      };
    },
    exec: (statement) => database.exec(statement),
    close: () => database.close(),
  };
}

/**
 * A logical connection. Outside a transaction reads go to the reader at once and a write takes the
 * lock for its one statement; a transaction holds the lock and does everything on the writer.
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
    if (this.#release) return this.#writer.run(query) as QueryResult<R>;
    if (query.query.kind === 'SelectQueryNode') return this.#reader.run(query) as QueryResult<R>;
    const release = await this.#lock.acquire();
    try {
      return this.#writer.run(query) as QueryResult<R>;
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
      this.#writer.exec('begin immediate');
    } catch (error) {
      this.#release();
      this.#release = null;
      throw error;
    }
  }

  end(statement: 'commit' | 'rollback'): void {
    try {
      this.#writer.exec(statement);
    } finally {
      this.#release?.();
      this.#release = null;
    }
  }
}

class SqliteDriver implements Driver {
  #reader!: Handle;
  #writer!: Handle;
  readonly #file: string;
  readonly #lock: WriteLock;

  constructor(file: string, lock: WriteLock) {
    this.#file = file;
    this.#lock = lock;
  }

  async init(): Promise<void> {
    this.#writer = openHandle(this.#file, 'write');
    this.#reader = openHandle(this.#file, 'read');
  }

  async acquireConnection(): Promise<DatabaseConnection> {
    return new SqliteConnection(this.#reader, this.#writer, this.#lock);
  }

  async beginTransaction(connection: SqliteConnection): Promise<void> {
    await connection.begin();
  }

  async commitTransaction(connection: SqliteConnection): Promise<void> {
    connection.end('commit');
  }

  async rollbackTransaction(connection: SqliteConnection): Promise<void> {
    connection.end('rollback');
  }

  async releaseConnection(): Promise<void> {}

  async destroy(): Promise<void> {
    this.#reader.close();
    // Leaves one file with everything in it, fit to be copied.
    this.#writer.exec('pragma wal_checkpoint(truncate)');
    this.#writer.close();
  }
}

/** Kysely on libsql. `lock` is shared by everybody who writes to the file, worker threads included. */
export function createSqliteDialect(file: string, lock: WriteLock): Dialect {
  return {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => new SqliteDriver(file, lock),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  };
}
