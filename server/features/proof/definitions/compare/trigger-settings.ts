import type { DoubleQuotes } from '../../../../../connectors/core/definitions.ts';
import type { SqlRules } from '../../../../../connectors/core/sql-rules.ts';
import type { SqlSpelling } from '../../../../../connectors/core/engine.ts';
import {
  type SqlToken,
  dependsOnSettings,
  is,
  isRunComment,
  isSpace,
  tokensOf,
  unquote,
} from '../../../../../connectors/core/sql-tokens.ts';

/** How SQL of an engine is split into tokens, and how names are quoted. */
export interface Words {
  sql: SqlSpelling;
  sqlRules: SqlRules;
}

/** A column of the new row, and what it is set to: an expression in which columns of that row begin with `NEW_ROW`. */
export interface Assignment {
  column: string;
  value: string;
}

/** Prefix for columns of the new row, so that an expression over them reads like one over plain columns. */
export const NEW_ROW = 'new$';
/** Prefix for columns of the old row. */
export const OLD_ROW = 'old$';

/** A text in which double quotes enclose names alone; unchanged where that is unknown. */
export function withPlainTexts(
  { text, doubleQuotes }: { text: string | null; doubleQuotes?: DoubleQuotes },
  words: Words | null,
): string | null {
  if (text === null || !doubleQuotes || !words) return text;
  return [...tokensOf(text, words.sql)]
    .map((token) =>
      token.kind === 'quoted' && token.text.startsWith('"') && token.closed
        ? `'${unquote(token).replaceAll("'", "''")}'`
        : token.text,
    )
    .join('');
}

/** Replaces references to the new and old row by columns with these prefixes. */
export function withRowColumns(text: string, { sql, sqlRules }: Words): string {
  const tokens = [...tokensOf(text, sql)];
  const [open, close] = sqlRules.writing.quotes;
  const parts: string[] = [];
  for (let at = 0; at < tokens.length; at += 1) {
    const [row, dot, column] = tokens.slice(at, at + 3);
    const isColumn = is(row, 'NEW', 'OLD') && is(dot, '.') && column !== undefined;
    if (isColumn && ['word', 'quoted'].includes(column.kind) && !is(tokens[at - 1], '.')) {
      const name = nameOf(column, [open, close]).replaceAll(close, close + close);
      parts.push(`${open}${is(row, 'NEW') ? NEW_ROW : OLD_ROW}${name}${close}`);
      at += 2;
    } else parts.push(tokens[at]!.text);
  }
  return parts.join('');
}

/**
 * The columns that a trigger's text sets in the row that is about to be written.
 * @returns null where it does, or may do, anything else
 */
export function assignmentsOf(text: string, { sql, sqlRules }: Words): Assignment[] | null {
  if (text.toLowerCase().includes(NEW_ROW)) return null;
  const tokens = [...tokensOf(text, sql)];
  const isUnsure = (token: SqlToken) => dependsOnSettings(token) || isRunComment(token);
  if (sqlRules.parser === 'mysql' && tokens.some(isUnsure)) return null;
  const all = tokens.map((token) =>
    isSpace(token) ? { ...token, kind: 'blank' as const, text: ' ' } : token,
  );
  if (all.some(({ closed }) => !closed)) return null;
  const body = withoutBlock(trim(all));
  const statements = splitAt(body, ';')
    .map(trim)
    .filter(({ length }) => length > 0);
  const end = statements.findIndex(isReturn);
  // In PostgreSQL a row that is not returned is not written; ora2pg returns it twice.
  const isGivenBack = end >= 0 && statements.slice(end).every(isReturn);
  if (sqlRules.parser === 'postgresql' ? !isGivenBack : end >= 0) return null;
  return readAll(end < 0 ? statements : statements.slice(0, end), sqlRules.writing.quotes);
}

function readAll(statements: readonly Tokens[], quotes: Quotes): Assignment[] | null {
  const found: Assignment[] = [];
  for (let index = 0; index < statements.length; index += 1) {
    const guarded = guardOf(statements[index]!, quotes);
    const own = readStatement(guarded?.statement ?? statements[index]!, quotes);
    if (!own) return null;
    if (guarded) index += 1;
    const kept = guarded ? ifNotGiven(guarded.column, own, statements[index], quotes) : own;
    if (!kept) return null;
    found.push(...kept);
  }
  return found.length > 0 ? found : null;
}

