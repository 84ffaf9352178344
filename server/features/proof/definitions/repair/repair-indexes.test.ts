import { afterEach, describe, expect, it } from 'vitest';
import {
  type Name,
  findDifferences,
  findRepairs,
  make,
  tearDown,
} from '../../../../../tests/support/repairs-world.ts';

afterEach(tearDown);

const TABLE = 'CREATE TABLE t (id int NOT NULL PRIMARY KEY, title varchar(90), body text)';
const VIEW = 'CREATE VIEW v AS SELECT id FROM t';
const WORDS: Record<Name, string> = {
  mariadb: 'CREATE FULLTEXT INDEX words ON t (title, body)',
  postgresql: "CREATE INDEX words ON t USING gin (to_tsvector('simple', title || ' ' || body))",
  sqlite: '',
};

it.each([
  ['index.missing', [], WORDS.mariadb],
  ['index.method', ['CREATE INDEX words ON t (title)'], WORDS.mariadb],
  ['index.missing', [], 'CREATE SPATIAL INDEX place ON t (at)'],
])('%s of MariaDB is mended on another one', async (code, there, statement) => {
  const table = `${TABLE.slice(0, -1)}, at point NOT NULL)`;
  const source = await make('mariadb', [table, VIEW, statement]);
  const target = await make('mariadb', [table, VIEW, ...there]);
  const [found, ...others] = await findRepairs(source, target);
  expect(found?.finding.code).toBe(code);
  expect(others).toEqual([]);
  for (const mending of found!.statements!) await target.run(mending);
  expect(await findRepairs(source, target)).toEqual([]);
});

it.each<[Name, Name]>([
  ['postgresql', 'postgresql'],
  ['sqlite', 'sqlite'],
])('a key that ignored case on %s ignores it again', async (from, to) => {
  const source = await make(from, [TABLE, VIEW, 'CREATE UNIQUE INDEX blind ON t (lower(title))']);
  const target = await make(to, [TABLE, VIEW, 'CREATE UNIQUE INDEX seeing ON t (title)']);
  const [found] = await findRepairs(source, target);
  expect(found?.what).toMatch(/^uniqueKey.case/);
  for (const mending of found!.statements!) await target.run(mending);
  expect(await findRepairs(source, target)).toEqual([]);
});

it('no statement makes a key distinguish case in place of the one that ignores it', async () => {
  const source = await make('postgresql', [TABLE, VIEW, 'CREATE UNIQUE INDEX k ON t (title)']);
  const target = await make('postgresql', [
    TABLE,
    VIEW,
    'CREATE UNIQUE INDEX k ON t (lower(title))',
  ]);
  expect(await findRepairs(source, target)).toMatchObject([
    { what: 'uniqueKey.case k', statements: null },
  ]);
});

const PEOPLE = (collation = '') =>
  `CREATE TABLE t (id int NOT NULL PRIMARY KEY, mail varchar(90) ${collation}, city varchar(40) ${collation})`;
it.each([
  ['an index', 'CREATE INDEX by_mail ON t (lower(mail))', 'index.missing by_mail'],
  ['a key', 'CREATE UNIQUE INDEX by_mail ON t (lower(mail))', 'index.missing by_mail'],
  [
    'an index with columns',
    'CREATE INDEX by_both ON t (id, upper(city), lower(mail))',
    'index.missing by_both',
  ],
])('%s over a text in one case becomes one over columns of MariaDB', async (_, index, what) => {
  const source = await make('postgresql', [PEOPLE(), index]);
  const target = await make('mariadb', [PEOPLE('COLLATE utf8mb4_nopad_bin')]);
  await target.run("INSERT INTO t VALUES (1, 'Ann@X', 'Rome'), (2, 'ben@x', 'ROME')");
  const found = await findRepairs(source, target);
  expect(found.map((one) => one.what)).toEqual([what]);
  for (const mending of found[0]!.statements!) await target.run(mending);
  const left = await findRepairs(source, target);
  expect(left.filter(({ finding: { severity } }) => severity !== 'info')).toEqual([]);
  // Who does not name the columns does not see them.
  await target.run("INSERT INTO t VALUES (3, 'Cem@x', 'Bonn')");
  expect(Object.keys(((await target.run('SELECT * FROM t')) as object[])[0]!)).toHaveLength(3);
  if (index.includes('UNIQUE'))
    await expect(target.run("INSERT INTO t VALUES (4, 'ANN@x', 'Bonn')")).rejects.toThrow(
      /duplicate/i,
    );
});

