import { mkdtemp, readdir, readlink, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import type { ConnectionTarget, Reach } from '../core/connector.ts';
import { type Exam, HOSTILE_NAMES } from '../core/exams/exam.ts';
import { createReach } from '../core/connecting/reach.ts';
import { duckdb } from './connector.ts';
import { openSession } from './session.ts';

export const quote = (name: string) => `"${name.replaceAll('"', '""')}"`;
const NAMES = [...HOSTILE_NAMES, 'emoji 🐘 table', 'x'.repeat(200), 'new\nline'];

/** A folder of its own that connections may open. */
export interface DuckdbFolder {
  folder: string;
  options: { reach: Reach };
  targetOf(file: string): ConnectionTarget;
  /** Runs statements on a file, which is made where it is missing. */
  run(file: string, ...statements: string[]): Promise<void>;
  tearDown(): Promise<void>;
}

export async function createFolder(): Promise<DuckdbFolder> {
  const folder = await mkdtemp(join(tmpdir(), 'test-duckdb-'));
  return {
    folder,
    options: { reach: createReach({ fileFolders: [folder] }) },
    targetOf: (database) => ({
      host: '',
      port: null,
      database,
      username: '',
      password: '',
      tls: 'off',
      tlsCa: null,
    }),
    async run(file, ...statements) {
      const instance = await DuckDBInstance.create(join(folder, file));
      const connection = await instance.connect();
      try {
        for (const statement of statements) await connection.run(statement);
      } finally {
        connection.closeSync();
        instance.closeSync();
      }
    },
    tearDown: () => rm(folder, { recursive: true, force: true }),
  };
}

/** How often this process has a file open: once for each statement that runs. */
async function countOpen(file: string): Promise<number> {
  const open = await Promise.all(
    (await readdir('/proc/self/fd')).map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => '')),
  );
  return open.filter((path) => path === file).length;
}

export const SLOW = 'SELECT count(*) FROM range(100000000000) t(x) WHERE hash(x) % 7 = x % 5';

/** A file of its own with everything that counts, everything that does not, and hostile names. */
export async function createDuckdbFixture(): Promise<{ exam: Exam; folder: DuckdbFolder }> {
  const folder = await createFolder();
  const path = 'Some #folder file%20.duckdb';
  await folder.run(
    path,
    'CREATE TABLE normal (id INTEGER PRIMARY KEY, amount VARCHAR)',
    'CREATE INDEX not_a_table ON normal (amount)',
    'CREATE SEQUENCE not_a_table_either',
    "CREATE TYPE mood AS ENUM ('fine')",
    'CREATE TEMP TABLE passing (id INTEGER)',
    'CREATE TEMP VIEW passing_view AS SELECT 1 AS one',
    'CREATE TEMP MACRO passing_macro() AS 1',
    'CREATE TABLE gone (id INTEGER)',
    'CREATE VIEW broken_view AS SELECT * FROM gone',
    'DROP TABLE gone',
    'CREATE MACRO plus(a, b) AS a + b',
    'CREATE MACRO overloaded(a) AS a, (a, b) AS a + b',
    'CREATE MACRO numbers(n) AS TABLE SELECT range AS number FROM range(n)',
    'CREATE MACRO twins(a) AS a',
    'CREATE MACRO twins(a) AS TABLE SELECT a',
    'CREATE SCHEMA "an other"',
    'CREATE TABLE "an other".same AS SELECT 1 AS one',
    'CREATE TABLE same AS SELECT 1 AS one',
    'CREATE SCHEMA "empty"',
    ...NAMES.flatMap((name) => [
      `CREATE TABLE ${quote(name)} (id INTEGER)`,
      `CREATE VIEW ${quote(`v${name}`)} AS SELECT 1 AS one`,
      `CREATE MACRO ${quote(`m${name}`)}(a) AS a`,
    ]),
  );
  const exam: Exam = {
    connector: duckdb,
    target: folder.targetOf(path),
    options: folder.options,
    version: /^DuckDB \d+(\.\d+)+$/,
    content: {
      main: {
        tables: ['normal', 'same', ...NAMES],
        views: ['broken_view', ...NAMES.map((name) => `v${name}`)],
        functions: [
          'plus',
          'overloaded(a)',
          'overloaded(a, b)',
          'numbers',
          'twins(a)',
          'twins(a) AS TABLE',
          ...NAMES.map((name) => `m${name}`),
        ],
      },
      'an other': { tables: ['same'] },
      empty: {},
    },
    others: { schema: 'main', kinds: { sequences: ['not_a_table_either'], types: ['mood'] } },
    systemSchema: 'information_schema',
    openSession,
    writes: [
      "INSERT INTO normal VALUES (1, '1') RETURNING id",
      'UPDATE "user" SET id = 1 RETURNING id',
      'DELETE FROM "user" RETURNING id',
      'DROP TABLE normal',
      "COPY normal TO '/tmp/never.csv'",
    ],
    slowStatement: SLOW,
    countSlow: () => countOpen(join(folder.folder, path)),
    greeting: null,
    tearDown: () => folder.tearDown(),
  };
  return { exam, folder };
}
