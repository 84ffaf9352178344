import { message } from '../../../../contract/messages/message.ts';
import type { CanonicalType } from '../../../../contract/proof/definitions.ts';
import type { Side } from '../../../../contract/fields.ts';
import type {
  Check,
  Index,
  IndexPart,
  Key,
  TableDefinition,
} from '../../../../connectors/core/definitions.ts';
import type { KnownColumn, Reading } from '../../sql/service.ts';
import type { KnownColumns } from './compare-columns.ts';
import { compareNulls, compareUnchecked } from './compare-storage.ts';
import { indexText, keyText, partsOf } from './definition-texts.ts';
import {
  ADDED,
  type CompareOptions,
  type Describe,
  LOST,
  type Part,
  type RawFinding,
  UNCLEAR,
  finding,
  say,
} from './raw-finding.ts';
import { comparePrefixes, uniquesOf } from './unique-keys.ts';

/** A key, check or index, as it is compared with those of the other side. */
export interface Item extends Pick<Check, 'unchecked'>, Pick<Key, 'nullsEqual'> {
  name: string;
  text: string;
  /** Equal where they mean the same; null where that cannot be read. */
  key: string | null;
  /** Whether a key that differs proves nothing. */
  opaque: boolean;
  /** Of a unique key: what it was read from. */
  of?: Key;
  /** Of an index: how it is sorted and what it keeps of its columns, which changes no answer. */
  shape?: string;
  /** The columns that its expressions name, as the target calls them; '' where there are no expressions. */
  columns: string;
}

/** Keys, checks and indexes of either side, read for comparing. */
export function itemsFor(
  sides: Record<Side, TableDefinition>,
  known: KnownColumns,
  nameOf: (name: string) => string,
  { texts }: Pick<CompareOptions, 'texts'>,
) {
  const nameOn = { source: nameOf, target: (name: string) => name };
  const read = (side: Side, text: string, as: 'condition' | 'written'): Reading =>
    texts.expression(side, known[side], { text, as });
  const takesNull = (side: Side, names: readonly string[]) =>
    sides[side].columns.some(({ name, nullable }) => nullable && names.includes(name));
  const plain = (side: Side, key: Key): Item => ({
    name: key.name,
    ...(key.nullsEqual && takesNull(side, key.columns) && { nullsEqual: true }),
    text: keyText(key),
    key: listOf(key.columns.map(nameOn[side])),
    of: key,
    opaque: false,
    columns: '',
  });
  const check = (side: Side, { name, expression, unchecked }: Check): Item => {
    const reading = read(side, expression, 'condition');
    return {
      name,
      ...(unchecked && { unchecked }),
      text: expression,
      key: reading?.key ?? null,
      opaque: reading?.opaque ?? true,
      columns: mentioned(expression, known[side]),
    };
  };
  const index = (side: Side, own: Index): Item => {
    const { name, parts, where } = own;
    const readings: Reading[] = [];
    const keyOf = (text: string, as: 'condition' | 'written'): string => {
      const reading = read(side, text, as);
      readings.push(reading);
      return reading?.key ?? '';
    };
    // It is read from either end.
    const isMixed = ({ descending }: IndexPart) => descending !== parts[0]?.descending;
    const keys = parts.map((part) => [
      part.column === null
        ? keyOf(part.expression ?? '', 'written')
        : nameOn[side](part.column).toLowerCase(),
      isMixed(part),
    ]);
    const condition = where === null ? [] : [keyOf(where, 'condition')];
    const isRead = readings.every((reading) => reading);
    return {
      name,
      text: indexText(own),
      key: isRead ? JSON.stringify([keys, condition]) : null,
      shape: JSON.stringify(parts.map(({ descending, prefix }) => [descending, prefix])),
      opaque: readings.some((reading) => !reading || reading.opaque),
      columns: mentioned([...partsOf(own), where ?? ''].join(' '), known[side]),
    };
  };
  return {
    plain,
    check,
    index,
    /** Checks of the target, by what they mean, that say what a type of the source says. */
    restated: new Set(
      sides.target.checks.length === 0
        ? []
        : sides.source.columns
            .flatMap(({ name, canonical }) => checksOfType(nameOf(name), canonical))
            .flatMap((text) => read('target', text, 'condition')?.key ?? []),
    ),
  };
}

