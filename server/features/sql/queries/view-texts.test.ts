import Database from 'libsql';
import { expect, it } from 'vitest';
import type { EngineId } from '../../../../connectors/engines.ts';
import { LITE, PG, column, textOf } from '../known-fixture.ts';
import { createMeanings } from '../service.ts';

const meanings = createMeanings();
const tables = [
  {
    name: 't',
    as: 't',
    columns: [
      column('n'),
      { ...column('name', textOf(null)), foldsCase: false },
      { ...column('tag', textOf(null)), foldsCase: true },
      column('padded', { kind: 'text', length: 4, fixed: true, bytes: false }),
      column('raw', { kind: 'binary', length: null, fixed: false }),
      column('doc', { kind: 'json' }),
      { ...column('loose', { kind: 'other', name: '' }), textThere: true as const },
    ],
  },
];
async function textsOf(
  query: string,
  engine: EngineId = LITE,
): Promise<readonly number[] | undefined> {
  const view = { engine, tables, query };
  await meanings.prepare([view]);
  return meanings.ofView(view)?.texts;
}

it.each<[string, number[]]>([
  ["SELECT 'a' AS k, n FROM t", [0]],
  ["SELECT n, 'a' || n, upper(name), CAST(n AS TEXT) FROM t", [1, 2, 3]],
  ["SELECT CASE WHEN n > 1 THEN 'a' ELSE name END, coalesce(name, 'b') FROM t", [0, 1]],
  ["SELECT 'a' AS k FROM t UNION ALL SELECT 'b' FROM t UNION ALL SELECT name FROM t", [0]],
  ["SELECT NULL AS k FROM t UNION ALL SELECT 'b' FROM t", [0]],
  ["SELECT 'a' AS k FROM t UNION SELECT 'b' FROM gone", [0]],
  ["WITH w AS (SELECT 'a' AS k FROM t) SELECT k FROM w", [0]],
  ["SELECT lag(name, 1, 'a') OVER (ORDER BY n), lead(name) OVER (ORDER BY n) FROM t", [0, 1]],
])('%s holds nothing but texts in these outputs', async (query, outputs) => {
  expect(await textsOf(query)).toEqual(outputs);
});

it.each([
  'SELECT NULL AS k FROM t',
  "SELECT 'a' AS k FROM t UNION ALL SELECT n FROM t",
  "SELECT 'a' AS k FROM t UNION ALL SELECT 1 FROM t",
  "SELECT 'a' AS k FROM t UNION ALL SELECT loose FROM t",
  "SELECT 'a' AS k FROM t UNION ALL SELECT unknown FROM gone",
  "SELECT 'a' AS k FROM t UNION ALL SELECT coalesce(loose, 'b') FROM t",
  "SELECT CASE WHEN n > 1 THEN 'a' ELSE 1 END FROM t",
  "SELECT CASE WHEN n > 1 THEN '5' ELSE 1 END FROM t",
  'SELECT coalesce(name, n) FROM t',
  'SELECT tag FROM t',
  "SELECT 'a' AS k FROM t UNION ALL SELECT tag FROM t",
  "SELECT 'a' AS k FROM t UNION ALL SELECT padded FROM t",
  "SELECT *, 'a' FROM gone",
  "SELECT x'6162' AS k FROM t",
  'SELECT substr(raw, 1, 2), raw FROM t',
  "SELECT doc ->> 'a', doc ->> '$.a', json_extract(doc, '$.a') FROM t",
  "SELECT iif(n > 1, 'a', n), nullif(loose, 'a'), min(loose, 'a') FROM t",
  'SELECT (SELECT loose FROM t), max(loose) FROM t',
  'SELECT lag(name, 1, 0) OVER (ORDER BY n) AS k FROM t',
  "SELECT coalesce(lead(name, 2, 0) OVER (ORDER BY n), 'a') AS k FROM t",
])('of %s that is not sure', async (query) => {
  expect((await textsOf(query)) ?? []).toEqual([]);
});

it('only SQLite has outputs without a type', async () => {
  expect(await textsOf("SELECT 'a' AS k FROM t", PG)).toBeUndefined();
});

/** Queries of one output, with what SQLite makes of letters there. */
const CASED: [query: string, counts: boolean | 'unsure'][] = [
  ['SELECT name AS k FROM t', true],
  ['SELECT tag AS k FROM t', false],
  ['SELECT k FROM (SELECT x.tag AS k FROM t x)', false],
  ['WITH w AS (SELECT tag AS k FROM t) SELECT DISTINCT k FROM w', false],
  ['SELECT CAST(tag AS TEXT) AS k FROM t', false],
  ['SELECT CAST(n AS TEXT) AS k FROM t', true],
  ['SELECT name COLLATE NOCASE AS k FROM t', false],
  ["SELECT (name COLLATE NOCASE) || '' AS k FROM t", false],
  ['SELECT tag COLLATE BINARY AS k FROM t', 'unsure'],
  ['SELECT (SELECT tag FROM t LIMIT 1) AS k FROM t', 'unsure'],
  // What is not read may be anything.
  [
    'SELECT (WITH RECURSIVE r AS (SELECT tag AS k FROM t UNION SELECT k FROM r) SELECT k FROM r) AS k FROM t',
    'unsure',
  ],
  ['SELECT tag AS k FROM t UNION ALL SELECT name FROM t', false],
  ['SELECT name AS k FROM t UNION ALL SELECT tag FROM t', 'unsure'],
  ['SELECT name AS k FROM t UNION ALL SELECT name FROM t', true],
  ['SELECT k FROM (SELECT name AS k FROM t UNION ALL SELECT tag FROM t)', 'unsure'],
  ['SELECT * FROM (SELECT tag AS k FROM t)', false],
];

it.each(CASED)('letters count as SQLite has it in the view %s', async (query, counts) => {
  const lite = new Database(':memory:');
  lite.exec('CREATE TABLE t (n INTEGER, name TEXT, tag TEXT COLLATE NOCASE)');
  lite.exec("INSERT INTO t VALUES (1, 'X', 'X')");
  lite.exec(`CREATE VIEW v AS ${query}`);
  const [folds] = lite.prepare("SELECT k = lower(k) AND k <> '1' FROM v").raw(true).get() as [
    0 | 1,
  ];
  lite.close();
  expect(folds === 1).toBe(counts === false);
  const view = { engine: LITE, tables, query };
  await meanings.prepare([view]);
  expect(meanings.ofView(view)?.cased).toEqual(counts === true ? [0] : []);
});

it('letters count in all outputs where no table has a column that ignores case', async () => {
  const [table] = tables;
  const seeing = [{ ...table!, columns: table!.columns.filter(({ name }) => name !== 'tag') }];
  const casedIn = async (query: string) => {
    const view = { engine: LITE, tables: seeing, query };
    await meanings.prepare([view]);
    return meanings.ofView(view)?.cased;
  };
  expect(await casedIn('SELECT * FROM t')).toBe('all');
  expect(await casedIn('SELECT name FROM t UNION SELECT padded FROM t')).toBe('all');
  expect(await casedIn('SELECT *, name COLLATE NOCASE AS k FROM t')).toEqual([]);
  expect(await casedIn('SELECT t.*, gone.* FROM t, gone')).toEqual([]);
});
