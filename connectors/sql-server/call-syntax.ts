import { type Message, message } from '../../contract/messages/message.ts';
import type { Call } from '../core/call.ts';
import { type CallSyntax, type PreparedCall, prepareCall, wordsOf } from '../core/call-text.ts';
import { engine } from './engine.ts';
import { ConnectorError } from '../core/errors.ts';
import { is, type SqlToken, wordsAndSigns } from '../core/sql-tokens.ts';

/** Keywords that call procedures. */
export const EXECUTES = ['EXEC', 'EXECUTE'];
const CHANGES = ['INSERT', 'UPDATE', 'DELETE', 'MERGE', 'TRUNCATE'];
const DEFINES = ['CREATE', 'ALTER', 'DROP'];

/**
 * From the documentation: procedures and functions that reach files, programs, the registry and other servers or
 * change the server, and views that show accounts, password hashes or other people's statements.
 */
const REFUSED = [
  'xp_.+|sp_oa.+',
  'sp_(?:configure|execute_external_script|addlinkedserver|addlinkedsrvlogin|serveroption|addextendedproc|invoke_external_rest_endpoint|add_job.*|start_job|update_job.*|send_dbmail|addsrvrolemember|addlogin|password|makewebtask|attach_.+|detach_.+|replcmds|control_dbmasterkey_password)',
  'openrowset|openquery|opendatasource|openxml',
  'fn_(?:get_audit_file|xe_.*file.*|trace_.+|dblog|dump_dblog.*|full_dblog|my_permissions_.+)',
  'dm_os_(?:enumerate_filesystem|file_exists|enumerate_fixed_drives)|dm_exec_(?:sql_text|input_buffer|query_plan.*|text_query_plan)|dm_server_registry',
  'sql_logins|syslogins|sysxlogins|syslnklgns|linked_logins|sysremotelogins|loginproperty|pwdcompare|pwdencrypt',
];

/** @throws ConnectorError `permission` for a four-part name (another server), even with parts left out */
function checkReach(text: string): void {
  let points = 0;
  let isBehindPoint = false;
  for (const token of wordsAndSigns(text, engine.sql)) {
    const isPoint = is(token, '.');
    if (isPoint) points += 1;
    else if (!isBehindPoint) points = 0;
    isBehindPoint = isPoint;
    if (points === 3) throw new ConnectorError('permission', message('call.fourParts'));
  }
}

export const CALL_SYNTAX: CallSyntax = {
  engine: engine.name,
  spelling: engine.sql,
  nameQuotes: '"[',
  check: checkReach,
  refused: new RegExp(`^(?:${REFUSED.join('|')})$`, 'u'),
  // A name that no variable of a person has.
  placeholder: (index) => `@call_${index}`,
  reads: ['SELECT', 'WITH'],
  writes: [...CHANGES, ...DEFINES, ...EXECUTES],
};

/** Statements that reach beyond the transaction, or end it. */
const EXITS = [
  'BACKUP',
  'CHECKPOINT',
  'COMMIT',
  'DBCC',
  'KILL',
  'RECONFIGURE',
  'RESTORE',
  'REVERT',
  'ROLLBACK',
  'SAVE',
  'SETUSER',
  'SHUTDOWN',
  'TRAN',
  'TRANSACTION',
  'USE',
];

const REMOTE_QUERIES = ['OPENDATASOURCE', 'OPENQUERY', 'OPENROWSET'];

/**
 * Statements need no separator, so a SELECT may be followed by another statement anywhere: none of these words may
 * occur. Nearly all are reserved, so as names they are in brackets.
 */
// Microsoft Learn: "Reserved Keywords (Transact-SQL)".
export const NOT_IN_SELECT = [
  ...CHANGES,
  ...DEFINES,
  ...EXECUTES,
  ...EXITS,
  ...REMOTE_QUERIES,
  'BEGIN',
  'BULK',
  'CALL',
  'CONVERSATION',
  'DEALLOCATE',
  'DECLARE',
  'DENY',
  'DUMP',
  'GOTO',
  'GRANT',
  'IF',
  'INTO',
  'LINENO',
  'LOAD',
  'PRINT',
  'RAISERROR',
  'RECEIVE',
  'RENAME',
  'RETURN',
  'REVOKE',
  'SEND',
  'SET',
  'SIGNATURE',
  'THROW',
  'TRIGGER',
  'UPDATETEXT',
  'WAITFOR',
  'WHILE',
  'WRITETEXT',
];

/**
 * There is no read-only transaction, so a call's words decide what it may do.
 * @throws ConnectorError `permission`
 */
export function checkWords(call: Call, { text }: PreparedCall): void {
  // Splits at non-English letters, which the server may treat differently, so that a forbidden word
  // between them counts as well.
  const words = wordsOf(call.text, CALL_SYNTAX).flatMap((word) => word.split(/[^\w$]+/));
  const find = (some: readonly string[]) => some.find((word) => words.includes(word));
  if (call.writes) {
    const word = find(EXITS);
    if (word) throw refuseLeaving(word);
    return;
  }
  const word =
    find(NOT_IN_SELECT) ?? (/\bNEXT\s+VALUE\s+FOR\b/i.test(text) ? 'NEXT VALUE FOR' : null);
  if (word) throw refuseInSelect(word);
  if (hasSecondSelect(text)) throw new ConnectorError('failed', message('call.oneSelect'));
}

const refuseLeaving = (word: string) =>
  new ConnectorError('permission', message('call.couldOutlast', { word }));

const refuseInSelect = (word: string) =>
  new ConnectorError('permission', message('call.selectOnly', { word }));

const JOINS = ['UNION', 'ALL', 'EXCEPT', 'INTERSECT'];

function hasSecondSelect(text: string): boolean {
  let depth = 0;
  let before: SqlToken | undefined;
  let found = 0;
  for (const token of wordsAndSigns(text, engine.sql)) {
    if (is(token, '(')) depth += 1;
    else if (is(token, ')')) depth -= 1;
    if (depth === 0 && is(token, 'SELECT') && !is(before, ...JOINS)) found += 1;
    before = token;
  }
  return found > 1;
}

/** Effects of the statement that a rollback would not undo. */
export function listIrrevocable(text: string): Message[] {
  const words = wordsOf(text, CALL_SYNTAX);
  const has = (some: readonly string[]) => some.some((word) => words.includes(word));
  const runs = has(EXECUTES);
  return [
    ...(runs ? [message('rollback.allCommitsStay'), message('rollback.outsideStays')] : []),
    ...(runs || has(['INSERT', 'MERGE', 'NEXT']) ? [message('rollback.identityStays')] : []),
    ...(has(REMOTE_QUERIES) ? [message('rollback.otherServerStays')] : []),
  ];
}

/** Prepares a call for sending. @throws ConnectorError if the call must not be sent */
export function prepare(call: Call): PreparedCall {
  const prepared = prepareCall(call, CALL_SYNTAX);
  checkWords(call, prepared);
  return prepared;
}
