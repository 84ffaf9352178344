import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import Database from 'libsql';
import type { ConnectionTarget, Reach } from '../core/connector.ts';
import { HOSTILE_NAMES, type Exam } from '../core/exams/exam.ts';
import { createReach } from '../core/connecting/reach.ts';
import { sqlite } from './connector.ts';
import { openSession } from './session.ts';

const quote = (name: string) => `"${name.replaceAll('"', '""')}"`;
const NAMES = [...HOSTILE_NAMES, 'emoji 🐘 table', 'x'.repeat(200), 'sqliteish', 'new\nline'];

/** A folder of its own that connections may open. */
export interface SqliteFolder {
  folder: string;
  options: { reach: Reach };
  targetOf(file: string): ConnectionTarget;
  tearDown(): Promise<void>;
}

export interface SqliteFixture {
  exam: Exam;
  folder: string;
}

export async function createFolder(): Promise<SqliteFolder> {
  const folder = await mkdtemp(join(tmpdir(), 'test-sqlite-'));
  const nobody = {
    host: '',
    port: null,
    username: '',
    password: '',
    tls: 'off',
    tlsCa: null,
  } as const;
  return {
    folder,
    options: { reach: createReach({ fileFolders: [folder] }) },
    targetOf: (database) => ({ ...nobody, database }),
    tearDown: () => rm(folder, { recursive: true, force: true }),
  };
}

/** Processes that read files for this one. */
export async function listReaders(): Promise<number[]> {
  const { stdout } = await promisify(execFile)('ps', ['-A', '-o', 'ppid=,pid=,args=']);
  return stdout
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .filter(
      ([parent, , ...args]) =>
        parent === String(process.pid) && args.some((arg) => arg.includes('sqlite-reader')),
    )
    .map(([, reader]) => Number(reader));
}

/** A file of its own with everything that counts, everything that does not, and hostile names. */
export async function createSqliteFixture(): Promise<SqliteFixture> {
  const { folder, options, targetOf, tearDown } = await createFolder();
  const path = 'Some #folder? file%20.db';
  const database = new Database(join(folder, path));
  database.exec(`
    CREATE TABLE normal (id INTEGER PRIMARY KEY AUTOINCREMENT, amount TEXT);
    CREATE INDEX not_a_table ON normal (amount);
    CREATE VIRTUAL TABLE searchable USING fts5(body);
    CREATE VIEW broken_view AS SELECT * FROM not_there;
    CREATE TRIGGER on_change AFTER INSERT ON normal BEGIN SELECT 1; END;
  `);
  database.exec('CREATE TEMP TABLE passing (id int)');
  for (const name of NAMES) {
    database.exec(`CREATE TABLE ${quote(name)} (id int)`);
    database.exec(`CREATE VIEW ${quote(`v${name}`)} AS SELECT 1 AS one`);
  }
  database.close();

  const exam: Exam = {
    connector: sqlite,
    target: targetOf(path),
    options,
    version: /^SQLite 3(\.\d+)+$/,
    content: {
      main: {
        tables: ['normal', 'searchable', ...NAMES],
        views: ['broken_view', ...NAMES.map((name) => `v${name}`)],
      },
    },
    others: { schema: 'main', kinds: { triggers: ['normal.on_change'] } },
    systemSchema: 'temp',
    openSession,
    writes: [
      "INSERT INTO normal (amount) VALUES ('1') RETURNING id",
      'UPDATE "user" SET id = 1 RETURNING id',
      'DELETE FROM "user" RETURNING id',
    ],
    slowStatement:
      'WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c WHERE x < 300000000) SELECT max(x) FROM c',
    // The connection that the exam holds open has one, too.
    countSlow: async () => (await listReaders()).length - 1,
    greeting: null,
    tearDown,
  };
  return { exam, folder };
}
