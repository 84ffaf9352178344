import type { Engine } from '../core/engine.ts';

export const engine = {
  id: 4,
  name: 'PostgreSQL',
  defaultPort: 5432,
  fields: ['ip', 'port', 'db_name', 'username', 'password'],
  tls: true,
  objectTypes: ['tables', 'views', 'functions', 'procedures'],
  trackedTypes: ['triggers', 'sequences'],
  recordsets: false,
  emptyIsNull: false,
  typedValues: false,
  home: { name: 'public' },
  lacks: ['temporary tables'],
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
