import { message } from '../../../../contract/messages/message.ts';
import { SIDES, type Side } from '../../../../contract/fields.ts';
import type { TableDefinition } from '../../../../connectors/core/definitions.ts';
import { compareColumns } from './compare-columns.ts';
import { type Item, compareSets, itemsFor, listOf, redundantIn } from './compare-sets.ts';
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
  say,
} from './raw-finding.ts';
import { weighLetters } from './compare-letters.ts';
import { keyText } from './definition-texts.ts';
import { comparePrefixes, plainIndexes, uniquesOf, weighKeyNull } from './unique-keys.ts';
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
  const { plain, check, index, restated } = itemsFor(sides, known, nameOf, options);
  const { isImplied, isCovered } = redundantIn(sides, nameOf);
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
    ...comparePrimaryKeys(source, target, nameOf),
    ...compareSets('unique key', 'uniqueKey', ...both(uniquesOf, plain), {
      lost: (item) => (isImplied('target', item) ? say('info', 'keyImplied') : {}),
      added: (item) => (isImplied('source', item) ? ADDED : STRICTER),
    }),
    ...compareForeignKeys(source.foreignKeys, target.foreignKeys, nameOf, options),
    ...compareSets('check', 'check', ...both(({ checks }) => checks, check), {
      lost: () => ({ answer: 'compatible', severity: 'warning' }),
      added: ({ key }) => (key !== null && restated.has(key) ? ADDED : STRICTER),
    }),
    ...compareSets('index', 'index', ...both(plainIndexes, index), {
      lost: (item) =>
        isCovered(item.name) ? say('info', 'indexCovered') : lostIndex(item, source),
    }),
    ...compareStorage(source, target, nameOf, options),
    ...compareTriggers(source, target, other, known, options),
    ...compareComments('object', null, source.comment, target.comment),
  ];
}

/** Some engines make an index for each foreign key, and name it alike. */
const lostIndex = ({ name, text }: Item, { foreignKeys }: TableDefinition): Partial<Describe> => {
  const isOfKey = foreignKeys.some((key) => key.name === name && keyText(key) === text);
  return isOfKey
    ? say('info', 'indexOfForeignKey')
    : { answer: 'compatible', severity: 'warning', advice: message('definition.indexAdvice') };
};

/** Whether a table has no two rows, and no NULL, in these columns, though they are not its primary key. */
function isKeptUnique(columns: string, table: TableDefinition): boolean {
  const nullable = table.columns.flatMap(({ name, nullable: takesNull }) =>
    takesNull ? name : [],
  );
  return uniquesOf(table).some(
    (key) =>
      !key.prefixes &&
      listOf(key.columns) === columns &&
      !key.columns.some((name) => nullable.includes(name)),
  );
}

function comparePrimaryKeys(
  { primaryKey: source }: TableDefinition,
  table: TableDefinition,
  nameOf: (name: string) => string,
): RawFinding[] {
  const { primaryKey: target } = table;
  const from = source && keyText(source);
  const to = target && keyText(target);
  if (!source && !target) return [];
  const add = (code: FindingCode, describe: Describe) => [
    finding(code, 'primary key', null, from, to, describe),
  ];
  if (!target) {
    const isKept = !source!.prefixes && isKeptUnique(listOf(source!.columns.map(nameOf)), table);
    return add('primaryKey.missing', isKept ? say('info', 'keyKeptUnique') : LOST);
  }
  if (!source) return add('primaryKey.extra', ADDED);
  if (listOf(source.columns.map(nameOf)) === listOf(target.columns))
    return comparePrefixes('primary key', null, source, target);
  return add('primaryKey.different', {
    answer: 'different',
    severity: 'error',
    detail: message('definition.otherKey'),
    advice: message('definition.otherKeyAdvice'),
  });
}
