import { afterEach, expect, test } from 'vitest';
import type { Connection } from '../core/connector.ts';
import type { Form, ReadColumn, Reading } from '../core/data.ts';
import { connectWith, failureOf } from '../core/exams/exam.ts';
import { ownForm } from '../core/rows/forms.ts';
import { TYPE } from '../core/exams/definitions-exam.ts';
import { sqlServer } from './connector.ts';
import { sqlServerDialect } from './data.ts';
import { answerRows, replay, SCRIPT, targetAt, versionLine } from './testing/replayed-database.ts';
import type { Line, Replayer } from './testing/tds-replayer.ts';
import { describeType } from './types.ts';
import { writeValue } from './values.ts';

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

const connectTo = async (
  ...lines: Line[]
): Promise<{ data: Connection['data']; server: Replayer; asked(): string[] }> => {
  const server = await replay({ script: [...lines, ...SCRIPT] });
  closing.push(() => server.stop());
  const connection = await connectWith(sqlServer, targetAt(server.port));
  closing.push(() => connection.close());
  const before = server.transcript.length;
  const asked = () => server.transcript.slice(before).filter((said) => said.startsWith('SELECT'));
  return { data: connection.data, server, asked };
};

const text: Form = { as: 'text', trim: false, fold: false, emptyIsNull: false };

const facts = { alias: null, length: 20, precision: 18, scale: 4 };
const readColumn = (base: string, form?: Form): ReadColumn => {
  const { type, canonical } = describeType({ base, ...facts });
  return { name: base, type, canonical, form: form ?? ownForm(canonical) };
};

const READING: Reading = {
  schema: 'shop]s',
  table: 'orders',
  columns: [
    { name: 'id', type: 'bigint', canonical: TYPE.integer(64), form: { as: 'integer' } },
    { name: 'name', type: 'nvarchar(20)', canonical: TYPE.text(20), form: text },
  ],
  key: [0],
  where: null,
};

test('the texts of values, for review', async () => {
  const forms: [string, Form?][] = [
    ...[
      'bit',
      'tinyint',
      'bigint',
      'decimal',
      'money',
      'real',
      'float',
      'char',
      'nvarchar',
      'ntext',
      'varbinary',
      'image',
      'timestamp',
      'date',
      'time',
      'datetime2',
      'datetimeoffset',
      'datetime',
      'smalldatetime',
      'uniqueidentifier',
      'xml',
      'json',
      'geometry',
      'hierarchyid',
      'sql_variant',
    ].map((base): [string] => [base]),
    ['bigint', { as: 'decimal', scale: 2 }],
    ['decimal', { as: 'decimal', scale: 2 }],
    ['decimal', { as: 'decimal', scale: 6 }],
    ['decimal', { as: 'decimal', scale: null }],
    ['decimal', { as: 'integer' }],
    ['float', { as: 'float', scale: 3 }],
    ['tinyint', { as: 'boolean' }],
    ['char', { as: 'boolean' }],
    ['char', { ...text, trim: true, fold: true, emptyIsNull: true }],
    ['varbinary', { as: 'binary', emptyIsNull: true }],
    ['nvarchar', { as: 'binary', emptyIsNull: false }],
    ['uniqueidentifier', { as: 'binary', emptyIsNull: false }],
    ['binary', { as: 'uuid' }],
    ['datetimeoffset', { as: 'date' }],
    ['datetimeoffset', { as: 'time', precision: 0 }],
    ['date', { as: 'timestamp', precision: 3 }],
    ['datetime', { as: 'timestamp', precision: 6 }],
    ['datetime2', { as: 'timestamp', precision: 0 }],
    ['json', { as: 'json' }],
  ];
  const texts = forms.map(([base, form]) => {
    const column = readColumn(base, form);
    return `-- ${column.type} as ${JSON.stringify(column.form)}\n${writeValue('[v]', column)}`;
  });
  await expect(`${texts.join('\n\n')}\n`).toMatchFileSnapshot('testing/values.sql');
});