it.each([
  ['an index longer than a key', 1000, 'utf8mb4_nopad_bin', 'INDEX i ON t (lower(mail))'],
  ['an index longer in all', 700, 'utf8mb4_nopad_bin', 'INDEX i ON t (lower(mail), city)'],
  ['a key that ignores accents', 90, 'utf8mb4_general_ci', 'UNIQUE INDEX i ON t (lower(mail))'],
  ['a key that ignores blanks', 90, 'utf8mb4_bin', 'UNIQUE INDEX i ON t (lower(mail))'],
])('no column of MariaDB is added for %s', async (_, length, collation, index) => {
  const table = (words = '') =>
    `CREATE TABLE t (id int NOT NULL PRIMARY KEY, mail varchar(${length}) ${words}, city varchar(90) ${words})`;
  const source = await make('postgresql', [table(), `CREATE ${index}`]);
  const target = await make('mariadb', [table(`COLLATE ${collation}`)]);
  const found = await findRepairs(source, target);
  expect(found.flatMap(({ statements }) => statements ?? []).join()).not.toContain('INVISIBLE');
});

it('an index that is no key ignores accents as its column does', async () => {
  const source = await make('postgresql', [PEOPLE(), 'CREATE INDEX i ON t (lower(mail))']);
  const target = await make('mariadb', [PEOPLE('COLLATE utf8mb4_general_ci')]);
  const found = await findRepairs(source, target);
  expect(found.find(({ what }) => what === 'index.missing i')?.statements).toHaveLength(2);
});

it.each([
  ['of a text without a length', 'mail text', 'mail longtext', 'lower(mail)'],
  ['of more than a column', 'mail varchar(9)', 'mail varchar(9)', "lower(mail || 'x')"],
  ['of numbers', 'n int', 'n int', 'abs(n)'],
])('no column of MariaDB takes the place of an expression %s', async (_, own, other, over) => {
  const table = (column: string) => `CREATE TABLE t (id int NOT NULL PRIMARY KEY, ${column})`;
  const source = await make('postgresql', [table(own), `CREATE INDEX i ON t (${over})`]);
  const target = await make('mariadb', [table(other)]);
  const found = (await findRepairs(source, target)).filter(
    ({ what }) => what === 'index.missing i',
  );
  expect(found).toMatchObject([{ statements: null }]);
});

it.each<[Name, Name]>([
  ['mariadb', 'postgresql'],
  ['postgresql', 'mariadb'],
  ['postgresql', 'postgresql'],
  ['mariadb', 'sqlite'],
])('a full-text index of %s is no statement for %s', async (from, to) => {
  const source = await make(from, [TABLE, VIEW, WORDS[from]]);
  const target = await make(to, [TABLE, VIEW]);
  const found = (await findRepairs(source, target)).filter(({ what }) => what.startsWith('index'));
  expect(found).toMatchObject([{ what: 'index.missing words', statements: null }]);
});

it('full-text indexes of two engines are the same but for their queries', async () => {
  const source = await make('mariadb', [TABLE, VIEW, WORDS.mariadb]);
  const target = await make('postgresql', [TABLE, VIEW, WORDS.postgresql]);
  expect(await findRepairs(source, target)).toEqual([]);
});

const LIKE = 'CREATE INDEX starts ON t (title varchar_pattern_ops, lower(body) text_pattern_ops)';
it.each<[Name, string[], string[]]>([
  ['postgresql', [], ['index.missing starts']],
  ['postgresql', ['CREATE INDEX starts ON t (title, lower(body))'], ['index.method starts']],
  ['mariadb', [], ['index.missing starts']],
  ['sqlite', [], ['index.missing starts']],
  ['sqlite', ['CREATE INDEX starts ON t (title, lower(body))'], []],
])('an index of operator classes on %s is mended once', async (to, there, expected) => {
  const table = TABLE.replace('text', 'varchar(90)');
  const source = await make('postgresql', [table, VIEW, LIKE]);
  const target = await make(to, [table, VIEW, ...there]);
  const found = await findRepairs(source, target);
  expect(found.map(({ what }) => what)).toEqual(expected);
  for (const mending of found.flatMap(({ statements }) => statements ?? []))
    await target.run(mending);
  // Functions of expressions may have no words on another engine.
  const left = found.some(({ statements }) => statements === null) ? expected : [];
  // A computed column that holds an expression is a note.
  const still = (await findRepairs(source, target)).filter(
    ({ finding: { code, severity } }) => code !== 'column.extra' || severity !== 'info',
  );
  expect(still.map(({ what }) => what)).toEqual(left);
});

