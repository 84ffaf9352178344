import { type CallSyntax, argumentsOf, type CallWriter, RESULT } from '../core/calls/call-text.ts';
import { engine } from './engine.ts';

/**
 * Functions and statements that reach files, other databases or settings. The options with which the file is opened
 * disable them anyway; checking a call first gives a clear error before it is sent.
 */
const REFUSED = [
  'read_\\w+|\\w+_scan|glob|sniff_csv|parquet_\\w+|write_\\w+',
  'query|query_table|json_execute_serialized_sql|getenv|getvariable',
  'duckdb_(?:settings|secrets|extensions|logs\\w*|log_contexts|temporary_files|external_file_cache)|which_secret',
  'pragma_\\w+|current_setting|set_config|load_aws_credentials|force_checkpoint|checkpoint|enable_logging',
];

export const CALL_SYNTAX: CallSyntax = {
  engine: engine.name,
  spelling: engine.sql,
  // In DuckDB a string literal names a table (or a file) only where a table is expected.
  nameQuotes: `"'`,
  refused: new RegExp(`^(?:${REFUSED.join('|')})$`, 'u'),
  placeholder: (index) => `$${index}`,
  reads: ['SELECT', 'WITH', 'FROM', 'VALUES', 'TABLE', 'DESCRIBE', 'SUMMARIZE', 'EXPLAIN'],
  // Only statements that change rows: a rollback undoes them.
  writes: ['INSERT', 'UPDATE', 'DELETE', 'MERGE', 'TRUNCATE'],
};

/** DuckDB documentation, "Keywords and Identifiers": words that must be quoted to be names. */
const RESERVED = new Set(
  `all analyse analyze and any array as asc_p asymmetric both case cast check collate column constraint create default
  deferrable desc describe distinct do else end except false fetch for foreign from group having in initially intersect
  into is join lambda lateral leading limit not null offset on only or order pivot placing primary qualify references
  returning select show some summarize symmetric table then to trailing true union unique unpivot using variadic when
  where window with asc`.split(/\s+/),
);

const isPlain = (name: string): boolean =>
  /^[A-Za-z_][A-Za-z0-9_]*$/.test(name) && !RESERVED.has(name.toLowerCase());

const nameOf = (path: readonly string[]): string =>
  path.map((name) => (isPlain(name) ? name : `"${name.replaceAll('"', '""')}"`)).join('.');

export const callWriter: CallWriter = {
  name: nameOf,
  call(routine, names) {
    const { path, form } = routine.signature;
    const list = argumentsOf(routine, names)
      .map(({ name, type }) => (type ? `CAST(:${name} AS ${type})` : `:${name}`))
      .join(', ');
    const verb = form === 'rows' ? 'SELECT * FROM' : 'SELECT';
    return { text: `${verb} ${nameOf(path)}(${list}) AS ${RESULT}`, values: {} };
  },
};
