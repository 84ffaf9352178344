import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { access, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import Database from 'libsql';
import { makeSourceScript } from './bookshop-source.ts';
import { type GateOptions, openGate, type PostgresGate } from './postgres-gate.ts';
import { DATABASE, READER } from './postgres-wire.ts';
import { makeDatabase } from './postgres-program.ts';

export interface SampleDatabases {
  /**
   * Recreates the SQLite database, and begins to create the PostgreSQL one, which takes a few seconds: its port is
   * open at once, and connections wait. Only the caller knows the password; the disk holds its hash.
   */
  prepare(): Promise<{
    /** An absolute path. */
    sqliteFile: string;
    /** Rejects if the PostgreSQL database cannot be created. */
    made: Promise<void>;
    postgres: { host: string; port: number; database: string; username: string; password: string };
  }>;
  /** Changes the SQLite database again, like somebody who tells nobody. */
  changeSource(): Promise<void>;
  /** Notes that the sample, which `prepare` began, is complete. */
  finish(): Promise<void>;
  /** Whether this machine began a sample that it has not completed, because the server ended. */
  isUnfinished(): Promise<boolean>;
  /** Stores a sealed text beside the databases. */
  keep(sealed: string): Promise<void>;
  /** The stored text; null if there is none. */
  kept(): Promise<string | null>;
  /** Reopens the PostgreSQL database after a restart, at its former port. @throws if the port is taken */
  resume(port: number): Promise<void>;
  /** Closes both and deletes their folder. */
  remove(): Promise<void>;
  /** Stops listening and ends the database program; the files stay. */
  close(): Promise<void>;
}

interface Options {
  dataDir: string;
  log: GateOptions['log'];
  /** The built database program; by default the one beside the server. */
  program?: string;
  idleMs?: number;
}

const hash = (text: string) => createHash('sha256').update(text).digest();

export function createSampleDatabases(options: Options): SampleDatabases {
  const folder = join(options.dataDir, 'sample');
  const sqliteFile = join(folder, `${DATABASE}.sqlite`);
  const postgresFolder = join(folder, 'postgres');
  // The password is random and long, so a plain hash is enough.
  const passwordFile = join(folder, 'password.sha256');
  const keptFile = join(folder, 'kept');
  const unfinishedFile = join(folder, 'unfinished');
  const program =
    options.program ?? fileURLToPath(new URL('./sample-postgres.js', import.meta.url));
  let gate: PostgresGate | null = null;
  let making = Promise.resolve();

  async function open(port: number, made: Promise<void>) {
    const expected = Buffer.from(await readFile(passwordFile, 'utf8'), 'hex');
    gate = await openGate(port, {
      program,
      folder: postgresFolder,
      made,
      admission: {
        user: READER,
        database: DATABASE,
        isPassword: (given) => timingSafeEqual(hash(given), expected),
      },
      idleMs: options.idleMs ?? 60_000,
      log: options.log,
    });
    return gate.port;
  }

  async function close() {
    // The program writes into the folder until it has ended.
    await making.catch(() => undefined);
    await gate?.close();
    gate = null;
  }

  async function remove() {
    await close();
    // A database program that outlives its server for a moment may still write into it.
    await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  }

  return {
    async prepare() {
      await remove();
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await writeFile(unfinishedFile, '', { mode: 0o600 });
      const password = randomBytes(18).toString('base64url');
      await writeFile(passwordFile, hash(password).toString('hex'), { mode: 0o600 });
      making = makeDatabase(program, postgresFolder);
      // A failure reaches whoever awaits it.
      making.catch(() => undefined);
      await makeSqliteFile(sqliteFile);
      const port = await open(0, making);
      const postgres = { host: '127.0.0.1', port, database: DATABASE, username: READER, password };
      return { sqliteFile, postgres, made: making };
    },
    async changeSource() {
      const database = new Database(sqliteFile);
      try {
        database.exec('ALTER TABLE readings ADD COLUMN host TEXT');
      } finally {
        database.close();
      }
    },
    finish: () => rm(unfinishedFile),
    isUnfinished: () =>
      access(unfinishedFile).then(
        () => true,
        () => false,
      ),
    keep: (sealed) => writeFile(keptFile, sealed, { mode: 0o600 }),
    kept: () => readFile(keptFile, 'utf8').catch(() => null),
    async resume(port) {
      await close();
      await open(port, Promise.resolve());
    },
    remove,
    close,
  };
}

async function makeSqliteFile(file: string): Promise<void> {
  const unfinished = `${file}.new`;
  const database = new Database(unfinished);
  try {
    database.exec(`BEGIN; ${makeSourceScript()} COMMIT;`);
  } finally {
    database.close();
  }
  await rename(unfinished, file);
}
