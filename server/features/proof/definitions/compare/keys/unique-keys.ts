import type { Side } from '../../../../../../contract/fields.ts';
import type {
  Index,
  IndexPart,
  Key,
  TableDefinition,
} from '../../../../../../connectors/core/definitions.ts';
import { indexText, keyText, lettersOf } from '../texts/definition-texts.ts';
import { type Part, type RawFinding, finding, describe } from '../raw-finding.ts';

/** A part of an index as it was read; where its expression uses only part of a column, that column is set, too. */
export interface ReadPart extends IndexPart {
  /** Whether the index itself treats case as the column of the other side does. */
  likeOther?: true;
}

/** A unique key, or a unique index that acts as one. */
export interface ReadKey extends Key {
  /** Columns whose case the key itself treats as the column of the other side does. */
  likeOther?: string[];
  /** Its text in findings, where the columns alone do not describe it. */
  text?: string;
}

export const readKeyText = (key: ReadKey): string => key.text ?? keyText(key);

/** Unique keys, whether declared as constraints or as indexes. */
export const uniquesOf = (table: TableDefinition): ReadKey[] => [
  ...table.uniques,
  ...table.indexes.flatMap((index) => asUnique(index, table) ?? []),
];

/** The primary key and all unique keys. */
export const keysOf = (table: TableDefinition): ReadKey[] => [
  ...(table.primaryKey ? [table.primaryKey] : []),
  ...uniquesOf(table),
];

/** Keys that reject at least what their columns call equal: not those that distinguish case on their own, nor disabled ones. */
const rejecting = (table: TableDefinition): ReadKey[] => [
  ...keysOf(table).filter(({ letters, disabled }) => !disabled && !letters?.includes('seeing')),
  ...table.indexes.flatMap((index) => {
    const letters = index.parts.map(lettersOf);
    if (index.disabled || !letters.includes('blind') || letters.includes('seeing')) return [];
    const parts = index.parts.map(({ caseBlind: _, ...part }) => part);
    return asUnique({ ...index, parts }, table) ?? [];
  }),
];

/** How a key treats a second row with NULL: there is no such row, accepted, accepted if all columns are NULL, or rejected. */
export type Nulls = 'never' | 'distinct' | 'partly' | 'equal';

export function nullsOf(
  { columns: names, nullsEqual, someNullsEqual }: Key,
  { columns }: TableDefinition,
): Nulls {
  const nullable = columns.filter((one) => one.nullable && names.includes(one.name)).length;
  if (nullable === 0) return 'never';
  if (nullsEqual) return 'equal';
  if (!someNullsEqual || names.length === 1) return 'distinct';
  return nullable < names.length ? 'equal' : 'partly';
}

/** The target's name of a column, by the side that the column is on. */
export type NameOn = Readonly<Record<Side, (name: string) => string>>;

/** Whether a side rejects every row that a key of the other side rejects, by a key that `isAskedFor` admits. */
export type IsImplied = (side: Side, key: Key, isAskedFor?: (own: ReadKey) => boolean) => boolean;

export function impliedBy(sides: Record<Side, TableDefinition>, nameOn: NameOn): IsImplied {
  const read = (side: Side, key: ReadKey) => ({
    key,
    nulls: nullsOf(key, sides[side]),
    lengths: new Map(
      key.columns.map((name, index) => [
        nameOn[side](name).toLowerCase(),
        key.prefixes?.[index] ?? Infinity,
      ]),
    ),
  });
  type Kept = ReturnType<typeof read>;
  const refusesNulls = (own: Kept, other: Kept): boolean => {
    if (other.nulls === 'never' || other.nulls === 'distinct') return true;
    if (own.nulls === 'partly')
      return other.nulls === 'partly' && own.lengths.size === other.lengths.size;
    return own.nulls !== 'distinct';
  };
  const kept = {
    source: rejecting(sides.source).map((key) => read('source', key)),
    target: rejecting(sides.target).map((key) => read('target', key)),
  };
  return (side, key, isAskedFor = () => true) => {
    // Whether another key ignores case as well is not looked for.
    if (key.letters?.includes('blind')) return false;
    const other = read(side === 'source' ? 'target' : 'source', key);
    // Equal values have equal prefixes: a key over fewer columns, or shorter prefixes, rejects more rows.
    return kept[side].some(
      (own) =>
        isAskedFor(own.key) &&
        refusesNulls(own, other) &&
        [...own.lengths].every(([name, length]) => length <= (other.lengths.get(name) ?? -1)),
    );
  };
}

