import type { Index, Key, TableDefinition } from '../../../../connectors/core/definitions.ts';
import type { RawFinding } from './raw-finding.ts';

/** Unique keys, however they were declared. */
export const uniquesOf = (table: TableDefinition): Key[] => [
  ...table.uniques,
  ...table.indexes
    .filter(({ unique, where, parts }) => unique && !where && parts.every(({ column }) => column))
    .map(({ name, parts }) => ({ name, columns: parts.map(({ column }) => column!) })),
];

export const plainIndexes = (table: TableDefinition): Index[] =>
  table.indexes.filter(
    ({ unique, where, parts }) => !unique || where || parts.some(({ column }) => !column),
  );

/** SQLite lets NULL into keys that others do not: nobody means it. */
export const weighKeyNull = (
  findings: readonly RawFinding[],
  source: TableDefinition,
  target: TableDefinition,
  nameOf: (name: string) => string,
): RawFinding[] =>
  findings.map((one) => {
    const { code, name } = one;
    const isOfKeys =
      name !== null &&
      source.primaryKey?.columns.includes(name) &&
      target.primaryKey?.columns.includes(nameOf(name));
    return code === 'column.nullable' && isOfKeys ? { ...one, severity: 'info' } : one;
  });
