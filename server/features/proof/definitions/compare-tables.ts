import { message } from '../../../../contract/messages/message.ts';
import { SIDES, type Side } from '../../../../contract/fields.ts';
import type {
  Check,
  ForeignKey,
  Index,
  Key,
  TableDefinition,
} from '../../../../connectors/core/definitions.ts';
import type { KnownColumn, Reading } from '../../sql/service.ts';
import { type KnownColumns, compareColumns } from './compare-columns.ts';
import { foreignKeyText, indexText, partText, partsOf } from './definition-texts.ts';
import {
  compareChecking,
  compareNulls,
  compareStorage,
  compareUnchecked,
} from './compare-storage.ts';
import { compareTriggers, creditTriggers } from './compare-triggers.ts';
import {
  ADDED,
  type CompareOptions,
  type Describe,
  LOST,
  type Part,
  type RawFinding,
  UNCLEAR,
  compareComments,
  finding,
} from './raw-finding.ts';
import { plainIndexes, uniquesOf, weighCase } from './unique-keys.ts';

/** What differs between two tables: columns, keys, checks, indexes, comments. */
export function compareTables(
  source: TableDefinition,
  target: TableDefinition,
  options: CompareOptions,
): RawFinding[] {
  const { findings, nameOf, known, other } = compareColumns(
    source.columns,
    target.columns,
    options,
  );
  const sides = { source, target };
  const { plain, check, index } = itemsFor(known, nameOf, options);
  const both = <T>(
    list: (table: TableDefinition) => readonly T[],
    item: (side: Side, part: T) => Item,
  ) => SIDES.map((side) => list(sides[side]).map((part) => item(side, part))) as [Item[], Item[]];
  return [
    ...weighCase(creditTriggers(findings, source, target, nameOf), source, target, nameOf),
    ...comparePrimaryKeys(source.primaryKey, target.primaryKey, nameOf),
    ...compareSets('unique key', 'uniqueKey', ...both(uniquesOf, plain)),
    ...compareForeignKeys(source.foreignKeys, target.foreignKeys, nameOf, options),
    ...compareSets('check', 'check', ...both(({ checks }) => checks, check), {
      answer: 'compatible',
      severity: 'warning',
    }),
    ...compareSets('index', 'index', ...both(plainIndexes, index), {
      answer: 'compatible',
      severity: 'warning',
      advice: message('definition.indexAdvice'),
    }),
    ...compareStorage(source, target, options),
    ...compareTriggers(source, target, other, options),
    ...compareComments('object', null, source.comment, target.comment),
  ];
}

/** A key, check or index, as it is compared with those of the other side. */
interface Item extends Pick<Check, 'unchecked'>, Pick<Key, 'nullsEqual'> {
  name: string;
  text: string;
  /** Equal where they mean the same; null where that cannot be read. */
  key: string | null;
  /** Whether a key that differs proves nothing. */
  opaque: boolean;
  /** The columns that its expressions name, as the target calls them; '' where there are no expressions. */
  columns: string;
}

/** Keys, checks and indexes of either side, read for comparing. */
function itemsFor(
  known: KnownColumns,
  nameOf: (name: string) => string,
  { texts }: Pick<CompareOptions, 'texts'>,
) {
  const nameOn = { source: nameOf, target: (name: string) => name };
  const read = (side: Side, text: string, as: 'condition' | 'value'): Reading =>
    texts.expression(side, known[side], { text, as });
  const plain = (side: Side, { name, columns, nullsEqual }: Key): Item => ({
    name,
    ...(nullsEqual && { nullsEqual }),
    text: columns.join(', '),
    key: listOf(columns.map(nameOn[side])),
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
    const keyOf = (text: string, as: 'condition' | 'value'): string => {
      const reading = read(side, text, as);
      readings.push(reading);
      return reading?.key ?? '';
    };
    const keys = parts.map((part) =>
      partText(
        part.column === null
          ? keyOf(part.expression ?? '', 'value')
          : nameOn[side](part.column).toLowerCase(),
        part,
      ),
    );
    const condition = where === null ? [] : [keyOf(where, 'condition')];
    const isRead = readings.every((reading) => reading);
    return {
      name,
      text: indexText(own),
      key: isRead ? JSON.stringify([keys, condition]) : null,
      opaque: readings.some((reading) => !reading || reading.opaque),
      columns: mentioned([...partsOf(own), where ?? ''].join(' '), known[side]),
    };
  };
  return { plain, check, index };
}

const listOf = (columns: readonly string[]): string => columns.join(', ').toLowerCase();

/** The columns that a text names, sorted. */
function mentioned(text: string, known: readonly KnownColumn[]): string {
  const words = new Set(text.toLowerCase().match(/[\p{L}_][\p{L}\p{N}_$]*/gu));
  return known
    .filter(({ name }) => words.has(name.toLowerCase()))
    .map(({ as }) => as.toLowerCase())
    .toSorted()
    .join(', ');
}

function comparePrimaryKeys(
  source: Key | null,
  target: Key | null,
  nameOf: (name: string) => string,
): RawFinding[] {
  const from = source && source.columns.join(', ');
  const to = target && target.columns.join(', ');
  if (!source && !target) return [];
  const add = (code: string, describe: Describe) => [
    finding(code, 'primary key', null, from, to, describe),
  ];
  if (!target) return add('primaryKey.missing', LOST);
  if (!source) return add('primaryKey.extra', ADDED);
  if (listOf(source.columns.map(nameOf)) === listOf(target.columns)) return [];
  return add('primaryKey.different', {
    answer: 'different',
    severity: 'error',
    detail: message('definition.otherKey'),
    advice: message('definition.otherKeyAdvice'),
  });
}

/** Two that mean the same do what one does. */
const withoutTwins = (items: readonly Item[]): Item[] => [
  ...new Map(items.map((item) => [item.key ?? item, item])).values(),
];

/** What is there on each side, whatever it is called. */
function compareSets(
  part: Part,
  code: string,
  source: readonly Item[],
  target: readonly Item[],
  lost: Partial<Describe> = {},
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
    if (same && part === 'unique key') found.push(...compareNulls(one, same));
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
    ...open.map(({ name, text }) =>
      finding(`${code}.missing`, part, name, text, null, { ...LOST, ...lost }),
    ),
    ...found,
    ...[...left].map(({ name, text }) => finding(`${code}.extra`, part, name, null, text, ADDED)),
  ];
}

