import Database from 'libsql';
import oracledb from 'oracledb';
import type { CallServer } from '../../core/exams/call-exam.ts';
import type { ConnectionTarget, Connector } from '../../core/connector.ts';
import type { DataServer } from '../../core/exams/data-exam.ts';
import type { ValueKindName } from '../../core/exams/data-values-exam.ts';
import type { OracleBinds, OracleConnection, OracleDriver, OracleRows } from '../driver.ts';
import { textOfMoment } from '../driver-patches.ts';
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
  uuid: { type: 'RAW(16)', canonical: { kind: 'binary', length: 16, fixed: false } },
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

/** Of an expression what its value looks like. */
const typeNameOf = (cell: Kept, type: string | null): string =>
  DECLARED.get(type ?? '') ?? (typeof cell === 'string' ? 'VARCHAR2' : 'NUMBER');

function valueOf(cell: Kept, type: string | null): unknown {
  if (cell === null) return null;
  const text = String(cell);
  const name = typeNameOf(cell, type);
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

/** What Oracle says otherwise. Hashes of its own are all the same here, and so all wrong. */
const translate = (sql: string): string =>
  sql
    .replace(/\bFROM sys\.nls_database_parameters p WHERE .*/, '')
    .replace('SELECT p.value', `SELECT 'AL32UTF8'`)
    .replace(/NVL\(SUM\(TO_NUMBER\(.*?, 'X{14}'\)\), 0\)/, '0')
    .replaceAll(
      /LOWER\(SUBSTR\(RAWTOHEX\(STANDARD_HASH\(.*?, 'SHA256'\)\), 1, (\d+)\)\)/g,
      `substr('00000000000000', 1, $1)`,
    )
    .replace(/\bHEXTORAW\(('[0-9a-f]*')\)/g, 'X$1')
    .replace(/\bTO_DATE\(('[^']*'), '[^']*'\)/g, '$1');

function explain(error: unknown): Error {
  const text = error instanceof Error ? error.message : '';
  return driverError(text.includes('no such table') ? 'ORA-00942' : 'ORA-00904', text);
}

/** Lasts until it is stopped. */
const SLOW = 'SELECT slowly';

/** Rows are taken from the statement when they are asked for. */
function query(database: Database.Database, sql: string, binds: OracleBinds): OracleRows {
  const statement = database.prepare(translate(sql)).raw().safeIntegers();
  const values = Object.fromEntries(
    Object.entries(binds).map(([name, value]) => [
      name,
      typeof value === 'object' ? (value.val as string | null) : value,
    ]),
  );
  const columns = statement.columns();
  const rows = statement.iterate(values) as IterableIterator<Kept[]>;
  return {
    metaData: columns.map(({ name, type }) => ({
      name,
      dbTypeName: (DECLARED.get(type ?? '') ?? 'VARCHAR2').replace(/ ?\([\d, A-Z]*\)/g, ''),
    })),
    async getRows(count) {
      const found: unknown[][] = [];
      while (found.length < count) {
        const next = rows.next();
        if (next.done) break;
        found.push(next.value.map((cell, at) => valueOf(cell, columns[at]?.type ?? null)));
      }
      return found;
    },
    close: async () => void rows.return?.(),
  };
}

function connectionTo(database: Database.Database, hashes: boolean): OracleConnection {
  let interrupt: (error: Error) => void = () => undefined;
  const runSlowly = (limit: number) =>
    new Promise<never>((_resolve, reject) => {
      const timer = setTimeout(() => reject(driverError('NJS-123')), limit);
      interrupt = (error) => {
        clearTimeout(timer);
        reject(error);
      };
    });
  const connection: OracleConnection = {
    callTimeout: 0,
    oracleServerVersionString: '23.5.0.24.7',
    async execute(sql, binds, { resultSet }) {
      if (sql === SLOW) return runSlowly(connection.callTimeout ?? 0);
      if (!/^(?:SELECT|WITH)\b/.test(sql)) return {};
      if (!hashes && sql.includes('sys.')) throw driverError('ORA-00942');
      try {
        const rows = query(database, sql, binds);
        return resultSet ? { resultSet: rows } : { rows: await rows.getRows(100_000) };
      } catch (error) {
        throw explain(error);
      }
    },
    break: async () => interrupt(driverError('ORA-01013')),
    rollback: async () => undefined,
    close: async () => undefined,
  };
  return connection;
}

const SCHEMA = 'SHOP';

/** @param hashes - whether it takes statements that hash */
function start(hashes = false) {
  const database = new Database(':memory:');
  database.exec(`ATTACH ':memory:' AS ${quote(SCHEMA)}`);
  const load = async (): Promise<OracleDriver> => ({
    ...constantsOfTheDriver,
    getConnection: async () => connectionTo(database, hashes),
  });
  const connector: Connector = {
    ...oracle,
    connect: (target, options) => openConnection(target, options, load),
  };
  const target: ConnectionTarget = {
    host: '127.0.0.1',
    port: 1521,
    database: 'shop',
    username: 'reader',
    password: 'x',
    tls: 'off',
    tlsCa: null,
  };
  const run = (sql: string) => {
    const known = [...DECLARED].reduce(
      (text, [name, type]) => text.replaceAll(` ${type} NULL`, ` ${name} NULL`),
      sql,
    );
    database.exec(known);
  };
  const insert: DataServer['insert'] = async (table, columns, rows) => {
    const places = columns.map(() => '?').join(', ');
    const name = `${quote(SCHEMA)}.${quote(table)}`;
    const statement = database.prepare(`INSERT INTO ${name} VALUES (${places})`);
    for (const row of rows)
      statement.run(columns.map(({ kind }, index) => bind(kind, row[index] ?? null)));
  };
  return { database, connector, target, run, insert, tearDown: async () => void database.close() };
}

/** For the exam of rows. @param wrongHashes - hashes of its own are all the same, instead of none */
export async function startStandIn(wrongHashes = false): Promise<DataServer> {
  const { connector, target, run, insert, tearDown } = start(wrongHashes);
  return {
    connector,
    target,
    schema: SCHEMA,
    quote,
    kinds: KINDS,
    run: async (sql) => run(sql),
    insert,
    tearDown,
  };
}

/** For the exam of calls. */
export async function startCallStandIn(): Promise<CallServer> {
  const { database, connector, target, run, insert, tearDown } = start();
  database.exec(`CREATE TABLE ${SCHEMA}.notes (id INTEGER, body TEXT);
    INSERT INTO ${SCHEMA}.notes VALUES (1, 'one'), (2, 'two'), (3, 'three')`);
  const shown: ValueKindName[] = [
    'integer',
    'decimal',
    'double',
    'boolean',
    'timestamp',
    'text',
    'bytes',
  ];
  const columns = shown.map((kind) => ({ name: kind, kind }));
  const declarations = columns.map(({ name, kind }) => `${quote(name)} ${KINDS[kind].type} NULL`);
  run(`CREATE TABLE ${SCHEMA}.kinds (${declarations.join(', ')})`);
  const row = [
    '9007199254740993',
    '-0.5000000000',
    '0.1',
    '1',
    '2024-02-29 23:59:58.100000',
    'ü',
    '00ff',
  ];
  await insert('kinds', columns, [row]);
  return {
    connector,
    target,
    values: {
      sql: 'SELECT * FROM kinds',
      columns: [
        { name: 'integer', type: 'NUMBER' },
        { name: 'decimal', type: 'NUMBER' },
        { name: 'double', type: 'BINARY_DOUBLE' },
        { name: 'boolean', type: 'BOOLEAN' },
        { name: 'timestamp', type: 'TIMESTAMP' },
        { name: 'text', type: 'VARCHAR2' },
        { name: 'bytes', type: 'BLOB' },
      ],
      row: ['9007199254740993', '-0.5', '0.1', 'true', '2024-02-29 23:59:58.1', 'ü', '00ff'],
    },
    missingTable: /^ORA-00942$/,
    writes: [
      `INSERT INTO notes VALUES (4, 'four')`,
      'BEGIN DELETE notes; END;',
      'DECLARE n NUMBER; BEGIN NULL; END;',
      'CALL wipe()',
      'DROP TABLE notes',
      'ALTER SESSION SET NLS_SORT = GERMAN',
      'SET TRANSACTION READ WRITE',
      'COMMIT',
      'LOCK TABLE notes IN EXCLUSIVE MODE',
      'SELECT numbers.NEXTVAL FROM dual',
      'WITH FUNCTION f RETURN NUMBER IS BEGIN RETURN 1; END; SELECT f FROM dual',
      'SELECT * FROM notes FOR UPDATE',
    ],
    readState: async () => database.prepare(`SELECT * FROM ${SCHEMA}.notes`).all(),
    big: 'WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) SELECT x FROM c',
    slow: SLOW,
    tearDown,
  };
}
