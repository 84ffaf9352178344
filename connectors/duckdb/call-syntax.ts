import type { CallSyntax } from '../core/call-text.ts';
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
