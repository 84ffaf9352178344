import { afterEach, expect, it } from 'vitest';
import type { TableDefinition } from '../../../../../connectors/core/definitions.ts';
import {
  type Name,
  findDifferences,
  findRepairs,
  make,
  read,
  tearDown,
} from '../../../../../tests/support/repairs-world.ts';
import { addReached } from '../numbering.ts';
import { createMissing } from './create-missing.ts';
import { createdOnce } from './order-repairs.ts';
import { repairSetting } from './repair-fixture.ts';

afterEach(tearDown);

type Found = Awaited<ReturnType<typeof findRepairs>>;
const written = (repairs: Found) =>
  repairs.flatMap(({ statements, last }) => [...(statements ?? []), ...last]);

/** The columns of table `t`. */
async function columnsOf({ schema, open }: Awaited<ReturnType<typeof make>>) {
  const connection = await open();
  const [table] = await connection.definitions!.readDefinitions('tables', schema, ['t']);
  await connection.close();
  return (table as TableDefinition).columns;
}

it.each([
  ['of its column', ['CREATE TABLE t (id serial PRIMARY KEY)']],
  [
    'of nobody',
    [
      'CREATE SEQUENCE s AS integer',
      "CREATE TABLE t (id integer DEFAULT nextval('s') PRIMARY KEY)",
    ],
  ],
])('a column that becomes wider takes its sequence, %s, along', async (_whose, tables) => {
  const source = await make('mariadb', [
    'CREATE TABLE t (id bigint NOT NULL AUTO_INCREMENT PRIMARY KEY)',
  ]);
  const target = await make('postgresql', tables);
  const repairs = await findRepairs(source, target);
  expect(repairs.map(({ what }) => what)).toEqual(['type.range id']);
  for (const statement of written(repairs)) await target.run(statement);
  await target.run('SELECT setval(pg_get_serial_sequence($$t$$, $$id$$), 2147483647)');
  expect(await findRepairs(source, target)).toEqual([]);
});

it('a column that is yet to be numbered becomes wider without a sequence', async () => {
  const source = await make('mariadb', [
    'CREATE TABLE t (id bigint NOT NULL AUTO_INCREMENT PRIMARY KEY)',
  ]);
  const target = await make('postgresql', ['CREATE TABLE t (id int PRIMARY KEY)']);
  const repairs = await findRepairs(source, target);
  for (const statement of written(repairs)) await target.run(statement);
  expect(await findRepairs(source, target)).toEqual([]);
});

it('numbers that end before their type are let go on', async () => {
  const source = await make('mariadb', [
    'CREATE TABLE t (id bigint NOT NULL AUTO_INCREMENT PRIMARY KEY)',
  ]);
  const target = await make('postgresql', [
    'CREATE TABLE t (id serial PRIMARY KEY)',
    'ALTER TABLE t ALTER COLUMN id TYPE bigint',
  ]);
  const repairs = await findRepairs(source, target);
  expect(repairs.map(({ what }) => what)).toEqual(['numbering.end id']);
  for (const statement of written(repairs)) await target.run(statement);
  expect(await findRepairs(source, target)).toEqual([]);
});

it('a sequence that belongs to no column is moved behind the largest number', async () => {
  const target = await make('postgresql', [
    'CREATE SEQUENCE "S s"',
    `CREATE TABLE t (id bigint DEFAULT nextval('"S s"') PRIMARY KEY)`,
    'INSERT INTO t VALUES (1)',
  ]);
  const column = { name: 'id', type: 'bigint', nullable: false, default: null };
  const statements = target.connector.ddl.write(
    {
      kind: 'move numbering',
      column: { ...column, identity: true, generated: null, comment: null },
    },
    [target.schema, 't'],
  );
  for (const statement of statements!) await target.run(statement);
  await expect(target.run('INSERT INTO t DEFAULT VALUES')).resolves.toBeDefined();
});

/** The database as it is read with how far its numbers have got. */
function withReached(fixture: Awaited<ReturnType<typeof make>>): typeof fixture {
  const open = async () => {
    const connection = await fixture.open();
    const reader = connection.definitions!;
    const readDefinitions = (async (...asked: Parameters<typeof reader.readDefinitions>) =>
      addReached(
        reader,
        asked[1],
        await reader.readDefinitions(...asked),
      )) as typeof reader.readDefinitions;
    return { ...connection, definitions: { ...reader, readDefinitions } };
  };
  return { ...fixture, open };
}

