/** A word, name, literal or sign of an SQL text, and where it stands. */
export interface Token {
  /** In upper case where it is a word that is not quoted, so that keywords can be told from names. */
  text: string;
  start: number;
  end: number;
}

const TOKEN =
  /--[^\n]*|\/\*[^]*?(?:\*\/|$)|'(?:[^']|'')*'|"(?:[^"]|"")*"|`(?:[^`]|``)*`|\[[^\]]*\]|[\w$\u0080-\uffff]+|\S/gu;

/** Comments are left out. */
export function tokenize(sql: string): Token[] {
  return [...sql.matchAll(TOKEN)]
    .filter(([text]) => !text.startsWith('--') && !text.startsWith('/*'))
    .map((match) => ({
      text: match[0].toUpperCase(),
      start: match.index,
      end: match.index + match[0].length,
    }));
}

/** The index of the bracket that closes the one at `open`; the last token's where none does. */
export function findClosing(tokens: readonly Token[], open: number): number {
  let depth = 0;
  for (let index = open; index < tokens.length; index += 1) {
    const text = tokens[index]?.text;
    if (text === '(') depth += 1;
    else if (text === ')') depth -= 1;
    if (depth === 0) return index;
  }
  return tokens.length - 1;
}

/** Cuts tokens at the commas that stand in no bracket. */
export function splitAtCommas(tokens: readonly Token[]): Token[][] {
  const parts: Token[][] = [[]];
  let depth = 0;
  for (const token of tokens) {
    if (token.text === '(') depth += 1;
    if (token.text === ')') depth -= 1;
    if (token.text === ',' && depth === 0) parts.push([]);
    else parts.at(-1)?.push(token);
  }
  return parts.filter((part) => part.length > 0);
}

/** The text from one token to another, both included. */
export const textOf = (sql: string, tokens: readonly Token[]): string =>
  sql.slice(tokens[0]?.start ?? 0, tokens.at(-1)?.end ?? 0);

/** A name without its quotes, as it was written. */
export function nameOf(sql: string, token: Token | undefined): string {
  if (!token) return '';
  const text = sql.slice(token.start, token.end);
  const quote = text[0] ?? '';
  if (quote === '[') return text.slice(1, -1);
  return `'"\``.includes(quote) ? text.slice(1, -1).replaceAll(quote + quote, quote) : text;
}
