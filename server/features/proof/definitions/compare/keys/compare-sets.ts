import { message } from '../../../../../../contract/messages/message.ts';
import type { Side } from '../../../../../../contract/fields.ts';
import type {
  Check,
  Index,
  IndexMethod,
  IndexPart,
  Letters,
  TableDefinition,
} from '../../../../../../connectors/core/definitions.ts';
import { type KnownColumn, type Reading, isFolded } from '../../../../sql/service.ts';
import type { KnownColumns } from '../columns/match-columns.ts';
import { compareMethods, operatorsOf } from './indexes.ts';
import { compareUnchecked } from '../compare-storage.ts';
import { compareMeanings, namesIn, readAlike } from '../texts/meanings.ts';
import { includedText, indexText, lettersOf, partsOf } from '../texts/definition-texts.ts';
import {
  ADDED,
  type CompareOptions,
  type Description,
  LOST,
  type Part,
  type RawFinding,
  UNCLEAR,
  describe,
  finding,
} from '../raw-finding.ts';
import type { FindingCode } from '../without-repair.ts';
import {
  type NameOn,
  type Nulls,
  type ReadKey,
  compareNulls,
  comparePrefixes,
  nullsOf,
  readKeyText,
} from './unique-keys.ts';

/** A key, check or index, as it is compared with those of the other side. */
export interface Item extends Pick<Check, 'unchecked'> {
  name: string;
  text: string;
  /** Equal keys mean the same; null where the text cannot be read. */
  key: string | null;
  /** Whether different keys do not prove different meanings. */
  opaque: boolean;
  /** Of a check: what was read. */
  reading?: Reading;
  /** Of a unique key: the key that it was read from. */
  of?: ReadKey;
  nulls?: Nulls;
  /** Of an index, like the fields below. */
  unique?: boolean;
  /** Of an index that keeps only some rows unique: the key over all rows, which is at least as strict. */
  within?: ReadKey;
  using?: IndexMethod | undefined;
  /** Whether all parts are plain columns and, in a full-text index, none of them is computed. */
  ofColumns?: boolean;
  /** The operator classes of its parts, where both sides may have the same. */
  operators?: string;
  /** The key without the sort directions of its columns. */
  anyOrder?: string | null;
  /** Of what keeps rows unique: its columns, and whether each counts in the case of letters. */
  letters?: ReadonlyMap<string, Letters | null>;
  /** Of an index: its sort order and the parts of columns that it stores, which change no query's result. */
  shape?: string;
  /** Target names of the columns that it stores without finding rows by them, sorted. */
  include?: string;
  /** Columns named in its expressions, by their target names; '' where it has no expressions. */
  columns: string;
}

/** Keys, checks and indexes of either side, read for comparing. */
export function itemsFor(
  sides: Record<Side, TableDefinition>,
  known: KnownColumns,
  nameOn: NameOn,
  { texts, sameEngine }: Pick<CompareOptions, 'texts' | 'sameEngine'>,
) {
  const read = (side: Side, text: string, as: 'check' | 'condition' | 'written'): Reading => {
    const reading = texts.expression(side, known[side], { text, as });
    // As a text, JSON is spelt in each engine's way.
    return sameEngine || reading?.spelling === undefined ? reading : null;
  };
  const plain = (side: Side, key: ReadKey): Item => ({
    name: key.name,
    nulls: nullsOf(key, sides[side]),
    text: readKeyText(key),
    key: listOf(key.columns.map(nameOn[side])),
    of: key,
    include: includedBy(key, nameOn[side]),
    opaque: false,
    columns: '',
    letters: new Map(key.columns.map((name) => [nameOn[side](name).toLowerCase(), null])),
  });
  const check = (side: Side, { name, expression, unchecked }: Check): Item => {
    const reading = read(side, expression, 'check');
    return {
      name,
      ...(unchecked && { unchecked }),
      text: expression,
      key: reading?.key ?? null,
      opaque: reading?.opaque ?? true,
      reading,
      columns: mentioned(expression, known[side]),
    };
  };
  const index = (side: Side, own: Index): Item => {
    const { name, parts, where, using } = own;
    const readings: Reading[] = [];
    const keyOf = (text: string, as: 'condition' | 'written'): string => {
      const reading = read(side, text, as);
      readings.push(reading);
      return reading?.key ?? '';
    };
    // An index can be read from either end, so only mixed directions matter.
    const isMixed = ({ descending }: IndexPart) => descending !== parts[0]?.descending;
    const keys = parts.map((part) => [
      part.column === null
        ? keyOf(part.expression ?? '', 'written')
        : nameOn[side](part.column).toLowerCase(),
      lettersOf(part),
      ...(sameEngine ? operatorsOf(part) : []),
    ]);
    const condition = where === null ? [] : [keyOf(where, 'condition')];
    const isRead = readings.every((reading) => reading);
    const spelled = spelledOut(own, sides[side]);
    return {
      name,
      text: indexText(own),
      unique: own.unique,
      ...(parts.every((part) => part.column !== null && !lettersOf(part)) && {
        within: { name, columns: parts.map(({ column }) => column!) },
      }),
      ...lettersIn(own, nameOn[side]),
      using,
      key: isRead ? JSON.stringify([keys, parts.map(isMixed), condition, using]) : null,
      anyOrder: isRead ? JSON.stringify([keys, condition, using]) : null,
      operators: sameEngine ? parts.flatMap(operatorsOf).join() : '',
      include: includedBy(own, nameOn[side]),
      shape: JSON.stringify(parts.map(({ descending, prefix }) => [descending, prefix])),
      opaque: readings.some((reading) => !reading || reading.opaque || isFolded(reading)),
      ofColumns: spelled.every(({ column }) => column !== null),
      columns: mentioned([...partsOf({ parts: spelled }), where ?? ''].join(' '), known[side]),
    };
  };
  return { plain, check, index };
}

