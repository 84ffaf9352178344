import { type Message, message } from '../../contract/messages/message.ts';
import {
  type CallSyntax,
  type PreparedCall,
  prepareCall,
  wordsOf,
  type Argument,
  argumentsOf,
  type CallWriter,
  RESULT,
} from '../core/calls/call-text.ts';
import type { Call } from '../core/call.ts';
import { ConnectorError } from '../core/errors.ts';
import { is, type SqlToken, wordsAndSigns } from '../core/sql/sql-tokens.ts';
import { engine } from './engine.ts';

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
const NOT_IN_SELECT = [
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

// Microsoft Learn: "Reserved Keywords (Transact-SQL)".
const RESERVED = new Set(
  `add all alter and any as asc authorization backup begin between break browse bulk by cascade case check checkpoint
  close clustered coalesce collate column commit compute constraint contains containstable continue convert create cross
  current current_date current_time current_timestamp current_user cursor database dbcc deallocate declare default
  delete deny desc disk distinct distributed double drop dump else end errlvl escape except exec execute exists exit
  external fetch file fillfactor for foreign freetext freetexttable from full function goto grant group having holdlock
  identity identity_insert identitycol if in index inner insert intersect into is join key kill left like lineno load
  merge national nocheck nonclustered not null nullif of off offsets on open opendatasource openquery openrowset openxml
  option or order outer over percent pivot plan precision primary print proc procedure public raiserror read readtext
  reconfigure references replication restore restrict return revert revoke right rollback rowcount rowguidcol rule save
  schema securityaudit select semantickeyphrasetable semanticsimilaritydetailstable semanticsimilaritytable session_user
  set setuser shutdown some statistics system_user table tablesample textsize then to top tran transaction trigger
  truncate try_convert tsequal union unique unpivot update updatetext use user values varying view waitfor when where
  while with within writetext`.split(/\s+/),
);

/** As names, words that a call must not contain are written in brackets. */
const isPlain = (name: string): boolean =>
  /^[A-Za-z_][A-Za-z0-9_]*$/.test(name) &&
  !RESERVED.has(name.toLowerCase()) &&
  !NOT_IN_SELECT.includes(name.toUpperCase());

const nameOf = (path: readonly string[]): string =>
  path.map((name) => (isPlain(name) ? name : `[${name.replaceAll(']', ']]')}]`)).join('.');

/** Passes arguments by name; the types of variables are read when the call is sent. */
const writeNamed = ({ name, parameter }: Argument): string =>
  parameter.mode === 'in' ? `${parameter.name} = :${name}` : `${parameter.name} = @${name} OUTPUT`;

/** Values are texts, which most types accept implicitly. Microsoft Learn: "CAST and CONVERT", implicit conversions. */
function writeValue({ name, type, parameter: { canonical } }: Argument): string {
  if (canonical.kind === 'binary') return `CONVERT(varbinary(max), :${name}, 2)`;
  return type === 'sql_variant' ? `CAST(:${name} AS nvarchar(4000))` : `:${name}`;
}

export const callWriter: CallWriter = {
  name: nameOf,
  call(routine, names) {
    const { path, form } = routine.signature;
    const given = argumentsOf(routine, names);
    const name = nameOf(path);
    if (form === 'procedure')
      return { text: `EXEC ${name} ${given.map(writeNamed).join(', ')}`.trim(), values: {} };
    const called = `${name}(${given.map(writeValue).join(', ')})`;
    const verb = form === 'rows' ? 'SELECT * FROM' : 'SELECT';
    return { text: `${verb} ${called} AS ${RESULT}`, values: {} };
  },
};
