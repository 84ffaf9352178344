import { expect, test } from 'vitest';
import type { Form, ReadColumn, Reading } from '../core/data.ts';
import { connectWith } from '../core/exams/exam.ts';
import { ownForm } from '../core/rows/forms.ts';
import { hashTexts } from '../core/rows/row-hash.ts';
import { openConnection } from './connection.ts';
import { oracle } from './connector.ts';
import { hashesOf } from './hashes.ts';
import { createRecordedDriver, driverError, type Recording } from './testing/recorded-driver.ts';
import { record } from './testing/recording.ts';
import { describeType } from './types.ts';

const text: Form = { as: 'text', trim: false, fold: false, emptyIsNull: true };
const columnOf = (
  name: string,
  form?: Form,
  { unit = 'C', length = '20', digits = [] as string[] } = {},
): ReadColumn => {
  const [precision = null, scale = null] = digits;
  const facts = { owner: null, length, characters: length, unit, precision, scale };
  const { type, canonical } = describeType({ name, ...facts });
  return { name: 'V', type, canonical, form: form ?? ownForm(canonical) };
};
const readingOf = (columns: ReadColumn[], key = [0]): Reading => ({
  schema: 'SHOP',
  table: 'ORDERS',
  columns,
  key,
  where: null,
});

const number = (precision: string, scale: string, form: Form) =>
  columnOf('NUMBER', form, { digits: [precision, scale] });

test('the texts that Oracle hashes, for review', async () => {
  const columns = [
    number('10', '0', { as: 'integer' }),
    number('38', '0', { as: 'decimal', scale: 2 }),
    number('10', '2', { as: 'decimal', scale: 4 }),
    number('2', '5', { as: 'decimal', scale: 5 }),
    columnOf('VARCHAR2', text),
    columnOf('VARCHAR2', { ...text, trim: true, fold: true }),
    columnOf('NVARCHAR2', text),
    columnOf('CHAR', text),
    columnOf('NCHAR', { ...text, trim: true }),
    columnOf('DATE', { as: 'timestamp', precision: 0 }),
    columnOf('DATE', { as: 'timestamp', precision: 6 }),
    columnOf('TIMESTAMP(6)', { as: 'timestamp', precision: 0 }),
    columnOf('TIMESTAMP(6)', { as: 'timestamp', precision: 6 }),
    columnOf('TIMESTAMP(9)', { as: 'timestamp', precision: 9 }),
    columnOf('RAW', { as: 'binary', emptyIsNull: true }),
    columnOf('RAW', { as: 'uuid' }),
  ];
  const texts = columns.map((column) => {
    const hashes = hashesOf(readingOf([column]));
    return `-- ${column.type} as ${JSON.stringify(column.form)}\n${hashes?.sum}\n${hashes?.keyHash(2)}`;
  });
  await expect(`${texts.join('\n\n')}\n`).toMatchFileSnapshot('testing/hashes.sql');
});

test.each<[string, ReadColumn]>([
  ['a number of any scale', columnOf('NUMBER', { as: 'decimal', scale: null })],
  ['digits that would be rounded', number('10', '2', { as: 'decimal', scale: 1 })],
  ['a fraction among integers', number('10', '2', { as: 'integer' })],
  ['a decimal as a double', number('10', '2', { as: 'float', scale: null })],
  ['a double', columnOf('BINARY_DOUBLE')],
  ['a text in hexadecimal digits', columnOf('VARCHAR2', { as: 'binary', emptyIsNull: true })],
  ['a large text', columnOf('CLOB', text)],
  ['a zone', columnOf('TIMESTAMP(6) WITH TIME ZONE')],
  ['a day', columnOf('DATE', { as: 'date' })],
  ['large bytes', columnOf('BLOB', { as: 'binary', emptyIsNull: true })],
  ['an interval', columnOf('INTERVAL DAY(2) TO SECOND(6)', text)],
])('%s is hashed here', (_what, column) => {
  const id = number('10', '0', { as: 'integer' });
  expect(hashesOf(readingOf([id, id]))).not.toBeNull();
  expect(hashesOf(readingOf([id, column]))).toBeNull();
});

test('a row or key that may exceed 4,000 bytes is hashed here', () => {
  const bytes = (length: string) => columnOf('VARCHAR2', text, { unit: 'B', length });
  const columns = (last: string) => readingOf([bytes('1000'), bytes('2994'), bytes(last)], [0]);
  expect(hashesOf(readingOf([bytes('1000'), bytes('2996')]))).not.toBeNull();
  expect(hashesOf(readingOf([bytes('1000'), bytes('2997')]))).toBeNull();
  expect(hashesOf(columns('1'))).toBeNull();
  // A letter has up to four bytes.
  expect(hashesOf(readingOf([columnOf('VARCHAR2', text, { length: '999' })]))).not.toBeNull();
  expect(hashesOf(readingOf([columnOf('VARCHAR2', text, { length: '1000' })]))).toBeNull();
  expect(hashesOf(readingOf([]))).toBeNull();
});

