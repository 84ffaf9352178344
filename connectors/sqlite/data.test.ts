import { join } from 'node:path';
import Database from 'libsql';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildProgram } from '../../tests/support/built-program.ts';
import type { Reading } from '../core/data.ts';
import { examineData, type DataServer } from '../core/exams/data-exam.ts';
import { VALUE_KINDS, type ValueKindName } from '../core/exams/data-values-exam.ts';
import { connectWith, failureOf } from '../core/exams/exam.ts';
import { ownForm } from '../core/rows/forms.ts';
import { hashTexts } from '../core/rows/row-hash.ts';
import { createWriter, type Cell } from '../core/rows/canonical.ts';
import { sqlite } from './connector.ts';
import { createFolder } from './fixture.ts';

const quote = (name: string) => `"${name.replaceAll('"', '""')}"`;

const KINDS: DataServer['kinds'] = {
  integer: { type: 'INTEGER' },
  // Numbers that no SQLite number holds are kept as texts.
  unsigned: { type: 'UNSIGNED_TEXT' },
  decimal: { type: 'DECIMAL_TEXT' },
  amount: { type: 'NUMERIC(10,2)' },
  double: { type: 'REAL' },
  boolean: { type: 'BOOLEAN' },
  date: { type: 'DATE' },
  timestamp: { type: 'DATETIME' },
  zoned: { type: 'TIMESTAMP' },
  time: { type: 'TIME' },
  fixed: { type: 'CHAR(12)' },
  text: { type: 'VARCHAR(200)' },
  bytes: { type: 'BLOB' },
  uuid: { type: 'CHAR(36)' },
};

/** Timestamps with a zone are written with one, as programs do. */
function bind(kind: ValueKindName, text: string | null): unknown {
  if (text === null) return null;
  switch (kind) {
    case 'integer':
      return BigInt(text);
    case 'double':
      return Number(text);
    case 'bytes':
      return Buffer.from(text, 'hex');
    case 'zoned':
      return `${text.replace(' ', 'T')}Z`;
    default:
      return text;
  }
}

async function startServer(): Promise<DataServer> {
  const folder = await createFolder();
  const database = new Database(join(folder.folder, 'rows.db'));
  database.exec('PRAGMA journal_mode = wal; CREATE TABLE first (id INTEGER)');
  return {
    connector: sqlite,
    target: folder.targetOf('rows.db'),
    options: folder.options,
    schema: 'main',
    quote,
    kinds: KINDS,
    run: async (sql) => database.exec(sql),
    async insert(table, columns, rows) {
      const statement = database.prepare(
        `INSERT INTO ${quote(table)} VALUES (${columns.map(() => '?').join(', ')})`,
      );
      database.transaction(() => {
        for (const row of rows) {
          statement.run(columns.map(({ kind }, index) => bind(kind, row[index] ?? null)));
        }
      })();
    },
    async tearDown() {
      database.close();
      await folder.tearDown();
    },
  };
}

examineData('SQLite', startServer);

