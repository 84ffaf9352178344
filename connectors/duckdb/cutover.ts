import type { CutoverScripts } from '../core/cutover.ts';

export const cutover: CutoverScripts = {
  source: {
    // A file belongs to one program at a time: that one is ended.
    freeze: 'CHECKPOINT;',
    thaw: '',
  },
  target: {
    // No statement sets a sequence: it is replaced, or drawn from until it is past the largest value.
    numbers: 'SELECT schema_name, sequence_name, start_value, last_value FROM duckdb_sequences();',
    statistics: 'ANALYZE;',
    grants: '',
    smoke: 'SELECT schema_name, table_name, estimated_size FROM duckdb_tables();',
    watch: '',
  },
};