const READING = readingOf([
  { ...number('10', '0', { as: 'integer' }), name: 'ID' },
  { ...columnOf('VARCHAR2', text), name: 'NAME' },
]);
const HASHES = hashesOf(READING);
const CHARACTER_SET = `SELECT p.value FROM sys.nls_database_parameters p WHERE p.parameter = 'NLS_CHARACTERSET'`;
const ENGINE = `SELECT count(*), ${HASHES?.sum} FROM "SHOP"."ORDERS"`;
const BUCKET = HASHES?.keyHash(2);
const ROWS = 'SELECT "ID", "NAME" FROM "SHOP"."ORDERS"';
const OF_ROWS = { rows: 1, sum: String(BigInt(`0x${hashTexts(['1', 'a'])}`)) };
const everything = { kind: 'bucket', prefix: '' } as const;

async function connectTo(change: (answers: Recording['answers']) => void) {
  const recording = record();
  recording.answers
    .set(CHARACTER_SET, () => [['AL32UTF8']])
    .set(ENGINE, () => [['3', '72057594037927936']])
    .set(ROWS, () => [['1', 'a']]);
  change(recording.answers);
  const driver = createRecordedDriver(recording);
  const connector = {
    ...oracle,
    connect: (...[target, options]: Parameters<typeof oracle.connect>) =>
      openConnection(target, options, driver.load),
  };
  const { data } = await connectWith(connector, recording.target);
  if (!data) throw new Error('No reader of rows');
  const asked = (sql: string) => driver.calls.filter(({ what }) => what === sql).length;
  return { data, asked };
}

test('Oracle adds up the hashes of short rows; rows are hashed here all the same', async () => {
  const { data, asked } = await connectTo((answers) =>
    answers
      .set(`${ENGINE} WHERE "ID" >= 1 AND "ID" < 9`, () => [['2', '7']])
      .set(
        `SELECT count(*), ${HASHES?.sum}, ${BUCKET} FROM "SHOP"."ORDERS" GROUP BY ${BUCKET}`,
        () => [
          ['1', '5', '0a'],
          ['2', '7', 'ff'],
        ],
      )
      .set(`${ENGINE} WHERE ${BUCKET} IN ('0a', 'ff')`, () => [['3', '12']]),
  );
  expect(await data.checksum(READING, everything)).toEqual({ rows: 3, sum: '72057594037927936' });
  const range = { kind: 'range', from: '1', to: '9' } as const;
  expect(await data.checksum(READING, range)).toEqual({ rows: 2, sum: '7' });
  expect(await data.bucketChecksums(READING, '')).toEqual(
    new Map([
      ['0a', { rows: 1, sum: '5' }],
      ['ff', { rows: 2, sum: '7' }],
    ]),
  );
  const some = { kind: 'buckets', prefixes: ['0a', 'ff'] } as const;
  expect(await data.checksum(READING, some)).toEqual({ rows: 3, sum: '12' });
  expect(asked(ROWS)).toBe(0);
  expect(asked(CHARACTER_SET)).toBe(1);
  expect(await data.hashRows(READING, everything)).toEqual([
    { key: ['1'], hash: hashTexts(['1', 'a']) },
  ]);
});

test.each<[string, (answers: Recording['answers']) => void]>([
  ['of another character set', (answers) => answers.set(CHARACTER_SET, () => [['WE8ISO8859P1']])],
  [
    'that hides its character set',
    (answers) => answers.set(CHARACTER_SET, () => driverError('ORA-00942')),
  ],
  ['that refuses to hash', (answers) => answers.set(ENGINE, () => driverError('ORA-01489'))],
  ['that answers no number', (answers) => answers.set(ENGINE, () => [['1', '1e126']])],
])('in a database %s they are added up here', async (_what, change) => {
  const { data, asked } = await connectTo(change);
  expect(await data.checksum(READING, everything)).toEqual(OF_ROWS);
  expect(asked(ROWS)).toBe(1);
});

test('more buckets than a list may hold are looked for here', async () => {
  const { data, asked } = await connectTo(() => undefined);
  const prefixes = Array.from({ length: 1_001 }, (_, index) => index.toString(16).padStart(3, '0'));
  const isIn = prefixes.includes(hashTexts(['1']).slice(0, 3));
  expect(await data.checksum(READING, { kind: 'buckets', prefixes })).toEqual(
    isIn ? OF_ROWS : { rows: 0, sum: '0' },
  );
  expect(asked(ROWS)).toBe(1);
});
