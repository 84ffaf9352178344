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
} from '../core/sql-tokens.ts';
import { engine } from './engine.ts';

/** What a table's text says and no pragma does. Names that were not given are ''. */
export interface TableText {
  checks: Check[];
  /** By the column's name in lower case. */
  generated: Map<string, string>;
  collations: Map<string, string>;
  primaryKeyName: string;
  uniques: Key[];
  /** In the order of their declaration. */
  foreignKeyNames: string[];
  /** Of those that wait for the end of a transaction, their places among the foreign keys. */
  deferred: Set<number>;
}

const TABLE_CONSTRAINTS = ['CONSTRAINT', 'PRIMARY', 'UNIQUE', 'CHECK', 'FOREIGN'];

export function parseCreateTable(sql: string): TableText {
  const found: TableText = {
    checks: [],
    generated: new Map(),
    collations: new Map(),
    primaryKeyName: '',
    uniques: [],
    foreignKeyNames: [],
    deferred: new Set(),
  };
  const tokens = wordsAndSigns(sql, engine.sql);
  const open = tokens.findIndex((token) => is(token, '('));
  // What a virtual table's brackets hold is its module's business.
  if (open === -1 || is(tokens[1], 'VIRTUAL')) return found;
  for (const item of splitAtCommas(tokens.slice(open + 1, findClosing(tokens, open)))) {
    const isColumn = !is(item[0], ...TABLE_CONSTRAINTS);
    const column = isColumn ? nameOf(item[0]) : null;
    const at: Position = { sql, item, index: isColumn ? 1 : 0, column, name: '', found };
    for (; at.index < item.length; at.index += 1) READERS.get(keywordOf(item[at.index]))?.(at);
  }
  return found;
}

/** A place in what stands between two commas: a column with its constraints, or those of the table. */
interface Position {
  sql: string;
  item: readonly SqlToken[];
  index: number;
  /** Null outside of a column. */
  column: string | null;
  /** Of the constraint that comes next. */
  name: string;
  found: TableText;
}

/** What is done at a keyword. Each steps on to the last token that it has read. */
const READERS = new Map<string, (at: Position) => void>([
  ['CONSTRAINT', (at) => void (at.name = takeWord(at))],
  ['CHECK', (at) => at.found.checks.push({ name: takeName(at), expression: takeText(at) })],
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

/** What is in the brackets that come next. */
function takeGroup(at: Position): SqlToken[] {
  const open = at.item.findIndex((token, index) => index > at.index && is(token, '('));
  if (open === -1) return [];
  at.index = findClosing(at.item, open);
  return at.item.slice(open + 1, at.index);
}

const takeText = (at: Position): string => spanOf(at.sql, takeGroup(at));

/** What an index's text says: its parts as they were written, without their direction, and the condition. */
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