/** @param behind - what follows the statement: it must be END IF alone */
function ifNotGiven(
  column: string,
  [only, ...more]: readonly Assignment[],
  behind: Tokens | undefined,
  [open, close]: Quotes,
): Assignment[] | null {
  const isClosed =
    wordsOf(behind ?? [])
      .join(' ')
      .toUpperCase() === 'END IF';
  if (!only || more.length > 0 || !isClosed || only.column !== column) return null;
  const name = `${open}${NEW_ROW}${column.replaceAll(close, close + close)}${close}`;
  return [{ column, value: `COALESCE(${name}, ${only.value})` }];
}

type Tokens = readonly SqlToken[];
type Quotes = readonly [open: string, close: string];

function trim(tokens: Tokens): Tokens {
  const [first, last] = [
    tokens.findIndex((token) => !isSpace(token)),
    tokens.findLastIndex((token) => !isSpace(token)),
  ];
  return first < 0 ? [] : tokens.slice(first, last + 1);
}

const wordsOf = (tokens: Tokens): string[] =>
  tokens.filter((token) => !isSpace(token)).map(({ text }) => text);

/** The statements between BEGIN and the last END. */
function withoutBlock(tokens: Tokens): Tokens {
  if (!is(tokens[0], 'BEGIN')) return tokens;
  const ends = trim(is(tokens.at(-1), ';') ? tokens.slice(0, -1) : tokens);
  return is(ends.at(-1), 'END') ? trim(ends.slice(1, -1)) : tokens;
}

/** Splits at a sign outside of brackets. */
function splitAt(tokens: Tokens, sign: string): Tokens[] {
  const parts: SqlToken[][] = [[]];
  let depth = 0;
  for (const token of tokens) {
    if (is(token, '(')) depth += 1;
    else if (is(token, ')')) depth -= 1;
    if (depth === 0 && is(token, sign)) parts.push([]);
    else parts.at(-1)!.push(token);
  }
  return parts;
}

const isReturn = (statement: Tokens): boolean =>
  wordsOf(statement).join(' ').toUpperCase() === 'RETURN NEW';

/** Recognises `IF NEW.a IS NULL THEN …`, which keeps a given value. */
function guardOf(statement: Tokens, quotes: Quotes): { column: string; statement: Tokens } | null {
  if (!is(statement[0], 'IF')) return null;
  const then = statement.findIndex((token) => is(token, 'THEN'));
  if (then < 0) return null;
  const test = trim(statement.slice(1, then));
  const of = newColumn(test, 0, quotes);
  const isNull = of && wordsOf(test.slice(of.end)).join(' ').toUpperCase() === 'IS NULL';
  return isNull ? { column: of.name, statement: trim(statement.slice(then + 1)) } : null;
}

function readStatement(statement: Tokens, quotes: Quotes): Assignment[] | null {
  const isSet = is(statement[0], 'SET');
  const parts = isSet ? splitAt(statement.slice(1), ',') : [statement];
  const found = parts.map((part) => readAssignment(trim(part), quotes));
  return found.every((one) => one !== null) ? found : null;
}

function readAssignment(tokens: Tokens, quotes: Quotes): Assignment | null {
  const to = newColumn(tokens, 0, quotes);
  const rest = to && trim(tokens.slice(to.end));
  if (!to || !rest) return null;
  const length = is(rest[0], '=') ? 1 : is(rest[0], ':') && is(rest[1], '=') ? 2 : 0;
  const value = trim(rest.slice(length));
  return length === 0 || value.length === 0
    ? null
    : { column: to.name, value: asColumns(value, quotes) };
}

/** Reads `NEW.a` or `:NEW.a` at a position; `end` is the position behind it. */
function newColumn(
  tokens: Tokens,
  at: number,
  quotes: Quotes,
): { name: string; end: number } | null {
  const [row, dot, column] = tokens.slice(at, at + 3);
  const isRow = is(row, 'NEW', ':NEW') && is(dot, '.');
  if (!isRow || !column || !['word', 'quoted'].includes(column.kind)) return null;
  return { name: nameOf(column, quotes), end: at + 3 };
}

function nameOf({ kind, text }: SqlToken, [, close]: Quotes): string {
  return kind === 'quoted' ? text.slice(1, -1).replaceAll(close + close, close) : text;
}

function asColumns(tokens: Tokens, quotes: Quotes): string {
  const parts: string[] = [];
  for (let at = 0; at < tokens.length; at += 1) {
    const column = newColumn(tokens, at, quotes);
    if (column) {
      const name = column.name.replaceAll(quotes[1], quotes[1] + quotes[1]);
      parts.push(`${quotes[0]}${NEW_ROW}${name}${quotes[1]}`);
      at = column.end - 1;
    } else parts.push(tokens[at]!.text);
  }
  return parts.join('');
}