describe('SQLite: cells that do not match the type of their column', () => {
  const write = createWriter();
  const textOf = (cell: Cell, form: Parameters<typeof write>[1]['form']) =>
    write(cell, { form, ordered: false, summed: false });
  const text = { as: 'text', trim: false, fold: false, emptyIsNull: false } as const;

  test.each<[string, Cell, Parameters<typeof textOf>[1], string | null]>([
    ['a text of digits', ' 007 ', { as: 'integer' }, '7'],
    ['a text', 'seven', { as: 'integer' }, 'seven'],
    ['a whole REAL', 7, { as: 'integer' }, '7'],
    ['a large REAL', 1e19, { as: 'integer' }, '10000000000000000000'],
    ['a broken REAL', 7.5, { as: 'integer' }, '7.5'],
    ['a negative zero', -0, { as: 'decimal', scale: 2 }, '0.00'],
    ['a sum of REALs', 0.1 + 0.2, { as: 'decimal', scale: 2 }, '0.30'],
    ['a sum of REALs, all digits', 0.1 + 0.2, { as: 'decimal', scale: null }, '0.3'],
    ['a long REAL', 12345678901234.56, { as: 'decimal', scale: null }, '12345678901234.56'],
    ['a text with an exponent', '1.5e-3', { as: 'decimal', scale: 4 }, '0.0015'],
    ['an INTEGER among REALs', 3n, { as: 'float', scale: null }, '3'],
    ['infinity', Infinity, { as: 'float', scale: 2 }, 'Infinity'],
    ['yes', 'Yes', { as: 'boolean' }, '1'],
    ['maybe', 'maybe', { as: 'boolean' }, 'maybe'],
    [
      'a moment with T and Z',
      '2024-02-29T23:59:58.5Z',
      { as: 'timestamp', precision: 6 },
      '2024-02-29 23:59:58.500000',
    ],
    [
      'a moment elsewhere',
      '2024-03-01 00:30+02:00',
      { as: 'timestamp', precision: 0 },
      '2024-02-29 22:30:00',
    ],
    [
      'an early moment elsewhere',
      '0001-01-01 05:00:00.123456-0330',
      { as: 'timestamp', precision: 6 },
      '0001-01-01 08:30:00.123456',
    ],
    ['a day', '2024-02-29', { as: 'timestamp', precision: 3 }, '2024-02-29 00:00:00.000'],
    ['a moment', '2024-02-29 13:00', { as: 'date' }, '2024-02-29'],
    ['seconds', 1_709_251_199n, { as: 'timestamp', precision: 3 }, '2024-02-29 23:59:59.000'],
    ['seconds before 1970', -1n, { as: 'timestamp', precision: 0 }, '1969-12-31 23:59:59'],
    [
      'milliseconds',
      1_709_251_199_250n,
      { as: 'timestamp', precision: 3 },
      '2024-02-29 23:59:59.250',
    ],
    [
      'microseconds',
      1_709_251_199_250_001n,
      { as: 'timestamp', precision: 6 },
      '2024-02-29 23:59:59.250001',
    ],
    ['a Julian day', 2_460_369.5, { as: 'timestamp', precision: 3 }, '2024-02-29 00:00:00.000'],
    ['no day', 'someday', { as: 'date' }, 'someday'],
    ['hours and minutes', '7:05', { as: 'time', precision: 0 }, '7:05'],
    ['a time elsewhere', '00:30:15.5+02:00', { as: 'time', precision: 1 }, '22:30:15.5'],
    ['a time of a moment', '2024-02-29T13:01:02', { as: 'time', precision: 0 }, '13:01:02'],
    ['bytes of a text', Buffer.from('größer'), text, 'größer'],
    ['bytes of none', Buffer.from([0xff, 0xfe]), text, 'fffe'],
    [
      'bytes of a UUID',
      Buffer.from('00112233445566778899aabbccddeeff', 'hex'),
      { as: 'uuid' },
      '00112233-4455-6677-8899-aabbccddeeff',
    ],
    [
      'a UUID in braces',
      '{00112233-4455-6677-8899-AABBCCDDEEFF}',
      { as: 'uuid' },
      '00112233-4455-6677-8899-aabbccddeeff',
    ],
    ['an INTEGER among texts', 42n, text, '42'],
    ['a REAL among texts', 1e21, text, '1e+21'],
    ['nothing', null, { as: 'date' }, null],
  ])('%s', (_what, cell, form, expected) => {
    expect(textOf(cell, form)).toBe(expected);
  });
});

describe('SQLite: a pass through many rows', () => {
  const reading: Reading = {
    schema: 'main',
    table: 'endless',
    columns: [
      {
        name: 'x',
        type: 'INTEGER',
        canonical: VALUE_KINDS.integer.canonical,
        form: { as: 'integer' },
      },
    ],
    key: [0],
    where: null,
  };
  let server: DataServer;
  beforeAll(async () => {
    server = await startServer();
    await server.run(
      'CREATE VIEW endless AS WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) SELECT x FROM c',
    );
  });
  afterAll(() => server?.tearDown());

  test('ends when it is cancelled, though the view never does', async () => {
    const abort = new AbortController();
    const options = { ...server.options, signal: abort.signal };
    const connection = await connectWith(sqlite, server.target, options);
    const running = failureOf(
      connection.data?.checksum(reading, { kind: 'bucket', prefix: '' }) ?? Promise.resolve(),
    );
    setTimeout(() => abort.abort(), 300);
    expect((await running).code).toBe('cancelled');
    await connection.close();
  });
});

