import {
  type SqlToken,
  findClosing,
  is,
  spanOf,
  splitAtCommas,
  unquote,
} from '../../../../connectors/core/sql/sql-tokens.ts';
import { Unreadable } from '../tree/ast.ts';
import type { Dialect } from '../read.ts';

type Tokens = readonly SqlToken[];

/** A statement that writes rows, calls a routine that may, or raises an error. Names are in lower case, a table's with its schema where given; texts are SQL. */
export type Write =
  /** `columns`: null where it names none, so that the values are those of all columns of the table. */
  | { does: 'insert'; table: string[]; columns: string[] | null; values: string[] }
  | { does: 'insert rows'; table: string[]; columns: string[]; query: string }
  | { does: 'update'; table: string[]; sets: { column: string; to: string }[]; from: string }
  | { does: 'delete'; table: string[]; from: string }
  /** A call of a procedure, or of a function for its effect. `sets`: whether it may set variables that it is given. */
  | { does: 'call'; routine: string; values: string[]; sets: boolean }
  | { does: 'fail'; message: string };

/** Words that such a statement begins with. */
export const WRITES = ['INSERT', 'UPDATE', 'DELETE', 'CALL', 'PERFORM', 'SIGNAL', 'RAISE'];

type Parser = Dialect['rules']['parser'];

/** @throws Unreadable for what only some engines have, such as an alias, ON CONFLICT and RETURNING */
export function writeOf(text: string, tokens: Tokens, parser: Parser): Write {
  const span = (part: Tokens): string => spanOf(text, part);
  const [first, second] = tokens;
  if (is(first, 'SIGNAL', 'RAISE')) return { does: 'fail', message: messageOf(tokens) };
  if (is(first, 'INSERT')) return insertOf(tokens, span, mayLack(second, 'INTO', parser));
  if (is(first, 'CALL', 'PERFORM')) return callOf(tokens, span);
  if (is(first, 'UPDATE')) return updateOf(tokens, span, parser);
  if (!is(first, 'DELETE')) throw new Unreadable('a statement');
  const at = mayLack(second, 'FROM', parser);
  const { table, end } = tableIn(tokens, at);
  const { from, till } = rowsIn(tokens, at, end, span);
  if (till > end) throw new Unreadable('an alias');
  return { does: 'delete', table, from };
}

type Span = (part: Tokens) => string;

/** The index behind a word that T-SQL's statements may lack. */
function mayLack(second: SqlToken | undefined, word: string, parser: Parser): 1 | 2 {
  if (is(second, word)) return 2;
  if (parser !== 'mssql') throw new Unreadable('a statement');
  return 1;
}

function insertOf(tokens: Tokens, span: Span, at: 1 | 2): Write {
  const { table, end } = tableIn(tokens, at);
  const columns = is(tokens[end], '(')
    ? listIn(tokens, end).map(([only, ...more]) => {
        if (more.length > 0) throw new Unreadable('a column');
        return nameOf(only);
      })
    : null;
  const behind = columns ? findClosing(tokens, end) + 1 : end;
  if (columns && is(tokens[behind], 'SELECT'))
    return { does: 'insert rows', table, columns, query: span(tokens.slice(behind)) };
  if (!is(tokens[behind], 'VALUES')) throw new Unreadable('a kind of INSERT');
  const values = listIn(tokens, behind + 1).map(span);
  const isWhole = findClosing(tokens, behind + 1) === tokens.length - 1;
  if (!isWhole || (columns && values.length !== columns.length)) throw new Unreadable('other rows');
  return { does: 'insert', table, columns, values };
}

/** `CALL name(…)`, or PostgreSQL's `PERFORM name(…)`, which drops what the function returns. */
function callOf(tokens: Tokens, span: Span): Write {
  const [verb, name, open] = tokens;
  const isWhole = is(open, '(') && findClosing(tokens, 2) === tokens.length - 1;
  // MySQL calls a procedure without parameters without brackets, too.
  if (!isWhole && tokens.length !== 2) throw new Unreadable('more than a call');
  const values = isWhole && tokens.length > 4 ? listIn(tokens, 2).map(span) : [];
  return { does: 'call', routine: nameOf(name), values, sets: is(verb, 'CALL') };
}

function updateOf(tokens: Tokens, span: Span, parser: Parser): Write {
  const { table, end } = tableIn(tokens, 1);
  const { from, till } = rowsIn(tokens, 1, end, span);
  if (!is(tokens[end], 'SET')) throw new Unreadable('an alias');
  const parts = splitAtCommas(tokens.slice(end + 1, till));
  // MySQL sets one column after the other and reads those just set; others read the old row.
  if (parser === 'mysql' && refersToEarlierRow(parts))
    throw new Unreadable('a column that was just set');
  const sets = parts.map((part) => {
    if (!is(part[1], '=') || part.length < 3) throw new Unreadable('a column');
    return { column: nameOf(part[0]), to: span(part.slice(2)) };
  });
  return { does: 'update', table, sets, from };
}

/** FROM and WHERE of a query for the rows that a statement affects; `till`: the index of WHERE, or of the end. */
function rowsIn(
  tokens: Tokens,
  start: number,
  end: number,
  span: Span,
): { from: string; till: number } {
  const where = findOutside(tokens, 'WHERE');
  const isOdd = UNSUPPORTED_CLAUSES.some(
    (word) => findOutside(tokens.slice(end), word) < tokens.length - end,
  );
  if (isOdd) throw new Unreadable('more than a condition');
  const condition = where < tokens.length ? ` ${span(tokens.slice(where))}` : '';
  return { from: `FROM ${span(tokens.slice(start, end))}${condition}`, till: where };
}