it.each([
  [
    'of its table',
    [
      'CREATE TABLE p (id bigint NOT NULL PRIMARY KEY)',
      'CREATE TABLE t (id bigint NOT NULL AUTO_INCREMENT PRIMARY KEY, FOREIGN KEY (id) REFERENCES p (id) ON UPDATE CASCADE)',
      'INSERT INTO p VALUES (1), (1001)',
      'INSERT INTO t VALUES (1)',
      // A cascade is the one way past the server's own count.
      'UPDATE p SET id = 1000 WHERE id = 1',
    ],
  ],
  [
    "of a sequence with a name of an engineer's taste",
    [
      "CREATE SEQUENCE `a'b ``c` START WITH 5 CACHE 20",
      "CREATE TABLE t (id bigint NOT NULL DEFAULT nextval(`a'b ``c`) PRIMARY KEY)",
      'INSERT INTO t VALUES (7), (1000)',
    ],
  ],
])(
  'numbers %s that MariaDB gives out again are moved behind the largest',
  async (_whose, tables) => {
    const target = withReached(await make('mariadb', tables));
    const source = await make('postgresql', [
      'CREATE TABLE t (id bigint GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY)',
    ]);
    const ofNumbers = async () =>
      (await findRepairs(source, target)).filter(({ what }) => what.startsWith('numbering'));
    const found = await ofNumbers();
    expect(found.map(({ what }) => what)).toEqual(['numbering.behind id']);
    for (const statement of written(found)) await target.run(statement);
    expect(await ofNumbers()).toEqual([]);
    await target.run('INSERT INTO t VALUES (DEFAULT)');
    expect(await target.run('SELECT max(id) AS most FROM t')).toMatchObject([{ most: 1001n }]);
  },
);

it('a column is added to SQLite without the case that its texts have not in the source', async () => {
  const source = await make('mariadb', [
    `CREATE TABLE t (id int PRIMARY KEY, code varchar(9), city varchar(9), UNIQUE KEY t_code (code))
     COLLATE utf8mb4_general_ci`,
  ]);
  const target = await make('sqlite', ['CREATE TABLE t (id integer PRIMARY KEY NOT NULL)']);
  for (const statement of written(await findRepairs(source, target))) await target.run(statement);
  await target.run("INSERT INTO t (id, code) VALUES (1, 'a')");
  await expect(async () => target.run("INSERT INTO t (id, code) VALUES (2, 'A')")).rejects.toThrow(
    /unique/i,
  );
});

it('values keep their meaning in another type', async () => {
  const source = await make('mariadb', [
    'CREATE TABLE t (id int PRIMARY KEY, b blob, w tinyint(4) DEFAULT 1, a varchar(40), n smallint DEFAULT 0)',
  ]);
  const target = await make('postgresql', [
    'CREATE TABLE t (id int PRIMARY KEY, b text, w boolean DEFAULT true, a inet, n boolean DEFAULT false)',
    "INSERT INTO t VALUES (1, 'a\\b \\x41 é', true, '10.0.0.1', false)",
  ]);
  const repairs = await findRepairs(source, target);
  for (const statement of written(repairs)) await target.run(statement);
  await target.run(`DO $$ BEGIN
    ASSERT (SELECT b = convert_to('a\\b \\x41 é', 'UTF8') AND a = '10.0.0.1' AND n = 0 FROM t);
  END $$`);
  const left = await findRepairs(source, target);
  expect(left.map(({ what }) => what)).toEqual([]);
});

it('a conversion that the server does not have is not written', async () => {
  const source = await make('mariadb', ['CREATE TABLE t (id int PRIMARY KEY, d date)']);
  const target = await make('postgresql', ['CREATE TABLE t (id int PRIMARY KEY, d integer)']);
  const repairs = await findRepairs(source, target);
  expect(
    repairs.map(({ what, statements, unmended }) => [what, statements, unmended?.code]),
  ).toEqual([['type.kind d', null, 'repair.engine']]);
});

