import type {
  TableDefinition,
  Trigger,
  ViewDefinition,
} from '../../../../../../connectors/core/definitions.ts';
import { is, splitAt, splitAtCommas } from '../../../../../../connectors/core/sql/sql-tokens.ts';
import { type Given, type Tokens, pathAt } from './trigger-statements.ts';
import { keysOf, nullsOf } from '../keys/unique-keys.ts';

/** The table that a trigger belongs to, in lower case. */
export interface OwnTable {
  table: string;
  /** Columns that find one row: those of the primary key, and of each unique key without NULL. */
  keys: readonly (readonly string[])[];
  /** Columns that take NULL; absent where unknown. */
  mayBeNull?: readonly string[];
}

/** A trigger, and the table that it belongs to. */
export type TableTrigger = Trigger & OwnTable;

export const withTable = (
  trigger: Trigger,
  table: TableDefinition | ViewDefinition,
): TableTrigger => ({
  ...trigger,
  table: table.name.toLowerCase(),
  keys: table.kind === 'view' ? [] : findingKeys(table),
  mayBeNull: table.columns.filter(({ nullable }) => nullable).map(({ name }) => name.toLowerCase()),
});

const findingKeys = (table: TableDefinition): string[][] => [
  ...numberOf(table),
  ...keysOf(table)
    .filter(
      (key) =>
        (key === table.primaryKey || nullsOf(key, table) === 'never') &&
        !key.disabled &&
        !(key.prefixes ?? key.letters ?? key.likeOther),
    )
    .map(({ columns }) => columns.map((column) => column.toLowerCase())),
];

/** SQLite's number of each row, where that is the key, unless a column is called so. */
const numberOf = ({ columns }: TableDefinition): string[][] =>
  columns.some(({ identity }) => identity) &&
  columns.every(({ name }) => name.toLowerCase() !== 'rowid')
    ? [['rowid']]
    : [];

export const triggersOf = (table: TableDefinition): TableTrigger[] =>
  (table.triggers ?? []).map((trigger) => withTable(trigger, table));

/** A table as an update names it: NEW and OLD are the row that fired the trigger, in SQL Server's triggers `inserted`. */
interface Named {
  path: string[];
  as: string;
}
const FIRED = ['new', 'old', ':new', ':old'];

/** What a statement gives the row that fired the trigger, which was written before it, by an update that finds that row by a key; null for others. */
export function givenToOwnRow(statement: Tokens, { table, keys }: OwnTable): Given[] | null {
  const read = readUpdate(statement);
  if (!read) return null;
  const { target, tables, sets, conditions } = read;
  const inserted = tables.find((one) => one.path.join('.') === 'inserted');
  const others = tables.filter((one) => one !== inserted);
  const own = others[0] ?? target;
  const isOwn = own.path.at(-1) === table && [own.as, table].includes(target.path.at(-1)!);
  if (!isOwn || others.length > 1 || (tables.length > 0 && !inserted)) return null;
  const fired = inserted ? [inserted.as] : FIRED;
  const columns = conditions.map(
    (condition) => comparedColumn(condition, [own.as, table], fired) ?? insertedColumn(condition),
  );
  // Two lists of values say nothing of which belong together.
  const isOne = columns.length === 1 || conditions.every((one) => one.every((t) => !is(t, 'IN')));
  const isKey = keys.some(
    (key) => key.length === columns.length && key.every((column) => columns.includes(column)),
  );
  return isOne && isKey ? sets : null;
}

