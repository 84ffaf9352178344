import { message } from '../../../../contract/messages/message.ts';
import { SIDES, type Side } from '../../../../contract/fields.ts';
import type { ForeignKey, Key, TableDefinition } from '../../../../connectors/core/definitions.ts';
import { compareColumns } from './compare-columns.ts';
import { type Item, compareSets, itemsFor, listOf } from './compare-sets.ts';
import { foreignKeyText } from './definition-texts.ts';
import { compareChecking, compareStorage } from './compare-storage.ts';
import { compareTriggers, creditTriggers } from './compare-triggers.ts';
import {
  ADDED,
  type CompareOptions,
  type Describe,
  LOST,
  type RawFinding,
  STRICTER,
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
  const { plain, check, index, restated, isImplied } = itemsFor(sides, known, nameOf, options);
  const both = <T>(
    list: (table: TableDefinition) => readonly T[],
    item: (side: Side, part: T) => Item,
  ) => SIDES.map((side) => list(sides[side]).map((part) => item(side, part))) as [Item[], Item[]];
  return [
    ...weighCase(creditTriggers(findings, source, target, nameOf), source, target, nameOf),
    ...comparePrimaryKeys(source.primaryKey, target.primaryKey, nameOf),
    ...compareSets('unique key', 'uniqueKey', ...both(uniquesOf, plain), {
      added: ({ text }) => (isImplied(text) ? ADDED : STRICTER),
    }),
    ...compareForeignKeys(source.foreignKeys, target.foreignKeys, nameOf, options),
    ...compareSets('check', 'check', ...both(({ checks }) => checks, check), {
      lost: { answer: 'compatible', severity: 'warning' },
      added: ({ key }) => (key !== null && restated.has(key) ? ADDED : STRICTER),
    }),
    ...compareSets('index', 'index', ...both(plainIndexes, index), {
      lost: {
        answer: 'compatible',
        severity: 'warning',
        advice: message('definition.indexAdvice'),
      },
    }),
    ...compareStorage(source, target, options),
    ...compareTriggers(source, target, other, options),
    ...compareComments('object', null, source.comment, target.comment),
  ];
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
      finding('foreignKey.extra', 'foreign key', key.name, null, foreignKeyText(key), STRICTER),
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