/** How letters count in each column of an index that keeps all rows unique. */
const lettersIn = (
  { unique, where, parts }: Index,
  nameOf: (name: string) => string,
): Pick<Item, 'letters'> =>
  unique && where === null && parts.every(({ column, prefix }) => column !== null && !prefix)
    ? {
        letters: new Map(
          parts.map((part) => [nameOf(part.column!).toLowerCase(), lettersOf(part)]),
        ),
      }
    : {};

export const includedBy = (
  { include = [] }: Pick<Index, 'include'>,
  nameOf: (name: string) => string,
): string =>
  include
    .map((name) => nameOf(name).toLowerCase())
    .toSorted()
    .join(', ');

/** The parts of a full-text index, with computed columns replaced by their expressions. */
const spelledOut = ({ parts, using }: Index, { columns }: TableDefinition): IndexPart[] =>
  using !== 'full text'
    ? parts
    : parts.map((part) => {
        const generated = columns.find(({ name }) => name === part.column)?.generated;
        return generated ? { ...part, column: null, expression: generated } : part;
      });

export const listOf = (columns: readonly string[]): string => columns.join(', ').toLowerCase();

/** Target names of the columns that an expression names, sorted. */
function mentioned(text: string, known: readonly KnownColumn[]): string {
  const words = new Set(namesIn(text.toLowerCase()));
  return known
    .filter(({ name }) => words.has(name.toLowerCase()))
    .map(({ as }) => as.toLowerCase())
    .toSorted()
    .join(', ');
}

/** Items of the same meaning count once. */
const withoutDuplicates = (items: readonly Item[]): Item[] => [
  ...new Map(items.map((item) => [item.key ?? item, item])).values(),
];

/** Describes an item that one side lacks. */
interface Outcomes {
  lost?: (item: Item) => Partial<Description>;
  added?: (item: Item) => Description;
}

/** Describes two items of the same name or columns whose meanings differ, or may differ. */
function describeDifferent(
  code: 'uniqueKey' | 'check' | 'index',
  one: Item,
  other: Item,
): [FindingCode, Description] {
  const method = compareMethods(one, other);
  if (method) return ['index.method', method];
  const answer = one.reading && other.reading && compareMeanings(one.reading, other.reading);
  if (one.opaque || other.opaque || answer === 'unclear' || answer === 'zone')
    return [`${code}.unclear`, UNCLEAR];
  if (answer === 'foldsOnSource') return [`${code}.different`, describe('warning', 'likeOnSource')];
  if (answer === 'foldsOnTarget') return [`${code}.different`, describe('warning', 'likeOnTarget')];
  if ((one.operators ?? '') !== (other.operators ?? ''))
    return ['index.method', describe('warning', 'otherOperators')];
  const description = {
    ...UNCLEAR,
    detail: message('definition.otherMeaning'),
    advice: message('definition.otherMeaningAdvice'),
  };
  return [`${code}.different`, description];
}

