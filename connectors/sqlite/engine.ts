import type { Engine } from '../core/engine.ts';

export const engine = {
  id: 5,
  name: 'SQLite',
  defaultPort: null,
  fields: ['db_name'],
  tls: false,
  objectTypes: ['tables', 'views'],
  recordsets: false,
  emptyIsNull: false,
  typedValues: true,
} as const satisfies Engine;
