import { TRIGGER_TEXT } from '../../../../../../connectors/core/definitions.ts';
import type { SqlRules } from '../../../../../../connectors/core/sql/sql-rules.ts';
import type { SqlSpelling } from '../../../../../../connectors/core/engine.ts';
import {
  type SqlToken,
  findClosing,
  is,
  isRunComment,
  isSpace,
  splitAt,
  splitAtCommas,
  tokensOf,
  unquote,
} from '../../../../../../connectors/core/sql/sql-tokens.ts';

/** How SQL of an engine is split into tokens, and how names are quoted. */
export interface Words {
  sql: SqlSpelling;
  sqlRules: SqlRules;
}

/** Tokens that mean something: no blanks, no comments. */
export type Tokens = readonly SqlToken[];

/** The condition of an IF; null: what runs where others do not hold, or where it is unread. */
export interface Branch {
  test: Tokens | null;
}

/** A statement of a trigger's body, and the branches that it is in, from outside. */
export interface Statement {
  tokens: Tokens;
  branches: readonly Branch[];
}

/** A value that a statement gives a column, which is named as written. */
export interface Given {
  column: string;
  value: Tokens;
}

/** The statements of a trigger's body, without the blocks around them; null where it is unknown what the engine reads. */
export function statementsOf(text: string, words: Words): Statement[] | null {
  const tokens = text.length < TRIGGER_TEXT ? tokensIn(text, words) : null;
  if (!tokens) return null;
  const found: Statement[] = [];
  const open: (Branch | 'block')[] = [];
  for (let rest of splitAt(withoutBlock(tokens), ';')) {
    for (let opened = openingOf(rest); opened; opened = openingOf(rest)) {
      if (opened.isNext) open.pop();
      open.push(opened.open);
      rest = rest.slice(opened.length);
    }
    if (isText(rest, 'END', 'END IF')) open.pop();
    else if (rest.length > 0)
      found.push({ tokens: rest, branches: open.filter((one) => one !== 'block') });
  }
  return found;
}

/** Null where it is unknown what the engine reads. */
export function tokensIn(text: string, { sql, sqlRules }: Words): Tokens | null {
  const isMysql = sqlRules.parser === 'mysql';
  // The engine has read the text: what leaves a quote open, or a backslash outside of quotes, is no reading of its own.
  const [first, ...others] = (isMysql && text.includes('\\') ? inModes(sql) : [sql])
    .map((spelling) => [...tokensOf(text, spelling)])
    .filter((tokens) => tokens.every(({ closed, text: its }) => closed && its !== '\\'));
  const startsOf = (tokens: Tokens) => tokens.map(({ start }) => start).join(' ');
  if (!first || others.some((tokens) => startsOf(tokens) !== startsOf(first))) return null;
  return isMysql && first.some(isRunComment) ? null : first.filter((token) => !isSpace(token));
}

/** By its mode, MySQL gives a backslash a meaning in all texts, in none, or not in double quotes, which then enclose names. */
const inModes = (sql: SqlSpelling): SqlSpelling[] =>
  [["'", '"'], ["'"], []].map((marks) => ({
    ...sql,
    quotes: sql.quotes.map((quote) => ({ ...quote, backslash: marks.includes(quote.open) })),
  }));

/** What stands between BEGIN and the last END, which may have a name. */
function withoutBlock(tokens: Tokens): Tokens {
  const begin = is(tokens[0], 'DECLARE') ? 1 : 0;
  if (!is(tokens[begin], 'BEGIN')) return tokens;
  const last = tokens.findLastIndex((token) => !is(token, ';', '/'));
  const isNamed = is(tokens[last - 1], 'END') && !is(tokens[last], 'IF', 'CASE', 'LOOP', 'END');
  const end = isNamed ? last - 1 : last;
  const start = begin + (is(tokens[begin + 1], 'ATOMIC') ? 2 : 1);
  return is(tokens[end], 'END') ? tokens.slice(start, end) : tokens;
}

