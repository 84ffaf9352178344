import { type Message, message } from '../../contract/messages/message.ts';
import {
  bareOf,
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
import { engine } from './engine.ts';

const DEFINES = ['CREATE', 'ALTER', 'DROP', 'RENAME', 'TRUNCATE'];
const CHANGES = ['INSERT', 'REPLACE', 'UPDATE', 'DELETE'];
/** Statements that return their rows directly. */
const SELECTS = ['SELECT', 'WITH', 'VALUES', 'TABLE'];

/**
 * From their documentation: functions that reach files, programs and other servers, functions that change the server,
 * routines that run a text as SQL, and the places that hold accounts or other people's statements: every schema of
 * the server's own but information_schema.
 */
const REFUSED = [
  'mysql|performance_schema|sys',
  'load_file|outfile|dumpfile',
  'sys_(?:exec|eval|get|set)',
  'lib_mysqludf_.+',
  'execute_prepared_stmt|ps_(?:setup|trace|truncate)_.+|create_synonym_db|statement_performance_analyzer',
  'asynchronous_connection_failover_.+|group_replication_.+|master_pos_wait|source_pos_wait|wait_for_executed_gtid_set',
  'audit_log_.+|mysql_firewall_.+|set_firewall_mode|read_firewall_.+|keyring_.+|.*_rewrite_rules|version_tokens_.+|service_.+_locks',
  'spider_(?:bg_)?direct_sql|spider_copy_tables|spider_flush_.+',
  'http_(?:get|post|put|delete)',
  'global_priv|authentication_string|proxies_priv',
  'processlist|innodb_(?:trx|locks|lock_waits)',
];

/** The forms of SHOW that are allowed; the others reveal accounts, files of the server or other people's statements. */
const SHOWS =
  /^(?:FULL |EXTENDED )*(?:TABLES|TABLE|COLUMNS|FIELDS|INDEX|INDEXES|KEYS|DATABASES|SCHEMAS|PROCEDURE|FUNCTION|PACKAGE|TRIGGERS|EVENTS|WARNINGS|ERRORS|COLLATION|CHARACTER|CHARSET|ENGINES|(?:SESSION |GLOBAL )?(?:VARIABLES|STATUS)|CREATE (?:TABLE|VIEW|FUNCTION|PROCEDURE|TRIGGER|EVENT|DATABASE|SCHEMA|SEQUENCE|PACKAGE))\b/;

/** @throws ConnectorError `permission` if SHOW would reveal more than a call may see */
function checkShow(text: string): void {
  const [, shown] = /^\s*SHOW\b([\w\s]*)/i.exec(bareOf(text, CALL_SYNTAX)) ?? [];
  if (shown !== undefined && !SHOWS.test(shown.trim().replaceAll(/\s+/g, ' ').toUpperCase()))
    throw new ConnectorError('permission', message('call.showsTooMuch'));
}

export const CALL_SYNTAX: CallSyntax = {
  engine: 'MySQL or MariaDB',
  spelling: engine.sql,
  nameQuotes: '`',
  check: checkShow,
  refused: new RegExp(`^(?:${REFUSED.join('|')})$`, 'u'),
  placeholder: () => '?',
  // Excludes SET, which changes the session or the server, and statements that begin or end a
  // transaction.
  reads: [...SELECTS, 'SHOW', 'EXPLAIN', 'DESCRIBE', 'CALL', 'DO'],
  writes: [...CHANGES, ...DEFINES],
};

/** Effects of the statement that a rollback would not undo. */
export function listIrrevocable(text: string): Message[] {
  const words = wordsOf(text, CALL_SYNTAX);
  const verb = words[0] ?? '';
  if (DEFINES.includes(verb)) return [message('rollback.definitionsStay', { verb })];
  if (verb !== 'CALL' && !CHANGES.includes(verb)) return [];
  return [
    ...(verb === 'CALL' ? [message('rollback.commitsStay')] : []),
    message('rollback.autoIncrementStays'),
    message('rollback.enginesStay'),
  ];
}

/**
 * Whether the statement may write a file on the server, which even a read-only transaction permits. Quoted words
 * count as well, because the server may tokenise the text differently.
 */
const writesFile = (text: string): boolean => /\b(?:OUT|DUMP)FILE\b/i.test(text);

/** Prepares a call for sending. @throws ConnectorError if the call must not be sent */
export function prepare(call: Call): PreparedCall {
  const prepared = prepareCall(call, CALL_SYNTAX);
  if (writesFile(call.text)) throw new ConnectorError('permission', message('call.noFiles'));
  return prepared;
}

/** After a dot any word is a name, except for `replace`, which MariaDB parses as the statement. */
const isPlain = (name: string): boolean =>
  /^[A-Za-z_][A-Za-z0-9_]*$/.test(name) && name.toLowerCase() !== 'replace';

const nameOf = (path: readonly string[]): string =>
  path.map((name) => (isPlain(name) ? name : `\`${name.replaceAll('`', '``')}\``)).join('.');

/**
 * Output parameters are passed as user variables. Literals are written as results show them: binaries in hex, bits as
 * digits.
 */
function write({ name, parameter: { mode, canonical } }: Argument): string {
  if (mode === 'out' || mode === 'inout') return `@${name}`;
  switch (canonical.kind) {
    case 'binary':
      return `UNHEX(:${name})`;
    case 'bits':
      return `CAST(CONV(:${name}, 2, 10) AS UNSIGNED)`;
    case 'spatial':
      return `ST_GeomFromText(:${name})`;
    default:
      return `:${name}`;
  }
}

export const callWriter: CallWriter = {
  name: nameOf,
  call(routine, names) {
    const { path, form } = routine.signature;
    const list = argumentsOf(routine, names).map(write).join(', ');
    const called = `${nameOf(path)}(${list})`;
    const text = form === 'procedure' ? `CALL ${called}` : `SELECT ${called} AS ${RESULT}`;
    return { text, values: {} };
  },
};
