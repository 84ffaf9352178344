import { message } from '../../../../../contract/messages/message.ts';
import { SIDES, type Side } from '../../../../../contract/fields.ts';
import {
  type Key,
  TRIGGER_TEXT,
  type TableDefinition,
  type Trigger,
} from '../../../../../connectors/core/definitions.ts';
import { compareColumns } from './columns/compare-columns.ts';
import {
  comparePartitionedKeys,
  describePartitionedKeys,
} from './keys/compare-partitioned-keys.ts';
import { comparePrimaryKeys, successorOf, withoutSuccessor } from './keys/compare-primary-keys.ts';
import { type Outcomes, compareSets } from './keys/compare-sets.ts';
import { type Item, itemsFor } from './keys/items.ts';
import { compareDeferral } from './keys/compare-deferral.ts';
import { compareForeignKeys } from './keys/compare-foreign-keys.ts';
import { compareLetters } from './keys/compare-letters.ts';
import { compareRules } from './compare-rules.ts';
import { coversIndex, describeUnservedSearch, withColumns } from './keys/indexes.ts';
import { compareStorage } from './compare-storage.ts';
import { compareTriggers } from './triggers/compare-triggers.ts';
import { creditTriggers } from './triggers/take-over.ts';
import {
  ADDED,
  type CompareOptions,
  type Description,
  type RawFinding,
  STRICTER,
  compareComments,
  describe,
  noted,
} from './raw-finding.ts';
import type { KnownColumns, OtherColumn } from './columns/match-columns.ts';
import { judgeEnums, leaveOutChecked, restatedChecks } from '../repair/restated-checks.ts';
import { raiseCollationsInKeys } from './columns/compare-collations.ts';
import { isRequired, keyText } from './texts/definition-texts.ts';
import {
  type IsImplied,
  type NameOn,
  impliedBy,
  ofWholeValues,
  plainIndexes,
  tolerateNullInKeys,
  uniquesOf,
} from './keys/unique-keys.ts';
import type { CanonicalType } from '../../../../../contract/proof/definitions.ts';
import { columnIn } from '../counterparts.ts';

/** What differs between two tables: columns, keys, checks, indexes, comments. */
export function compareTables(
  from: TableDefinition,
  to: TableDefinition,
  options: CompareOptions,
): RawFinding[] {
  const { findings, nameOf, known, other } = compareColumns(from.columns, to.columns, options);
  const sides = withColumns({ source: from, target: to }, { known, other, texts: options.texts });
  const { source, target } = sides;
  const nameOn: NameOn = { source: nameOf, target: (name) => name };
  const { plain, check, index } = itemsFor(sides, known, nameOn, options);
  const restated = {
    source: restatedChecks('source', sides, known, nameOn, options),
    target: restatedChecks('target', sides, known, nameOn, options),
  };
  const isImplied = impliedBy(sides, nameOn);
  const isCovered = coversIndex(sides, nameOn, options);
  const both = <T>(
    list: (table: TableDefinition) => readonly T[],
    item: (side: Side, part: T) => Item,
  ) => SIDES.map((side) => list(sides[side]).map((part) => item(side, part))) as [Item[], Item[]];
  const successor = successorOf(sides, nameOn);
  const ofPartitions = describePartitionedKeys(sides, nameOn, isImplied);
  const {
    keys,
    indexes,
    findings: ofKeys,
  } = comparePartitionedKeys(
    compareLetters({ keys: both(uniquesOf, plain), indexes: both(plainIndexes, index) }),
    ofPartitions,
  );
  const kept = judgeKeptByKeys(
    judgeBorrowedKeys(findings, from, options),
    source,
    target,
    nameOf,
    options,
  );
  const credited = creditTriggers(kept, sides, nameOf, options.texts);
  const columns = tolerateNullInKeys(
    judgeEnums(
      leaveOutChecked(judgeAddedDefaults(credited, source), sides, known, nameOf, options.texts),
      sides,
      known,
      nameOf,
      options.texts,
    ),
    source,
    target,
    nameOf,
  );
  return [
    ...raiseCollationsInKeys(columns, source, target, nameOf),
    ...comparePrimaryKeys(sides, nameOf, successor, isImplied, ofPartitions),
    ...(source.primaryKey && target.primaryKey
      ? compareDeferral('primaryKey', source.primaryKey, target.primaryKey, options)
      : []),
    ...withoutSuccessor(
      compareSets('unique key', 'uniqueKey', ...keys, {
        lost: ({ of }) => lostKey(of!, isImplied),
        added: ({ of }) => (isImplied('source', of!) ? ADDED : STRICTER),
        matched: ({ of }, same) => compareDeferral('uniqueKey', of!, same.of!, options),
      }),
      successor,
    ),
    ...ofKeys,
    ...compareForeignKeys(source.foreignKeys, target.foreignKeys, nameOf, options),
    ...compareSets('check', 'check', ...both(({ checks }) => checks, check), {
      lost: ({ key }) =>
        key !== null && restated.source.has(key)
          ? describe('info', 'checkByType')
          : { answer: 'compatible', severity: 'warning' },
      added: ({ key }) =>
        key !== null && restated.target.has(key) ? describe('info', 'checkOfType') : STRICTER,
    }),
    ...compareSets('index', 'index', ...indexes, outcomesOfIndexes(source, isCovered, isImplied)),
    ...compareStorage(source, target, nameOf, options),
    ...comparePrograms(source, target, other, known, options),
    ...compareComments('object', null, source.comment, target.comment),
  ];
}

