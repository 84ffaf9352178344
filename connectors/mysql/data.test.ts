import { createConnection } from 'mariadb';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import type { CanonicalType } from '../../contract/proof/definitions.ts';
import type { Connection } from '../core/connector.ts';
import type { Form, Reading } from '../core/data.ts';
import { examineData, type DataServer } from '../core/exams/data-exam.ts';
import type { ValueKindName } from '../core/exams/data-values-exam.ts';
import { connectWith, failureOf } from '../core/exams/exam.ts';
import { mysql } from './connector.ts';
import { openServer } from './fixture.ts';

const quote = (name: string) => `\`${name.replaceAll('`', '``')}\``;

const KINDS: DataServer['kinds'] = {
  integer: { type: 'bigint' },
  unsigned: { type: 'bigint unsigned' },
  decimal: { type: 'decimal(38,10)' },
  amount: { type: 'decimal(10,2)' },
  double: { type: 'double' },
  boolean: { type: 'tinyint(1)', canonical: { kind: 'integer', bits: 8, unsigned: false } },
  date: { type: 'date' },
  timestamp: { type: 'datetime(6)' },
  zoned: { type: 'timestamp(6)' },
  time: { type: 'time(6)' },
  fixed: { type: 'char(12)' },
  text: { type: 'varchar(200)' },
  bytes: { type: 'blob' },
  uuid: { type: 'uuid' },
};

const UUID_AS_TEXT = {
  type: 'char(36)',
  canonical: { kind: 'text', length: 36, fixed: true, bytes: false },
} as const;

/** The binary protocol carries doubles exactly; texts of them the server itself would round. */
function bind(kind: ValueKindName, text: string | null): unknown {
  if (text === null) return null;
  if (kind === 'double') return Number(text);
  return kind === 'bytes' ? Buffer.from(text, 'hex') : text;
}

async function startServer(url: string): Promise<DataServer> {
  const server = await openServer(url);
  const schema = await server.addSchema('rows');
  const { host, port, username, password } = server.target;
  const client = await createConnection({
    host,
    port: port ?? 3306,
    user: username,
    password,
    database: schema,
    timezone: 'Z',
    allowPublicKeyRetrieval: true,
  });
  await client.query(`SET SESSION time_zone = '+00:00'; `);
  return {
    connector: mysql,
    target: { ...server.target, database: schema },
    schema,
    quote,
    kinds: server.isMariadb ? KINDS : { ...KINDS, uuid: UUID_AS_TEXT },
    run: (sql) => client.query(sql),
    async insert(table, columns, rows) {
      const marks = columns.map(() => '?').join(', ');
      const statement = await client.prepare(`INSERT INTO ${quote(table)} VALUES (${marks})`);
      await client.beginTransaction();
      for (const row of rows) {
        await statement.execute(columns.map(({ kind }, index) => bind(kind, row[index] ?? null)));
      }
      await client.commit();
      statement.close();
    },
    async tearDown() {
      await client.end();
      await server.tearDown();
    },
  };
}

type Case = [type: string, value: string, CanonicalType, Form, expected: string];
/** A type of MariaDB's own. */
const UUIDS: Record<string, Case[]> = {
  MySQL: [],
  MariaDB: [
    [
      'uuid',
      `'00112233-4455-6677-8899-AABBCCDDEEFF'`,
      { kind: 'uuid' },
      { as: 'binary', emptyIsNull: false },
      '00112233445566778899aabbccddeeff',
    ],
  ],
};

const SERVERS = inject('mysqlServers');
for (const { name, url } of SERVERS) examineData(name, () => startServer(url));

