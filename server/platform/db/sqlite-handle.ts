import Database from 'libsql';

const CACHED_STATEMENTS = 200;

export interface Statement {
  sql: string;
  parameters: readonly unknown[];
}

export interface StatementResult {
  rows: unknown[];
  numAffectedRows?: bigint;
  insertId?: bigint;
}

export type HandleAccess = 'read' | 'write';

/** One connection to a SQLite file, in this thread or in one of its own. */
export interface Handle {
  run(statement: Statement): StatementResult | Promise<StatementResult>;
  exec(statement: string): void | Promise<void>;
  close(): void | Promise<void>;
}

/**
 * Opens a connection in this thread, which every call blocks. Writers sync every commit to disk; readers of the WAL
 * never wait for a writer.
 */
export function openHandle(file: string, access: HandleAccess): Handle {
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
    run({ sql, parameters }) {
      const statement = prepare(sql);
      if (statement.reader) return { rows: statement.all(parameters) };
      const { changes, lastInsertRowid } = statement.run(parameters);
      return {
        rows: [],
        numAffectedRows: BigInt(changes),
        insertId: BigInt(lastInsertRowid),
      };
    },
    exec: (statement) => void database.exec(statement),
    close() {
      // Leaves a single file with all data, which can be copied.
      if (access === 'write') database.exec('pragma wal_checkpoint(truncate)');
      database.close();
    },
  };
}