/** SQLite numbers every INTEGER PRIMARY KEY, also one that takes its values from the table that it references. */
const judgeBorrowedKeys = (
  findings: readonly RawFinding[],
  { foreignKeys }: TableDefinition,
  { lacks }: CompareOptions,
): RawFinding[] =>
  findings.map((one) =>
    one.code === 'column.identity' &&
    one.severity === 'warning' &&
    lacks('source', 'declared numbers') &&
    foreignKeys.some(({ columns }) => columns.length === 1 && columns[0] === one.name)
      ? { ...one, ...noted(message('definition.identityBorrowed')) }
      : one,
  );

/** What writes do besides what they say. */
const comparePrograms = (
  source: TableDefinition,
  target: TableDefinition,
  other: OtherColumn,
  known: KnownColumns,
  options: CompareOptions,
): RawFinding[] => [
  ...compareTriggers(source, target, other, known, options).map((one) => leftToPair(one, options)),
  ...compareRules(source, target, known, options),
];

/** What differs of a trigger, or that one side alone has it, is a note where it has a pair of its own, which says so, too. */
export function leftToPair(found: RawFinding, { isObject }: CompareOptions): RawFinding {
  const { code, name, severity } = found;
  // In which order triggers fire, no pair of one of them says.
  if (severity === 'info' || name === null || code === 'trigger.order') return found;
  const side = code === 'trigger.extra' ? 'target' : 'source';
  if (!isObject?.(side, name)) return found;
  const isAlone = code === 'trigger.missing' || code === 'trigger.extra';
  return {
    ...found,
    answer: 'compatible',
    severity: 'info',
    ...(isAlone && {
      detail: message('definition.triggerOwn', { side: message(`word.${side}`) }),
    }),
    advice: message('definition.triggerOwnAdvice'),
  };
}

const outcomesOfIndexes = (
  source: TableDefinition,
  isCovered: (name: string) => boolean,
  isImplied: IsImplied,
): Outcomes => ({
  lost: (item) =>
    isCovered(item.name) ? describe('info', 'indexCovered') : lostIndex(item, source),
  added: ({ unique, within }) =>
    unique && !(within && isImplied('source', within)) ? STRICTER : ADDED,
  different: (one, other) =>
    isCovered(one.name) && !other.unique ? describe('info', 'indexCovered') : null,
});

