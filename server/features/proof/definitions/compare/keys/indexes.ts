import type {
  Column,
  Index,
  IndexMethod,
  IndexPart,
  Key,
  TableDefinition,
} from '../../../../../../connectors/core/definitions.ts';
import type { Side } from '../../../../../../contract/fields.ts';
import type { KnownColumns, OtherColumn } from '../columns/match-columns.ts';
import { isSensitive } from '../columns/compare-collations.ts';
import type { TextReader } from '../texts/meanings.ts';
import { lettersOf } from '../texts/definition-texts.ts';
import { type NameOn, type ReadKey, type ReadPart, keysOf } from './unique-keys.ts';
import { type CompareOptions, type Description, describe } from '../raw-finding.ts';
import type { Reading } from '../../../../sql/service.ts';

interface PartContext {
  known: KnownColumns;
  other: OtherColumn;
  texts: TextReader;
}

/** Reads parts of a side's indexes by what they compare. */
function partReader(side: Side, columns: readonly Column[], { known, other, texts }: PartContext) {
  const named = (as: string): Column | undefined => {
    const name = known[side].find((one) => one.as.toLowerCase() === as)?.name;
    return columns.find((one) => one.name === name);
  };
  const computedIn = ({ prefix }: IndexPart, stored: Column | undefined): string | null =>
    stored && !prefix && !other(side, stored.name) ? stored.generated : null;
  return (part: IndexPart): ReadPart => {
    const stored = columns.find(({ name }) => name === part.column);
    const expression = part.expression ?? computedIn(part, stored);
    if (expression === null)
      return stored ? judgeCase(part, stored, other(side, stored.name)) : part;
    const taken = texts.expression(side, known[side], { text: expression, as: 'written' })?.part;
    const own = taken && named(taken.column);
    if (!own || (stored && !keepsWhole(stored, own, taken))) return part;
    const computed = { ...part, column: null, expression };
    return readBeginning(computed, taken, own, other(side, own.name));
  };
}

/** A part whose expression uses no more than part of a column. */
function readBeginning(
  computed: IndexPart,
  { length, folded }: Taken,
  own: Column,
  counterpart: Column | undefined,
): ReadPart {
  const found = {
    ...computed,
    column: own.name,
    ...(length !== undefined && { prefix: length }),
  };
  // A query by one of LOWER and UPPER is not served by an index over the other one.
  if (folded === 'upper' && ![own, counterpart].some(ignoresCase)) return computed;
  return folded ? judgeCase({ ...found, caseBlind: true }, own, counterpart) : found;
}
type Taken = NonNullable<NonNullable<Reading>['part']>;

/**
 * Reads indexes by column where an expression uses no more than part of one: `left(name, 10)`, `lower(name)`; and
 * likewise those over a column computed so that the other side lacks, since some engines have no other indexes over expressions.
 */
export const withColumns = (
  tables: Record<Side, TableDefinition>,
  context: PartContext,
): Record<Side, TableDefinition> => {
  const read = (side: Side): TableDefinition => {
    const { columns, indexes, uniques, primaryKey } = tables[side];
    const readPart = partReader(side, columns, context);
    const partsOf = ({ columns: names, letters, prefixes }: Key): ReadPart[] =>
      names.map((column, at) =>
        readPart({
          column,
          expression: null,
          descending: false,
          ...(prefixes?.[at] && { prefix: prefixes[at] }),
          ...CASE[letters?.[at] ?? 'own'],
        }),
      );
    const keys = uniques.map((key) => ({ key, parts: partsOf(key) }));
    const isOther = ({ parts }: (typeof keys)[number]) =>
      parts.some((part) => part.expression !== null || lettersOf(part));
    return {
      ...tables[side],
      primaryKey: primaryKey && keyOf(primaryKey, partsOf(primaryKey)),
      uniques: keys.filter((one) => !isOther(one)).map(({ key, parts }) => keyOf(key, parts)),
      indexes: [
        ...indexes.map((index: Index) =>
          isServedByOrder(index.using) ? { ...index, parts: index.parts.map(readPart) } : index,
        ),
        // Such a key is compared with what other engines have in its place: a unique index.
        ...keys.filter(isOther).map(({ key: { name, disabled }, parts }) => ({
          name,
          unique: true,
          parts,
          where: null,
          ...(disabled && { disabled }),
        })),
      ],
    };
  };
  return { source: read('source'), target: read('target') };
};

