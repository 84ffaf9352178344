import type { Answer, Call, CallResult, CallRunner, TakePart } from '../core/call.ts';
import { type PreparedCall, prepareCall, refuseWrite } from '../core/calls/call-text.ts';
import type { Cell } from '../core/rows/canonical.ts';
import { ConnectorError } from '../core/errors.ts';
import { CALL_SYNTAX } from './call-syntax.ts';
import { codeOf, isWrite } from './errors.ts';
import { runRolledBack, type WritingSession } from '../core/calls/rolled-back.ts';
import type { Session } from './session.ts';

/** Prefixes of messages for errors in the call itself, rather than in the file or the connection. */
const ANSWERS =
  /^(?:Binder|Catalog|Parser|Conversion|Out of Range|Mismatch Type|Invalid Input|Invalid Type|Not implemented|Sequence|Permission|Syntax|Constraint) Error$/;

/** Prepares a call for sending. @throws ConnectorError if the call must not be sent */
export const prepare = (call: Call): PreparedCall => prepareCall(call, CALL_SYNTAX);

type CallSession = Pick<Session, 'call'> & WritingSession;

export const createCallRunner = (session: CallSession): CallRunner => ({
  async run(call, take) {
    const prepared = prepare(call);
    const own = () => answer(session, prepared, take);
    return call.writes ? runRolledBack(session, own, take) : { ...(await own()), committed: false };
  },
});

async function answer(
  session: CallSession,
  { text, values }: PreparedCall,
  take: TakePart,
): Promise<Answer> {
  const start = performance.now();
  const [affected, error] = await session
    .call(text, values, (part) =>
      take(
        'rows' in part
          ? { rows: part.rows.map((row) => row.map(writeValue)) }
          : // The driver does not tell which column of a table a column shows.
            { columns: part.columns.map((column) => ({ ...column, origin: null })) },
      ),
    )
    .then(
      (changed) => [changed, null] as const,
      (failure: unknown) => [null, asAnswer(failure)] as const,
    );
  return { output: {}, affected, milliseconds: performance.now() - start, error };
}

/**
 * Returns the engine's error for a failed call.
 * @throws ConnectorError if the call itself is not the cause
 */
function asAnswer(failure: unknown): CallResult['error'] {
  const cause: unknown = failure instanceof ConnectorError ? failure.cause : null;
  if (isWrite(cause)) throw refuseWrite();
  const code = codeOf(cause);
  if (!(cause instanceof Error) || !ANSWERS.test(code)) throw failure;
  return { code, message: cause.message };
}

const writeValue = (value: Cell): string | null => {
  if (value === null) return null;
  return value instanceof Uint8Array ? Buffer.from(value).toString('hex') : String(value);
};
