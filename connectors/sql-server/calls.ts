import type { EventEmitter } from 'node:events';
import type { Request } from 'tedious';
import type { Answer, Call, CallResult, CallRunner, ResultRow, TakePart } from '../core/call.ts';
import { createPartMaker, type PartMaker } from '../core/call-parts.ts';
import type { PreparedCall } from '../core/call-text.ts';
import { EXECUTES, prepare } from './call-syntax.ts';
import { OUTPUTS, typeProcedure, type Statement } from './call-types.ts';
import { nameType, writeCell, type Column } from './call-values.ts';
import type { CarefulConnection } from './driver.ts';
import type { Session } from './session.ts';

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
