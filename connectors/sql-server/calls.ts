import type { EventEmitter } from 'node:events';
import type { Request } from 'tedious';
import type { ColumnMetadata } from 'tedious/lib/token/colmetadata-token-parser.js';
import { createPartMaker, type PartMaker } from '../core/calls/call-parts.ts';
import type { PreparedCall } from '../core/calls/call-text.ts';
import type { Answer, Call, CallResult, CallRunner, ResultRow, TakePart } from '../core/call.ts';
import { EXECUTES, prepare } from './call-syntax.ts';
import { OUTPUTS, typeProcedure, type Statement } from './call-types.ts';
import type { CarefulConnection } from './driver.ts';
import type { Session } from './session.ts';
import { describeType } from './types.ts';

/** A call runs in a transaction that ends with ROLLBACK. Undefined for a server by another maker. */
export function createCallRunner(session: Session): CallRunner | undefined {
  if (!session.server.isMicrosoft) return undefined;
  return {
    async run(call, take) {
      const prepared = prepare(call);
      const statement = EXECUTES.includes(prepared.verb)
        ? await typeProcedure(session, call, prepared)
        : asItIs(prepared);
      return session.use((client) => runAndRollBack(client, call, statement, take));
    },
  };
}

const asItIs = ({ text, values }: PreparedCall): Statement => ({
  text,
  parameters: values.map((value, index) => [`call_${index + 1}`, value]),
  outputs: [],
});

/**
 * Nests two transactions: a procedure with one COMMIT too many only ends the inner one. XACT_ABORT is off, as it is
 * for programs, so an error does not end them.
 */
const BEGIN = 'SET XACT_ABORT OFF; BEGIN TRANSACTION; BEGIN TRANSACTION';
const END = 'IF @@TRANCOUNT > 0 ROLLBACK TRANSACTION; SET XACT_ABORT ON';

async function runAndRollBack(
  client: CarefulConnection,
  call: Call,
  statement: Statement,
  take: TakePart,
): Promise<CallResult> {
  await client.runBatch(BEGIN);
  const transaction = client.currentTransactionDescriptor();
  const events: EventEmitter = client;
  let isRolledBack = false;
  const note = () => (isRolledBack = true);
  events.once('rollbackTransaction', note);
  let found: Answer;
  try {
    found = await answer(client, call, statement, take);
  } catch (error) {
    // If this fails as well, the server rolls back when the connection closes.
    await client.runBatch(END).catch(() => undefined);
    throw error;
  } finally {
    events.off('rollbackTransaction', note);
  }
  const committed = !isRolledBack && !transaction.equals(client.currentTransactionDescriptor());
  await client.runBatch(END);
  return { ...found, committed };
}

async function answer(
  client: CarefulConnection,
  call: Call,
  { text, parameters, outputs }: Statement,
  take: TakePart,
): Promise<Answer> {
  const start = performance.now();
  const found: Found = { affected: null, outputs: [] };
  const parts = createPartMaker(take);
  let isEnough = false;
  const stop = () => {
    // Only for a single SELECT does nothing relevant follow its rows.
    if (!call.writes && !isEnough) client.cancel();
    isEnough = true;
  };
  let error: CallResult['error'] = null;
  try {
    await client.runWith(text, parameters, (request) =>
      collect(request, parts, found, outputs.length > 0, async () => {
        request.pause();
        if (!(await parts.handOver())) stop();
        request.resume();
      }),
    );
  } catch (failure) {
    if (!isEnough) error = asAnswer(failure);
  }
  await parts.end();
  const milliseconds = performance.now() - start;
  if (error) return { output: {}, affected: null, error, milliseconds };
  const output = Object.fromEntries(
    outputs.map((name, index) => [name, found.outputs[index] ?? null]),
  );
  return { affected: found.affected, output, error: null, milliseconds };
}

interface Found {
  affected: number | null;
  /** Values of the output variables. */
  outputs: ResultRow;
}

