import type { Engine } from '../core/engine.ts';

export const engine = {
  id: 6,
  name: 'DuckDB',
  defaultPort: null,
  fields: ['db_name'],
  tls: false,
  objectTypes: ['tables', 'views', 'functions'],
  trackedTypes: ['sequences'],
  recordsets: false,
  emptyIsNull: false,
  typedValues: false,
  lacks: [
    'triggers',
    'unchecked keys',
    'deferrable keys',
    'full match',
    'update actions',
    'delete actions',
    'set default actions',
    'unlogged tables',
    'temporary tables',
    'partitions',
    'row security',
    'grants',
  ],
  sql: {
    quotes: [
      { open: "e'", close: "'", doubled: true, backslash: true },
      { open: "'", close: "'", doubled: true },
      { open: '"', close: '"', doubled: true },
      { open: '$', close: 'tag' },
    ],
    lineComments: [{ open: '--' }],
    nestedComments: true,
    marks: '$',
  },
} as const satisfies Engine;
