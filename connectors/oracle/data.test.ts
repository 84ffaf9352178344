import { afterEach, describe, expect, test } from 'vitest';
import type { Connection } from '../core/connector.ts';
import type { Form, ReadColumn, Reading } from '../core/data.ts';
import { examineData } from '../core/exams/data-exam.ts';
import { connectWith, failureOf } from '../core/exams/exam.ts';
import { ownForm } from '../core/rows/forms.ts';
import { hashTexts } from '../core/rows/row-hash.ts';
import { openConnection } from './connection.ts';
import { oracle } from './connector.ts';
import { constantOf, selectOf } from './dialect.ts';
import { createRecordedDriver, driverError, type Recording } from './testing/recorded-driver.ts';
import { record } from './testing/recording.ts';
import { replay } from './testing/replayed-database.ts';
import { startStandIn } from './testing/sql-stand-in.ts';
import { describeType } from './types.ts';

examineData('Oracle, SQLite in its place', () => startStandIn());

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

const readerOf = ({ data }: Connection) => {
  if (!data) throw new Error('No reader of rows');
  return data;
};

async function connectTo(recording: Recording, signal?: AbortSignal) {
  const driver = createRecordedDriver(recording);
  const connector = {
    ...oracle,
    connect: (...[target, options]: Parameters<typeof oracle.connect>) =>
      openConnection(target, options, driver.load),
  };
  const connection = await connectWith(connector, recording.target, signal && { signal });
  closing.push(() => connection.close());
  return { data: readerOf(connection), driver };
}

const facts = { owner: null, length: '20', characters: '20', unit: 'C' };
const columnOf = (name: string, form?: Form, digits: [string?, string?] = []): ReadColumn => {
  const [precision = null, scale = null] = digits;
  const { type, canonical } = describeType({ name, ...facts, precision, scale });
  return { name: name.slice(0, 30), type, canonical, form: form ?? ownForm(canonical) };
};
const text: Form = { as: 'text', trim: false, fold: false, emptyIsNull: true };
const everything = { kind: 'bucket', prefix: '' } as const;

const READING: Reading = {
  schema: 'SHOP',
  table: 'ORDERS',
  columns: [
    { ...columnOf('NUMBER', { as: 'integer' }, ['10', '0']), name: 'ID' },
    { ...columnOf('VARCHAR2', text), name: 'NAME' },
  ],
  key: [0],
  where: null,
};

test('what is selected of values, for review', async () => {
  const columns = [
    'NUMBER',
    'FLOAT',
    'BINARY_FLOAT',
    'BINARY_DOUBLE',
    'VARCHAR2',
    'CHAR',
    'NVARCHAR2',
    'LONG',
    'CLOB',
    'NCLOB',
    'RAW',
    'LONG RAW',
    'BLOB',
    'ROWID',
    'UROWID',
    'DATE',
    'TIMESTAMP(6)',
    'TIMESTAMP(9) WITH TIME ZONE',
    'TIMESTAMP(3) WITH LOCAL TIME ZONE',
    'INTERVAL DAY(2) TO SECOND(6)',
    'INTERVAL YEAR(2) TO MONTH',
    'BOOLEAN',
    'JSON',
    'XMLTYPE',
  ].map((name) => columnOf(name));
  const texts = columns.map((column) => `-- ${column.type}\n${selectOf({ ...column, name: 'V' })}`);
  await expect(`${texts.join('\n\n')}\n`).toMatchFileSnapshot('testing/values.sql');
});

test.each(['BFILE', 'SDO_GEOMETRY', 'VECTOR'])(
  'a %s is no text, and that is said',
  async (type) => {
    const { data, driver } = await connectTo(record());
    const columns = [...READING.columns, { ...columnOf(type, text), name: 'SHAPE' }];
    const asked = driver.calls.length;
    const error = await failureOf(data.checksum({ ...READING, columns }, everything));
    expect(error.code).toBe('unsupported');
    expect(error.message).toContain(`the type ${type}`);
    expect(error.message).toContain('"SHAPE"');
    expect(driver.calls).toHaveLength(asked);
  },
);