/** Some engines create an index for each foreign key, under the key's name. */
const lostIndex = (
  { name, text, using, unique }: Item,
  { foreignKeys }: TableDefinition,
): Partial<Description> => {
  const search = describeUnservedSearch(using);
  if (search) return search;
  if (unique) return {};
  const isOfKey = foreignKeys.some((key) => key.name === name && keyText(key) === text);
  return isOfKey
    ? describe('info', 'indexOfForeignKey')
    : { answer: 'compatible', severity: 'warning', advice: message('definition.indexAdvice') };
};

/** What happens to rows that a unique key of the source rejects. */
function lostKey(key: Key, isImplied: IsImplied): Partial<Description> {
  if (isImplied('target', key)) return describe('info', 'keyImplied');
  return key.prefixes && isImplied('target', ofWholeValues(key))
    ? describe('warning', 'comparesMore')
    : {};
}

const isWithin = (one: CanonicalType, other: CanonicalType): boolean =>
  one.kind === 'integer' &&
  other.kind === 'integer' &&
  (one.unsigned === other.unsigned
    ? one.bits <= other.bits
    : one.unsigned && one.bits < other.bits);

/**
 * A smaller number beside a larger one is a note where a foreign key of the source lets no larger numbers in: some engines want
 * both ends of a key to be of one type, others let them differ.
 */
function judgeKeptByKeys(
  findings: readonly RawFinding[],
  source: TableDefinition,
  target: TableDefinition,
  nameOf: (name: string) => string,
  { counterpartOf }: Pick<CompareOptions, 'counterpartOf'>,
): RawFinding[] {
  return findings.map((one) => {
    if (one.code !== 'type.range' || one.severity !== 'warning') return one;
    const own = target.columns.find(({ name }) => name === nameOf(one.name ?? ''));
    const isKept = source.foreignKeys.some((key) => {
      const at = key.columns.indexOf(one.name ?? '');
      const to = at < 0 || key.unchecked ? undefined : counterpartOf(key);
      const name = to && columnIn(to, key.referenced[at]!);
      const led = to?.both?.on.target.columns.find((column) => column.name === name);
      const was = to?.both?.on.source.columns.find((column) => column.name === key.referenced[at]);
      return [led, was].every((end) => end && own && isWithin(end.canonical, own.canonical));
    });
    return isKept
      ? {
          ...one,
          severity: 'info',
          detail: message('definition.keptByKey'),
          advice: message('definition.keptByKeyAdvice'),
        }
      : one;
  });
}

/**
 * A default that only the target has is a note where the source takes no row without a value: no statement that it accepts leaves
 * the column out. A trigger might fill it.
 */
function judgeAddedDefaults(
  findings: readonly RawFinding[],
  { columns, triggers }: TableDefinition,
): RawFinding[] {
  const isFilled = (name: string) =>
    !triggers ||
    triggers.some(
      (one) =>
        one.enabled &&
        one.timing !== 'after' &&
        one.events.includes('insert') &&
        mayFill(one, name),
    );
  return findings.map((one) => {
    const column = columns.find(({ name }) => name === one.name);
    const isAdded = one.code === 'column.default' && column !== undefined && isRequired(column);
    return isAdded && !isFilled(column.name)
      ? { ...one, severity: 'info', advice: message('definition.nothingToDo') }
      : one;
  });
}

/** Whether a trigger may set a column of the new row: its text names it, sets or writes the row as a whole, or is not all known. */
const mayFill = ({ timing, text, written }: Trigger, column: string): boolean =>
  timing === 'instead of' ||
  text === null ||
  written?.body === null ||
  text.length >= TRIGGER_TEXT ||
  text.toLowerCase().includes(column.toLowerCase()) ||
  /\bnew\b(?!\s*\.)/i.test(text.replaceAll(/\breturn\s+new\b/gi, ''));