it('a check gets a name that the table has not', async () => {
  const source = await make('mariadb', [
    "CREATE TABLE t (id int PRIMARY KEY, k enum('a','b'), c int, n int, CONSTRAINT t_n CHECK (n > 1))",
  ]);
  const target = await make('postgresql', [
    `CREATE TABLE t (id int PRIMARY KEY, k text, c int, n int,
      CONSTRAINT t_k_check CHECK (k IN ('a', 'b', 'c')), CONSTRAINT t_n UNIQUE (n, id))`,
  ]);
  const repairs = await findRepairs(source, target);
  const own = repairs.find(({ what }) => what === 'check.ofType k');
  expect(own?.finding).toMatchObject({
    detail: { code: 'definition.valuesMore', params: { values: 'c' } },
    target: expect.stringContaining("'c'"),
  });
  for (const statement of written(repairs)) await target.run(statement);
  const left = await findRepairs(source, target);
  expect(left.map(({ what }) => what)).toEqual(['uniqueKey.extra t_n']);
});

it('a key of a column that no statement adds waits for the column', async () => {
  const source = await make('mariadb', [
    'CREATE TABLE t (id int NOT NULL AUTO_INCREMENT PRIMARY KEY, n int, KEY t_ix (n, id), lost int, KEY t_lost (lost))',
  ]);
  const target = await make('postgresql', ['CREATE TABLE t (n int)']);
  const repairs = await findRepairs(source, target);
  const without = repairs.filter(({ statements }) => statements === null);
  expect(without.map(({ what, unmended }) => [what, unmended?.code])).toEqual([
    ['column.missing id', 'repair.numbersRows'],
    ['primaryKey.missing t', 'repair.columnFirst'],
    ['index.missing t_ix', 'repair.columnFirst'],
  ]);
  for (const statement of written(repairs)) await target.run(statement);
  expect(await findRepairs(source, target)).toHaveLength(3);
});

it.each(['mariadb', 'postgresql'] as const)('a time of 0 is no default for %s', async (engine) => {
  const source = await make('sqlite', [
    'CREATE TABLE t (id bigint PRIMARY KEY NOT NULL, at datetime DEFAULT 0, d date DEFAULT 0)',
  ]);
  const target = await make(engine, [
    `CREATE TABLE t (id bigint PRIMARY KEY, at ${engine === 'mariadb' ? 'datetime' : 'timestamp'}, d date)`,
  ]);
  const repairs = await findRepairs(source, target);
  const defaults = repairs.filter(({ finding }) => finding.code === 'column.default');
  expect(defaults.map(({ what, statements }) => [what, statements])).toEqual([
    ['column.default at', null],
    ['column.default d', null],
  ]);
});

it('keys stay integers that others can refer to', async () => {
  const source = await make('mariadb', [
    'CREATE TABLE p (id bigint unsigned NOT NULL AUTO_INCREMENT PRIMARY KEY)',
    'CREATE TABLE t (id bigint unsigned PRIMARY KEY, p_id bigint unsigned, n bigint unsigned, FOREIGN KEY (p_id) REFERENCES p (id))',
  ]);
  const target = await make('postgresql', [
    'CREATE TABLE p (id bigint GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY)',
    'CREATE TABLE t (id int PRIMARY KEY, p_id bigint REFERENCES p (id), n bigint)',
  ]);
  const repairs = await findRepairs(source, target);
  for (const statement of written(repairs)) await target.run(statement);
  const left = await findRepairs(source, target);
  expect(left.map(({ what, unmended }) => [what, unmended?.code])).toEqual([
    ['type.range id', 'repair.keyNumbers'],
    ['type.range p_id', 'repair.keyNumbers'],
  ]);
});

// Rows are compared in UTC: what was equal there stays equal, in whatever zone the statements run.
it.each([
  ['mariadb', 'datetime', 'timestamptz', '2024-07-01 20:00:00'],
  ['mariadb', 'timestamp', 'timestamp', '2024-07-01 20:00:00+00'],
  ['postgresql', 'timestamptz', 'date', '2024-07-01 00:00:00+00'],
] as const)('of %s, %s that became %s is %s', async (engine, type, became, kept) => {
  const source = await make(engine, [`CREATE TABLE t (at ${type} NULL)`]);
  const target = await make('postgresql', [
    `CREATE TABLE t (at ${became})`,
    "SET TIME ZONE 'UTC'",
    "INSERT INTO t VALUES ('2024-07-01 20:00:00')",
    "SET TIME ZONE 'Asia/Tokyo'",
  ]);
  const [repair] = await findRepairs(source, target);
  for (const statement of repair!.statements!) await target.run(statement);
  await target.run("SET TIME ZONE 'UTC'");
  expect(await target.run('SELECT at::text FROM t')).toMatchObject({ rows: [{ at: kept }] });
});

