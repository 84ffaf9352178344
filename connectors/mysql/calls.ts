import { message } from '../../contract/messages/message.ts';
import { randomUUID } from 'node:crypto';
import { SqlError, type Connection, type FieldInfo, type TypeCastFunction } from 'mariadb';
import type { Answer, Call, CallResult, CallRunner, TakePart } from '../core/call.ts';
import { createPartMaker } from '../core/calls/call-parts.ts';
import type { PreparedCall } from '../core/calls/call-text.ts';
import { ConnectorError } from '../core/errors.ts';
import { prepare } from './call-syntax.ts';
import { findOrigins } from './origins.ts';
import type { Session } from './session.ts';

/**
 * A call runs in a transaction that ends with ROLLBACK, unless the call itself has ended it before.
 * @returns undefined where the server has no routines
 */
export const createCallRunner = (
  session: Pick<Session, 'member' | 'use'>,
): CallRunner | undefined =>
  session.member.routines
    ? {
        async run(call, take) {
          const prepared = prepare(call);
          const work: Work = (client, cancel) => answer(client, call, prepared, { take, cancel });
          return call.writes ? runWriting(session, work, take) : runReading(session, work);
        },
      }
    : undefined;

type Use = Pick<Session, 'use'>;
type Work = (client: Connection, cancel: () => Promise<void>) => Promise<Answer>;

/**
 * If a procedure ends the transaction, its later statements run in transactions of the session. These may write
 * meanwhile, as they do when a program makes the call.
 */
async function runWriting(session: Use, work: Work, take: TakePart): Promise<CallResult> {
  await take({ stage: 'before' });
  await session.use((client) => client.query(READ_WRITE));
  let found: CallResult;
  try {
    found = await runInTransaction(session, work, take);
  } catch (error) {
    await forbidWriting(session).catch(() => undefined);
    throw error;
  }
  await forbidWriting(session);
  return found;
}

const forbidWriting = (session: Use): Promise<unknown> =>
  session.use(async (client) => {
    // The call may have switched autocommit off.
    await client.query('SET SESSION autocommit = 1');
    await client.query(READ_ONLY);
  });

const READ_WRITE = 'SET SESSION TRANSACTION READ WRITE';
const READ_ONLY = 'SET SESSION TRANSACTION READ ONLY';

/** Rolls back as much as possible and returns whether that was everything. */
async function runInTransaction(
  session: Use,
  work: Work,
  take: TakePart | null,
): Promise<CallResult> {
  const savepoint = `call_${randomUUID().replaceAll('-', '')}`;
  await session.use((client) => client.query('START TRANSACTION'));
  let found: Answer;
  let isEnded: boolean;
  try {
    found = await session.use(async (client, cancel) => {
      await client.query(`SAVEPOINT ${savepoint}`);
      return work(client, cancel);
    });
    // A savepoint ceases to exist when its transaction ends.
    isEnded = await session.use((client) =>
      client.query(`RELEASE SAVEPOINT ${savepoint}`).then(() => false, isWithNumber(NO_SAVEPOINT)),
    );
    if (!found.error) await take?.({ stage: 'after', written: null });
  } catch (error) {
    await session.use((client) => client.query('ROLLBACK')).catch(() => undefined);
    throw error;
  }
  const isPartial = await session.use(async (client) => {
    await client.query('ROLLBACK');
    const warnings = await client.query<{ Code: number }[]>('SHOW WARNINGS');
    return warnings.some(({ Code }) => Code === NOT_ROLLED_BACK);
  });
  return { ...found, committed: isEnded || isPartial };
}

/**
 * The session's transactions are read-only. The call runs in a global (XA) transaction as well: a procedure can
 * neither commit it, which would let it go on in a writing transaction of its own, nor end it, because it does not
 * know the transaction's name.
 */