function readUpdate(statement: Tokens) {
  // SQL Server needs no sign between two statements.
  if (!is(statement[0], 'UPDATE') || splitAt(statement, 'UPDATE').length !== 2) return null;
  const [head, where] = cutAt(statement.slice(1), 'WHERE');
  const [start, from] = cutAt(head, 'FROM');
  const [name, given] = cutAt(start, 'SET');
  const target = readNamed(name);
  const sets = splitAtCommas(given).map(readGiven);
  const refs = from.length > 0 ? splitAt(from, ',', 'JOIN').map((part) => cutAt(part, 'ON')) : [];
  const tables = refs.map(([part]) =>
    readNamed(is(part.at(-1), 'INNER') ? part.slice(0, -1) : part),
  );
  if (!target || tables.includes(null) || sets.length === 0 || sets.includes(null)) return null;
  return {
    target,
    tables: tables.filter((one) => one !== null),
    sets: sets.filter((one) => one !== null),
    conditions: [...refs.map(([, on]) => on), where]
      .filter(({ length }) => length > 0)
      .flatMap((all) => splitAt(all, 'AND')),
  };
}

/** What stands before the first one of a keyword, and behind it. */
function cutAt(tokens: Tokens, keyword: string): [before: Tokens, behind: Tokens] {
  const [before = []] = splitAt(tokens, keyword);
  return [before, tokens.slice(before.length + 1)];
}

/** `a.b`, `b AS c` or `b c`. */
function readNamed(tokens: Tokens): Named | null {
  const path = lowerPath(tokens);
  const behind = tokens.slice(lengthOf(path));
  const alias = is(behind[0], 'AS') ? behind.slice(1) : behind;
  const as = alias.length === 0 ? path.slice(-1) : lowerPath(alias);
  const isRead = path.length > 0 && as.length === 1 && alias.length <= 1;
  return isRead && !is(alias[0], 'LEFT', 'RIGHT', 'FULL', 'CROSS') ? { path, as: as[0]! } : null;
}

/** `a = …` or `t.a = …`. */
function readGiven(tokens: Tokens): Given | null {
  const path = pathAt(tokens, 0);
  const sign = lengthOf(path);
  const value = tokens.slice(sign + 1);
  const isRead = path.length > 0 && is(tokens[sign], '=') && value.length > 0;
  return isRead ? { column: path.at(-1)!, value } : null;
}

/** The column of which a condition compares the values in a row and in the one that fired the trigger. */
function comparedColumn(
  condition: Tokens,
  own: readonly string[],
  fired: readonly string[],
): string | null {
  const [one, other, ...more] = splitAt(condition, '=').map(readColumn);
  if (!one || !other || more.length > 0 || one.column !== other.column) return null;
  const isPair = (its: typeof one, row: typeof one) =>
    (its.of === null || own.includes(its.of)) && fired.includes(row.of ?? '');
  return isPair(one, other) || isPair(other, one) ? one.column : null;
}

/** The column that `a IN (SELECT a FROM inserted)` names. */
function insertedColumn(condition: Tokens): string | null {
  const [name, list] = splitAt(condition, 'IN');
  const column = readColumn(name ?? [])?.column;
  if (!list || column === undefined || !is(list[0], '(') || !is(list[1], 'SELECT')) return null;
  const [selected = [], from = []] = splitAt(list.slice(2, -1), 'FROM');
  const isInserted = readNamed(from)?.path.join('.') === 'inserted';
  return isInserted && readColumn(selected)?.column === column ? column : null;
}

function readColumn(tokens: Tokens): { of: string | null; column: string } | null {
  const [row, dot] = tokens;
  if (row?.kind === 'parameter' && is(dot, '.')) {
    const column = readColumn(tokens.slice(2));
    return column && column.of === null ? { ...column, of: row.text.toLowerCase() } : null;
  }
  const path = lowerPath(tokens);
  if (path.length === 0 || lengthOf(path) !== tokens.length) return null;
  return { column: path.at(-1)!, of: path.at(-2) ?? null };
}

const lowerPath = (tokens: Tokens): string[] => pathAt(tokens, 0).map((name) => name.toLowerCase());

/** Its number of tokens, with the dots. */
const lengthOf = (path: readonly string[]): number => Math.max(path.length * 2 - 1, 0);