it.each([
  ['a foreign key waits where numbers are of two sizes', 'bigint', 'bigint unsigned', 'bigint', []],
  [
    'and is added where a statement makes them one',
    'bigint',
    'bigint',
    'int',
    ['type.range p_id', 'foreignKey.missing t_fk'],
  ],
  ['and where they are one', 'bigint', 'bigint', 'bigint', ['foreignKey.missing t_fk']],
  ['and where both are wider', 'int', 'bigint', 'bigint', ['foreignKey.missing t_fk']],
])('%s', async (_name, type, parent, child, mended) => {
  const source = await make('postgresql', [
    `CREATE TABLE p (id ${type} PRIMARY KEY)`,
    `CREATE TABLE t (id bigint PRIMARY KEY, p_id ${type}, CONSTRAINT t_fk FOREIGN KEY (p_id) REFERENCES p (id))`,
  ]);
  const target = await make('mariadb', [
    `CREATE TABLE p (id ${parent} PRIMARY KEY)`,
    `CREATE TABLE t (id bigint PRIMARY KEY, p_id ${child}, KEY (p_id))`,
  ]);
  const repairs = await findRepairs(source, target);
  expect(repairs.flatMap(({ what, statements }) => (statements ? [what] : []))).toEqual(mended);
  const key = repairs.find(({ what }) => what === 'foreignKey.missing t_fk');
  expect(key?.unmended).toEqual(
    mended.length > 0
      ? null
      : {
          code: 'repair.keyTypes',
          params: { columns: 'p_id', table: `${source.schema}.p` },
        },
  );
  for (const statement of written(repairs)) await target.run(statement);
  const left = (await findRepairs(source, target)).map(({ what }) => what);
  expect(left.includes('foreignKey.missing t_fk')).toBe(mended.length === 0);
});

const UNICODE = 'COLLATE utf8mb4_unicode_ci';
it.each([
  ['date', 'datetime', false],
  ['datetime(6)', 'timestamp', true],
  ['decimal(10,2)', 'decimal(12,4)', true],
  ['decimal(10,0)', 'int', false],
  ['double', 'float', false],
  ['char(9)', 'varchar(20)', true],
  [`varchar(9) ${UNICODE}`, 'varchar(9) COLLATE utf8mb4_general_ci', false],
  [`varchar(9) ${UNICODE}`, 'varchar(9) CHARACTER SET latin1', false],
  [`varchar(9) ${UNICODE}`, `varchar(20) ${UNICODE}`, true],
  ['varchar(9)', 'varbinary(9)', false],
  ['binary(16)', 'uuid', true],
  ['year', 'tinyint unsigned', true],
  ['bit(8)', 'tinyint unsigned', false],
  ["enum('a')", "enum('a', 'b')", true],
  ["enum('a')", 'varchar(9)', false],
])('a foreign key to %s from %s is offered where MariaDB takes it: %s', async (led, own, takes) => {
  const source = await make('sqlite', [
    'CREATE TABLE p (id text PRIMARY KEY)',
    'CREATE TABLE t (id int PRIMARY KEY, p_id text REFERENCES p (id))',
  ]);
  const target = await make('mariadb', [
    `CREATE TABLE p (id ${led} PRIMARY KEY) COLLATE utf8mb4_general_ci`,
    `CREATE TABLE t (id int PRIMARY KEY, p_id ${own}, KEY (p_id)) COLLATE utf8mb4_general_ci`,
  ]);
  const repairs = await findRepairs(source, target);
  const key = repairs.find(({ what }) => what.startsWith('foreignKey.missing'))!;
  expect(key.unmended?.code).toBe(takes ? undefined : 'repair.keyTypes');
  const added = target.run(
    `ALTER TABLE ${target.schema}.t ADD FOREIGN KEY (p_id) REFERENCES ${target.schema}.p (id)`,
  );
  const isTaken = await added.then(
    () => true,
    () => false,
  );
  expect(isTaken).toBe(takes);
});

it('a column that changes on MariaDB keeps its collation', async () => {
  const source = await make('postgresql', [
    'CREATE TABLE t (id int PRIMARY KEY, code varchar(20) NOT NULL)',
  ]);
  const target = await make('mariadb', [
    'CREATE TABLE t (id int PRIMARY KEY, code varchar(9) CHARACTER SET latin1 COLLATE latin1_bin) COLLATE utf8mb4_general_ci',
  ]);
  for (const statement of written(await findRepairs(source, target))) await target.run(statement);
  expect((await findRepairs(source, target)).map(({ what }) => what)).toEqual([]);
  expect(await columnsOf(target)).toMatchObject([
    {},
    { type: 'varchar(20)', collation: 'latin1_bin' },
  ]);
});