describe('constants that an index finds', () => {
  test.each<[ReadColumn, string, string | null]>([
    [columnOf('NUMBER', { as: 'integer' }, ['10', '0']), '-7', '-7'],
    [columnOf('NUMBER', { as: 'decimal', scale: 2 }, ['10', '2']), '1.50', '1.50'],
    [columnOf('NUMBER', { as: 'decimal', scale: 1 }, ['10', '2']), '1.5', null],
    [columnOf('NUMBER', { as: 'integer' }), '1 OR 1 = 1', null],
    [columnOf('VARCHAR2', text), `it's \\ ü`, `'it''s \\ ü'`],
    [columnOf('VARCHAR2', { ...text, fold: true }), 'a', null],
    [columnOf('VARCHAR2', { ...text, trim: true }), 'a', null],
    [columnOf('VARCHAR2', text), '', null],
    [columnOf('VARCHAR2', text), 'a\0b', null],
    [columnOf('CHAR', { ...text, trim: true }), 'DE', `'DE'`],
    [columnOf('NVARCHAR2', text), `ü's \\ 🐘`, String.raw`UNISTR('\00fc''s \\ \d83d\dc18')`],
    [columnOf('NCHAR', { ...text, trim: true }), 'DE', null],
    [columnOf('CLOB', text), 'a', null],
    [
      columnOf('DATE', { as: 'timestamp', precision: 6 }),
      '2024-02-29 23:59:58.000000',
      `TO_DATE('2024-02-29 23:59:58', 'YYYY-MM-DD HH24:MI:SS')`,
    ],
    [columnOf('DATE', { as: 'date' }), '2024-02-29', null],
    [columnOf('TIMESTAMP(6)', { as: 'timestamp', precision: 6 }), '2024-02-29 23:59:58.0', null],
    [columnOf('RAW', { as: 'binary', emptyIsNull: true }), '00ff', `HEXTORAW('00ff')`],
    [
      columnOf('RAW', { as: 'uuid' }),
      '00112233-4455-6677-8899-aabbccddeeff',
      `HEXTORAW('00112233445566778899aabbccddeeff')`,
    ],
    [columnOf('BLOB', { as: 'binary', emptyIsNull: true }), '00', null],
  ])('%j of %j', (column, value, expected) => {
    expect(constantOf(column, value)).toBe(expected);
  });
});

test('the texts of statements, for review; what they answer', async () => {
  const recording = record();
  const answer = (sql: string, rows: unknown[][]) => recording.answers.set(sql, () => rows);
  const table = 'FROM "SHOP"."ORDERS"';
  const columns = '"ID", "NAME"';
  answer(`SELECT count(*) ${table} WHERE ("ID" <> 5 -- ')\n)`, [['3']]);
  answer(`SELECT count("ID"), min("ID"), max("ID") ${table}`, [['3', '1', '900']]);
  answer(
    `SELECT k FROM (SELECT "ID" AS k, row_number() OVER (ORDER BY "ID") - 1 AS n ${table} WHERE "ID" IS NOT NULL) r WHERE n > 0 AND n = 2 * round(n / 2) ORDER BY n`,
    [['300']],
  );
  const rows = [
    ['1', 'Straße'],
    ['2', null],
  ];
  answer(`SELECT ${columns} ${table}`, rows);
  answer(`SELECT ${columns} ${table} WHERE "ID" >= 1 AND "ID" < 3`, rows);
  answer(`SELECT ${columns} ${table} WHERE ("ID" < 3 OR "ID" IS NULL)`, rows);
  answer(`SELECT ${columns} ${table} WHERE "ID" IN (1, 7)`, rows.slice(0, 1));
  const computed = `FROM (SELECT "ID", (UPPER(name)\n) AS "NAME" ${table} WHERE ("ID" <> 5\n)) c`;
  answer(`SELECT ${columns} ${computed} WHERE "ID" >= 1 AND "ID" < 3`, rows);
  const { data, driver } = await connectTo(recording);
  const before = driver.calls.length;
  const upper: Reading = {
    ...READING,
    columns: [READING.columns[0]!, { ...READING.columns[1]!, expression: 'UPPER(name)' }],
    where: '"ID" <> 5',
  };
  expect(await data.readRows(upper, { kind: 'range', from: '1', to: '3' })).toEqual(rows);
  expect(await data.countRows({ ...READING, where: `"ID" <> 5 -- ')` })).toBe(3);
  expect(await data.findBoundaries(READING, 2)).toEqual(['300']);
  const sum = rows.reduce((all, row) => all + BigInt(`0x${hashTexts(row)}`), 0n);
  const checksum = { rows: 2, sum: String(sum) };
  expect(await data.checksum(READING, { kind: 'range', from: '1', to: '3' })).toEqual(checksum);
  expect(await data.checksum(READING, { kind: 'range', from: null, to: '3' })).toEqual(checksum);
  expect(await data.checksum(READING, everything)).toEqual(checksum);
  expect(await data.readRows(READING, { keys: [['1'], ['7']] })).toEqual([['1', 'Straße']]);
  const asked = driver.calls
    .slice(before)
    .map(({ what }) => what)
    .filter((what) => what.startsWith('SELECT'));
  await expect(`${asked.join(';\n\n')};\n`).toMatchFileSnapshot('testing/rows.sql');
});

