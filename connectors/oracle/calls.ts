import { toEnglish } from '../../contract/messages/english.ts';
import { message } from '../../contract/messages/message.ts';
import { randomBytes } from 'node:crypto';
import type { Answer, Call, CallResult, CallRunner, TakePart } from '../core/call.ts';
import { createPartMaker } from '../core/calls/call-parts.ts';
import { refuseWrite, type PreparedCall } from '../core/calls/call-text.ts';
import { isRoutine, prepare } from './call-syntax.ts';
import { cellOf } from './cells.ts';
import type { OracleBinds, OracleColumn, OracleDriver, OracleRows } from './driver.ts';
import { codesOf, isOfStatement } from './errors.ts';
import type { Client, Session } from './session.ts';

/** A call runs in a transaction that is always rolled back, and that is read-only unless the call writes. */
export const createCallRunner = (session: Pick<Session, 'use'>): CallRunner => ({
  async run(call, take) {
    // One placeholder per name: a value that a block assigns to a parameter is visible where the
    // block reads it.
    const marks = new Map<string, string>();
    const placeholder = (_index: number, _beforeNullTest: boolean, name: string) => {
      const mark = marks.get(name) ?? `p${marks.size + 1}`;
      if (name !== '') marks.set(name, mark);
      return `:${mark}`;
    };
    const prepared = prepare(call, placeholder);
    return session.use(call.writes, async (client) => {
      if (!call.writes)
        return { ...(await answer(client, call, prepared, marks, take)), committed: false };
      const savepoint = `c${randomBytes(12).toString('hex')}`;
      await client.connection.execute(`SAVEPOINT ${savepoint}`, {}, client.options);
      const found = await answer(client, call, prepared, marks, take);
      return { ...found, committed: await isEnded(client, savepoint) };
    });
  },
});

/** When a transaction ends, its savepoints cease to exist. */
const isEnded = ({ connection, options }: Client, savepoint: string): Promise<boolean> =>
  connection.execute(`ROLLBACK TO SAVEPOINT ${savepoint}`, {}, options).then(
    () => false,
    (error: unknown) => {
      if (codesOf(error).includes('ORA-01086')) return true;
      throw error;
    },
  );

type Marks = ReadonlyMap<string, string>;

async function answer(
  client: Client,
  call: Call,
  prepared: PreparedCall,
  marks: Marks,
  take: TakePart,
): Promise<Answer> {
  const start = performance.now();
  const since = () => performance.now() - start;
  try {
    return { ...(await execute(client, call, prepared, marks, take)), milliseconds: since() };
  } catch (error) {
    const nothing = { output: {}, affected: null };
    return { ...nothing, error: asAnswer(error), milliseconds: since() };
  }
}

async function execute(
  { connection, driver, options, release }: Client,
  call: Call,
  { text, verb }: PreparedCall,
  marks: Marks,
  take: TakePart,
): Promise<Omit<Answer, 'milliseconds'>> {
  const size = { fetchArraySize: ROWS_AT_ONCE, prefetchRows: ROWS_AT_ONCE };
  const { resultSet, implicitResults, outBinds, rowsAffected } = await connection.execute(
    statementOf(text, verb),
    bindsOf(driver, call, marks, isRoutine(verb)),
    { ...options, ...size, resultSet: true },
  );
  const outputs = [...marks].map(([name, mark]) => [name, outBinds?.[mark]] as const);
  const cursors = outputs.map(([, value]) => value).filter(isRows);
  const sets = [...(resultSet ? [resultSet] : []), ...(implicitResults ?? []), ...cursors];
  let isWanted = true;
  for (const rows of sets) {
    isWanted &&= await streamRows(rows, take, release);
    await rows.close();
  }
  return {
    output: isRoutine(verb) ? outputOf(call, outputs) : {},
    affected: sets.length > 0 ? null : (rowsAffected ?? null),
    error: null,
  };
}

/** Rows per round trip; their sizes are not known in advance. */
const ROWS_AT_ONCE = 200;

/** Runs CALL as a PL/SQL block: CALL takes shorter values only, and does not report NO_DATA_FOUND. */
function statementOf(text: string, verb: string): string {
  const trimmed = text.trim();
  if (verb === 'CALL') return `BEGIN ${trimmed.replace(/^CALL\s+/i, '')}; END;`;
  return !isRoutine(verb) || trimmed.endsWith(';') ? trimmed : `${trimmed};`;
}

