import type { Engine } from '../core/engine.ts';

export const engine = {
  id: 2,
  name: 'Oracle',
  defaultPort: 1521,
  fields: ['ip', 'port', 'db_name', 'username', 'password'],
  tls: true,
  objectTypes: ['tables', 'views', 'functions', 'procedures'],
  trackedTypes: ['triggers', 'sequences'],
  recordsets: false,
  emptyIsNull: true,
  typedValues: false,
  home: 'username',
  lacks: ['rules', 'full match', 'update actions', 'set default actions', 'unlogged tables'],
  sql: {
    quotes: [
      { open: "q'", close: 'mark' },
      { open: "nq'", close: 'mark' },
      { open: "'", close: "'", doubled: true },
      { open: '"', close: '"', doubled: true },
    ],
    lineComments: [{ open: '--' }],
    nestedComments: false,
    marks: '$#',
  },
} as const satisfies Engine;
