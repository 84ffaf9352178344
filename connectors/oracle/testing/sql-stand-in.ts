import Database from 'libsql';
import oracledb from 'oracledb';
import type { DataServer } from '../../core/data-exam.ts';
import type { ValueKindName } from '../../core/data-values-exam.ts';
import type { OracleConnection, OracleDriver } from '../driver.ts';
import { textOfMoment } from '../moments.ts';
import { openConnection } from '../connection.ts';
import { oracle } from '../connector.ts';
import { constantsOfTheDriver, driverError } from './recorded-driver.ts';

/**
 * SQLite in the place of Oracle, behind the driver's boundary: the statements of the reader of rows are plain enough
 * for both. Values come as the driver gives them for Oracle's types. It is no proof that Oracle takes the statements.
 */

const quote = (name: string) => `"${name.replaceAll('"', '""')}"`;

/** As tables declare them; that of a day and that of a time are as near as Oracle has it. */
const KINDS: DataServer['kinds'] = {
  integer: { type: 'NUMBER(19)', canonical: { kind: 'decimal', precision: 19, scale: 0 } },
  unsigned: { type: 'NUMBER(20)', canonical: { kind: 'decimal', precision: 20, scale: 0 } },
  decimal: { type: 'NUMBER(38,10)' },
  amount: { type: 'NUMBER(10,2)' },
  double: { type: 'BINARY_DOUBLE' },
  boolean: { type: 'BOOLEAN' },
  date: { type: 'DATE' },
  timestamp: { type: 'TIMESTAMP(6)' },
  zoned: { type: 'TIMESTAMP(6) WITH TIME ZONE' },
  time: { type: 'INTERVAL DAY(2) TO SECOND(6)' },
  fixed: { type: 'CHAR(12 CHAR)' },
  text: { type: 'VARCHAR2(200 CHAR)' },
  bytes: { type: 'BLOB' },
  uuid: { type: 'RAW(16)' },
};

/** As SQLite knows them: what it would make numbers of stays text. */
const declared = (type: string) => {
  const name = type.replace(/[^A-Z0-9]+/g, '_').replace('INT', 'LNT');
  return name.startsWith('NUMBER') && type !== KINDS.integer.type ? `${name}TEXT` : name;
};
const DECLARED = new Map(Object.values(KINDS).map(({ type }) => [declared(type), type]));

function bind(kind: ValueKindName, text: string | null): unknown {
  if (text === null) return null;
  switch (kind) {
    case 'integer':
      return BigInt(text);
    case 'double':
      return Number(text);
    case 'bytes':
    case 'uuid':
      return Buffer.from(text.replaceAll('-', ''), 'hex');
    default:
      return text;
  }
}

/** As the driver writes numbers: without zeros in front of the point and at the end. */
const numberOf = (text: string): string =>
  text
    .replace(/\.?0+$/, (zeros) => (text.includes('.') ? '' : zeros))
    .replace(/^(-?)0\./, '$1.')
    .replace(/^-?0$/, '0');

/** As Oracle sends it. */
function momentOf(text: string): string {
  const [year = 0, ...rest] = text.slice(0, 19).split(/[- :]/).map(Number);
  const [month = 1, day = 1, hour = 0, minute = 0, second = 0] = rest;
  const bytes = Buffer.from([
    Math.floor(year / 100) + 100,
    (year % 100) + 100,
    month,
    day,
    hour + 1,
    minute + 1,
    second + 1,
  ]);
  if (text.length <= 19) return textOfMoment(bytes);
  const fraction = Buffer.alloc(4);
  fraction.writeUInt32BE(Number(text.slice(20).padEnd(9, '0')));
  return textOfMoment(Buffer.concat([bytes, fraction]));
}

type Kept = null | bigint | number | string | Uint8Array;

function valueOf(cell: Kept, type: string | null): unknown {
  if (cell === null) return null;
  const name = DECLARED.get(type ?? '') ?? 'NUMBER';
  const text = String(cell);
  if (name.startsWith('NUMBER')) return numberOf(text);
  if (name === 'BOOLEAN') return Number(cell) === 1;
  if (name === 'DATE' || name.startsWith('TIMESTAMP')) return momentOf(text);
  if (name.startsWith('INTERVAL')) {
    const [hours = 0, minutes = 0, seconds = 0, fseconds = 0] = text.split(/[:.]/).map(Number);
    const parts = { days: 0, hours, minutes, seconds, fseconds: fseconds * 1_000 };
    return Object.assign(new oracledb.IntervalDS(), parts);
  }
  if (name.startsWith('CHAR')) return text.padEnd(12);
  return cell;
}

/** What Oracle says otherwise. */
const translate = (sql: string): string =>
  sql
    .replace(/\bHEXTORAW\(('[0-9a-f]*')\)/g, 'X$1')
    .replace(/\bTO_DATE\(('[^']*'), '[^']*'\)/g, '$1');

function explain(error: unknown): Error {
  const text = error instanceof Error ? error.message : '';
  return driverError(text.includes('no such table') ? 'ORA-00942' : 'ORA-00904');
}

function connectionTo(database: Database.Database): OracleConnection {
  return {
    oracleServerVersionString: '23.5.0.24.7',
    async execute(sql, _binds, { resultSet }) {
      if (!sql.startsWith('SELECT')) return {};
      try {
        const statement = database.prepare(translate(sql)).raw().safeIntegers();
        const types = statement.columns().map(({ type }) => type);
        const rows = (statement.all() as Kept[][]).map((row) =>
          row.map((cell, index) => valueOf(cell, types[index] ?? null)),
        );
        if (!resultSet) return { rows };
        const getRows = async (count: number) => rows.splice(0, count);
        return { resultSet: { metaData: [], getRows, close: async () => undefined } };
      } catch (error) {
        throw explain(error);
      }
    },
    break: async () => undefined,
    rollback: async () => undefined,
    close: async () => undefined,
  };
}

export async function startStandIn(): Promise<DataServer> {
  const database = new Database(':memory:');
  const schema = 'SHOP';
  database.exec(`ATTACH ':memory:' AS ${quote(schema)}`);
  const load = async (): Promise<OracleDriver> => ({
    ...constantsOfTheDriver,
    getConnection: async () => connectionTo(database),
  });
  const types = Object.values(KINDS).map(({ type }) => type);
  return {
    connector: { ...oracle, connect: (target, options) => openConnection(target, options, load) },
    target: {
      host: '127.0.0.1',
      port: 1521,
      database: 'shop',
      username: 'reader',
      password: 'x',
      tls: 'off',
      tlsCa: null,
    },
    schema,
    quote,
    kinds: KINDS,
    async run(sql) {
      const known = types.reduce(
        (text, type) => text.replaceAll(` ${type} NULL`, ` ${declared(type)} NULL`),
        sql,
      );
      database.exec(known);
    },
    async insert(table, columns, rows) {
      const places = columns.map(() => '?').join(', ');
      const statement = database.prepare(
        `INSERT INTO ${quote(schema)}.${quote(table)} VALUES (${places})`,
      );
      for (const row of rows)
        statement.run(columns.map(({ kind }, index) => bind(kind, row[index] ?? null)));
    },
    tearDown: async () => void database.close(),
  };
}