/** A block or a branch that opens at the beginning of a statement; `isNext`: it follows another branch of the same IF. */
function openingOf(
  statement: Tokens,
): { open: Branch | 'block'; length: number; isNext?: true } | null {
  if (is(statement[0], 'BEGIN')) return { open: 'block', length: 1 };
  if (is(statement[0], 'ELSE')) return { open: { test: null }, length: 1, isNext: true };
  if (!is(statement[0], 'IF', 'ELSIF', 'ELSEIF')) return null;
  const then = statement.findIndex((token) => is(token, 'THEN', 'BEGIN'));
  if (then < 0) return null;
  const isRead = is(statement[0], 'IF') && is(statement[then], 'THEN');
  return {
    open: { test: isRead ? statement.slice(1, then) : null },
    length: then + 1,
    ...(!is(statement[0], 'IF') && { isNext: true }),
  };
}

/** The text of tokens, with a blank wherever there was any space. */
export const textOf = (tokens: Tokens): string =>
  tokens.map((token, at) => (isApart(tokens, at) ? ' ' : '') + token.text).join('');

/** Whether space precedes the token at a position. */
export function isApart(tokens: Tokens, at: number): boolean {
  const before = tokens[at - 1];
  return before !== undefined && tokens[at]!.start > before.start + before.text.length;
}

/** Whether tokens are one of these words, separated by blanks, in upper case. */
export const isText = (tokens: Tokens, ...texts: readonly string[]): boolean =>
  texts.includes(tokens.map(({ text }) => text.toUpperCase()).join(' '));

function withoutBrackets(tokens: Tokens): Tokens {
  const isWhole = is(tokens[0], '(') && findClosing(tokens, 0) === tokens.length - 1;
  return isWhole ? withoutBrackets(tokens.slice(1, -1)) : tokens;
}

const isName = (token: SqlToken | undefined): token is SqlToken =>
  token?.kind === 'word' || (token?.kind === 'quoted' && !token.text.startsWith("'"));

/** The names of a path such as `a.b` that begins at a position, as written. */
export function pathAt(tokens: Tokens, at: number): string[] {
  const [token, dot, next] = tokens.slice(at, at + 3);
  if (!isName(token)) return [];
  return is(dot, '.') && isName(next)
    ? [unquote(token), ...pathAt(tokens, at + 2)]
    : [unquote(token)];
}

/** The column that `NEW.a` or `:NEW.a` at a position names. */
export function newColumn(tokens: Tokens, at: number): string | null {
  const [row, dot, column] = tokens.slice(at, at + 3);
  return is(row, 'NEW', ':NEW') && is(dot, '.') && isName(column) ? unquote(column) : null;
}

/** What `NEW.a = …` or `SET NEW.a = …, NEW.b = …` gives the row that is about to be written; null for other statements. */
export function givenToRow(statement: Tokens): Given[] | null {
  const parts = is(statement[0], 'SET') ? splitAtCommas(statement.slice(1)) : [statement];
  const found = parts.map((part) => {
    const column = newColumn(part, 0);
    const sign = is(part[3], ':') ? 4 : 3;
    const value = part.slice(sign + 1);
    return column !== null && is(part[sign], '=') && value.length > 0 ? { column, value } : null;
  });
  return found.every((one) => one !== null) ? found : null;
}

/** The column that `NEW.a IS NULL` asks for, and the value that `OR NEW.a = …` treats alike. */
export function nullTest(test: Tokens): { column: string; or: string | null } | null {
  const [one = [], other, ...more] = splitAt(withoutBrackets(test), 'OR');
  const column = newColumn(one, 0);
  if (column === null || !isText(one.slice(3), 'IS NULL') || more.length > 0) return null;
  if (!other) return { column, or: null };
  const [sign, value, ...rest] = other.slice(3);
  const isLike = newColumn(other, 0) === column && is(sign, '=') && rest.length === 0;
  return isLike && value ? { column, or: value.text } : null;
}