test('a second look sees what has changed: each reading begins a transaction', async () => {
  const recording = record();
  const count = 'SELECT count(*) FROM "SHOP"."ORDERS"';
  recording.answers.set(count, () => [['3']]);
  const { data, driver } = await connectTo(recording);
  const before = driver.calls.length;
  await data.countRows(READING);
  expect(driver.calls.slice(before).map(({ what }) => what)).toEqual([
    'rollback',
    'SET TRANSACTION READ ONLY',
    count,
  ]);
});

test('a condition that would reach beyond its brackets is refused before it is sent', async () => {
  const { data, driver } = await connectTo(record());
  const before = driver.calls.length;
  const where = `NAME = q'[it's`;
  const error = await failureOf(data.countRows({ ...READING, where }));
  expect(error.message).toContain('single expression');
  expect(error.message).toContain('"SHOP"."ORDERS"');
  expect(driver.calls).toHaveLength(before);
});

test('a table that is not granted, or gone, is named with the way out', async () => {
  const recording = record();
  recording.answers.set('SELECT count(*) FROM "SHOP"."ORDERS"', () => driverError('ORA-00942'));
  const { data } = await connectTo(recording);
  const error = await failureOf(data.countRows(READING));
  expect(error.code).toBe('permission');
  expect(error.message).toContain('"SHOP"."ORDERS"');
  expect(error.message).toContain('that the account may read it');
});

test('few rows come at once where values may be large; a pass that is cancelled stops at the server', async () => {
  const recording = record();
  const large = { ...columnOf('CLOB', text), name: 'NOTE' };
  const reading = { ...READING, columns: [...READING.columns, large] };
  recording.slowStatement = 'SELECT "ID", "NAME", "NOTE" FROM "SHOP"."ORDERS"';
  const abort = new AbortController();
  const { data, driver } = await connectTo(recording, abort.signal);
  const running = failureOf(data.checksum(reading, everything));
  await expect.poll(driver.slowCalls).toBe(1);
  expect(driver.options()).toMatchObject({ resultSet: true, fetchArraySize: 20 });
  abort.abort();
  expect((await running).code).toBe('cancelled');
  expect(driver.calls.at(-1)).toEqual({ what: 'break' });
});

test('values as they come over the wire, with the real driver', async () => {
  const DATE = 12;
  const RAW = 23;
  const BINARY_DOUBLE = 101;
  const TIMESTAMP = 180;
  const INTERVAL_DS = 183;
  const at = (...bytes: number[]) => Buffer.from([120, 124, 2, 29, 24, 60, 59, ...bytes]);
  const double = Buffer.alloc(8);
  double.writeDoubleBE(0.1);
  double[0] = (double[0] ?? 0) | 0x80;
  const interval = Buffer.alloc(11, 60);
  interval.writeUInt32BE(2 ** 31 + 1, 0);
  interval.writeUInt32BE(2 ** 31 + 5_000, 7);
  const columns: [ReadColumn, unknown, string][] = [
    [columnOf('NUMBER', { as: 'integer' }), '9007199254740993', '9007199254740993'],
    [columnOf('CHAR', text), 'a  ', 'a'],
    [columnOf('DATE'), { type: DATE, bytes: at() }, '2024-02-29 23:59:58'],
    [
      columnOf('TIMESTAMP(6)'),
      { type: TIMESTAMP, bytes: at(0, 0, 3, 232) },
      '2024-02-29 23:59:58.000001',
    ],
    [columnOf('BINARY_DOUBLE'), { type: BINARY_DOUBLE, bytes: double }, '0.1'],
    [
      columnOf('RAW', { as: 'uuid' }),
      { type: RAW, bytes: Buffer.alloc(16, 0xab) },
      'abababab-abab-abab-abab-abababababab',
    ],
    [
      columnOf('INTERVAL DAY(2) TO SECOND(6)', { as: 'time', precision: 6 }),
      { type: INTERVAL_DS, bytes: interval },
      '24:00:00.000005',
    ],
  ];
  const recording = record();
  const reading: Reading = {
    ...READING,
    columns: columns.map(([column], index) => ({ ...column, name: `C${index}` })),
  };
  const selected = reading.columns.map(selectOf).join(', ');
  recording.answers.set(`SELECT ${selected} FROM "SHOP"."ORDERS"`, () => [
    columns.map(([, value]) => value),
    columns.map(() => null),
  ]);
  const server = await replay(recording);
  closing.push(() => server.stop());
  const connection = await connectWith(oracle, { ...recording.target, port: server.port });
  closing.push(() => connection.close());
  expect(await readerOf(connection).readRows(reading, everything)).toEqual([
    columns.map(([, , expected]) => expected),
    columns.map(() => null),
  ]);
});
