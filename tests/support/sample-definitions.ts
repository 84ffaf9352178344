import type { Column, TableDefinition, Trigger } from '../../connectors/core/definitions.ts';

/** A column that may be null, of 32-bit integers, about which nothing else is known. */
export const sampleColumn = (name: string, over: Partial<Column> = {}): Column => ({
  name,
  type: 'int',
  canonical: { kind: 'integer', bits: 32, unsigned: false },
  nullable: true,
  default: null,
  identity: false,
  generated: null,
  caseSensitive: null,
  comment: null,
  ...over,
});

/** A table `t` of which nothing but its columns is known. */
export const sampleTable = (
  columns: Column[],
  over: Partial<TableDefinition> = {},
): TableDefinition => ({
  kind: 'table',
  name: 't',
  columns,
  primaryKey: null,
  uniques: [],
  foreignKeys: [],
  checks: [],
  indexes: [],
  comment: null,
  estimatedRows: null,
  ...over,
});

/** A trigger `tr` that acts on each row behind an INSERT, and does nothing. */
export const sampleTrigger = (over: Partial<Trigger> = {}): Trigger => ({
  name: 'tr',
  timing: 'after',
  events: ['insert'],
  level: 'row',
  enabled: true,
  condition: null,
  text: 'BEGIN END',
  ...over,
});