/** Which keys and indexes a side can do without, because others do the same. */
export function redundantIn(
  sides: Record<Side, TableDefinition>,
  nameOf: (name: string) => string,
) {
  const nameOn = { source: nameOf, target: (name: string) => name };
  const keysOf = (side: Side) =>
    [sides[side].primaryKey, ...uniquesOf(sides[side])].flatMap((key) =>
      key && !key.prefixes ? [key.columns.map((name) => nameOn[side](name).toLowerCase())] : [],
    );
  const keys = { source: keysOf('source'), target: keysOf('target') };
  const beginnings = [
    ...keys.target,
    ...sides.target.indexes
      .filter(({ where, parts }) => where === null && !parts.some(({ prefix }) => prefix))
      .map(({ parts }) => parts.map(({ column }) => column?.toLowerCase() ?? '')),
  ];
  return {
    /** Whether a side refuses all that a unique key of the other one would. */
    isImplied(side: Side, { of, key, nullsEqual }: Item): boolean {
      const names = new Set(key?.split(', '));
      return (
        !nullsEqual &&
        !of?.prefixes &&
        keys[side].some((columns) => columns.every((name) => names.has(name)))
      );
    },
    /** Whether a key or an index of the target begins with the columns of an index of the source. */
    isCovered(name: string): boolean {
      const parts = sides.source.indexes.find(
        (one) => one.name === name && one.where === null,
      )?.parts;
      const columns = parts?.map(({ column }) => column && nameOf(column).toLowerCase());
      return (
        columns !== undefined &&
        !parts!.some(({ descending }) => descending) &&
        beginnings.some((own) => columns.every((column, index) => column === own[index]))
      );
    },
  };
}

/** What a check says that does no more than a type; nothing of names that would need quotes. */
export function checksOfType(name: string, type: CanonicalType): string[] {
  if (!/^[a-z_]\w*$/i.test(name)) return [];
  if (type.kind === 'integer' && type.unsigned) return [`${name} >= 0`];
  if (type.kind === 'enum' && type.values.length > 0)
    return [
      `${name} IN (${type.values.map((value) => `'${value.replaceAll("'", "''")}'`).join(', ')})`,
    ];
  return [];
}

export const listOf = (columns: readonly string[]): string => columns.join(', ').toLowerCase();

/** The columns that a text names, sorted. */
function mentioned(text: string, known: readonly KnownColumn[]): string {
  const words = new Set(text.toLowerCase().match(/[\p{L}_][\p{L}\p{N}_$]*/gu));
  return known
    .filter(({ name }) => words.has(name.toLowerCase()))
    .map(({ as }) => as.toLowerCase())
    .toSorted()
    .join(', ');
}

/** Two that mean the same do what one does. */
const withoutTwins = (items: readonly Item[]): Item[] => [
  ...new Map(items.map((item) => [item.key ?? item, item])).values(),
];

/** What it is that one side lacks. */
interface Outcomes {
  lost?: (item: Item) => Partial<Describe>;
  added?: (item: Item) => Describe;
}

/** What is there on each side, whatever it is called. */
export function compareSets(
  part: Part,
  code: 'uniqueKey' | 'check' | 'index',
  source: readonly Item[],
  target: readonly Item[],
  { lost = () => ({}), added = () => ADDED }: Outcomes = {},
): RawFinding[] {
  const left = new Set(withoutTwins(target));
  const take = (isIt: (item: Item) => boolean): Item | undefined => {
    const found = [...left].find(isIt);
    if (found) left.delete(found);
    return found;
  };
  const found: RawFinding[] = [];
  let open = withoutTwins(source).filter((one) => {
    const same = take(({ key }) => key !== null && key === one.key);
    if (same && part === 'check') found.push(...compareUnchecked('check', one, same));
    if (same?.of && one.of)
      found.push(...compareNulls(one, same), ...comparePrefixes(part, one.name, one.of, same.of));
    if (same && one.shape !== same.shape)
      found.push(
        finding('index.order', part, one.name, one.text, same.text, say('info', 'otherOrder')),
      );
    return !same;
  });
  // What stands on both sides under one name, or over the same columns, is not missing: it is another one.
  const counterparts: ((one: Item, other: Item) => boolean)[] = [
    (one, other) => one.name !== '' && one.name.toLowerCase() === other.name.toLowerCase(),
    (one, other) => one.columns === other.columns,
  ];
  for (const isCounterpart of counterparts) {
    open = open.filter((one) => {
      const other =
        one.columns === ''
          ? undefined
          : take((item) => item.columns !== '' && isCounterpart(one, item));
      if (!other) return true;
      const isUnclear = one.opaque || other.opaque;
      const describe = isUnclear
        ? UNCLEAR
        : {
            ...UNCLEAR,
            detail: message('definition.otherMeaning'),
            advice: message('definition.otherMeaningAdvice'),
          };
      found.push(
        finding(
          `${code}.${isUnclear ? 'unclear' : 'different'}`,
          part,
          one.name,
          one.text,
          other.text,
          describe,
        ),
      );
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
