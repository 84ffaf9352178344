import {
  type DoubleQuotes,
  TRIGGER_TEXT,
  type Trigger,
} from '../../../../../../connectors/core/definitions.ts';
import {
  type SqlToken,
  dependsOnSettings,
  is,
  tokensOf,
  unquote,
} from '../../../../../../connectors/core/sql/sql-tokens.ts';
import {
  type Given,
  type Statement,
  type Tokens,
  type Words,
  givenToRow,
  isApart,
  isText,
  newColumn,
  nullTest,
  statementsOf,
} from './trigger-statements.ts';

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

/** A trigger in such a text; one that was cut when it was read keeps its own, by whose length that is known. */
export const inPlainTexts = (trigger: Trigger, words: Words | null): Trigger =>
  (trigger.text?.length ?? 0) >= TRIGGER_TEXT
    ? trigger
    : { ...trigger, text: withPlainTexts(trigger, words) };

/** A name as it is known to the engine. */
function meantBy(token: SqlToken, parser: Words['sqlRules']['parser']): string {
  if (token.kind === 'word' && parser === 'postgresql') return token.text.toLowerCase();
  if (token.kind === 'word' && parser === 'oracle') return token.text.toUpperCase();
  return unquote(token);
}

/** Replaces references to the new and old row by columns with these prefixes. */
export function withRowColumns(text: string, { sql, sqlRules }: Words): string {
  const tokens = [...tokensOf(text, sql)];
  const [open, close] = sqlRules.writing.quotes;
  const parts: string[] = [];
  for (let at = 0; at < tokens.length; at += 1) {
    const [row, dot, column] = tokens.slice(at, at + 3);
    const isNew = is(row, 'NEW', ':NEW');
    const isRow = isNew || is(row, 'OLD', ':OLD');
    const isColumn = isRow && is(dot, '.') && column !== undefined;
    if (isColumn && ['word', 'quoted'].includes(column.kind) && !is(tokens[at - 1], '.')) {
      const name = meantBy(column, sqlRules.parser).replaceAll(close, close + close);
      parts.push(`${open}${isNew ? NEW_ROW : OLD_ROW}${name}${close}`);
      at += 2;
    } else parts.push(tokens[at]!.text);
  }
  return parts.join('');
}

/**
 * The columns that a trigger's text sets in the row that is about to be written.
 * @returns null where it does, or may do, anything else
 */
export function assignmentsOf(text: string, words: Words): Assignment[] | null {
  if (text.toLowerCase().includes(NEW_ROW)) return null;
  const { parser, writing } = words.sqlRules;
  const statements = statementsOf(text, words) ?? [];
  if (parser === 'mysql' && statements.some(({ tokens }) => tokens.some(dependsOnSettings)))
    return null;
  const end = statements.findIndex(isReturn);
  // In PostgreSQL a row that is not returned is not written; ora2pg returns it twice.
  const isGivenBack = end >= 0 && statements.slice(end).every(isReturn);
  if (parser === 'postgresql' ? !isGivenBack : end >= 0) return null;
  const acting = end < 0 ? statements : statements.slice(0, end);
  const found = acting.map((one) => assignedBy(one, acting, writing.quotes));
  return found.length > 0 && found.every((one) => one !== null) ? found.flat() : null;
}

const isReturn = ({ tokens, branches }: Statement): boolean =>
  branches.length === 0 && isText(tokens, 'RETURN NEW');

/** What a statement assigns; the only one behind `IF NEW.a IS NULL THEN` keeps a given value. */
function assignedBy(
  { tokens, branches }: Statement,
  all: readonly Statement[],
  quotes: Quotes,
): Assignment[] | null {
  const given = givenToRow(tokens);
  if (!given || branches.length > 1) return null;
  const [branch] = branches;
  if (!branch)
    return given.map(({ column, value }) => ({ column, value: asColumns(value, quotes) }));
  const asked = branch.test && nullTest(branch.test);
  const [{ column, value }, ...more] = given as [Given, ...Given[]];
  const isOnly =
    more.length === 0 && all.every((one) => one.tokens === tokens || one.branches[0] !== branch);
  if (!isOnly || asked?.column !== column || asked.or !== null) return null;
  return [{ column, value: `COALESCE(${newName(column, quotes)}, ${asColumns(value, quotes)})` }];
}

type Quotes = readonly [open: string, close: string];

/** A column of the new row, as it stands in the values of assignments. */
export const newName = (column: string, [open, close]: Quotes): string =>
  `${open}${NEW_ROW}${column.replaceAll(close, close + close)}${close}`;

/** The text of an expression, in which columns of the new row have their prefix. */
function asColumns(tokens: Tokens, quotes: Quotes): string {
  const parts: string[] = [];
  for (let at = 0; at < tokens.length; at += 1) {
    if (isApart(tokens, at)) parts.push(' ');
    const column = newColumn(tokens, at);
    parts.push(column === null ? tokens[at]!.text : newName(column, quotes));
    if (column !== null) at += 2;
  }
  return parts.join('');
}