/** The same key over whole values, which rejects fewer rows. */
export const ofWholeValues = ({ prefixes: _, ...key }: Key): Key => key;

export const plainIndexes = (table: TableDefinition): Index[] =>
  table.indexes.filter((index) => !asUnique(index, table));

/** The unique key that an index acts as; null where it is not one of plain columns. */
function asUnique(index: Index, { columns }: TableDefinition): ReadKey | null {
  const { unique, parts, where, nullsEqual, someNullsEqual } = index;
  const names = parts.flatMap(({ column }) => column ?? []);
  if (!unique || names.length < parts.length || parts.some(lettersOf)) return null;
  const { include, disabled } = index;
  const key = {
    ...comparedPartsOf(index),
    ...(include && { include }),
    ...(disabled && { disabled }),
    name: index.name,
    columns: names,
  };
  if (where === null)
    return {
      ...key,
      ...(nullsEqual && { nullsEqual }),
      ...(someNullsEqual && { someNullsEqual }),
    };
  // A row with NULL in a key equals no other row, so a key's condition may leave it out; on some engines it has to.
  const left = new Set(columnsNotNull(where));
  const mayBeNull = columns.filter((one) => one.nullable && names.includes(one.name));
  const isWhole = mayBeNull.every((one) => left.delete(one.name.toLowerCase())) && left.size === 0;
  return isWhole ? key : null;
}

/** What an index compares of each column. */
function comparedPartsOf(index: Index): Pick<ReadKey, 'prefixes' | 'likeOther' | 'text'> {
  const parts: readonly ReadPart[] = index.parts;
  const likeOther = parts.flatMap((part) => (part.likeOther ? part.column! : []));
  return {
    ...(parts.some(({ prefix }) => prefix) && {
      prefixes: parts.map(({ prefix }) => prefix ?? null),
    }),
    ...(likeOther.length > 0 && { likeOther }),
    ...(parts.some(({ expression }) => expression !== null) && { text: indexText(index) }),
  };
}

/** Columns, in lower case, that a condition requires to be not NULL; '' for each part that says anything else. */
function columnsNotNull(condition: string): string[] {
  const plain = condition.replaceAll(/["`[\]()]/g, ' ').trim();
  return plain
    .split(/\s+and\s+/i)
    .map((part) => /^([^\s']+)\s+is\s+not\s+null$/i.exec(part.trim())?.[1]?.toLowerCase() ?? '');
}

/**
 * SQLite accepts NULL in keys where other engines do not, which nobody intends: a target that rejects it is a note. One that
 * accepts what the source rejects is a warning, as for any column.
 */
export const tolerateNullInKeys = (
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
    return code === 'column.nullable' && one.source === 'NULL' && isOfKeys
      ? { ...one, severity: 'info' }
      : one;
  });

/** Compares the prefix lengths of two keys over the same columns. */
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
      describe('warning', isWeaker ? 'comparesMore' : 'comparesLess'),
    ),
  ];
}

/** Compares how two keys treat NULL. A difference seldom shows: one side rejects a second row with NULL. */
export function compareNulls(name: string, source: Nulls, target: Nulls, on: string): RawFinding[] {
  const [from, to] = [NULLS[source], NULLS[target]];
  if (!from || !to || from === to) return [];
  const isPartly = source === 'partly' || target === 'partly';
  const description = describe('warning', isPartly ? 'someNulls' : 'otherNulls');
  return [{ ...finding('uniqueKey.nulls', 'unique key', name, from, to, description), on }];
}

/** In the syntax of engines that offer a choice. */
export const NULLS: Readonly<Record<Nulls, string | null>> = {
  never: null,
  distinct: 'nulls distinct',
  partly: 'nulls distinct if all are NULL',
  equal: 'nulls not distinct',
};
