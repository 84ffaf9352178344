import type { Engine } from '../core/engine.ts';

export const engine = {
  id: 1,
  name: 'SQL Server',
  defaultPort: 1433,
  fields: ['ip', 'port', 'db_name', 'username', 'password'],
  tls: true,
  objectTypes: ['tables', 'views', 'functions', 'procedures'],
  trackedTypes: ['triggers', 'sequences'],
  recordsets: true,
  emptyIsNull: false,
  typedValues: false,
  home: { name: 'dbo' },
  lacks: [
    'rules',
    'before triggers',
    'row triggers',
    'deferrable keys',
    'deferrable unique keys',
    'full match',
    'unlogged tables',
    'temporary tables',
  ],
  sql: {
    quotes: [
      { open: "'", close: "'", doubled: true },
      { open: '"', close: '"', doubled: true },
      { open: '[', close: ']', doubled: true },
    ],
    lineComments: [{ open: '--' }],
    nestedComments: true,
    marks: '$#@',
  },
} as const satisfies Engine;
