import type { Engine } from '../core/engine.ts';

export const engine = {
  id: 6,
  name: 'DuckDB',
  defaultPort: null,
  fields: ['db_name'],
  tls: false,
  objectTypes: ['tables', 'views', 'functions'],
  recordsets: false,
  emptyIsNull: false,
  typedValues: false,
} as const satisfies Engine;
