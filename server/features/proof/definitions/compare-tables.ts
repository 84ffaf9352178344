import { message } from '../../../../contract/messages/message.ts';
import type { ForeignKey, Key, TableDefinition } from '../../../../connectors/core/definitions.ts';
import { compareColumns } from './compare-columns.ts';
import { normaliseExpression } from './expressions.ts';
import {
  ADDED,
  type CompareOptions,
  type Describe,
  LOST,
  type Part,
  type RawFinding,
  compareComments,
  finding,
} from './raw-finding.ts';

/** What differs between two tables: columns, keys, checks, indexes, comments. */
export function compareTables(
  source: TableDefinition,
  target: TableDefinition,
  options: CompareOptions,
): RawFinding[] {
  const { findings, nameOf } = compareColumns(source.columns, target.columns, options);
  const byColumns = ({ columns }: Key, side: 'source' | 'target') =>
    listOf(side === 'source' ? columns.map(nameOf) : columns);
  return [
    ...findings,
    ...comparePrimaryKeys(source.primaryKey, target.primaryKey, nameOf),
    ...compareSets('unique key', 'uniqueKey', uniquesOf(source), uniquesOf(target), byColumns),
    ...compareForeignKeys(source.foreignKeys, target.foreignKeys, nameOf, options),
    ...compareSets(
      'check',
      'check',
      source.checks.map(({ name, expression }) => ({ name, columns: [expression] })),
      target.checks.map(({ name, expression }) => ({ name, columns: [expression] })),
      ({ columns }, side) =>
        normaliseExpression(side === 'source' ? renameWords(columns[0]!, nameOf) : columns[0]!),
      { answer: 'compatible', severity: 'warning' },
    ),
    ...compareSets('index', 'index', plainIndexes(source), plainIndexes(target), byColumns, {
      answer: 'compatible',
      severity: 'warning',
      advice: message('definition.indexAdvice'),
    }),
    ...compareComments('object', null, source.comment, target.comment),
  ];
}

const listOf = (columns: readonly string[]): string => columns.join(', ').toLowerCase();
const renameWords = (expression: string, nameOf: (name: string) => string): string =>
  expression.replace(/[\p{L}_][\p{L}\p{N}_$]*/gu, nameOf);

/** Unique keys, however they were declared. */
const uniquesOf = (table: TableDefinition): Key[] => [
  ...table.uniques,
  ...table.indexes
    .filter(({ unique, where, parts }) => unique && !where && parts.every(({ column }) => column))
    .map(({ name, parts }) => ({ name, columns: parts.map(({ column }) => column!) })),
];

const plainIndexes = (table: TableDefinition): Key[] =>
  table.indexes
    .filter(({ unique, where, parts }) => !unique || where || parts.some(({ column }) => !column))
    .map(({ name, parts, where }) => ({
      name,
      columns: [
        ...parts.map(
          ({ column, expression, descending }) =>
            `${column ?? normaliseExpression(expression ?? '')}${descending ? ' desc' : ''}`,
        ),
        ...(where ? [`where ${normaliseExpression(where)}`] : []),
      ],
    }));

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

/** What is there on each side, whatever it is called. */
function compareSets(
  part: Part,
  code: string,
  source: readonly Key[],
  target: readonly Key[],
  keyOf: (item: Key, side: 'source' | 'target') => string,
  lost: Partial<Describe> = {},
): RawFinding[] {
  const targets = new Map(target.map((item) => [keyOf(item, 'target'), item]));
  const sources = new Map(source.map((item) => [keyOf(item, 'source'), item]));
  const text = ({ columns }: Key) => columns.join(', ');
  return [
    ...[...sources]
      .filter(([key]) => !targets.has(key))
      .map(([, item]) =>
        finding(`${code}.missing`, part, item.name, text(item), null, { ...LOST, ...lost }),
      ),
    ...[...targets]
      .filter(([key]) => !sources.has(key))
      .map(([, item]) => finding(`${code}.extra`, part, item.name, null, text(item), ADDED)),
  ];
}

const foreignKeyText = (key: ForeignKey): string =>
  `(${key.columns.join(', ')}) → ${key.table} (${key.referenced.join(', ')})`;

/** Engines that check at once do the same for both words. */
const actionOf = (action: ForeignKey['onUpdate']): string =>
  action === 'restrict' ? 'no action' : action;

function compareForeignKeys(
  source: readonly ForeignKey[],
  target: readonly ForeignKey[],
  nameOf: (name: string) => string,
  { rename }: CompareOptions,
): RawFinding[] {
  const plain = (name: string) => name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');
  const keyOf = (columns: string[], table: string) => `${listOf(columns)} → ${plain(table)}`;
  const targets = new Map(target.map((key) => [keyOf(key.columns, key.table), key]));
  const found: RawFinding[] = [];
  for (const key of source) {
    const own = keyOf(key.columns.map(nameOf), rename(key.table));
    const other = targets.get(own) ?? targets.get(keyOf(key.columns.map(nameOf), key.table));
    if (!other) {
      found.push(
        finding('foreignKey.missing', 'foreign key', key.name, foreignKeyText(key), null, LOST),
      );
      continue;
    }
    targets.delete(keyOf(other.columns, other.table));
    for (const action of ['onUpdate', 'onDelete'] as const) {
      if (actionOf(key[action]) === actionOf(other[action])) continue;
      found.push(
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
  }
  for (const key of targets.values()) {
    found.push(
      finding('foreignKey.extra', 'foreign key', key.name, null, foreignKeyText(key), ADDED),
    );
  }
  return found;
}
