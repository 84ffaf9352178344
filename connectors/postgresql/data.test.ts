import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import type { CanonicalType } from '../../contract/proof/definitions.ts';
import type { Connection } from '../core/connector.ts';
import type { Form, Reading } from '../core/data.ts';
import { examineData, type DataServer } from '../core/exams/data-exam.ts';
import { VALUE_KINDS } from '../core/exams/data-values-exam.ts';
import { connectWith } from '../core/exams/exam.ts';
import { ownForm } from '../core/rows/forms.ts';
import { postgresql } from './connector.ts';
import { createDatabase } from './fixture.ts';

const quote = (name: string) => `"${name.replaceAll('"', '""')}"`;

const KINDS: DataServer['kinds'] = {
  integer: { type: 'bigint' },
  unsigned: {
    type: 'numeric(20)',
    canonical: { kind: 'decimal', precision: 20, scale: 0 },
  },
  decimal: { type: 'numeric(38,10)' },
  amount: { type: 'numeric(10,2)' },
  double: { type: 'double precision' },
  boolean: { type: 'boolean' },
  date: { type: 'date' },
  timestamp: { type: 'timestamp' },
  zoned: { type: 'timestamptz' },
  time: { type: 'time' },
  fixed: { type: 'char(12)' },
  text: { type: 'varchar(200)' },
  bytes: { type: 'bytea' },
  uuid: { type: 'uuid' },
};

async function startServer(): Promise<DataServer> {
  const database = await createDatabase(inject('postgresUrl'));
  const { host, port, database: name, username, password } = database.target;
  const client = new pg.Client({
    host,
    port: port ?? 5432,
    database: name,
    user: username,
    password,
  });
  await client.connect();
  await client.query("SET TimeZone = 'UTC'");
  return {
    connector: postgresql,
    target: database.target,
    schema: 'public',
    quote,
    kinds: KINDS,
    run: (sql) => client.query(sql),
    async insert(table, columns, rows) {
      const values = columns.map(({ kind }, index) =>
        kind === 'bytes'
          ? `decode(r->>${index}, 'hex')`
          : `(r->>${index})::${kind === 'boolean' ? 'int::' : ''}${KINDS[kind].type}`,
      );
      await client.query(
        `INSERT INTO ${quote(table)} SELECT ${values.join(', ')} FROM json_array_elements($1::json) r`,
        [JSON.stringify(rows)],
      );
    },
    async tearDown() {
      await client.end();
      await database.tearDown();
    },
  };
}

/** Before SHA-256 came. */
const isOld = await (async () => {
  const client = new pg.Client(inject('postgresUrl'));
  await client.connect();
  const { rows } = await client.query<{ old: boolean }>(
    `SELECT current_setting('server_version_num')::int < 110000 AS old`,
  );
  await client.end();
  return rows[0]?.old ?? false;
})();

if (!isOld) examineData('PostgreSQL', startServer);

