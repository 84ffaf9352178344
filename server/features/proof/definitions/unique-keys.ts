import type { Index, Key, TableDefinition } from '../../../../connectors/core/definitions.ts';
import { keyText } from './definition-texts.ts';
import { type Part, type RawFinding, finding, say } from './raw-finding.ts';

/** Unique keys, however they were declared. */
export const uniquesOf = (table: TableDefinition): Key[] => [
  ...table.uniques,
  ...table.indexes.flatMap((index) => asUnique(index, table) ?? []),
];

export const plainIndexes = (table: TableDefinition): Index[] =>
  table.indexes.filter((index) => !asUnique(index, table));

/** Null where an index is no unique key of columns. */
function asUnique(index: Index, { columns }: TableDefinition): Key | null {
  const { name, unique, parts, where, nullsEqual } = index;
  const names = parts.flatMap(({ column }) => column ?? []);
  if (!unique || names.length < parts.length) return null;
  if (where === null) return { name, columns: names, ...(nullsEqual && { nullsEqual }) };
  // Rows with NULL in a key are like no other row, so a key may leave them out; on some engines it has to.
  const left = new Set(columnsNotNull(where));
  const mayBeNull = columns.filter((one) => one.nullable && names.includes(one.name));
  const isWhole = mayBeNull.every((one) => left.delete(one.name.toLowerCase())) && left.size === 0;
  return isWhole ? { name, columns: names } : null;
}

/** Columns, in small letters, of a condition that says no more than that they are not NULL; '' of any other one. */
function columnsNotNull(condition: string): string[] {
  const plain = condition.replaceAll(/["`[\]()]/g, ' ').trim();
  return plain
    .split(/\s+and\s+/i)
    .map((part) => /^([^\s']+)\s+is\s+not\s+null$/i.exec(part.trim())?.[1]?.toLowerCase() ?? '');
}

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

/** Keys over the same columns, of which one compares only how the values begin. */
export function comparePrefixes(
  part: Part,
  name: string | null,
  source: Pick<Key, 'columns' | 'prefixes'>,
  target: Pick<Key, 'columns' | 'prefixes'>,
): RawFinding[] {
  const lengthsOf = ({ columns, prefixes }: typeof source) =>
    columns.map((_, index) => prefixes?.[index] ?? Infinity);
  const [from, to] = [lengthsOf(source), lengthsOf(target)];
  if (from.every((length, index) => length === to[index])) return [];
  const isWeaker = from.some((length, index) => length < to[index]!);
  return [
    finding(
      'uniqueKey.prefix',
      part,
      name,
      keyText(source),
      keyText(target),
      say('warning', isWeaker ? 'comparesMore' : 'comparesLess'),
    ),
  ];
}