describe.each(SERVERS)('$name: text types that only this engine has', ({ name, url }) => {
  let server: DataServer;
  let connection: Connection;
  beforeAll(async () => {
    server = await startServer(url);
    connection = await connectWith(mysql, server.target);
  });
  afterAll(async () => {
    await connection?.close();
    await server?.tearDown();
  });

  const text = { as: 'text', trim: false, fold: false, emptyIsNull: false } as const;
  const integer = { kind: 'integer', bits: 32, unsigned: false } as const;
  let tables = 0;
  const read = async (type: string, value: string, canonical: CanonicalType, form: Form) => {
    const table = `own_${(tables += 1)}`;
    await server.run(`CREATE TABLE ${table} (value ${type} NULL)`);
    await server.run(`INSERT INTO ${table} VALUES (${value})`);
    const reading: Reading = {
      schema: server.schema,
      table,
      columns: [{ name: 'value', type, canonical, form }],
      key: [],
      where: null,
    };
    return {
      reading,
      rows: await connection.data?.readRows(reading, { kind: 'bucket', prefix: '' }),
    };
  };

  test('rows that the server sorts in a table of its own, whose columns are named by long expressions', async () => {
    await server.run('CREATE TABLE sorted (id int PRIMARY KEY, value double, other double)');
    await server.run('INSERT INTO sorted VALUES (1, 0.5, 1.5), (2, 2.5, NULL)');
    await server.run(
      'CREATE VIEW sorted_view AS SELECT b.id, a.value, b.other FROM sorted a LEFT JOIN sorted b ON b.id = a.id',
    );
    const double = { type: 'double', canonical: { kind: 'float', bits: 64 } } as const;
    const form = { as: 'float', scale: null } as const;
    const reading: Reading = {
      schema: server.schema,
      table: 'sorted_view',
      columns: [
        { name: 'id', type: 'int', canonical: integer, form: { as: 'integer' } },
        ...['value', 'other'].map((name) => ({ name, ...double, form })),
      ],
      key: [0],
      where: null,
    };
    const rows = await connection.data?.sampleRows(reading, 2);
    expect(rows?.toSorted()).toEqual([
      ['1', '0.5', '1.5'],
      ['2', '2.5', null],
    ]);
  });

  test.each<Case>([
    ['int(5) zerofill', '42', integer, { as: 'integer' }, '42'],
    [
      'bigint(20) unsigned zerofill',
      '18446744073709551615',
      { ...integer, unsigned: true },
      { as: 'integer' },
      '18446744073709551615',
    ],
    ['bit(1)', `b'1'`, { kind: 'bits', length: 1 }, { as: 'boolean' }, '1'],
    ['bit(9)', `b'100000001'`, { kind: 'bits', length: 9 }, text, '100000001'],
    ['bit(9)', `b'100000001'`, { kind: 'bits', length: 9 }, { as: 'integer' }, '257'],
    ['year', '0', { kind: 'year' }, { as: 'integer' }, '0'],
    ['float', '16777216', { kind: 'float', bits: 32 }, { as: 'float', scale: null }, '16777216'],
    [
      'float',
      '0.1',
      { kind: 'float', bits: 32 },
      { as: 'float', scale: null },
      '0.10000000149011612',
    ],
    ['double', '-0e0', { kind: 'float', bits: 64 }, { as: 'float', scale: null }, '0'],
    ...['-1.2345678901234567e-20', '-1.2345678901234567e-120', '-0.00012345678901234567'].map(
      (double): Case => [
        'double',
        double,
        { kind: 'float', bits: 64 },
        { as: 'float', scale: null },
        double,
      ],
    ),
    [
      'decimal(65,0)',
      '9'.repeat(65),
      { kind: 'decimal', precision: 65, scale: 0 },
      { as: 'decimal', scale: 4 },
      `${'9'.repeat(65)}.0000`,
    ],
    [
      'decimal(10,3)',
      '-0.0004',
      { kind: 'decimal', precision: 10, scale: 3 },
      { as: 'decimal', scale: 1 },
      '0.0',
    ],
    [
      'datetime(3)',
      `'0000-00-00'`,
      { kind: 'timestamp', precision: 3, zone: false },
      { as: 'timestamp', precision: 3 },
      '0000-00-00 00:00:00.000',
    ],
    ['date', `'0000-00-00'`, { kind: 'date' }, { as: 'date' }, '0000-00-00'],
    [
      'time(3)',
      `'-100:02:03.045'`,
      { kind: 'time', precision: 3, zone: false },
      { as: 'time', precision: 2 },
      '-100:02:03.04',
    ],
    [
      'time',
      `'838:59:59'`,
      { kind: 'time', precision: 0, zone: false },
      { as: 'time', precision: 0 },
      '838:59:59',
    ],
    [`enum('a','é')`, `'é'`, { kind: 'enum', values: ['a', 'é'] }, text, 'é'],
    [`set('a','b')`, `'b,a'`, { kind: 'set', values: ['a', 'b'] }, text, 'a,b'],
    [
      'varchar(20) character set latin1',
      `'Straße €'`,
      { kind: 'text', length: 20, fixed: false, bytes: false },
      text,
      'Straße €',
    ],
    [
      'varchar(20) character set utf16 collate utf16_bin',
      `'😀'`,
      { kind: 'text', length: 20, fixed: false, bytes: false },
      text,
      '😀',
    ],
    ['json', `'{"b": 1}'`, { kind: 'json' }, { as: 'json' }, '{"b": 1}'],
    ['point', `st_geomfromtext('POINT(1 2)')`, { kind: 'spatial' }, text, 'POINT(1 2)'],
    [
      'binary(16)',
      `x'00112233445566778899aabbccddeeff'`,
      { kind: 'binary', length: 16, fixed: true },
      { as: 'uuid' },
      '00112233-4455-6677-8899-aabbccddeeff',
    ],
    ...(UUIDS[name] ?? []),
    ['varbinary(4)', `x'00ff'`, { kind: 'binary', length: 4, fixed: false }, text, '00ff'],
    [
      'char(1)',
      `'N'`,
      { kind: 'text', length: 1, fixed: true, bytes: false },
      { as: 'boolean' },
      '0',
    ],
    [
      'longtext',
      `repeat('☃', 1000000)`,
      { kind: 'text', length: null, fixed: false, bytes: false },
      text,
      '☃'.repeat(1_000_000),
    ],
  ])('%s %s as %j in form %j', async (type, value, canonical, form, expected) => {
    await server.run(`SET SESSION sql_mode = ''`);
    expect((await read(type, value, canonical, form)).rows).toEqual([[expected]]);
  });

  // As long as MariaDB's limit has it; MySQL's is longer than what it lets in at once.
  test.runIf(name === 'MariaDB')(
    'a row that is longer than the server can put together is not taken for another',
    async () => {
      const { reading } = await read(
        'longblob',
        `repeat('x', 9 * 1024 * 1024)`,
        { kind: 'binary', length: null, fixed: false },
        { as: 'binary', emptyIsNull: false },
      );
      const everything = { kind: 'bucket', prefix: '' } as const;
      for (const work of [
        () => connection.data?.checksum(reading, everything),
        () => connection.data?.hashRows(reading, everything),
      ]) {
        const error = await failureOf(Promise.resolve(work()));
        expect(error.code).toBe('unsupported');
        expect(error.message).toContain('Leave out its longest column');
      }
    },
  );
});
