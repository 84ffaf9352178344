import type {
  TableDefinition,
  Trigger,
  ViewDefinition,
} from '../../../../../../connectors/core/definitions.ts';
import { is, tokensOf, unquote } from '../../../../../../connectors/core/sql/sql-tokens.ts';
import { type OwnTable, givenToOwnRow, withTable } from './own-row.ts';
import { type Assignment, NEW_ROW, newName } from './trigger-settings.ts';
import {
  type Given,
  type Tokens,
  type Words,
  isApart,
  newColumn,
  pathAt,
  statementsOf,
  textOf,
} from './trigger-statements.ts';

/**
 * What a trigger of SQLite, which cannot change a row before it is written, sets in it afterwards, by
 * `UPDATE t SET a = … WHERE id = NEW.id`. That it may fire itself again is left aside: with `PRAGMA recursive_triggers` it would
 * do so without end, and SQLite would refuse every write.
 * @returns null where that may differ from setting it before, or where the trigger may do anything else
 */
export function lateAssignments(
  trigger: Trigger,
  on: TableDefinition | ViewDefinition,
  words: Words,
): Assignment[] | null {
  if (words.sqlRules.parser !== 'sqlite' || on.kind !== 'table' || !trigger.enabled) return null;
  const update = onlyUpdate(trigger.text ?? '', words);
  const { table, keys } = withTable(trigger, on);
  const given = (update && givenToOwnRow(update, { table, keys: rowKeys(keys, on) })) ?? [];
  const isPlain = given.every((one) => isFree(one, on, words)) && isAlone(trigger, on, words);
  const found = given.map((one) => assignmentOf(one, given, on, words));
  return isPlain && found.length > 0 && found.every((one) => one !== null) ? found : null;
}

/** The only statement of a text, if it uses nothing but the new row. */
function onlyUpdate(text: string, words: Words): Tokens | null {
  const [only, ...more] = statementsOf(text, words) ?? [];
  if (!only || more.length > 0) return null;
  const isPlain = !only.tokens.some((token) => is(token, 'FROM', 'OLD'));
  return isPlain && !text.toLowerCase().includes(NEW_ROW) ? only.tokens : null;
}

/** What finds each row without fail: keys without NULL, which SQLite lets into primary keys. */
const rowKeys = (keys: OwnTable['keys'], on: TableDefinition): OwnTable['keys'] =>
  keys.filter((key) => key.every((name) => !columnOf(name, on)?.nullable));

const isLike = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();
const columnOf = (name: string, { columns }: TableDefinition) =>
  columns.find((one) => isLike(one.name, name));

/** Whether a column can hold anything until it is set: NULL, and what keys, checks or computed columns would look at. */
function isFree({ column: name }: Given, on: TableDefinition, words: Words): boolean {
  const column = columnOf(name, on);
  const generated = on.columns.map((one) => one.generated);
  if (!column?.nullable || generated.includes('')) return false;
  const { primaryKey, uniques, foreignKeys, checks } = on;
  const unique = on.indexes.filter((index) => index.unique);
  const texts = textsIn([primaryKey, uniques, foreignKeys, checks, unique, generated]);
  const names = (text: string) =>
    isLike(text, name) ||
    [...tokensOf(text, words.sql)].some((token) => isLike(unquote(token), name));
  return !texts.some(names);
}

const textsIn = (value: unknown): string[] =>
  typeof value === 'string'
    ? [value]
    : typeof value === 'object' && value !== null
      ? Object.values(value).flatMap(textsIn)
      : [];

/** Whether the table has no other trigger that acts when rows are inserted or updated, but one of the same text. */
const isAlone = (trigger: Trigger, { triggers }: TableDefinition, words: Words): boolean => {
  const said = ({ text }: Trigger) =>
    (statementsOf(text ?? '', words) ?? []).map(({ tokens }) => textOf(tokens)).join(';');
  return (triggers ?? []).every(
    (one) =>
      one.name === trigger.name ||
      !one.enabled ||
      one.events.every((event) => event === 'delete') ||
      (one.timing === 'after' && one.condition === null && said(one) === said(trigger)),
  );
};

/** With columns of the row as those of the new row; null where it uses a column that is set as well. */
function assignmentOf(
  { column, value }: Given,
  given: readonly Given[],
  on: TableDefinition,
  words: Words,
): Assignment | null {
  const { quotes } = words.sqlRules.writing;
  const parts: string[] = [];
  for (let at = 0; at < value.length; at += 1) {
    if (isApart(value, at)) parts.push(' ');
    const [of, own] = pathAt(value, at);
    const name = newColumn(value, at) ?? (of && own && isLike(of, on.name) ? own : null);
    const found = name ?? bareColumn(value, at, on);
    if (found !== null && given.some((one) => isLike(one.column, found))) return null;
    parts.push(found === null ? value[at]!.text : newName(found, quotes));
    if (name !== null) at += 2;
  }
  return { column, value: parts.join('') };
}

/** The column that a word at a position names: no function, and no word that a column goes by in quotes only. */
function bareColumn(tokens: Tokens, at: number, on: TableDefinition): string | null {
  const isOther =
    is(tokens[at + 1], '(') ||
    is(tokens[at], 'NULL', 'CURRENT_DATE', 'CURRENT_TIME', 'CURRENT_TIMESTAMP');
  const [name] = pathAt(tokens, at);
  return name !== undefined && !isOther && columnOf(name, on) ? name : null;
}
