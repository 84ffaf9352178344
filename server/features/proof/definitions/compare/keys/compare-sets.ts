import { message } from '../../../../../../contract/messages/message.ts';
import { LOST_DISABLED, compareEnforced } from './compare-enforced.ts';
import { compareMethods } from './indexes.ts';
import type { Item } from './items.ts';
import { compareMeanings, readAlike } from '../texts/meanings.ts';
import { includedText } from '../texts/definition-texts.ts';
import {
  ADDED,
  type Description,
  LOST,
  type Part,
  type RawFinding,
  UNCLEAR,
  describe,
  finding,
} from '../raw-finding.ts';
import type { FindingCode } from '../without-repair.ts';
import { compareNulls, comparePrefixes } from './unique-keys.ts';

/** Items of the same meaning count once, by one that is enabled if there is any. */
const withoutDuplicates = (items: readonly Item[]): Item[] => {
  const inTurn = items.toSorted(
    (one, other) => Number(Boolean(other.disabled)) - Number(Boolean(one.disabled)),
  );
  return [...new Map(inTurn.map((item) => [item.key ?? item, item])).values()];
};

/** Describes an item that one side lacks. */
export interface Outcomes {
  lost?: (item: Item) => Partial<Description>;
  added?: (item: Item) => Description;
  /** What another meaning amounts to, where that is known. */
  different?: (one: Item, other: Item) => Description | null;
  /** What else differs between two of the same meaning. */
  matched?: (one: Item, same: Item) => RawFinding[];
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
    ...(one.of && same.of
      ? [
          ...compareNulls(one.name, one.nulls!, same.nulls!, same.name),
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

const describeLost = (item: Item, lost: NonNullable<Outcomes['lost']>): Description => ({
  ...LOST,
  ...lost(item),
  ...(item.disabled && LOST_DISABLED),
});

const isNamesake = (one: Item, other: Item): boolean =>
  one.name !== '' && one.name.toLowerCase() === other.name.toLowerCase();
const isOfSame = (one: Item, other: Item): boolean => one.columns === other.columns;
const isAlike = (one: Item, other: Item): boolean => one.using === other.using;
/** Items that share a name or columns with one of the other side are not missing but different: those most alike first. */
const COUNTERPARTS: readonly ((one: Item, other: Item) => boolean)[] = [
  (one, other) => isAlike(one, other) && isNamesake(one, other),
  (one, other) => isAlike(one, other) && isOfSame(one, other),
  isNamesake,
  isOfSame,
];

/** Compares the items of both sides by meaning, regardless of their names. */
export function compareSets(
  part: Part,
  code: 'uniqueKey' | 'check' | 'index',
  source: readonly Item[],
  target: readonly Item[],
  {
    lost = () => ({}),
    added = () => ADDED,
    different = () => null,
    matched = () => [],
  }: Outcomes = {},
): RawFinding[] {
  const left = new Set(withoutDuplicates(target));
  const take = (isIt: (item: Item) => boolean): Item | undefined => {
    const found = [...left].find(isIt);
    if (found) left.delete(found);
    return found;
  };
  const found: RawFinding[] = [];
  const enforced = (one: Item, other: Item) =>
    compareEnforced(code, part, one, other, { ...LOST, ...lost(one) }.severity);
  let open = withoutDuplicates(source).filter((one) => {
    const same =
      take(({ key }) => key !== null && key === one.key) ??
      take(({ reading }) => Boolean(one.reading && reading && readAlike(one.reading, reading)));
    if (same)
      found.push(...compareMatched(part, one, same), ...matched(one, same), ...enforced(one, same));
    return !same;
  });
  open = open.filter((one) => {
    const same = one.anyOrder ? take(({ anyOrder }) => anyOrder === one.anyOrder) : undefined;
    if (same)
      found.push(
        ...compareUniqueness(one, same),
        ofOrder(one, same, 'otherDirections'),
        ...enforced(one, same),
      );
    return !same;
  });
  for (const isCounterpart of COUNTERPARTS) {
    open = open.filter((one) => {
      const other =
        one.columns === ''
          ? undefined
          : take((item) => item.columns !== '' && isCounterpart(one, item));
      if (!other) return true;
      const [difference, description] = describeDifferent(code, one, other);
      const known = difference === 'index.method' ? null : different(one, other);
      found.push(
        finding(difference, part, one.name, one.text, other.text, known ?? description),
        ...enforced(one, other),
      );
      return false;
    });
  }
  return [
    ...open.map((item) =>
      finding(`${code}.missing`, part, item.name, item.text, null, describeLost(item, lost)),
    ),
    ...found,
    ...[...left].map((item) =>
      finding(
        `${code}.extra`,
        part,
        item.name,
        null,
        item.text,
        item.disabled ? ADDED : added(item),
      ),
    ),
  ];
}
