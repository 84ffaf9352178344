import { type Message, message } from '../../contract/messages/message.ts';
import {
  bareOf,
  type CallSyntax,
  type PreparedCall,
  prepareCall,
  refuseName,
  wordsOf,
  type Argument,
  argumentsOf,
  type CallWriter,
  RESULT,
} from '../core/calls/call-text.ts';
import type { Call } from '../core/call.ts';
import { engine } from './engine.ts';

/**
 * From the documentation: functions that reach files, programs and other servers, that change the server or the
 * session, that run a text as SQL (which these checks would not see), and objects that show passwords or other
 * people's statements.
 */
const REFUSED = [
  'pg_(?:read_.+|ls_.+|file_.+|logdir_ls|stat_file|current_logfile|rotate_logfile.*|reload_conf|(?:terminate|cancel)_backend|log_.+|export_snapshot|create_restore_point|create_physical_.+|create_logical_.+|stat_reset.*|stat_statements_reset|notify|config|promote|prewarm|wal_replay_.+|xlog_replay_.+|start_backup|stop_backup|backup_st.+|switch_.+|create_.+_slot|copy_.+_slot|drop_replication_slot|replication_.+|logical_.+)',
  'lo_(?:import|export)',
  'dblink.*',
  'postgres_fdw_.*',
  'set_config',
  'setseed',
  'query_to_xml.*|cursor_to_xml.*|table_to_xml.*|schema_to_xml.*|database_to_xml.*',
  'ts_stat|ts_rewrite|crosstab\\w*|connectby|xpath_table',
  'http(?:_(?:get|post|put|patch|delete|head|set_curlopt))?|aws_s3|aws_lambda|pg_background_.+',
  // Orafce, and functions that reach the nodes of Citus, or Oracle.
  'utl_(?:file|http|smtp|tcp|mail)|dbms_(?:sql|pipe|alert|job|scheduler|aq|aqadm)',
  'run_command_on_.+|master_run_on_worker|pg_dist_authinfo|oracle_execute',
  'pg_stat_(?:get_)?activity|pg_stat_get_backend_activity|pg_stat_statements|pg_stat_monitor|pg_stat_(?:get_)?wal_receiver',
  'get_raw_page|heap_page_.+|bt_page_.+|bt_metap|page_header|fsm_page_.+|pg_get_wal_.+',
  'binary_upgrade_.+|heap_force_.+|pg_truncate_visibility_map|pg_(?:restore|clear)_.+_stats',
  'pg_authid|pg_shadow|_?pg_user_mappings?|user_mapping_options|pg_subscription|pg_hba_file_rules|pg_ident_file_mappings|pg_file_settings|pg_settings|pg_show_all_.+|primary_conninfo|ssl_passphrase_command|pg_statistic(?:_ext_data)?',
];

const REFUSED_NAMES = new RegExp(`^(?:${REFUSED.join('|')})$`, 'u');

/**
 * Refuses to show all settings, or one whose name is only known at run time.
 * @throws ConnectorError `permission`
 */
function checkSettings(text: string): void {
  if (/^\s*SHOW\s+ALL\b/i.test(bareOf(text, CALL_SYNTAX))) throw refuseName('SHOW ALL');
  const asked = text.match(/current_setting/gi) ?? [];
  const named = [...text.matchAll(/current_setting\s*\(\s*'([\w.]+)'\s*[,)]/gi)];
  const isPlain = ([, name = '']: RegExpExecArray) => !REFUSED_NAMES.test(name.toLowerCase());
  if (named.length < asked.length || !named.every(isPlain)) throw refuseName('current_setting');
}

export const CALL_SYNTAX: CallSyntax = {
  engine: engine.name,
  spelling: engine.sql,
  nameQuotes: '"',
  refused: REFUSED_NAMES,
  check: checkSettings,
  placeholder: (index, beforeNullTest) => `$${index}${beforeNullTest ? '::text' : ''}`,
  reads: ['SELECT', 'WITH', 'VALUES', 'TABLE', 'SHOW', 'EXPLAIN', 'CALL'],
  // DO runs code of its own. Excludes COPY, which writes files of the server, and statements that
  // end or change the transaction.
  writes: [
    'DO',
    'INSERT',
    'UPDATE',
    'DELETE',
    'MERGE',
    'TRUNCATE',
    'CREATE',
    'ALTER',
    'DROP',
    'COMMENT',
    'REFRESH',
  ],
};

/** Effects of the statement that a rollback would not undo. */
export function listIrrevocable(text: string): Message[] {
  const words = wordsOf(text, CALL_SYNTAX);
  const sequences = ['INSERT', 'MERGE', 'CALL', 'DO', 'NEXTVAL', 'SETVAL'];
  return [
    ...(words.some((word) => sequences.includes(word)) ? [message('rollback.sequencesStay')] : []),
    ...(words.some((word) => word.startsWith('DBLINK')) ? [message('rollback.dblinkStays')] : []),
  ];
}

/** Prepares a call for sending. @throws ConnectorError if the call must not be sent */
export const prepare = (call: Call): PreparedCall => prepareCall(call, CALL_SYNTAX);

/**
 * PostgreSQL documentation, "SQL Key Words": words that must be quoted to name a schema. After a dot any word is a
 * name.
 */
const RESERVED = new Set(
  `all analyse analyze and any array as asc asymmetric authorization binary both case cast check collate collation
  column concurrently constraint create cross current_catalog current_date current_role current_schema current_time
  current_timestamp current_user default deferrable desc distinct do else end except false fetch for foreign freeze
  from full grant group having ilike in initially inner intersect into is isnull join lateral leading left like limit
  localtime localtimestamp natural not notnull null offset on only or order outer overlaps placing primary references
  returning right select session_user similar some symmetric system_user table tablesample then to trailing true union
  unique user using variadic verbose when where window with`.split(/\s+/),
);

const isPlain = (name: string, index: number): boolean =>
  /^[a-z_][a-z0-9_]*$/.test(name) && !(index === 0 && RESERVED.has(name));

const nameOf = (path: readonly string[]): string =>
  path
    .map((name, index) => (isPlain(name, index) ? name : `"${name.replaceAll('"', '""')}"`))
    .join('.');

/** The cast to the type selects among overloaded routines. Binaries are hex, as in results. */
function write({ name, type, parameter: { mode, canonical } }: Argument): string {
  if (mode === 'out') return `NULL::${type}`;
  const value = canonical.kind === 'binary' ? `decode(:${name}, 'hex')` : `:${name}`;
  return `${mode === 'variadic' ? 'VARIADIC ' : ''}${value}::${type}`;
}

export const callWriter: CallWriter = {
  namesOutputs: true,
  name: nameOf,
  call(routine, names) {
    const { path, form } = routine.signature;
    const list = argumentsOf(routine, names)
      .filter(({ parameter }) => form === 'procedure' || parameter.mode !== 'out')
      .map(write)
      .join(', ');
    const called = `${nameOf(path)}(${list})`;
    if (form === 'procedure') return { text: `CALL ${called}`, values: {} };
    const verb = form === 'rows' ? 'SELECT * FROM' : 'SELECT';
    const over = form === 'window' ? ' OVER ()' : '';
    return { text: `${verb} ${called}${over} AS ${RESULT}`, values: {} };
  },
};