async function runReading(session: Use, work: Work): Promise<CallResult> {
  const name = randomUUID();
  const isLocal = await session.use(async (client) => {
    // An earlier call may have changed the session.
    await client.query(READ_ONLY);
    return (
      client
        .query(`XA START '${name}'`)
        // Clusters do not support global transactions.
        .then(() => false, isWithNumber(NOT_SUPPORTED))
    );
  });
  if (isLocal) return runInTransaction(session, work, null);
  return session.use(async (client, cancel) => {
    try {
      return { ...(await work(client, cancel)), committed: false };
    } finally {
      // A transaction that the server has already given up makes END fail; it is rolled back like
      // any other.
      await client.query(`XA END '${name}'`).catch(() => undefined);
      await client.query(`XA ROLLBACK '${name}'`);
    }
  });
}

/** Handles one error number. @throws every other error */
const isWithNumber =
  (number: number) =>
  (error: unknown): true => {
    if (error instanceof SqlError && error.errno === number) return true;
    throw error;
  };

interface Reader {
  take: TakePart;
  /** Stops the running statement on the server. */
  cancel(): Promise<void>;
}

async function answer(
  client: Connection,
  call: Call,
  { text, values, verb, variables }: PreparedCall,
  reader: Reader,
): Promise<Answer> {
  const outputs = verb === 'CALL' ? variables : [];
  for (const name of outputs)
    await client.query(`SET @\`${name}\` = ?`, [call.parameters[name] ?? null]);
  const start = performance.now();
  const since = () => performance.now() - start;
  try {
    const { affected, fields } = await streamRows(client, text, values, reader);
    const milliseconds = since();
    const output = await readVariables(client, outputs);
    if (fields) {
      const origins = await findOrigins(client, text, fields).catch(() => []);
      await reader.take({ origins });
    }
    return { affected, output, error: null, milliseconds };
  } catch (error) {
    const milliseconds = since();
    return { output: {}, affected: null, error: asAnswer(error, call.writes), milliseconds };
  }
}

