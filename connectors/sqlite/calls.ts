import type { Answer, Call, CallResult, CallRunner, ResultColumn, TakePart } from '../core/call.ts';
import { prepareCall, refuseWrite, type PreparedCall } from '../core/calls/call-text.ts';
import { ConnectorError } from '../core/errors.ts';
import type { Cell } from '../core/rows/canonical.ts';
import { CALL_SYNTAX } from './call-syntax.ts';
import type { CallColumn } from './reader.ts';
import { runRolledBack, type WritingSession } from '../core/calls/rolled-back.ts';
import type { Session } from './session.ts';

/** Error codes for errors in the call itself, rather than in the file. */
const ANSWERS = /^SQLITE_(?:ERROR|MISMATCH|TOOBIG|RANGE|CONSTRAINT|AUTH)/;

/** Prepares a call for sending. @throws ConnectorError if the call must not be sent */
export const prepare = (call: Call): PreparedCall => prepareCall(call, CALL_SYNTAX);

type CallSession = Pick<Session, 'call' | 'query'> & WritingSession;

export const createCallRunner = (session: CallSession): CallRunner => ({
  async run(call, take) {
    const prepared = prepare(call);
    const own = () => answer(session, prepared, take);
    return call.writes ? runRolledBack(session, own, take) : { ...(await own()), committed: false };
  },
});

async function answer(session: CallSession, call: PreparedCall, take: TakePart): Promise<Answer> {
  const start = performance.now();
  const [affected, error] = await runIn(session, call, take).then(
    (changed) => [changed, null] as const,
    (failure: unknown) => [null, asAnswer(failure)] as const,
  );
  return { output: {}, affected, milliseconds: performance.now() - start, error };
}

async function runIn(
  session: CallSession,
  { text, values }: PreparedCall,
  take: TakePart,
): Promise<number | null> {
  const tables = await listTables(session, text);
  const describe = ({ name, type, table, column }: CallColumn): ResultColumn => ({
    name,
    type: type ?? '',
    origin: table && column && tables.has(table) ? { schema: '', table, column } : null,
  });
  return session.call(text, values, (part) =>
    take(
      'rows' in part
        ? { rows: part.rows.map((row) => row.map(writeValue)) }
        : { columns: part.columns.map(describe) },
    ),
  );
}

/**
 * Tables whose columns the driver identifies correctly. Empty for a compound statement, or for one that names a view
 * with a compound query: for each column the driver then reports only one of the origins.
 */
async function listTables(session: Pick<Session, 'query'>, text: string): Promise<Set<string>> {
  const bare = (sql: string) => sql.toLowerCase().replace(/["'`[\]]/g, '');
  const rows = await session.query<[type: string, name: string, sql: string]>(
    "SELECT type, name, sql FROM sqlite_schema WHERE type = 'view' OR type = 'table' AND sql LIKE 'create table%' AND name NOT LIKE 'sqlite%'",
  );
  const named = (kind: string) => rows.filter(([type]) => type === kind);
  const left = new Map(named('view').map(([, name, sql]) => [bare(name), bare(sql)]));
  let read = bare(text);
  for (let before = ''; before !== read;) {
    before = read;
    for (const [name, sql] of left)
      if (before.includes(name) && left.delete(name)) read += ` ${sql}`;
  }
  const isCompound = /\b(?:union|intersect|except)\b/.test(read);
  return new Set(isCompound ? [] : named('table').map(([, name]) => name));
}

/** @throws ConnectorError if the call itself is not the cause */
function asAnswer(failure: unknown): CallResult['error'] {
  const cause: unknown = failure instanceof ConnectorError ? failure.cause : null;
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  if (code.startsWith('SQLITE_READONLY')) throw refuseWrite();
  if (!(cause instanceof Error) || !ANSWERS.test(code)) throw failure;
  return { code, message: cause.message };
}

const writeValue = (value: Cell): string | null =>
  value === null
    ? null
    : value instanceof Uint8Array
      ? Buffer.from(value).toString('hex')
      : String(value);
