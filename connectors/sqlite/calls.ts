import type { CallResult, CallRunner } from '../core/call.ts';
import { prepareCall, refuseWrite, type CallSyntax, type PreparedCall } from '../core/call-text.ts';
import { ConnectorError } from '../core/errors.ts';
import type { Cell } from '../core/canonical.ts';
import type { Session } from './session.ts';

const SYNTAX: CallSyntax = {
  engine: 'SQLite',
  quoted: [
    String.raw`'[^']*(?:''[^']*)*(?:'|$)`,
    String.raw`"[^"]*(?:""[^"]*)*(?:"|$)`,
    '`[^`]*(?:``[^`]*)*(?:`|$)',
    String.raw`\[[^\]]*(?:\]|$)`,
  ].join('|'),
  lineComment: '--',
  nestedComments: false,
  placeholder: () => '?',
  reads: ['SELECT', 'WITH', 'VALUES', 'EXPLAIN'],
  // The file is opened for reading only.
  writes: null,
};

/** What is wrong with the call itself, rather than with the file. */
const ANSWERS = /^SQLITE_(?:ERROR|MISMATCH|TOOBIG|RANGE|CONSTRAINT|AUTH)/;

export const createCallRunner = (session: Pick<Session, 'call'>): CallRunner => ({
  async run(call) {
    const prepared = prepareCall(call, SYNTAX);
    const start = performance.now();
    const answer = await runFirst(session, prepared, call.rowLimit).catch(asAnswer);
    const milliseconds = performance.now() - start;
    return { output: {}, affected: null, committed: false, milliseconds, ...answer };
  },
});

type Answer = Pick<CallResult, 'resultSets' | 'error'>;

async function runFirst(
  session: Pick<Session, 'call'>,
  { text, values }: PreparedCall,
  limit: number,
): Promise<Answer> {
  const { columns, rows } = await session.call(text, values, limit + 1);
  const set = {
    columns: columns.map(({ name, type }) => ({ name, type: type ?? '' })),
    rows: rows.slice(0, limit).map((row) => row.map(writeValue)),
    truncated: rows.length > limit,
  };
  return { resultSets: [set], error: null };
}

/** @throws ConnectorError where it is not the call's own fault */
function asAnswer(failure: unknown): Answer {
  const cause: unknown = failure instanceof ConnectorError ? failure.cause : null;
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  if (code.startsWith('SQLITE_READONLY')) throw refuseWrite();
  if (!(cause instanceof Error) || !ANSWERS.test(code)) throw failure;
  return { resultSets: [], error: { code, message: cause.message } };
}

const writeValue = (value: Cell): string | null =>
  value === null
    ? null
    : value instanceof Uint8Array
      ? Buffer.from(value).toString('hex')
      : String(value);
