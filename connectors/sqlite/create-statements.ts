import type { Check, Key } from '../core/definitions.ts';
import {
  findClosing,
  is,
  keywordOf,
  spanOf,
  splitAtCommas,
  type SqlToken,
  unquote,
  wordsAndSigns,
} from '../core/sql/sql-tokens.ts';
import { engine } from './engine.ts';

/** Facts about a table that only its CREATE TABLE text contains, and no pragma. Missing names are ''. */
export interface TableText {
  checks: Check[];
  /** By the column's name in lower case. */
  generated: Map<string, string>;
  collations: Map<string, string>;
  /** Whether its row numbers are given out once only. */
  autoincrement: boolean;
  primaryKeyName: string;
  uniques: Key[];
  /** In the order of declaration. */
  foreignKeyNames: string[];
  /** Indexes, among the foreign keys, of those that are deferred to the end of the transaction. */
  deferred: Set<number>;
}

const TABLE_CONSTRAINTS = ['CONSTRAINT', 'PRIMARY', 'UNIQUE', 'CHECK', 'FOREIGN'];

export function parseCreateTable(sql: string): TableText {
  const found: TableText = {
    checks: [],
    generated: new Map(),
    collations: new Map(),
    autoincrement: false,
    primaryKeyName: '',
    uniques: [],
    foreignKeyNames: [],
    deferred: new Set(),
  };
  const tokens = wordsAndSigns(sql, engine.sql);
  const open = tokens.findIndex((token) => is(token, '('));
  // The arguments of a virtual table are interpreted by its module.
  if (open === -1 || is(tokens[1], 'VIRTUAL')) return found;
  for (const item of splitAtCommas(tokens.slice(open + 1, findClosing(tokens, open)))) {
    const isColumn = !is(item[0], ...TABLE_CONSTRAINTS);
    const column = isColumn ? nameOf(item[0]) : null;
    const at: Position = { sql, item, index: isColumn ? 1 : 0, column, name: '', found };
    for (; at.index < item.length; at.index += 1) READERS.get(keywordOf(item[at.index]))?.(at);
  }
  return found;
}

/** The parser's position in one item between commas: a column with its constraints, or table constraints. */
interface Position {
  sql: string;
  item: readonly SqlToken[];
  index: number;
  /** Null in a table constraint. */
  column: string | null;
  /** Name of the next constraint. */
  name: string;
  found: TableText;
}

/** Handlers by keyword. Each advances to the last token that it has read. */
const READERS = new Map<string, (at: Position) => void>([
  ['CONSTRAINT', (at) => void (at.name = takeWord(at))],
  ['CHECK', (at) => at.found.checks.push({ name: takeName(at), expression: takeText(at) })],
  ['AUTOINCREMENT', (at) => void (at.found.autoincrement = true)],
  [
    'AS',
    (at) => {
      if (at.column !== null) at.found.generated.set(at.column.toLowerCase(), takeText(at));
    },
  ],
  [
    'COLLATE',
    (at) => {
      const collation = takeWord(at).toUpperCase();
      if (at.column !== null) at.found.collations.set(at.column.toLowerCase(), collation);
    },
  ],
  [
    'PRIMARY',
    (at) => {
      at.found.primaryKeyName = takeName(at);
      if (at.column === null) takeGroup(at);
    },
  ],
  [
    'UNIQUE',
    (at) => {
      const columns =
        at.column === null
          ? splitAtCommas(takeGroup(at)).map(([first]) => nameOf(first))
          : [at.column];
      at.found.uniques.push({ name: takeName(at), columns });
    },
  ],
  ['FOREIGN', (at) => void takeGroup(at)],
  [
    'REFERENCES',
    (at) => {
      at.found.foreignKeyNames.push(takeName(at));
      takeWord(at);
    },
  ],
  [
    'INITIALLY',
    (at) => {
      const isDeferrable = !is(at.item[at.index - 2], 'NOT');
      if (takeWord(at).toUpperCase() === 'DEFERRED' && isDeferrable)
        at.found.deferred.add(at.found.foreignKeyNames.length - 1);
    },
  ],
  [
    'DEFAULT',
    (at) => {
      if (is(at.item[at.index + 1], '+', '-')) at.index += 1;
      if (!is(at.item[at.index + 1], '(')) at.index += 1;
    },
  ],
  ['NULL', (at) => void (at.name = '')],
  // The NULL or DEFAULT that follows is an action of a foreign key.
  ['SET', (at) => void takeWord(at)],
  ['(', (at) => void (at.index = findClosing(at.item, at.index))],
]);

const nameOf = (token: SqlToken | undefined): string => (token ? unquote(token) : '');

function takeWord(at: Position): string {
  at.index += 1;
  return nameOf(at.item[at.index]);
}

function takeName(at: Position): string {
  const { name } = at;
  at.name = '';
  return name;
}

/** The tokens in the next pair of brackets. */
function takeGroup(at: Position): SqlToken[] {
  const open = at.item.findIndex((token, index) => index > at.index && is(token, '('));
  if (open === -1) return [];
  at.index = findClosing(at.item, open);
  return at.item.slice(open + 1, at.index);
}

const takeText = (at: Position): string => spanOf(at.sql, takeGroup(at));

/** Parses an index's text: its parts as written, without their direction, and its condition. */
export function parseCreateIndex(sql: string): { parts: string[]; where: string | null } {
  const tokens = wordsAndSigns(sql, engine.sql);
  const open = tokens.findIndex((token) => is(token, '('));
  const close = findClosing(tokens, open);
  const rest = tokens.slice(close + 1);
  return {
    parts: splitAtCommas(tokens.slice(open + 1, close)).map((part) => {
      const isDirected = is(part.at(-1), 'ASC', 'DESC');
      return spanOf(sql, isDirected ? part.slice(0, -1) : part);
    }),
    where: is(rest[0], 'WHERE') ? spanOf(sql, rest.slice(1)) : null,
  };
}

/** The query of a view. */
export function parseCreateView(sql: string): string {
  const tokens = wordsAndSigns(sql, engine.sql);
  const begin = tokens.findIndex((token) => is(token, 'AS'));
  return spanOf(sql, tokens.slice(begin + 1)).replace(/\s*;$/u, '');
}