async function readVariables(
  client: Connection,
  names: readonly string[],
): Promise<CallResult['output']> {
  if (names.length === 0) return {};
  const sql = `SELECT ${names.map((name) => `@\`${name}\``).join(', ')}`;
  const [row] = await client.query<(string | null)[][]>({
    sql,
    rowsAsArray: true,
    typeCast: writeValue,
  });
  return Object.fromEntries(names.map((name, index) => [name, row?.[index] ?? null]));
}

/** The first value of a row says which result set it is of: the driver announces columns before it has delivered the rows before them. */
interface FirstValue {
  set: number;
  value: string | null;
}

interface StreamedRows {
  affected: number | null;
  /** Columns of the first result set. */
  fields: FieldInfo[] | undefined;
}

async function streamRows(
  client: Connection,
  sql: string,
  values: (string | null)[],
  { take, cancel }: Reader,
): Promise<StreamedRows> {
  const sets: FieldInfo[][] = [];
  let first: FieldInfo | undefined;
  const typeCast: TypeCastFunction = (column) => {
    const value = writeValue(column);
    return column === first ? { set: sets.length, value } : value;
  };
  const stream = client
    .queryStream({ sql, rowsAsArray: true, typeCast }, values)
    .on('fields', (columns: FieldInfo[]) => {
      first = columns[0];
      sets.push(columns);
    });
  const parts = createPartMaker(take);
  let begun = 0;
  const beginUntil = (set: number) => {
    for (; begun < set; begun += 1)
      parts.begin(
        sets[begun]!.map((column) => ({
          name: column.name(),
          type: typeOf(column),
          origin: null,
        })),
      );
  };
  let affected: number | null = null;
  let isWanted = true;
  try {
    for await (const row of stream as AsyncIterable<[FirstValue, ...(string | null)[]] | Done>) {
      if (!isWanted) continue;
      if ('affectedRows' in row) affected = row.affectedRows;
      else {
        const [{ set, value }, ...others] = row;
        beginUntil(set);
        parts.add([value, ...others]);
        if (!parts.isFull()) continue;
        isWanted = await parts.handOver();
        if (!isWanted) await cancel();
      }
    }
    beginUntil(sets.length);
  } catch (error) {
    if (isWanted) throw error;
  }
  // If the statement has ended already, the cancellation hits this statement instead of the next
  // real one.
  if (!isWanted) await client.query('DO 0').catch(() => undefined);
  await parts.end();
  return { affected, fields: sets[0] };
}

interface Done {
  affectedRows: number;
}

/** Error numbers whose cause is not the call: its limits, or the end of the connection. */
const OTHER_CAUSES = [
  1053, // ER_SERVER_SHUTDOWN
  1205, // ER_LOCK_WAIT_TIMEOUT
  1317, // ER_QUERY_INTERRUPTED
  1927, // ER_CONNECTION_KILLED
  1969, // ER_STATEMENT_TIMEOUT
  3024, // ER_QUERY_TIMEOUT
];
const NOT_SUPPORTED = 1235;
const NO_SAVEPOINT = 1305;
/** Warning: tables without transactions keep the changes. */
const NOT_ROLLED_BACK = 1196;
/** Errors for a write in a read-only transaction, and for a commit or a definition in a global one. */
const WRITES = [1792, 1399];
/** The driver's own error numbers start here. */
const OF_DRIVER = 45_000;

/** The server's error about the call itself. @throws any error with another cause */
function asAnswer(error: unknown, writes: boolean): { code: string; message: string } {
  if (!(error instanceof SqlError) || error.fatal || error.errno >= OF_DRIVER) throw error;
  if (!writes && WRITES.includes(error.errno))
    throw new ConnectorError('permission', message('call.refusedTemporary'));
  if (OTHER_CAUSES.includes(error.errno)) throw error;
  return { code: `${error.errno} (${error.sqlState})`, message: error.sqlMessage ?? '' };
}

const NAMES: Partial<Record<FieldInfo['type'], string>> = {
  TINY: 'tinyint',
  SHORT: 'smallint',
  INT24: 'mediumint',
  NEWDECIMAL: 'decimal',
  VAR_STRING: 'varchar',
  STRING: 'char',
  BLOB: 'text',
};
const BYTE_NAMES: Partial<Record<FieldInfo['type'], string>> = {
  VAR_STRING: 'varbinary',
  STRING: 'binary',
  BLOB: 'blob',
  GEOMETRY: 'geometry',
};
/** Number of the character set `binary`: such a value is not a text. */
const BINARY = 63;
const isBytes = ({ type, collation }: FieldInfo) =>
  type in BYTE_NAMES && collation.index === BINARY;

/** Column flags of types whose values arrive as texts. */
const ENUM = 256;
const SET = 2_048;

function typeOf(column: FieldInfo): string {
  if (column.flags & ENUM) return 'enum';
  if (column.flags & SET) return 'set';
  if (column.isDataTypeFormatJson()) return 'json';
  const names = isBytes(column) ? BYTE_NAMES : NAMES;
  const type = column.dataTypeName ?? names[column.type] ?? column.type.toLowerCase();
  const isNumber = ['TINY', 'SHORT', 'INT24', 'INT', 'BIGINT', 'NEWDECIMAL'].includes(column.type);
  return isNumber && !column.signed() ? `${type} unsigned` : type;
}

type Cell = Parameters<TypeCastFunction>[0];

/** Writes bytes in hex, bits as digits, everything else as the server does. */
function writeValue(column: Cell): string | null {
  if (column.type === 'BIT') {
    const bytes = column.buffer();
    if (!bytes) return null;
    return BigInt(`0x${bytes.toString('hex')}`)
      .toString(2)
      .padStart(column.columnLength, '0');
  }
  return isBytes(column) ? (column.buffer()?.toString('hex') ?? null) : column.string();
}