/** Whether a computed column holds a part of a text as it is: neither cut nor padded, nor compared by another rule of case. */
function keepsWhole({ canonical, ...stored }: Column, own: Column, { length, folded }: Taken) {
  if (canonical.kind !== 'text' || own.canonical.kind !== 'text' || canonical.fixed) return false;
  if (canonical.bytes !== own.canonical.bytes) return false;
  if (ignoresCase({ canonical, ...stored }) && !folded) return false;
  const needed = length ?? own.canonical.length;
  return canonical.length === null || (needed !== null && canonical.length >= needed);
}

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

/** Other engines have none: there, an index of any operator class is as good as one of another. */
export const operatorsOf = ({ operators }: IndexPart): string[] =>
  operators ? [operators.replace(/^varchar_/, 'text_')] : [];

/** Whether a key or an index of the target starts with the columns by which a source index finds rows. */
export function coversIndex(
  { source, target }: Record<Side, TableDefinition>,
  nameOn: NameOn,
  { sameEngine }: Pick<CompareOptions, 'sameEngine'>,
): (name: string) => boolean {
  const isOfOthers = (part: IndexPart) =>
    lettersOf(part) || (sameEngine && operatorsOf(part).length > 0);
  const keys = keysOf(target)
    .filter(({ disabled }) => !disabled)
    .map(({ columns, prefixes }) =>
      columns.map((column, index) => startOf(column, prefixes?.[index])),
    );
  const indexes = target.indexes
    .filter(
      ({ where, using, parts, disabled }) =>
        where === null && !using && !disabled && !parts.some(isOfOthers),
    )
    .map(({ parts }) => parts.map(({ column, prefix }) => startOf(column ?? '', prefix)));
  const beginnings = [...keys, ...indexes];
  return (name) => {
    // One that keeps rows unique under a condition is a rule for rows, whatever finds them.
    const index = source.indexes.find((one) => one.name === name && (!one.where || !one.unique));
    const parts = index?.parts;
    if (
      !parts ||
      !isServedByOrder(index?.using) ||
      parts.some((part) => part.column === null || isOfOthers(part) || part.descending)
    )
      return false;
    const wanted = parts.map(({ column, prefix }) => startOf(nameOn.source(column!), prefix));
    return beginnings.some((own) =>
      wanted.every(
        ({ column, length }, index) => own[index]?.column === column && own[index].length >= length,
      ),
    );
  };
}

/** The leading part of a column that is stored or compared; `Infinity` means all of it. */
const startOf = (column: string, length: number | null | undefined) => ({
  column: column.toLowerCase(),
  length: length ?? Infinity,
});

/** How an index finds rows; undefined means by sort order. */
type Method = IndexMethod | undefined;

/** Whether an ordered index serves every search that this method serves. */
const isServedByOrder = (method: Method): method is 'hash' | 'block range' | undefined =>
  method === undefined || method === 'hash' || method === 'block range';

/** The method that a statement has to name: none where an ordered index serves as well. */
export const usingOf = ({ using }: Index): Pick<Index, 'using'> =>
  using && !isServedByOrder(using) ? { using } : {};

const UNSERVED = {
  'full text': 'wordsUnserved',
  spatial: 'placesUnserved',
  other: 'searchUnserved',
} as const;

/** Describes searches that no index of the target serves; null for searches by equality or range, which most indexes serve. */
export const describeUnservedSearch = (method: Method): Description | null =>
  isServedByOrder(method) ? null : describe('warning', UNSERVED[method]);

interface Found {
  using?: Method;
  ofColumns?: boolean;
}

/** Compares the methods of two indexes over the same columns; null where both find rows in the same way. */
export function compareMethods(
  { using: source, ...one }: Found,
  { using: target, ...other }: Found,
): Description | null {
  const isByWords = source === 'full text' && target === source;
  if (isByWords && one.ofColumns !== other.ofColumns) return describe('info', 'otherWordSearch');
  if (source === target) return null;
  if (source === 'full text' && target === 'other') return describe('info', 'otherWordSearch');
  if (target === undefined && isServedByOrder(source)) return describe('info', 'servedByOrder');
  return describeUnservedSearch(source) ?? describe('warning', 'orderUnserved');
}
