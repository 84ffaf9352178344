import { type AdversarialCase, namesWithin } from '../core/exams/adversarial-exam.ts';
import type { Inventory } from '../core/exams/exam.ts';
import { type DuckdbFolder, quote } from './fixture.ts';

const range = (count: number) => Array.from({ length: count }, (_, index) => index + 1);
const NAMES = namesWithin({
  longest: 1_000,
  unit: 'characters',
  emoji: true,
  caseSensitive: false,
});

async function make(
  { run, targetOf, options }: DuckdbFolder,
  file: string,
  statements: string[],
  content: Record<string, Inventory>,
  schemas = Object.keys(content),
) {
  await run(file, ...statements);
  return { target: targetOf(file), options, schemas, content };
}

export const DUCKDB_CASES: AdversarialCase<DuckdbFolder>[] = [
  {
    title: '300 schemas, and 500 tables in one of them',
    make: (folder) => {
      const schemas = range(300).map((index) => `s${index}`);
      return make(
        folder,
        'crowd.db',
        [
          'BEGIN',
          ...schemas.map((name) => `CREATE SCHEMA ${name}`),
          ...range(500).map((index) => `CREATE TABLE s7.t${index} (id INTEGER)`),
          'COMMIT',
        ],
        {
          main: {},
          s7: { tables: range(500).map((index) => `t${index}`) },
        },
        ['main', ...schemas],
      );
    },
  },
  {
    title: 'a table with 2,000 columns',
    make: (folder) => {
      const columns = range(2_000).map((index) => `column_${index} INTEGER`);
      return make(
        folder,
        'wide.db',
        [`CREATE TABLE wide (${columns.join()})`, 'CREATE VIEW seen AS SELECT * FROM wide'],
        { main: { tables: ['wide'], views: ['seen'] } },
      );
    },
  },
  {
    title: 'names of every look, for schemas, tables, views and macros',
    make: (folder) => {
      const views = NAMES.map((name) => `v${name}`);
      const schemas = NAMES.map((name) => `s${name}`);
      return make(
        folder,
        'names.db',
        [
          ...schemas.map((name) => `CREATE SCHEMA ${quote(name)}`),
          ...NAMES.map((name) => `CREATE TABLE ${quote(name)} (${quote(name)} INTEGER)`),
          ...views.map((name) => `CREATE VIEW ${quote(name)} AS SELECT 1 AS one`),
          ...NAMES.map((name) => `CREATE MACRO ${quote(name)}(a) AS a`),
        ],
        { main: { tables: NAMES, views, functions: NAMES } },
        ['main', ...schemas],
      );
    },
  },
  {
    title: 'views and macros that no longer compile',
    make: (folder) =>
      make(
        folder,
        'views.db',
        [
          'CREATE TABLE changing (id INTEGER, gone INTEGER)',
          'CREATE TABLE soon_gone (id INTEGER)',
          'CREATE VIEW on_table AS SELECT * FROM soon_gone',
          'CREATE VIEW on_view AS SELECT * FROM on_table',
          'CREATE VIEW on_column AS SELECT gone FROM changing',
          'CREATE MACRO on_rows() AS TABLE SELECT * FROM soon_gone',
          'DROP TABLE soon_gone',
          'ALTER TABLE changing DROP COLUMN gone',
        ],
        {
          main: {
            tables: ['changing'],
            views: ['on_table', 'on_view', 'on_column'],
            functions: ['on_rows'],
          },
        },
      ),
  },
  {
    title: 'a schema that is called like the file',
    make: (folder) =>
      make(
        folder,
        'alike.db',
        ['CREATE SCHEMA alike', 'CREATE TABLE alike.alike.alike (id INTEGER)'],
        { main: {}, alike: { tables: ['alike'] } },
      ),
  },
];