/** Splits the rows into parts, and adds up the rows that statements without a result set changed. */
function collect(
  request: Request,
  parts: PartMaker,
  found: Found,
  hasOutputs: boolean,
  onFull: () => Promise<void>,
): void {
  let isSelect = false;
  let isOutputs = false;
  const onDone = (count: number | undefined) => {
    if (!isSelect && count !== undefined) found.affected = (found.affected ?? 0) + count;
    isSelect = false;
  };
  request
    .on('columnMetadata', (columns) => {
      const own = Object.values(columns) as Column[];
      isSelect = true;
      isOutputs = hasOutputs && own[0]?.colName === OUTPUTS;
      if (!isOutputs)
        parts.begin(
          own.map((column) => ({ name: column.colName, type: nameType(column), origin: null })),
        );
    })
    .on('row', (cells: { value: unknown; metadata: Column }[]) => {
      const row = cells.map(({ value, metadata }) => writeCell(value, metadata));
      if (isOutputs) found.outputs = row.slice(1);
      else parts.add(row);
      if (parts.isFull()) void onFull();
    })
    .on('doneInProc', onDone)
    .on('done', onDone);
}

/** Deadlocks and lock time-outs: their cause is not the call. */
const OTHER_CAUSES = [1205, 1222];
/** From this severity on, an error ends the connection. */
const FATAL = 20;

/** The server's error about the call itself. @throws any error with another cause: a limit, the connection */
function asAnswer(failure: unknown): { code: string; message: string } {
  const first: unknown = failure instanceof AggregateError ? failure.errors[0] : failure;
  const { number, class: severity } = first as { number?: number; class?: number };
  if (!(first instanceof Error) || number === undefined || (severity ?? 0) >= FATAL) throw failure;
  if (OTHER_CAUSES.includes(number)) throw failure;
  return { code: String(number), message: first.message };
}

type Column = ColumnMetadata;

/** Names of the driver's types that have several sizes, by size in bytes. */
const SIZED: Record<string, Record<number, string>> = {
  IntN: { 1: 'tinyint', 2: 'smallint', 4: 'int', 8: 'bigint' },
  FloatN: { 4: 'real', 8: 'float' },
  MoneyN: { 4: 'smallmoney', 8: 'money' },
  DateTimeN: { 4: 'smalldatetime', 8: 'datetime' },
};
const NAMES: Record<string, string> = {
  BitN: 'bit',
  DecimalN: 'decimal',
  NumericN: 'numeric',
  Variant: 'sql_variant',
};
/** Length that the driver reports for `max`. */
const MAX = 0xff_ff;

/** A type's name, such as `decimal(18,2)`. */
function nameType({ type, dataLength = 0, precision, scale, udtInfo }: Column): string {
  if (udtInfo) return udtInfo.typeName;
  const base = SIZED[type.name]?.[dataLength] ?? NAMES[type.name] ?? type.name.toLowerCase();
  const length = dataLength === MAX ? -1 : dataLength;
  const facts = { base, alias: null, length, precision: precision ?? 0, scale: scale ?? 0 };
  return describeType(facts).type;
}

/** Decimals, money and bigints are texts already. Writes bits as digits, bytes in hex, moments in UTC. */
function writeCell(value: unknown, column: Column): string | null {
  if (typeof value === 'string')
    return column.type.name === 'UniqueIdentifier' ? value.toLowerCase() : value;
  if (typeof value === 'boolean') return value ? '1' : '0';
  if (typeof value === 'number')
    return nameType(column) === 'real' ? writeReal(value) : String(value);
  if (value instanceof Date) return writeMoment(value, column);
  return Buffer.isBuffer(value) ? value.toString('hex') : null;
}

/** The shortest number that reads back as the same 4-byte float. */
function writeReal(value: number): string {
  for (let digits = 6; digits < 9; digits += 1) {
    const short = Number(value.toPrecision(digits));
    if (Math.fround(short) === value) return String(short);
  }
  return String(Number(value.toPrecision(9)));
}

/** The driver's Date has milliseconds; `nanosecondsDelta` adds the rest, in seconds. */
function writeMoment(moment: Date & { nanosecondsDelta?: number }, column: Column): string {
  const [date = '', time = ''] = moment.toISOString().slice(0, -1).split('T');
  const finer = Math.round((moment.nanosecondsDelta ?? 0) * 1e7);
  const exact = `${time}${String(finer).padStart(4, '0')}`;
  const cut = (digits: number) => exact.slice(0, digits === 0 ? 8 : 9 + digits);
  switch (nameType(column).replace(/\(.*/, '')) {
    case 'date':
      return date;
    case 'time':
      return cut(column.scale ?? 7);
    case 'datetime':
      return `${date} ${cut(3)}`;
    case 'smalldatetime':
      return `${date} ${cut(0)}`;
    default:
      return `${date} ${cut(column.scale ?? 7)}`;
  }
}
