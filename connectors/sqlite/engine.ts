import type { Engine } from '../core/engine.ts';

export const engine = {
  id: 5,
  name: 'SQLite',
  defaultPort: null,
  fields: ['db_name'],
  tls: false,
  objectTypes: ['tables', 'views'],
  trackedTypes: ['triggers'],
  recordsets: false,
  emptyIsNull: false,
  typedValues: true,
  home: { name: 'main' },
  lacks: [
    'rules',
    'unchecked keys',
    'full match',
    'unlogged tables',
    'temporary tables',
    'partitions',
    'row security',
    'grants',
    'sizes of types',
    'declared numbers',
  ],
  sql: {
    quotes: [
      { open: "'", close: "'", doubled: true },
      { open: '"', close: '"', doubled: true },
      { open: '`', close: '`', doubled: true },
      { open: '[', close: ']' },
    ],
    lineComments: [{ open: '--' }],
    nestedComments: false,
    letters: String.raw`\u{80}-\u{10ffff}`,
    marks: '$',
  },
} as const satisfies Engine;
