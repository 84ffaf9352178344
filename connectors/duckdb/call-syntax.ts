import type { CallSyntax } from '../core/call-text.ts';
import { engine } from './engine.ts';

/**
 * What reaches files, other databases and settings. The file is opened so that none of this works; a call is told
 * before it is sent.
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
  // A text stands for a table where only a table can stand.
  nameQuotes: `"'`,
  refused: new RegExp(`^(?:${REFUSED.join('|')})$`, 'u'),
  placeholder: (index) => `$${index}`,
  reads: ['SELECT', 'WITH', 'FROM', 'VALUES', 'TABLE', 'DESCRIBE', 'SUMMARIZE', 'EXPLAIN'],
  // Rows alone, which a rollback takes back.
  writes: ['INSERT', 'UPDATE', 'DELETE', 'MERGE', 'TRUNCATE'],
};
