import { message } from '../../../../../../contract/messages/message.ts';
import type { Side } from '../../../../../../contract/fields.ts';
import type { Key, TableDefinition } from '../../../../../../connectors/core/definitions.ts';
import { compareIncluded } from './compare-sets.ts';
import { includedBy, listOf } from './items.ts';
import { LOST_DISABLED, compareEnforced } from './compare-enforced.ts';
import { comparePrimaryLetters } from './compare-letters.ts';
import type { DescribePartitioned } from './compare-partitioned-keys.ts';
import { keyText } from '../texts/definition-texts.ts';
import {
  ADDED,
  type Description,
  LOST,
  type RawFinding,
  finding,
  describe,
} from '../raw-finding.ts';
import {
  type IsImplied,
  type NameOn,
  type Nulls,
  type ReadKey,
  comparePrefixes,
  nullsOf,
  readKeyText,
  uniquesOf,
} from './unique-keys.ts';
import type { FindingCode } from '../without-repair.ts';

const sorted = (columns: readonly string[]): string =>
  listOf(columns.toSorted((one, other) => (one.toLowerCase() < other.toLowerCase() ? -1 : 1)));

/**
 * Ranks the target's unique keys by likeness to a primary key: rejecting NULL before accepting it, whole values before
 * prefixes.
 */
const LIKENESS: readonly Nulls[] = ['never', 'equal', 'partly', 'distinct'];

/** The unique key of the target that the source's primary key became, where the target has no primary key. */
export function successorOf(
  { source: { primaryKey }, target }: Record<Side, TableDefinition>,
  nameOn: NameOn,
): ReadKey | null {
  if (!primaryKey || target.primaryKey) return null;
  const wanted = sorted(primaryKey.columns.map(nameOn.source));
  const rank = (key: ReadKey) =>
    LIKENESS.indexOf(nullsOf(key, target)) * 2 + (key.prefixes ? 1 : 0);
  const [likest] = uniquesOf(target)
    .filter(({ columns, disabled }) => !disabled && sorted(columns) === wanted)
    .toSorted((one, other) => rank(one) - rank(other));
  return likest ?? null;
}

const isKey = (key: ReadKey, name: string | null, text: string | null): boolean =>
  key.name === name && readKeyText(key) === text;

/**
 * Drops findings about an additional unique key that replaces the primary key, unless it rejects more because it is on
 * prefixes.
 */
export const withoutSuccessor = (
  findings: readonly RawFinding[],
  successor: ReadKey | null,
): RawFinding[] =>
  findings.filter(
    ({ code, severity, name, target }) =>
      !successor ||
      code !== 'uniqueKey.extra' ||
      (successor.prefixes && severity !== 'info') ||
      !isKey(successor, name, target),
  );

const BECAME_UNIQUE: Readonly<Record<Nulls, Description>> = {
  never: describe('info', 'keyKeptUnique'),
  equal: describe('warning', 'keyTakesNull'),
  partly: describe('warning', 'keyTakesNulls'),
  distinct: describe('warning', 'keyTakesNulls'),
};

function describeSuccessor(
  source: Key,
  successor: ReadKey,
  target: TableDefinition,
  isImplied: IsImplied,
): Description {
  const description = BECAME_UNIQUE[nullsOf(successor, target)];
  const isLooser =
    description.severity === 'info' &&
    !isImplied('target', source, (own) => isKey(successor, own.name, readKeyText(own)));
  const looser = source.letters?.includes('blind') ? 'keySeesCase' : 'comparesMore';
  return isLooser ? describe('warning', looser) : description;
}

const OTHER_KEY: Description = {
  answer: 'different',
  severity: 'error',
  detail: message('definition.otherKey'),
  advice: message('definition.otherKeyAdvice'),
};

/** @param successor - the target's unique key that replaces the source's primary key; null where there is none */
export function comparePrimaryKeys(
  sides: Record<Side, TableDefinition>,
  nameOf: (name: string) => string,
  successor: ReadKey | null,
  isImplied: IsImplied,
  ofPartitions: DescribePartitioned,
): RawFinding[] {
  const [source, target] = [sides.source.primaryKey, sides.target.primaryKey];
  const from = source && keyText(source);
  const to = target && keyText(target);
  if (!source && !target) return [];
  const add = (code: FindingCode, description: Description) => [
    finding(code, 'primary key', null, from, to, description),
  ];
  if (!target)
    return add(
      'primaryKey.missing',
      successor
        ? describeSuccessor(source!, successor, sides.target, isImplied)
        : source!.disabled
          ? LOST_DISABLED
          : LOST,
    );
  if (!source) return add('primaryKey.extra', ADDED);
  const enforced = compareEnforced('primaryKey', 'primary key', source, target, 'error');
  if (listOf(source.columns.map(nameOf)) === listOf(target.columns))
    return [
      ...enforced,
      ...comparePrefixes('primary key', null, source, target),
      ...comparePrimaryLetters(source, target),
      ...compareIncluded(
        'primary key',
        { name: null, text: from!, include: includedBy(source, nameOf), of: source },
        { text: to!, include: includedBy(target, (name) => name), of: target },
      ),
    ];
  if (sorted(source.columns.map(nameOf)) === sorted(target.columns))
    return [...add('primaryKey.different', describe('info', 'otherKeyOrder')), ...enforced];
  const partitioned = ofPartitions(source, target);
  return [
    ...add('primaryKey.different', partitioned ? askRows(partitioned) : OTHER_KEY),
    ...enforced,
  ];
}

/** Rows that are all on the target were not rejected by a stricter key. */
const askRows = (description: Description): Description =>
  description.detail.code === 'definition.keyWithoutPartitions'
    ? { ...description, settledByRows: 'with rows' }
    : description;
