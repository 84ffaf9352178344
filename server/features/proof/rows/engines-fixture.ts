import { join } from 'node:path';
import Database from 'libsql';
import { createConnection } from 'mariadb';
import pg from 'pg';
import type {
  Connection,
  ConnectionTarget,
  Connector,
  Limits,
} from '../../../../connectors/core/connector.ts';
import type { TextRow } from '../../../../connectors/core/data.ts';
import type { ValueKindName } from '../../../../connectors/core/exams/data-values-exam.ts';
import { connectWith } from '../../../../connectors/core/exams/exam.ts';
import { mysql } from '../../../../connectors/mysql/connector.ts';
import { openServer } from '../../../../connectors/mysql/fixture.ts';
import { postgresql } from '../../../../connectors/postgresql/connector.ts';
import { createDatabase } from '../../../../connectors/postgresql/fixture.ts';
import { sqlite } from '../../../../connectors/sqlite/connector.ts';
import { createFolder } from '../../../../connectors/sqlite/fixture.ts';

export type Kind = ValueKindName | 'json';

/** A database of one engine, with tables of the same content as those of others. */
export interface EngineFixture {
  connector: Connector;
  schema: string;
  target: ConnectionTarget;
  /** Where its file is, of an engine that has one. */
  folder: string | null;
  types: Record<Kind, string>;
  open(limits?: Partial<Limits>): Promise<Connection>;
  /** @param doubles - for question marks in it, where it reads doubles from statements inexactly */
  run(sql: string, doubles?: readonly number[]): Promise<unknown>;
  /** What a value is in a statement. */
  literal(kind: Kind, text: string | null): string;
  tearDown(): Promise<void>;
}