/** Differences between two items of the same meaning. */
function compareMatched(part: Part, one: Item, same: Item): RawFinding[] {
  return [
    ...(part === 'check' ? compareUnchecked('check', one, same) : []),
    ...(one.of && same.of
      ? [
          ...compareNulls(one.name, one.nulls!, same.nulls!),
          ...comparePrefixes(part, one.name, one.of, same.of),
        ]
      : []),
    ...compareUniqueness(one, same),
    ...compareIncluded(part, one, same),
    ...(one.shape === same.shape ? [] : [ofOrder(one, same, 'otherOrder')]),
  ];
}

/** Compares what keys and indexes store besides: `include` under the target's names. */
export const compareIncluded = (
  part: Part,
  one: Pick<Item, 'text' | 'include' | 'of'> & { name: string | null },
  same: Pick<Item, 'text' | 'include' | 'of'>,
): RawFinding[] => {
  if ((one.include ?? '') === (same.include ?? '')) return [];
  const [from, to] = [one, same].map(({ text, of }) => text + includedText(of?.include));
  return [finding('index.include', part, one.name, from!, to!, describe('info', 'otherInclude'))];
};

/** Compares whether indexes over expressions, or over some rows, are unique; unique indexes over columns are compared as keys. */
const compareUniqueness = (one: Item, same: Item): RawFinding[] =>
  one.unique === same.unique
    ? []
    : [
        finding(
          'index.different',
          'index',
          one.name,
          one.text,
          same.text,
          one.unique ? describe('error', 'nowNotUnique') : describe('warning', 'nowUnique'),
        ),
      ];

const ofOrder = (
  { name, text }: Item,
  same: Item,
  sentence: 'otherOrder' | 'otherDirections',
): RawFinding => finding('index.order', 'index', name, text, same.text, describe('info', sentence));

/** Compares the items of both sides by meaning, regardless of their names. */
export function compareSets(
  part: Part,
  code: 'uniqueKey' | 'check' | 'index',
  source: readonly Item[],
  target: readonly Item[],
  { lost = () => ({}), added = () => ADDED }: Outcomes = {},
): RawFinding[] {
  const left = new Set(withoutDuplicates(target));
  const take = (isIt: (item: Item) => boolean): Item | undefined => {
    const found = [...left].find(isIt);
    if (found) left.delete(found);
    return found;
  };
  const found: RawFinding[] = [];
  let open = withoutDuplicates(source).filter((one) => {
    const same =
      take(({ key }) => key !== null && key === one.key) ??
      take(({ reading }) => Boolean(one.reading && reading && readAlike(one.reading, reading)));
    if (same) found.push(...compareMatched(part, one, same));
    return !same;
  });
  open = open.filter((one) => {
    const same = one.anyOrder ? take(({ anyOrder }) => anyOrder === one.anyOrder) : undefined;
    if (same) found.push(...compareUniqueness(one, same), ofOrder(one, same, 'otherDirections'));
    return !same;
  });
  // Items that share a name or columns with one of the other side are not missing but different.
  const isNamesake = (one: Item, other: Item) =>
    one.name !== '' && one.name.toLowerCase() === other.name.toLowerCase();
  const isOfSame = (one: Item, other: Item) => one.columns === other.columns;
  const isAlike = (one: Item, other: Item) => one.using === other.using;
  const counterparts: ((one: Item, other: Item) => boolean)[] = [
    (one, other) => isAlike(one, other) && isNamesake(one, other),
    (one, other) => isAlike(one, other) && isOfSame(one, other),
    isNamesake,
    isOfSame,
  ];
  for (const isCounterpart of counterparts) {
    open = open.filter((one) => {
      const other =
        one.columns === ''
          ? undefined
          : take((item) => item.columns !== '' && isCounterpart(one, item));
      if (!other) return true;
      const [difference, description] = describeDifferent(code, one, other);
      found.push(finding(difference, part, one.name, one.text, other.text, description));
      return false;
    });
  }
  return [
    ...open.map((item) =>
      finding(`${code}.missing`, part, item.name, item.text, null, { ...LOST, ...lost(item) }),
    ),
    ...found,
    ...[...left].map((item) =>
      finding(`${code}.extra`, part, item.name, null, item.text, added(item)),
    ),
  ];
}
