import type { Call, CallResult, CallRunner } from '../core/call.ts';
import { type PreparedCall, prepareCall, refuseWrite } from '../core/call-text.ts';
import type { Cell } from '../core/canonical.ts';
import { ConnectorError } from '../core/errors.ts';
import { CALL_SYNTAX } from './call-syntax.ts';
import { codeOf, isWrite } from './errors.ts';
import type { Session } from './session.ts';

/** What is wrong with the call itself, rather than with the file. */
const ANSWERS =
  /^(?:Binder|Catalog|Parser|Conversion|Out of Range|Mismatch Type|Invalid Input|Invalid Type|Not implemented|Sequence|Permission|Syntax) Error$/;

/** The call as it is sent. @throws ConnectorError what keeps it from being sent */
export const prepare = (call: Call): PreparedCall => prepareCall(call, CALL_SYNTAX);

export const createCallRunner = (session: Pick<Session, 'call'>): CallRunner => ({
  async run(call, take) {
    const { text, values } = prepare(call);
    const start = performance.now();
    const error = await session
      .call(text, values, (part) =>
        take(
          'rows' in part
            ? { rows: part.rows.map((row) => row.map(writeValue)) }
            : // The driver does not tell which column of a table a column shows.
              { columns: part.columns.map((column) => ({ ...column, origin: null })) },
        ),
      )
      .then(() => null, asAnswer);
    const milliseconds = performance.now() - start;
    return { output: {}, affected: null, committed: false, milliseconds, error };
  },
});

/** @throws ConnectorError where it is not the call's own fault */
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
