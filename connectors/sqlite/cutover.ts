import type { CutoverScripts } from '../core/connector.ts';

export const cutover: CutoverScripts = {
  source: {
    // No statement keeps other programs from writing to a file: end them, or take away its write
    // permission.
    freeze: 'PRAGMA wal_checkpoint(TRUNCATE);',
    thaw: '',
  },
  target: {
    numbers: '',
    statistics: 'ANALYZE;',
    grants: '',
    smoke: 'PRAGMA integrity_check;\nPRAGMA foreign_key_check;',
    watch: '',
  },
};
