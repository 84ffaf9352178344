import { message } from '../../../../contract/messages/message.ts';
import { SIDES, type Side } from '../../../../contract/fields.ts';
import type { Key, TableDefinition } from '../../../../connectors/core/definitions.ts';
import { compareColumns } from './compare-columns.ts';
import { type Item, compareSets, itemsFor, listOf } from './compare-sets.ts';
import { compareForeignKeys } from './compare-foreign-keys.ts';
import { compareStorage } from './compare-storage.ts';
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
import { weighLetters } from './compare-letters.ts';
import { plainIndexes, uniquesOf, weighKeyNull } from './unique-keys.ts';
import type { FindingCode } from './unmended.ts';

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
  const columns = weighKeyNull(
    creditTriggers(findings, source, target, nameOf),
    source,
    target,
    nameOf,
  );
  return [
    ...weighLetters(columns, source, target, nameOf),
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
    ...compareStorage(source, target, nameOf, options),
    ...compareTriggers(source, target, other, known, options),
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
  const add = (code: FindingCode, describe: Describe) => [
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
