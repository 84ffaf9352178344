import type { CutoverScripts } from '../core/connector.ts';

export const cutover: CutoverScripts = {
  source: {
    // Only one program at a time can write to a file: end that program instead of freezing writes.
    freeze: 'CHECKPOINT;',
    thaw: '',
  },
  target: {
    // No statement sets a sequence: replace it, or draw numbers until it is past the largest value.
    numbers: 'SELECT schema_name, sequence_name, start_value, last_value FROM duckdb_sequences();',
    statistics: 'ANALYZE;',
    grants: '',
    smoke: 'SELECT schema_name, table_name, estimated_size FROM duckdb_tables();',
    watch: '',
  },
};