it.each<Name>(['postgresql', 'mariadb'])(
  'a type that a computed column of %s uses is changed where the engine changes it',
  async (to) => {
    const table = (type: string) => [
      `CREATE TABLE t (id int PRIMARY KEY, a ${type}, twice decimal(14,2) GENERATED ALWAYS AS (a * 2) STORED)`,
    ];
    const source = await make('sqlite', table('decimal(12,2)'));
    const target = await make(to, table('decimal(12,1)'));
    const [found] = await findRepairs(source, target);
    expect(found).toMatchObject({ what: 'type.scale a' });
    const code = to === 'postgresql' ? 'repair.engine' : undefined;
    expect(found!.unmended?.code).toBe(code);
    for (const statement of written([found!])) await target.run(statement);
  },
);

it('columns of moments get their defaults on MariaDB, keep ON UPDATE and lose no check', async () => {
  const source = await make('postgresql', [
    `CREATE TABLE t (id integer PRIMARY KEY, updated timestamp(0),
      at timestamp(0) DEFAULT '2001-01-01' CHECK (at > '2000-01-01'), day date DEFAULT CURRENT_DATE)`,
  ]);
  const target = await make('mariadb', [
    `CREATE TABLE t (id int PRIMARY KEY, updated datetime DEFAULT now() ON UPDATE now(),
      at datetime CHECK (at > '2000-01-01'))`,
  ]);
  const repairs = await findRepairs(source, target);
  for (const statement of written(repairs)) await target.run(statement);
  expect((await findRepairs(source, target)).map(({ what }) => what)).toEqual([]);
  const updated = (await columnsOf(target)).find(({ name }) => name === 'updated');
  expect(updated?.default).toBe('NULL ON UPDATE current_timestamp()');
});

it('a new column with ON UPDATE has a value in every row before it must have one', async () => {
  const tables = ['CREATE TABLE t (id int PRIMARY KEY)', 'INSERT INTO t VALUES (1)'];
  const source = await make('mariadb', [
    'CREATE TABLE t (id int PRIMARY KEY, at timestamp NOT NULL ON UPDATE CURRENT_TIMESTAMP)',
    'ALTER TABLE t ALTER COLUMN at DROP DEFAULT',
  ]);
  const target = await make('mariadb', tables);
  const [add, ...rest] = written(await findRepairs(source, target));
  await target.run(add!);
  await target.run("UPDATE t SET at = '2024-05-06 07:08:09'");
  for (const statement of rest) await target.run(statement);
  expect(await target.run('SELECT CAST(at AS char) FROM t')).toEqual([
    { 'CAST(at AS char)': '2024-05-06 07:08:09' },
  ]);
  expect(await findRepairs(source, target)).toEqual([]);
  for (const side of [source, target])
    expect((await columnsOf(side))[1]!.default).toMatch(/ON UPDATE/i);
});

it('a hidden column of MariaDB that must have a value, but is given none, is left to a person', async () => {
  const source = await make('postgresql', [
    'CREATE TABLE t (id integer PRIMARY KEY, n integer NOT NULL)',
  ]);
  const target = await make('mariadb', ['CREATE TABLE t (id int PRIMARY KEY, n int INVISIBLE)']);
  const repairs = await findRepairs(source, target);
  expect(repairs).toMatchObject([{ what: 'column.nullable n' }]);
  expect(written(repairs)).toEqual([]);
});

it('a column that changes on MariaDB keeps all that nothing is said about', async () => {
  const source = await make('postgresql', [
    "CREATE TYPE state AS ENUM ('a', 'b')",
    `CREATE TABLE t (id bigserial PRIMARY KEY, doc jsonb NOT NULL, state state DEFAULT 'a', n bigint CHECK (n > 0),
      twice bigint GENERATED ALWAYS AS (n * 2) STORED, more jsonb NOT NULL)`,
    "COMMENT ON COLUMN t.doc IS 'it''s'",
  ]);
  const target = await make('mariadb', [
    'CREATE SEQUENCE s',
    `CREATE TABLE t (id int DEFAULT nextval(s) PRIMARY KEY, doc json COMMENT 'it''s',
      state enum('a') COLLATE utf8mb4_bin DEFAULT 'a', n int INVISIBLE CHECK (n > 0),
      twice int AS (n * 2) VIRTUAL, more json)`,
  ]);
  for (const statement of written(await findRepairs(source, target))) await target.run(statement);
  const numbers = `nextval(\`${target.schema}\`.\`s\`)`;
  const json = { canonical: { kind: 'json' }, nullable: false };
  expect(await columnsOf(target)).toMatchObject([
    { type: 'bigint(20)', kept: { numbers } },
    { ...json, comment: "it's", kept: { check: 'json_valid(`doc`)' } },
    { type: "enum('a','b')", default: "'a'", kept: { collation: 'utf8mb4_bin' } },
    { type: 'bigint(20)', kept: { words: 'INVISIBLE', check: '`n` > 0' } },
    { type: 'bigint(20)', stored: false },
    { ...json, comment: null },
  ]);
});