test('the built server reads the same as its source', async () => {
  const program = await buildProgram('connectors/sqlite/connector.ts');
  const server = await startServer();
  try {
    const columns = [
      { name: 'id', kind: 'integer' },
      { name: 'at', kind: 'timestamp' },
    ] as const;
    await server.run('CREATE TABLE built (id INTEGER, at DATETIME)');
    await server.insert('built', [...columns], [['1', '2024-02-29T12:00Z']]);
    const built = (await import(program.file)) as { sqlite: typeof sqlite };
    const connection = await connectWith(built.sqlite, server.target, server.options);
    const reading: Reading = {
      schema: 'main',
      table: 'built',
      columns: columns.map(({ name, kind }) => {
        const { canonical } = VALUE_KINDS[kind];
        return { name, type: KINDS[kind].type, canonical, form: ownForm(canonical) };
      }),
      key: [0],
      where: null,
    };
    const everything = { kind: 'bucket', prefix: '' } as const;
    const row = ['1', '2024-02-29 12:00:00.000000'];
    expect(await connection.data?.readRows(reading, everything)).toEqual([row]);
    expect(await connection.data?.hashRows(reading, everything)).toEqual([
      { key: ['1'], hash: hashTexts(row) },
    ]);
    await connection.close();
  } finally {
    await server.tearDown();
    program.remove();
  }
});

describe('SQLite: texts that the driver cannot tell', () => {
  const columns = [
    { name: 'id', kind: 'integer' },
    { name: 'name', kind: 'text' },
  ] as const;
  const readingOf = (table: string): Reading => ({
    schema: 'main',
    table,
    columns: columns.map(({ name, kind }) => {
      const { canonical } = VALUE_KINDS[kind];
      return { name, type: KINDS[kind].type, canonical, form: ownForm(canonical) };
    }),
    key: [0],
    where: null,
  });
  let server: DataServer;
  beforeAll(async () => {
    server = await startServer();
    await server.run(`
      CREATE TABLE cut (id INTEGER PRIMARY KEY, name TEXT);
      INSERT INTO cut VALUES (1, CAST(x'610062' AS TEXT)), (2, CAST(x'6100' AS TEXT)), (3, 'a');
      CREATE TABLE foreign_bytes (id INTEGER PRIMARY KEY, name TEXT);
      INSERT INTO foreign_bytes VALUES (1, CAST(x'4bf66c6e' AS TEXT)), (2, 'Köln'), (3, x'ff')`);
  });
  afterAll(() => server?.tearDown());

  const everything = { kind: 'bucket', prefix: '' } as const;
  test.each([
    ['go on behind U+0000', 'cut', ['a\0b', 'a\0', 'a']],
    ['stand for their bytes where they are not UTF-8', 'foreign_bytes', ['4bf66c6e', 'Köln', 'ff']],
  ])('%s', async (_what, table, names) => {
    const connection = await connectWith(sqlite, server.target, server.options);
    const reading = readingOf(table);
    const rows = names.map((name, index) => [String(index + 1), name]);
    expect(await connection.data?.readRows(reading, everything)).toEqual(rows);
    expect(await connection.data?.hashRows(reading, everything)).toEqual(
      rows.map((row) => ({ key: [row[0]], hash: hashTexts(row) })),
    );
    const byName = { ...reading, key: [1] };
    for (const name of names)
      expect(await connection.data?.readRows(byName, { keys: [[name]] })).toEqual([
        rows[names.indexOf(name)],
      ]);
    await connection.close();
  });

  test('are named where they cannot be read', async () => {
    const connection = await connectWith(sqlite, server.target, server.options);
    const text = 'SELECT name FROM foreign_bytes';
    const error = await failureOf(
      connection.calls!.run({ text, parameters: {}, writes: false }, () => Promise.resolve(true)),
    );
    expect(error).toMatchObject({ code: 'unsupported', said: { code: 'file.notUtf8' } });
    await connection.close();
  });
});