const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`;
const escaped = (text: string) => quoted(text.replaceAll('\\', '\\\\'));
const isNumber = (kind: Kind) =>
  ['integer', 'unsigned', 'decimal', 'amount', 'double'].includes(kind);

export async function startMariadb(url: string): Promise<EngineFixture> {
  const server = await openServer(url);
  const schema = await server.addSchema('rows');
  const { host, port, username, password } = server.target;
  const client = await createConnection({
    host,
    port: port ?? 3306,
    user: username,
    password,
    database: schema,
    // For MySQL's way to sign in without TLS.
    allowPublicKeyRetrieval: true,
  });
  await client.query("SET SESSION time_zone = '+00:00', sql_mode = ''");
  const target = { ...server.target, database: schema };
  return {
    connector: mysql,
    schema,
    target,
    folder: null,
    types: {
      integer: 'bigint',
      unsigned: 'bigint unsigned',
      decimal: 'decimal(38,10)',
      amount: 'decimal(10,2)',
      double: 'double',
      boolean: 'tinyint(1)',
      date: 'date',
      timestamp: 'datetime(6)',
      zoned: 'timestamp(6)',
      time: 'time(6)',
      fixed: 'char(12)',
      text: 'varchar(200)',
      bytes: 'blob',
      uuid: 'char(36)',
      json: 'json',
    },
    open: (limits = {}) => connectWith(mysql, target, { limits }),
    run: (sql) => client.query(sql),
    literal: (kind, text) => {
      if (text === null) return 'NULL';
      if (kind === 'bytes') return `x'${text}'`;
      if (kind === 'double') return text.includes('e') ? text : `${text}e0`;
      return isNumber(kind) || kind === 'boolean' ? text : escaped(text);
    },
    async tearDown() {
      await client.end();
      await server.tearDown();
    },
  };
}

export async function startPostgres(url: string): Promise<EngineFixture> {
  const database = await createDatabase(url);
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
    schema: 'public',
    target: database.target,
    folder: null,
    types: {
      integer: 'bigint',
      unsigned: 'numeric(20)',
      decimal: 'numeric(38,10)',
      amount: 'numeric(10,2)',
      double: 'double precision',
      boolean: 'boolean',
      date: 'date',
      timestamp: 'timestamp',
      zoned: 'timestamptz',
      time: 'time',
      fixed: 'char(12)',
      text: 'varchar(200)',
      bytes: 'bytea',
      uuid: 'uuid',
      json: 'jsonb',
    },
    open: (limits = {}) => connectWith(postgresql, database.target, { limits }),
    run: (sql) => client.query(sql),
    literal: (kind, text) => {
      if (text === null) return 'NULL';
      if (kind === 'bytes') return `decode('${text}', 'hex')`;
      if (kind === 'boolean') return text === '1' ? 'true' : 'false';
      return isNumber(kind) ? text : quoted(text);
    },
    async tearDown() {
      await client.end();
      await database.tearDown();
    },
  };
}

export async function startSqlite(): Promise<EngineFixture> {
  const folder = await createFolder();
  const database = new Database(join(folder.folder, 'rows.db'));
  database.exec('PRAGMA journal_mode = wal; CREATE TABLE first (id INTEGER)');
  return {
    connector: sqlite,
    schema: 'main',
    target: folder.targetOf('rows.db'),
    folder: folder.folder,
    types: {
      integer: 'INTEGER',
      unsigned: 'UNSIGNED_TEXT',
      decimal: 'DECIMAL_TEXT',
      amount: 'NUMERIC(10,2)',
      double: 'REAL',
      boolean: 'BOOLEAN',
      date: 'DATE',
      timestamp: 'DATETIME',
      zoned: 'TIMESTAMPTZ',
      time: 'TIME',
      fixed: 'CHAR(12)',
      text: 'VARCHAR(200)',
      bytes: 'BLOB',
      uuid: 'CHAR(36)',
      json: 'JSON',
    },
    open: (limits = {}) =>
      connectWith(sqlite, folder.targetOf('rows.db'), { ...folder.options, limits }),
    run: (sql, doubles) =>
      Promise.resolve(doubles ? database.prepare(sql).run(...doubles) : database.exec(sql)),
    literal: (kind, text) => {
      if (text === null) return 'NULL';
      if (kind === 'bytes') return `x'${text}'`;
      if (kind === 'double') return '?';
      // The NUMERIC affinity of these would make doubles of their digits.
      if (kind === 'unsigned' || kind === 'decimal') return quoted(text);
      return isNumber(kind) || kind === 'boolean' ? text : quoted(text);
    },
    async tearDown() {
      database.close();
      await folder.tearDown();
    },
  };
}

/** Makes a table and fills it. @param key - its columns, as in SQL; '' for none */
export async function makeTable(
  side: EngineFixture,
  name: string,
  columns: Record<string, Kind>,
  key: string,
  rows: readonly TextRow[],
): Promise<void> {
  const list = Object.entries(columns).map(
    ([column, kind]) =>
      `${column} ${side.types[kind]} ${key.split(', ').includes(column) ? 'NOT NULL' : 'NULL'}`,
  );
  const primary = key === '' ? [] : [`PRIMARY KEY (${key})`];
  await side.run(`CREATE TABLE ${name} (${[...list, ...primary].join(', ')})`);
  for (let start = 0; start < rows.length; start += 500)
    await insertRows(side, name, columns, rows.slice(start, start + 500));
}

export async function insertRows(
  { literal, run }: EngineFixture,
  name: string,
  columns: Record<string, Kind>,
  rows: readonly TextRow[],
): Promise<void> {
  const kinds = Object.entries(columns).map(([, kind]) => kind);
  const values = rows.map(
    (row) => `(${kinds.map((kind, index) => literal(kind, row[index] ?? null)).join(', ')})`,
  );
  const doubles = rows.flatMap((row) =>
    row.flatMap((text, index) =>
      kinds[index] === 'double' && text !== null ? [Number(text)] : [],
    ),
  );
  const sql = `INSERT INTO ${name} VALUES ${values.join(', ')}`;
  await (literal('double', '0') === '?' ? run(sql, doubles) : run(sql));
}
