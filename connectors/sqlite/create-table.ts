import type { Check, Key } from '../core/definitions.ts';
import { findClosing, nameOf, splitAtCommas, textOf, tokenize, type Token } from './sql-text.ts';

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
  };
  const tokens = tokenize(sql);
  const open = tokens.findIndex(({ text }) => text === '(');
  // What a virtual table's brackets hold is its module's business.
  if (open === -1 || tokens[1]?.text === 'VIRTUAL') return found;
  for (const item of splitAtCommas(tokens.slice(open + 1, findClosing(tokens, open)))) {
    const isColumn = !TABLE_CONSTRAINTS.includes(item[0]?.text ?? '');
    const column = isColumn ? nameOf(sql, item[0]) : null;
    const at: Position = { sql, item, index: isColumn ? 1 : 0, column, name: '', found };
    for (; at.index < item.length; at.index += 1) READERS.get(item[at.index]?.text ?? '')?.(at);
  }
  return found;
}

/** A place in what stands between two commas: a column with its constraints, or those of the table. */
interface Position {
  sql: string;
  item: readonly Token[];
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
          ? splitAtCommas(takeGroup(at)).map(([first]) => nameOf(at.sql, first))
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
    'DEFAULT',
    (at) => {
      if (/^[+-]$/.test(at.item[at.index + 1]?.text ?? '')) at.index += 1;
      if (at.item[at.index + 1]?.text !== '(') at.index += 1;
    },
  ],
  ['NULL', (at) => void (at.name = '')],
  // The NULL or DEFAULT that follows is an action of a foreign key.
  ['SET', (at) => void takeWord(at)],
  ['(', (at) => void (at.index = findClosing(at.item, at.index))],
]);

function takeWord(at: Position): string {
  at.index += 1;
  return nameOf(at.sql, at.item[at.index]);
}

function takeName(at: Position): string {
  const { name } = at;
  at.name = '';
  return name;
}

/** What is in the brackets that come next. */
function takeGroup(at: Position): Token[] {
  const open = at.item.findIndex(({ text }, index) => index > at.index && text === '(');
  if (open === -1) return [];
  at.index = findClosing(at.item, open);
  return at.item.slice(open + 1, at.index);
}

const takeText = (at: Position): string => textOf(at.sql, takeGroup(at));