describe('columns that an index stores besides', () => {
  const notesOf = async (...sides: Parameters<typeof findDifferences>) =>
    ((await findDifferences(...sides)).get('t') ?? []).map(
      ({ code, severity, source, target }) => `${code} ${severity}: ${source} | ${target}`,
    );
  const TABLE =
    'CREATE TABLE t (id int NOT NULL PRIMARY KEY, a int NOT NULL, b varchar(20), c text)';
  const INDEXES = [
    'CREATE INDEX by_a ON t (a) INCLUDE (b, c)',
    'CREATE UNIQUE INDEX one_a ON t (a) INCLUDE (b)',
  ];

  it('are a note where they differ', async () => {
    const source = await make('postgresql', [TABLE, ...INDEXES]);
    const target = await make('postgresql', [
      TABLE,
      'CREATE INDEX by_a ON t (a) INCLUDE (b)',
      'CREATE UNIQUE INDEX one_a ON t (a)',
    ]);
    expect(await notesOf(source, target)).toEqual([
      'index.include info: a, include (b) | a',
      'index.include info: a, include (b, c) | a, include (b)',
    ]);
    const same = await make('postgresql', [
      TABLE,
      'CREATE INDEX by_a ON t (a) INCLUDE (c, b)',
      INDEXES[1]!,
    ]);
    expect(await notesOf(source, same)).toEqual([]);
  });

  it('are a note of keys, too', async () => {
    const keyed = (primary: string, unique: string) =>
      `CREATE TABLE t (id int, a int NOT NULL, b varchar(20), c text, CONSTRAINT pk PRIMARY KEY (id)${primary}, CONSTRAINT uk UNIQUE (a)${unique})`;
    const source = await make('postgresql', [keyed(' INCLUDE (b)', ' INCLUDE (c, b)')]);
    const target = await make('postgresql', [keyed('', ' INCLUDE (b)')]);
    expect(await notesOf(source, target)).toEqual([
      'index.include info: id, include (b) | id',
      'index.include info: a, include (c, b) | a, include (b)',
    ]);
    const same = await make('postgresql', [keyed(' INCLUDE (b)', ' INCLUDE (b, c)')]);
    expect(await notesOf(source, same)).toEqual([]);
    const bare = await make('postgresql', [TABLE]);
    for (const { statements } of await findRepairs(source, bare))
      for (const statement of statements ?? []) await bare.run(statement);
    expect(await notesOf(source, bare)).toEqual(['index.include info: id, include (b) | id']);
  });

  it('come with an index that the target lacks', async () => {
    const source = await make('postgresql', [TABLE, ...INDEXES]);
    const target = await make('postgresql', [TABLE]);
    for (const { statements } of await findRepairs(source, target))
      for (const statement of statements ?? []) await target.run(statement);
    expect(await notesOf(source, target)).toEqual([]);
  });
});

it.each<Name>(['postgresql', 'sqlite', 'mariadb'])(
  'a key over beginnings of MariaDB is added beside one over whole values on %s',
  async (to) => {
    const text = (engine: Name) =>
      `varchar(90) ${engine === 'mariadb' ? 'COLLATE utf8mb4_nopad_bin' : ''}`;
    const table = (engine: Name, key: string) =>
      `CREATE TABLE t (id int NOT NULL PRIMARY KEY, title ${text(engine)}, CONSTRAINT k UNIQUE (${key}))`;
    const source = await make('mariadb', [table('mariadb', 'title(5)')]);
    const target = await make(to, [table(to, 'title')]);
    const [found] = await findRepairs(source, target);
    expect(found?.what).toBe('uniqueKey.prefix k');
    for (const mending of found!.statements!) await target.run(mending);
    const left = await findRepairs(source, target);
    expect(left.filter(({ finding: { severity } }) => severity !== 'info')).toEqual([]);
    const add = async (rows: string) => target.run(`INSERT INTO t VALUES ${rows}`);
    await add("(1, NULL), (2, NULL), (3, 'käse-a'), (4, 'Käse-a'), (5, 'käs')");
    await expect(add("(6, 'käse-b')")).rejects.toThrow(/unique|duplicate/i);
  },
);

it('no statement loosens a key that compares fewer characters than the source', async () => {
  const table =
    'CREATE TABLE t (id int NOT NULL PRIMARY KEY, title varchar(90) COLLATE utf8mb4_bin';
  const source = await make('mariadb', [`${table}, UNIQUE KEY k (title))`]);
  const target = await make('mariadb', [`${table}, UNIQUE KEY k (title(5)))`]);
  expect(await findRepairs(source, target)).toMatchObject([
    { what: 'uniqueKey.prefix k', statements: null, unmended: { code: 'repair.engine' } },
  ]);
});
