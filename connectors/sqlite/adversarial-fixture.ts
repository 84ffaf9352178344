import { join } from 'node:path';
import Database from 'libsql';
import { namesWithin, type AdversarialCase } from '../core/exams/adversarial-exam.ts';
import type { SqliteFolder } from './fixture.ts';

const quote = (name: string) => `"${name.replaceAll('"', '""')}"`;
const range = (count: number) => Array.from({ length: count }, (_, index) => index + 1);
const NAMES = namesWithin({
  longest: 1_000,
  unit: 'characters',
  emoji: true,
  caseSensitive: false,
});

const DAMAGED = 'PRAGMA writable_schema = on';

async function make(
  { folder, targetOf, options }: SqliteFolder,
  file: string,
  statements: string[],
  content: { tables?: string[]; views?: string[] },
) {
  const database = new Database(join(folder, file));
  for (const sql of statements) database.exec(sql);
  database.close();
  return { target: targetOf(file), options, schemas: ['main'], content: { main: content } };
}

export const SQLITE_CASES: AdversarialCase<SqliteFolder>[] = [
  {
    title: '5,000 tables, as there is one schema only',
    make: (folder) =>
      make(
        folder,
        'crowd.db',
        ['BEGIN', ...range(5_000).map((index) => `CREATE TABLE t${index} (id int)`), 'COMMIT'],
        { tables: range(5_000).map((index) => `t${index}`) },
      ),
  },
  {
    title: 'a table with 2,000 columns',
    make: (folder) => {
      const columns = range(2_000).map((index) => `column_${index}`);
      const sql = [
        `CREATE TABLE wide (${columns.join()})`,
        'CREATE VIEW seen AS SELECT * FROM wide',
      ];
      return make(folder, 'wide.db', sql, { tables: ['wide'], views: ['seen'] });
    },
  },
  {
    title: 'names of every look, for tables and views',
    make: (folder) => {
      const views = NAMES.map((name) => `v${name}`);
      const sql = [
        ...NAMES.map((name) => `CREATE TABLE ${quote(name)} (${quote(name)} int)`),
        ...views.map((name) => `CREATE VIEW ${quote(name)} AS SELECT 1 AS one`),
      ];
      return make(folder, 'names.db', sql, { tables: NAMES, views });
    },
  },
  {
    title: 'virtual tables without their storage, also where the module is not there',
    make: (folder) =>
      make(
        folder,
        'virtual.db',
        [
          'CREATE VIRTUAL TABLE words USING fts5(body)',
          'CREATE VIRTUAL TABLE places USING rtree(id, x1, x2)',
          'CREATE TABLE words_of_mine (id int)',
          'CREATE TABLE alone_content (id int)',
          DAMAGED,
          `INSERT INTO sqlite_schema VALUES ('table', 'foreign', 'foreign', 0, 'CREATE VIRTUAL TABLE "foreign" USING not_here(a, b)')`,
        ],
        { tables: ['words', 'places', 'words_of_mine', 'alone_content', 'foreign'] },
      ),
  },
  {
    title: 'views that no longer compile',
    make: (folder) =>
      make(
        folder,
        'views.db',
        [
          'CREATE TABLE changing (id int, gone int); CREATE TABLE soon_gone (id int)',
          'CREATE VIEW on_table AS SELECT * FROM soon_gone',
          'CREATE VIEW on_view AS SELECT * FROM on_table',
          'CREATE VIEW on_itself AS SELECT * FROM on_itself',
          'CREATE VIEW on_function AS SELECT no_such_function(1)',
          'DROP TABLE soon_gone',
        ],
        { tables: ['changing'], views: ['on_table', 'on_view', 'on_itself', 'on_function'] },
      ),
  },
  {
    title:
      'what is a table and what is none: strict, without row id, statistics, indexes, triggers',
    make: (folder) =>
      make(
        folder,
        'things.db',
        [
          'CREATE TABLE strict_one (id INTEGER PRIMARY KEY AUTOINCREMENT, words TEXT) STRICT',
          'CREATE TABLE without_id (id int PRIMARY KEY) WITHOUT ROWID',
          'CREATE TABLE "create virtual table" (id int)',
          'CREATE INDEX by_word ON strict_one (words)',
          'CREATE TRIGGER watching AFTER INSERT ON strict_one BEGIN SELECT 1; END',
          'CREATE TEMP TABLE passing (id int)',
          "INSERT INTO strict_one (words) VALUES ('a')",
          'ANALYZE',
        ],
        { tables: ['strict_one', 'without_id', 'create virtual table'] },
      ),
  },
];