/** The index of a word outside of brackets; the number of tokens where it is missing. */
function findOutside(tokens: Tokens, word: string): number {
  let depth = 0;
  const at = tokens.findIndex((token) => {
    depth += Number(is(token, '(')) - Number(is(token, ')'));
    return depth === 0 && is(token, word);
  });
  return at < 0 ? tokens.length : at;
}

/** Words of clauses that a statement has besides its condition. */
const UNSUPPORTED_CLAUSES = 'RETURNING CURRENT LIMIT ORDER USING FROM JOIN OUTPUT OPTION TOP'.split(
  ' ',
);

function refersToEarlierRow(parts: readonly Tokens[]): boolean {
  const before = new Set<string>();
  return parts.some(([column, ...rest]) => {
    const found = rest.some((token) => before.has(unquote(token).toLowerCase()));
    before.add(nameOf(column));
    return found;
  });
}

/** The items, separated by commas, in the brackets that open at an index. */
function listIn(tokens: Tokens, open: number): SqlToken[][] {
  if (!is(tokens[open], '(')) throw new Unreadable('no list');
  return splitAtCommas(tokens.slice(open + 1, findClosing(tokens, open)));
}

/** The name of a table, and the index behind it. */
function tableIn(tokens: Tokens, at: number): { table: string[]; end: number } {
  const table = [nameOf(tokens[at])];
  let end = at + 1;
  for (; is(tokens[end], '.'); end += 2) table.push(nameOf(tokens[end + 1]));
  return { table, end };
}

/** The message of an error that a program raises; the engines' codes for these correspond. */
function messageOf(tokens: Tokens): string {
  const words = tokens.slice(0, -1).map(({ text }) => text.toUpperCase());
  const last = tokens.at(-1);
  const form = words.filter((word) => word !== 'VALUE').join(' ');
  const message = expectMessage(last);
  // PostgreSQL's `%` is a placeholder, and `%%` one sign.
  const isComplete = !message.replaceAll('%%', '').includes('%');
  if (form === 'RAISE EXCEPTION' && isComplete) return message.replaceAll('%%', '%');
  // MySQL raises another error instead of one with a longer message.
  if (form === "SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT =" && message.length <= 128)
    return message;
  throw new Unreadable('an error');
}

/** The message of T-SQL's `THROW 50000, '…', 1` or `RAISERROR('…', 16, 1)`. */
export function errorIn(tokens: Tokens): Write {
  const form = tokens
    .map(({ text }) => (text.startsWith("'") ? '…' : text.toUpperCase()))
    .join(' ');
  const isError = /^(THROW 50000 , (N )?… , \d+|RAISERROR \( (N )?… , 1[1-8] , \d+ \))$/.test(form);
  const message = expectMessage(tokens.find(({ text }) => text.startsWith("'")));
  // RAISERROR's `%` is a placeholder.
  if (!isError || (is(tokens[0], 'RAISERROR') && message.includes('%')))
    throw new Unreadable('an error');
  return { does: 'fail', message };
}

function expectMessage(token: SqlToken | undefined): string {
  const message = token?.text.startsWith("'") ? unquote(token) : '';
  if (message === '') throw new Unreadable('an error');
  return message;
}

/** A name in lower case, for lookups regardless of case. */
export function nameOf(token: SqlToken | undefined): string {
  const isName = token?.kind === 'word' || token?.kind === 'variable' || token?.kind === 'quoted';
  if (!isName || token.text.startsWith("'")) throw new Unreadable('no name');
  return unquote(token).toLowerCase();
}

type Raised =
  | Write
  | { does: 'if'; branches: { when: string; steps: Write[] }[]; otherwise: never[] };

/**
 * How a trigger of SQLite raises an error: `SELECT RAISE(ABORT, '…') WHERE …` or `SELECT CASE WHEN … THEN RAISE(ABORT, '…') END`.
 * Other queries do nothing there, and other kinds of RAISE keep what was written before, or go on.
 * @throws Unreadable
 */
export function raisedIn(query: Tokens, span: (tokens: Tokens) => string): Raised {
  if (is(query[1], 'RAISE')) {
    const end = findClosing(query, 2) + 1;
    const error = errorOf(query.slice(1, end));
    if (end === query.length) return error;
    if (!is(query[end], 'WHERE') || query.length === end + 1) throw new Unreadable('a query');
    return ifSo(span(query.slice(end + 1)), error);
  }
  const then = query.findIndex((token) => is(token, 'THEN'));
  const isChoice = is(query[1], 'CASE') && is(query[2], 'WHEN') && is(query.at(-1), 'END');
  const when = query.slice(3, Math.max(3, then));
  if (!isChoice || when.length === 0) throw new Unreadable('a query');
  return ifSo(span(when), errorOf(query.slice(then + 1, -1)));
}

const ifSo = (when: string, error: Write): Raised => ({
  does: 'if',
  branches: [{ when, steps: [error] }],
  otherwise: [],
});

function errorOf(tokens: Tokens): Write {
  const [raise, open, kind, comma, message, close, ...more] = tokens;
  const isWhole = is(raise, 'RAISE') && is(open, '(') && is(close, ')') && more.length === 0;
  if (!isWhole || !is(kind, 'ABORT') || !is(comma, ','))
    throw new Unreadable('another kind of error');
  return { does: 'fail', message: expectMessage(message) };
}
