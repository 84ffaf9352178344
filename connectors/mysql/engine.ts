import type { Engine } from '../core/engine.ts';

export const engine = {
  id: 3,
  name: 'MySQL / MariaDB',
  defaultPort: 3306,
  fields: ['ip', 'port', 'db_name', 'username', 'password'],
  tls: true,
  objectTypes: ['tables', 'views', 'functions', 'procedures'],
  trackedTypes: ['triggers', 'sequences'],
  recordsets: false,
  emptyIsNull: false,
  typedValues: false,
  textInBytes: true,
  home: 'database',
  lacks: [
    'rules',
    'instead of triggers',
    'deferrable keys',
    'deferrable unique keys',
    'full match',
    'set default actions',
    'temporary tables',
    'row security',
    'materialised views',
  ],
  sql: {
    quotes: [
      { open: "'", close: "'", doubled: true, backslash: true },
      { open: '"', close: '"', doubled: true, backslash: true },
      { open: '`', close: '`', doubled: true },
    ],
    lineComments: [{ open: '#' }, { open: '--', beforeBlank: true }],
    nestedComments: false,
    marks: '$',
  },
} as const satisfies Engine;
