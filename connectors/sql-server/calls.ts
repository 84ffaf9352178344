import type { EventEmitter } from 'node:events';
import type { Request } from 'tedious';
import type { Answer, Call, CallResult, CallRunner, ResultSet } from '../core/call.ts';
import { prepareCall, type PreparedCall } from '../core/call-text.ts';
import { CALL_SYNTAX, checkWords, EXECUTES } from './call-syntax.ts';
import { typeProcedure, type Statement } from './call-types.ts';
import { nameType, writeCell, type Column } from './call-values.ts';
import type { CarefulConnection } from './driver.ts';
import type { Session } from './session.ts';

/** A call runs in a transaction that ends with ROLLBACK. Undefined where the server is another maker's. */
export function createCallRunner(session: Session): CallRunner | undefined {
  if (!session.server.isMicrosoft) return undefined;
  return {
    async run(call) {
      const prepared = prepareCall(call, CALL_SYNTAX);
      checkWords(call, prepared);
      const statement = EXECUTES.includes(prepared.verb)
        ? await typeProcedure(session, call, prepared)
        : asItIs(prepared);
      return session.use((client) => runAndRollBack(client, call, statement));
    },
  };
}

const asItIs = ({ text, values }: PreparedCall): Statement => ({
  text,
  parameters: values.map((value, index) => [`p${index + 1}`, value]),
  outputs: [],
});

/**
 * Two transactions, one within the other: a procedure that commits once too often ends the inner one only. And as
 * programs have it, an error does not end them.
 */
const BEGIN = 'SET XACT_ABORT OFF; BEGIN TRANSACTION; BEGIN TRANSACTION';
const END = 'IF @@TRANCOUNT > 0 ROLLBACK TRANSACTION; SET XACT_ABORT ON';

async function runAndRollBack(
  client: CarefulConnection,
  call: Call,
  statement: Statement,
): Promise<CallResult> {
  await client.runBatch(BEGIN);
  const transaction = client.currentTransactionDescriptor();
  const events: EventEmitter = client;
  let isRolledBack = false;
  const note = () => (isRolledBack = true);
  events.once('rollbackTransaction', note);
  let found: Answer;
  try {
    found = await answer(client, call, statement);
  } catch (error) {
    // Where that fails, too, the server rolls back when the connection ends.
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
): Promise<Answer> {
  const start = performance.now();
  const sets: ResultSet[] = [];
  const found: Pick<CallResult, 'resultSets' | 'affected'> = { resultSets: sets, affected: null };
  let isEnough = false;
  const onFull = () => {
    // Only a SELECT alone has nothing behind its rows that would be missed.
    if (call.writes || isEnough) return;
    isEnough = true;
    client.cancel();
  };
  let error: CallResult['error'] = null;
  try {
    const watch = (request: Request) => collect(request, found, call.rowLimit, onFull);
    await client.runWith(text, parameters, watch);
  } catch (failure) {
    if (!isEnough) error = asAnswer(failure);
  }
  const milliseconds = performance.now() - start;
  if (error) return { resultSets: [], output: {}, affected: null, error, milliseconds };
  const row = outputs.length > 0 ? (sets.pop()?.rows[0] ?? []) : [];
  const output = Object.fromEntries(outputs.map((name, index) => [name, row[index] ?? null]));
  return { ...found, output, error: null, milliseconds };
}

/** Keeps the first rows of each result set, and adds up what statements without one have changed. */
function collect(
  request: Request,
  found: Pick<CallResult, 'resultSets' | 'affected'>,
  limit: number,
  onFull: () => void,
): void {
  let isSelect = false;
  const onDone = (count: number | undefined) => {
    if (!isSelect && count !== undefined) found.affected = (found.affected ?? 0) + count;
    isSelect = false;
  };
  request
    .on('columnMetadata', (columns) => {
      isSelect = true;
      const own = Object.values(columns) as Column[];
      found.resultSets.push({
        columns: own.map((column) => ({
          name: column.colName,
          type: nameType(column),
          origin: null,
        })),
        rows: [],
        truncated: false,
      });
    })
    .on('row', (cells: { value: unknown; metadata: Column }[]) => {
      const set = found.resultSets.at(-1);
      if (!set) return;
      set.truncated = set.rows.length === limit;
      if (set.truncated) onFull();
      else set.rows.push(cells.map(({ value, metadata }) => writeCell(value, metadata)));
    })
    .on('doneInProc', onDone)
    .on('done', onDone);
}

/** Deadlocks and waiting for locks, which have another cause than the call. */
const OTHER_CAUSES = [1205, 1222];
/** From here on an error ends the connection. */
const FATAL = 20;

/** What the server said of the call itself. @throws what has another cause: the limit, the connection */
function asAnswer(failure: unknown): { code: string; message: string } {
  const first: unknown = failure instanceof AggregateError ? failure.errors[0] : failure;
  const { number, class: severity } = first as { number?: number; class?: number };
  if (!(first instanceof Error) || number === undefined || (severity ?? 0) >= FATAL) throw failure;
  if (OTHER_CAUSES.includes(number)) throw failure;
  return { code: String(number), message: first.message };
}
