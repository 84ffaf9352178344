import type {
  Column,
  Index,
  IndexPart,
  Key,
  TableDefinition,
} from '../../../../connectors/core/definitions.ts';
import type { Side } from '../../../../contract/fields.ts';
import type { KnownColumns, OtherColumn } from './match-columns.ts';
import { isSensitive } from './compare-collations.ts';
import { isServedByOrder } from './index-methods.ts';
import type { TextReader } from './meanings.ts';
import { lettersOf } from './definition-texts.ts';
import type { ReadKey, ReadPart } from './unique-keys.ts';

/** Reads indexes by column where an expression uses no more than part of one: `left(name, 10)`, `lower(name)`. */
export const withColumns = (
  tables: Record<Side, TableDefinition>,
  known: KnownColumns,
  other: OtherColumn,
  texts: TextReader,
): Record<Side, TableDefinition> => {
  const read = (side: Side): TableDefinition => {
    const { columns, indexes, uniques, primaryKey } = tables[side];
    const named = (as: string): Column | undefined => {
      const name = known[side].find((one) => one.as.toLowerCase() === as)?.name;
      return columns.find((one) => one.name === name);
    };
    const readPart = (part: IndexPart): ReadPart => {
      const { column, expression } = part;
      if (expression === null) {
        const own = columns.find(({ name }) => name === column);
        return own ? judgeCase(part, own, other(side, own.name)) : part;
      }
      const taken = texts.expression(side, known[side], { text: expression, as: 'written' })?.part;
      const own = taken && named(taken.column);
      if (!own) return part;
      const { length, folded } = taken;
      const found = { ...part, column: own.name, ...(length !== undefined && { prefix: length }) };
      const counterpart = other(side, own.name);
      // A query by one of LOWER and UPPER is not served by an index over the other one.
      if (folded === 'upper' && ![own, counterpart].some(ignoresCase)) return part;
      return folded ? judgeCase({ ...found, caseBlind: true }, own, counterpart) : found;
    };
    const partsOf = ({ columns: names, letters }: Key): ReadPart[] =>
      names.map((column, at) =>
        readPart({ column, expression: null, descending: false, ...CASE[letters?.[at] ?? 'own'] }),
      );
    const read = uniques.map((key) => ({ key, parts: partsOf(key) }));
    const isOther = ({ parts }: (typeof read)[number]) => parts.some(lettersOf);
    return {
      ...tables[side],
      primaryKey: primaryKey && keyOf(primaryKey, partsOf(primaryKey)),
      uniques: read.filter((one) => !isOther(one)).map(({ key, parts }) => keyOf(key, parts)),
      indexes: [
        ...indexes.map((index: Index) =>
          isServedByOrder(index.using) ? { ...index, parts: index.parts.map(readPart) } : index,
        ),
        // Such a key is compared with what other engines have in its place: a unique index.
        ...read
          .filter(isOther)
          .map(({ key: { name }, parts }) => ({ name, unique: true, parts, where: null })),
      ],
    };
  };
  return { source: read('source'), target: read('target') };
};

const CASE = { blind: { caseBlind: true }, seeing: { caseSeeing: true }, own: {} } as const;

/** A key by what its parts say of case. */
function keyOf({ letters: _, ...key }: Key, parts: readonly ReadPart[]): ReadKey {
  const letters = parts.map(lettersOf);
  const likeOther = parts.flatMap((part) => (part.likeOther ? part.column! : []));
  return {
    ...key,
    ...(letters.some((one) => one) && { letters }),
    ...(likeOther.length > 0 && { likeOther }),
  };
}

/**
 * What a part says of case that its column does not: nothing where they agree, and where only the column of the other side
 * agrees, the part is marked so.
 */
function judgeCase(read: ReadPart, own: Column, counterpart: Column | undefined): ReadPart {
  const letters = lettersOf(read);
  if (!letters) return read;
  const { caseBlind: _, caseSeeing: __, ...part } = read;
  const isBlind = letters === 'blind';
  if (ignoresCase(own) === isBlind) return part;
  return ignoresCase(counterpart) === isBlind ? { ...part, likeOther: true } : read;
}

const ignoresCase = (column: Column | undefined): boolean =>
  column !== undefined && isSensitive(column) === false;