/** The value that stands for a cursor that the call opens. */
const CURSOR = /^ref\s?cursor$/i;
/** Bytes of the longest PL/SQL text. */
const MAX_VARCHAR = 32_767;

/** Binds every value as text, which the database converts; a routine may return any of them. */
function bindsOf(driver: OracleDriver, call: Call, marks: Marks, isBothWays: boolean): OracleBinds {
  const bind = (value: string | null): OracleBinds[string] => {
    if (!isBothWays) return { val: value, type: driver.STRING };
    if (value !== null && CURSOR.test(value)) return { type: driver.CURSOR, dir: driver.BIND_OUT };
    return { val: value, type: driver.STRING, dir: driver.BIND_INOUT, maxSize: MAX_VARCHAR };
  };
  return Object.fromEntries(
    [...marks].map(([name, mark]) => [mark, bind(call.parameters[name] ?? null)]),
  );
}

/** The direction of parameters is not known: those that come back unchanged are taken for input. */
function outputOf(
  { parameters }: Call,
  outputs: readonly (readonly [string, unknown])[],
): CallResult['output'] {
  const isOutput = (name: string, value: unknown): value is string | null =>
    (typeof value === 'string' || value === null) &&
    (parameters[name] === null || value !== (parameters[name] || null));
  return Object.fromEntries(
    outputs.flatMap(([name, value]) =>
      isOutput(name, value) ? [[name, value && writeNumber(value)]] : [],
    ),
  );
}

const isRows = (value: unknown): value is OracleRows =>
  typeof value === 'object' && value !== null && 'getRows' in value;

/** Rows that are not wanted stay on the server. */
async function streamRows(
  rows: OracleRows,
  take: TakePart,
  release: Client['release'],
): Promise<boolean> {
  const columns = rows.metaData;
  const parts = createPartMaker(take);
  parts.begin(
    columns.map(({ name, dbTypeName }) => ({
      name,
      type: dbTypeName ?? '',
      // The protocol does not name the column's table.
      origin: null,
    })),
  );
  let isWanted = await parts.handOver();
  for (let isAtEnd = false; isWanted && !isAtEnd;) {
    const found = await rows.getRows(ROWS_AT_ONCE);
    for (const row of found) {
      parts.add(row.map((value, index) => writeValue(value, columns[index])));
      if (parts.isFull()) isWanted = await parts.handOver();
    }
    isWanted = await parts.handOver();
    release();
    isAtEnd = found.length < ROWS_AT_ONCE;
  }
  await parts.end();
  return isWanted;
}

/** @throws Unwritable */
function writeValue(value: unknown, column: OracleColumn | undefined): string | null {
  const type = column?.dbTypeName ?? '';
  if (NOT_WRITTEN.has(type) && typeof value === 'object' && value !== null)
    throw new Unwritable(toEnglish(message('call.noText', { column: column?.name ?? '', type })));
  if (typeof value === 'boolean') return String(value);
  const cell = cellOf(value, false);
  if (cell === null) return null;
  if (cell instanceof Uint8Array) return Buffer.from(cell).toString('hex');
  const text = String(cell);
  if (type === 'NUMBER') return writeNumber(text);
  return MOMENTS.test(type) ? text.replace(/(\.\d*?)0+$/, '$1').replace(/\.$/, '') : text;
}

/** Restores the leading zero that Oracle omits. */
const writeNumber = (text: string): string => text.replace(/^(-?)(\.\d+)$/, '$10$2');

const NOT_WRITTEN = new Set(['BFILE', 'CURSOR', 'OBJECT', 'VECTOR', 'XMLTYPE']);
const MOMENTS = /^(?:DATE|TIMESTAMP)/;

class Unwritable extends Error {}

/**
 * The server's error about the call itself.
 * @throws any error with another cause: a limit, the connection, a write
 */
function asAnswer(error: unknown): { code: string; message: string } {
  if (error instanceof Unwritable) return { code: 'type', message: error.message };
  const [code = ''] = codesOf(error);
  if (code === 'ORA-01456') throw refuseWrite();
  if (!(error instanceof Error) || !isOfStatement(error)) throw error;
  // The driver appends a link to the documentation.
  const message = error.message.replace(/^(?:ORA|NJS)-\d+: /, '').replace(/\n+Help: \S+\s*$/, '');
  return { code, message };
}