/** Engines that check at once do the same for both words. */
const actionOf = (action: ForeignKey['onUpdate']): string =>
  action === 'restrict' ? 'no action' : action;

function compareForeignKeys(
  source: readonly ForeignKey[],
  target: readonly ForeignKey[],
  nameOf: (name: string) => string,
  options: CompareOptions,
): RawFinding[] {
  const left = new Set(target);
  const found: RawFinding[] = [];
  for (const key of source) {
    const columns = listOf(key.columns.map(nameOf));
    const candidates = [...left].filter((other) => listOf(other.columns) === columns);
    const leads = (other: ForeignKey) => leadsTo(key, other, options);
    const other =
      candidates.find((candidate) => leads(candidate) === 'there') ??
      candidates.find((candidate) => leads(candidate) === 'elsewhere');
    if (!other) {
      found.push(
        finding('foreignKey.missing', 'foreign key', key.name, foreignKeyText(key), null, LOST),
      );
      continue;
    }
    left.delete(other);
    found.push(
      ...(leads(other) === 'elsewhere'
        ? [elsewhere(key, other)]
        : [...compareActions(key, other), ...compareChecking(key, other, options)]),
    );
  }
  for (const key of left) {
    found.push(
      finding('foreignKey.extra', 'foreign key', key.name, null, foreignKeyText(key), ADDED),
    );
  }
  return found;
}

const plainName = (name: string): string => name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');

/**
 * Whether a key leads to what the table became that the source's key leads to. Names tell that where the table is in no
 * pair; another name may then be another key.
 */
function leadsTo(
  key: ForeignKey,
  other: ForeignKey,
  { rename, counterpartOf }: CompareOptions,
): 'there' | 'elsewhere' | null {
  const counterpart = counterpartOf(key);
  if (counterpart) {
    // Some servers answer with names in another case than they list.
    const [one, two] = [counterpart, other].map(({ schema, table }) =>
      JSON.stringify([schema, table]).toLowerCase(),
    );
    return one === two ? 'there' : 'elsewhere';
  }
  const names = [rename(key.table), key.table].map(plainName);
  return names.includes(plainName(other.table)) ? 'there' : null;
}

const elsewhere = (key: ForeignKey, other: ForeignKey): RawFinding =>
  finding('foreignKey.elsewhere', 'foreign key', key.name, qualified(key), qualified(other), {
    answer: 'different',
    severity: 'error',
    detail: message('definition.keyElsewhere'),
    advice: message('definition.keyElsewhereAdvice'),
  });
const qualified = (key: ForeignKey): string =>
  `(${key.columns.join(', ')}) → ${key.schema}.${key.table} (${key.referenced.join(', ')})`;

function compareActions(key: ForeignKey, other: ForeignKey): RawFinding[] {
  return (['onUpdate', 'onDelete'] as const)
    .filter((action) => actionOf(key[action]) !== actionOf(other[action]))
    .map((action) =>
      finding('foreignKey.action', 'foreign key', key.name, key[action], other[action], {
        answer: 'compatible',
        severity: 'warning',
        detail: message('definition.otherAction', {
          what: message(action === 'onUpdate' ? 'word.changed' : 'word.deleted'),
        }),
        advice: message('definition.otherActionAdvice'),
      }),
    );
}