it('a column of MariaDB that no longer holds JSON loses its check', async () => {
  const source = await make('postgresql', [
    'CREATE TABLE t (id integer PRIMARY KEY, doc varchar(20))',
  ]);
  const target = await make('mariadb', ['CREATE TABLE t (id int PRIMARY KEY, doc json INVISIBLE)']);
  for (const statement of written(await findRepairs(source, target))) await target.run(statement);
  const doc = (await columnsOf(target))[1];
  expect(doc).toMatchObject({ canonical: { kind: 'text' }, kept: { words: 'INVISIBLE' } });
  expect(doc!.kept?.check).toBe(undefined);
});

const OWN_TYPES = [
  "CREATE TYPE mood AS ENUM ('sad', 'it''s $$ ok')",
  'CREATE DOMAIN price AS numeric(10,2) DEFAULT 1 NOT NULL CHECK (value >= 0)',
  'CREATE DOMAIN "a fee" AS price CONSTRAINT "not too much" CHECK (value < 100)',
  'CREATE DOMAIN code AS text COLLATE "C"',
  'CREATE TYPE place AS (mood mood, fees "a fee"[])',
];

it.each<[string, string[]]>([
  ['a table', []],
  ['columns', ['CREATE TABLE t (id integer PRIMARY KEY)']],
  ['columns, and one type only', ['CREATE TABLE t (id integer PRIMARY KEY)', OWN_TYPES[0]!]],
])('PostgreSQL that lacks %s gets the types that an account made', async (_what, lacking) => {
  const source = await make('postgresql', [
    ...OWN_TYPES,
    'CREATE TABLE t (id integer PRIMARY KEY, fee "a fee", mood mood, place place, code code)',
  ]);
  const target = await make('postgresql', lacking);
  const { id } = source.connector;
  const schemaOf = (schema: string) => (schema === source.schema ? target.schema : null);
  const setting = repairSetting({ source: id, target: id }, [target.schema, 't'], { schemaOf });
  const statements =
    lacking.length > 0
      ? written(await findRepairs(source, target))
      : createMissing((await read(source)).get('t')!, setting).statements!;
  for (const statement of statements) await target.run(statement);
  const found = (await findDifferences(source, target)).get('t')!;
  expect(found.filter(({ severity }) => severity !== 'info')).toEqual([]);
  const types = (await columnsOf(target)).map(({ type }) => type.split('.').at(-1));
  expect(types).toEqual(['integer', '"a fee"', 'mood', 'place', 'code']);
  await target.run("INSERT INTO t (id, mood) VALUES (1, 'it''s $$ ok')");
  await expect(target.run('INSERT INTO t (id, fee) VALUES (2, 100)')).rejects.toThrow(
    /not too much/,
  );
});

it('a type that two tables need is created once in a project', async () => {
  const source = await make('postgresql', [
    ...OWN_TYPES,
    'CREATE TABLE t (id integer PRIMARY KEY, mood mood)',
    'CREATE TABLE p (id integer PRIMARY KEY, fee "a fee", mood mood)',
  ]);
  const tables = await read(source);
  const { id } = source.connector;
  const found = ['t', 'p'].map((name) => {
    const setting = repairSetting({ source: id, target: id }, [source.schema, name]);
    return { statements: createMissing(tables.get(name)!, setting).statements! };
  });
  const made = createdOnce(found)
    .flatMap(({ statements }) => statements)
    .map((one) => /CREATE (TYPE|DOMAIN|TABLE) /.exec(one)?.[1]);
  expect(made).toEqual(['TYPE', 'TABLE', 'DOMAIN', 'DOMAIN', 'TABLE']);
});