describe('PostgreSQL: text types that only this engine has', () => {
  let server: DataServer;
  let connection: Connection;
  beforeAll(async () => {
    server = await startServer();
    connection = await connectWith(postgresql, server.target);
  });
  afterAll(async () => {
    await connection?.close();
    await server?.tearDown();
  });

  const text = { as: 'text', trim: false, fold: false, emptyIsNull: false } as const;
  const enumeration: CanonicalType = { kind: 'enum', values: [] };
  test.each<[string, CanonicalType, Form, string | null]>([
    [`'NaN'::float8`, { kind: 'float', bits: 64 }, { as: 'float', scale: null }, 'NaN'],
    [`'-Infinity'::float8`, { kind: 'float', bits: 64 }, { as: 'float', scale: 2 }, '-Infinity'],
    [`'-0'::float8`, { kind: 'float', bits: 64 }, { as: 'float', scale: null }, '0'],
    [
      `0.1::float4`,
      { kind: 'float', bits: 32 },
      { as: 'float', scale: null },
      '0.10000000149011612',
    ],
    [`16777217::float4`, { kind: 'float', bits: 32 }, { as: 'float', scale: null }, '16777216'],
    [
      `'NaN'::numeric`,
      { kind: 'decimal', precision: null, scale: null },
      { as: 'decimal', scale: 2 },
      'NaN',
    ],
    [
      `1.500::numeric`,
      { kind: 'decimal', precision: null, scale: null },
      { as: 'decimal', scale: null },
      '1.5',
    ],
    [
      `100::numeric`,
      { kind: 'decimal', precision: null, scale: null },
      { as: 'decimal', scale: null },
      '100',
    ],
    [`1.5::numeric`, { kind: 'decimal', precision: null, scale: null }, { as: 'integer' }, '1.5'],
    [
      `2.50::money`,
      { kind: 'decimal', precision: 19, scale: 2 },
      { as: 'decimal', scale: 2 },
      '2.50',
    ],
    [`'0044-03-15 BC'::date`, { kind: 'date' }, { as: 'date' }, '0044-03-15 BC'],
    [
      `'infinity'::timestamp`,
      { kind: 'timestamp', precision: 6, zone: false },
      { as: 'timestamp', precision: 0 },
      'infinity',
    ],
    [
      `'0044-03-15 01:02:03 BC'::timestamp`,
      { kind: 'timestamp', precision: 6, zone: false },
      { as: 'timestamp', precision: 0 },
      '0044-03-15 01:02:03 BC',
    ],
    [
      `'2024-01-01 00:30+02'::timestamptz`,
      { kind: 'timestamp', precision: 6, zone: true },
      { as: 'timestamp', precision: 0 },
      '2023-12-31 22:30:00',
    ],
    [
      `'2024-01-01 00:30+02'::timestamptz`,
      { kind: 'timestamp', precision: 6, zone: true },
      { as: 'date' },
      '2023-12-31',
    ],
    [
      `'00:30+02'::timetz`,
      { kind: 'time', precision: 6, zone: true },
      { as: 'time', precision: 0 },
      '22:30:00',
    ],
    [
      `'00:30+02'::timetz`,
      { kind: 'time', precision: 6, zone: true },
      { as: 'time', precision: 2, zoned: true },
      '00:30:00.00+02:00',
    ],
    [
      `'22:30:00.125-03:30'::timetz`,
      { kind: 'time', precision: 6, zone: true },
      { as: 'time', precision: 2, zoned: true },
      '22:30:00.12-03:30',
    ],
    [
      `'24:00+00'::timetz`,
      { kind: 'time', precision: 6, zone: true },
      { as: 'time', precision: 2, zoned: true },
      '24:00:00.00+00:00',
    ],
    [
      `'12:00:00+00:53:28'::timetz`,
      { kind: 'time', precision: 6, zone: true },
      { as: 'time', precision: 2, zoned: true },
      '12:00:00.00+00:53:28',
    ],
    [
      `'24:00:00'::time`,
      { kind: 'time', precision: 6, zone: false },
      { as: 'time', precision: 1 },
      '24:00:00.0',
    ],
    [
      `'-100:02:03.5'::interval`,
      { kind: 'interval' },
      { as: 'time', precision: 1 },
      '-100:02:03.5',
    ],
    [`'1 year 2 days 03:00'::interval`, { kind: 'interval' }, text, 'P1Y2DT3H'],
    [`'{1,NULL,"a b"}'::text[]`, { kind: 'array', of: 'text' }, text, '{1,NULL,"a b"}'],
    [`B'101'`, { kind: 'bits', length: 3 }, text, '101'],
    [`B'101'`, { kind: 'bits', length: 3 }, { as: 'integer' }, '5'],
    [`B'1'::varbit`, { kind: 'bits', length: null }, { as: 'boolean' }, '1'],
    [
      `'Y '::char(2)`,
      { kind: 'text', length: 2, fixed: true, bytes: false },
      { as: 'boolean' },
      '1',
    ],
    [
      `'maybe'`,
      { kind: 'text', length: null, fixed: false, bytes: false },
      { as: 'boolean' },
      'maybe',
    ],
    [`'a'::"char"`, enumeration, text, 'a'],
    [`'<a/>'::xml`, { kind: 'xml' }, text, '<a/>'],
    [`'10.0.0.1'::inet`, { kind: 'other', name: 'inet' }, text, '10.0.0.1'],
    [`'10.1.0.0/16'::inet`, { kind: 'other', name: 'inet' }, text, '10.1.0.0/16'],
    [`'fe80::1'::inet`, { kind: 'other', name: 'inet' }, text, 'fe80::1'],
    [`'10.1.0.0/16'::cidr`, { kind: 'other', name: 'cidr' }, text, '10.1.0.0/16'],
    [`'{"b": 1, "a":2}'::jsonb`, { kind: 'json' }, { as: 'json' }, '{"a": 2, "b": 1}'],
    [
      `decode('00112233445566778899aabbccddeeff', 'hex')`,
      { kind: 'binary', length: 16, fixed: true },
      { as: 'uuid' },
      '00112233-4455-6677-8899-aabbccddeeff',
    ],
    [
      `repeat('☃', 1000000)`,
      { kind: 'text', length: null, fixed: false, bytes: false },
      text,
      '☃'.repeat(1_000_000),
    ],
  ])('%s as %j in form %j', async (value, canonical, form, expected) => {
    // The offset keeps the planner from working on a constant that no row would be.
    await server.run(`DROP VIEW IF EXISTS v; CREATE VIEW v AS SELECT ${value} AS value OFFSET 0`);
    const reading: Reading = {
      schema: 'public',
      table: 'v',
      columns: [{ name: 'value', type: '', canonical, form }],
      key: [],
      where: null,
    };
    expect(await connection.data?.readRows(reading, { kind: 'bucket', prefix: '' })).toEqual([
      [expected],
    ]);
    const checksum = connection.data?.checksum(reading, { kind: 'bucket', prefix: '' });
    if (isOld) await expect(checksum).rejects.toThrow('no SHA-256');
    else expect((await checksum)?.rows).toBe(1);
  });

  test('what a condition sets ends with its statement', async () => {
    await server.run(`CREATE TABLE one (id bigint); INSERT INTO one VALUES (1);
      CREATE FUNCTION public.allow_writes() RETURNS boolean LANGUAGE sql AS
        $$ SELECT set_config('default_transaction_read_only', 'off', false) = 'off' $$`);
    const reading: Reading = {
      schema: 'public',
      table: 'one',
      columns: [
        {
          name: 'id',
          type: 'bigint',
          canonical: VALUE_KINDS.integer.canonical,
          form: ownForm(VALUE_KINDS.integer.canonical),
        },
      ],
      key: [0],
      where: 'public.allow_writes()',
    };
    expect(await connection.data?.countRows(reading)).toBe(1);
    const where = `current_setting('default_transaction_read_only') = 'on'`;
    expect(await connection.data?.countRows({ ...reading, where })).toBe(1);
  });
});