test('the texts of statements, for review; what they answer', async () => {
  const { data, asked } = await connectTo(
    {
      match: /^SELECT count\(\*\), CONVERT\(varchar\(40\).* GROUP BY/s,
      answer: answerRows(['rows int', 'sum nvarchar', 'bucket nvarchar'], [[2, '7', 'ab']]),
    },
    {
      match: /^SELECT count\(\*\), CONVERT\(varchar\(40\)/,
      answer: answerRows(['rows int', 'sum nvarchar'], [[2, '72057594037927936']]),
    },
    {
      match: /^SELECT count\(\*\), count/,
      answer: answerRows(
        [
          'rows int',
          ...['a', 'b'].flatMap((name) => [
            `${name}1 int`,
            `${name}2 int`,
            `${name}3 nvarchar`,
            `${name}4 nvarchar`,
            `${name}5 nvarchar`,
          ]),
        ],
        [[3, 3, 3, '1', '9', '15', 2, 2, null, null, '12']],
      ),
    },
    { match: /^SELECT count\(\*\) FROM/, answer: answerRows(['rows int'], [[3]]) },
    {
      match: /^SELECT count\(\[id\]\)/,
      answer: answerRows(['rows int', 'min nvarchar', 'max nvarchar'], [[3, '1', '900']]),
    },
    {
      match: /^SELECT SUBSTRING/,
      answer: answerRows(['a nvarchar', 'b nvarchar', 'c int', 'd int'], [['', 'aße', 1, 6]]),
    },
    { match: /row_number/, answer: answerRows(['key nvarchar'], [['300']]) },
    {
      match: /^SELECT LOWER\(LEFT/,
      answer: answerRows(['hash nvarchar', 'key nvarchar'], [['00112233445566', '1']]),
    },
    {
      match: /^SELECT CONVERT/,
      answer: answerRows(['id nvarchar', 'name nvarchar'], [['1', 'Straße']]),
    },
  );
  if (!data) throw new Error('No reader of rows');
  expect(await data.countRows({ ...READING, where: `[id] <> 5 -- ')` })).toBe(3);
  const name = { ...READING.columns[1]!, expression: 'UPPER(name)' };
  const upper: Reading = { ...READING, columns: [READING.columns[0]!, name], where: '[id] <> 5' };
  expect(await data.checksum(upper, { kind: 'range', from: '1', to: null })).toMatchObject({
    rows: 2,
  });
  expect(await data.aggregate(READING, { distinct: true })).toEqual([
    { nulls: 0, distinct: 3, min: '1', max: '9', sum: '15' },
    { nulls: 1, distinct: 2, min: null, max: null, sum: '12' },
  ]);
  expect(await data.findBoundaries(READING, 2)).toEqual(['300']);
  expect(await data.checksum(READING, { kind: 'range', from: '1', to: null })).toEqual({
    rows: 2,
    sum: '72057594037927936',
  });
  expect(await data.bucketChecksums(READING, 'a', 1)).toEqual(
    new Map([['ab', { rows: 2, sum: '7' }]]),
  );
  expect(await data.hashRows(READING, { kind: 'bucket', prefix: '' })).toEqual([
    { key: ['1'], hash: '00112233445566' },
  ]);
  const rows = [['1', 'Straße']];
  expect(await data.readRows(READING, { keys: [['1']] })).toEqual(rows);
  expect(await data.sampleRows(READING, 5)).toEqual(rows);
  expect(await data.readRows(READING, { keys: [['1']] }, { start: 3, length: 20 })).toEqual([
    ['', 'aße', '1', '6'],
  ]);
  await expect(`${asked().join(';\n\n')};\n`).toMatchFileSnapshot('testing/rows.sql');
});

test.each([
  '1 = 1) DELETE FROM t; COMMIT --',
  `[a] = 'it''s`,
  '(1 = 1',
  '1 = 1 /* on and /* on */',
  '"a = 1',
  '[a = 1',
  '1 = 1 -- \r) DELETE FROM t',
])('the condition %j is refused before it is sent', async (where) => {
  const { data, server } = await connectTo();
  const before = server.transcript.length;
  const error = await failureOf(data?.countRows({ ...READING, where }) ?? Promise.resolve());
  expect(error.code).toBe('failed');
  expect(error.message).toContain('single expression');
  expect(server.transcript).toHaveLength(before);
});

test('before 2019 rows are counted and read, but not compared', async () => {
  const { data } = await connectTo(
    versionLine('Microsoft SQL Server 2017 - 14.0.1000.169 (X64)', '14.0.1000.169', 3),
    { match: /^SELECT count\(\*\) FROM/, answer: answerRows(['rows int'], [[3]]) },
  );
  if (!data) throw new Error('No reader of rows');
  expect(await data.countRows(READING)).toBe(3);
  for (const reading of [
    data.checksum(READING, { kind: 'bucket', prefix: '' }),
    data.sampleRows(READING, 5),
  ]) {
    const error = await failureOf(reading);
    expect(error.code).toBe('unsupported');
    expect(error.message).toContain('older than version 2019');
  }
});

test("another maker's rows are not read", async () => {
  const banner = 'Babelfish for PostgreSQL with SQL Server Compatibility';
  expect((await connectTo(versionLine(banner, '12.0.2000.8', 3))).data).toBeUndefined();
});

test('constants keep every character, or there is none', () => {
  const name = { ...readColumn('nvarchar'), form: text };
  expect(sqlServerDialect.constantOf(name, `it's \\`)).toBe(`N'it''s \\'`);
  expect(sqlServerDialect.constantOf(name, 'C:\\\r\nnext')).toBeNull();
  expect(sqlServerDialect.constantOf({ ...name, type: 'ntext' }, 'a')).toBeNull();
  expect(sqlServerDialect.constantOf({ ...name, form: { ...text, trim: true } }, 'a')).toBeNull();
  expect(sqlServerDialect.constantOf(readColumn('bigint'), '-7')).toBe('-7');
  expect(sqlServerDialect.constantOf(readColumn('bigint'), '1 OR 1 = 1')).toBeNull();
});
