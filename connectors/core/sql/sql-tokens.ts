import type { SqlQuote, SqlSpelling } from '../engine.ts';

/** A token of an SQL text. The tokens of a text, concatenated, are the whole text. */
export interface SqlToken {
  /**
   * `quoted` is a text or a name; `parameter` is `:name` and `variable` is `@name`; `sign` is any other character.
   */
  kind: 'blank' | 'comment' | 'quoted' | 'parameter' | 'variable' | 'word' | 'number' | 'sign';
  text: string;
  start: number;
  /** False for a comment, a text or a name that goes on to the end of the text because nothing ends it. */
  closed: boolean;
}

/** Splits any text into tokens, in linear time. */
export function* tokensOf(text: string, spelling: SqlSpelling): Generator<SqlToken> {
  const plain = plainOf(spelling);
  for (let start = 0; start < text.length;) {
    const found =
      readComment(text, start, spelling) ??
      readQuoted(text, start, spelling) ??
      readPlain(text, start, plain);
    const end = found.end ?? text.length;
    yield { kind: found.kind, text: text.slice(start, end), start, closed: found.end !== null };
    start = end;
  }
}

/** A token found at some index; `end` is null where it is unterminated. */
interface Found {
  kind: SqlToken['kind'];
  end: number | null;
}

function readComment(text: string, start: number, spelling: SqlSpelling): Found | null {
  if (text.startsWith('/*', start))
    return { kind: 'comment', end: endOfBlock(text, start + 2, spelling.nestedComments) };
  const opens = spelling.lineComments.some(
    ({ open, beforeBlank }) =>
      text.startsWith(open, start) &&
      (!beforeBlank || /^(?:[\s\p{Cc}]|$)/u.test(text.charAt(start + open.length))),
  );
  if (!opens) return null;
  const end = text.indexOf('\n', start);
  return { kind: 'comment', end: end < 0 ? text.length : end };
}

function endOfBlock(text: string, from: number, nested: boolean): number | null {
  const marks = /\/\*|\*\//g;
  marks.lastIndex = from;
  let depth = 1;
  for (let mark = marks.exec(text); mark; mark = marks.exec(text)) {
    if (mark[0] === '*/') depth -= 1;
    else if (nested) depth += 1;
    if (depth === 0) return marks.lastIndex;
  }
  return null;
}

function readQuoted(text: string, start: number, { quotes }: SqlSpelling): Found | null {
  for (const quote of quotes) {
    const opened = openingOf(text, start, quote);
    if (!opened) continue;
    return { kind: 'quoted', end: endOfQuoted(text, start + opened.length, opened.close, quote) };
  }
  return null;
}

/** Closing brackets of texts that are quoted with a mark of choice; any other mark closes itself. */
const CLOSING = new Map([
  ['[', ']'],
  ['{', '}'],
  ['<', '>'],
  ['(', ')'],
]);

function openingOf(
  text: string,
  start: number,
  { open, close }: SqlQuote,
): { length: number; close: string } | null {
  const begins = text.slice(start, start + open.length).toLowerCase() === open;
  if (!begins) return null;
  switch (close) {
    case 'tag': {
      TAG.lastIndex = start;
      const tag = TAG.exec(text)?.[0];
      return tag === undefined ? null : { length: tag.length, close: tag };
    }
    case 'mark': {
      const mark = String.fromCodePoint(text.codePointAt(start + open.length) ?? 0x20);
      if (/^\s$/u.test(mark)) return null;
      return { length: open.length + mark.length, close: `${CLOSING.get(mark) ?? mark}'` };
    }
    default:
      return { length: open.length, close };
  }
}

const TAG = /\$(?:[\p{L}_][\p{L}\p{N}_]*)?\$/uy;

function endOfQuoted(
  text: string,
  from: number,
  close: string,
  { doubled = false, backslash = false }: SqlQuote,
): number | null {
  if (!doubled && !backslash) {
    const at = text.indexOf(close, from);
    return at < 0 ? null : at + close.length;
  }
  for (let at = from; at < text.length; at += 1) {
    if (backslash && text[at] === '\\') at += 1;
    else if (text[at] !== close) continue;
    else if (doubled && text[at + 1] === close) at += 1;
    else return at + 1;
  }
  return null;
}

function readPlain(text: string, start: number, plain: RegExp): Found {
  plain.lastIndex = start;
  const groups = plain.exec(text)?.groups ?? {};
  const kind = KINDS.find((one) => groups[one] !== undefined) ?? 'sign';
  return { kind, end: Math.max(plain.lastIndex, start + 1) };
}

const KINDS = ['blank', 'parameter', 'variable', 'word', 'number'] as const;

/** Ends before a word that follows at once, such as in `1e5AND`. */
const NUMBER = String.raw`0[xX][\da-fA-F]*|\d+(?:\.\d*)?(?:[eE][+-]?\d*)?`;

const patterns = new WeakMap<SqlSpelling, RegExp>();

/** What is neither a comment nor quoted. */
function plainOf(spelling: SqlSpelling): RegExp {
  const known = patterns.get(spelling);
  if (known) return known;
  const { letters = '', marks } = spelling;
  const pattern = new RegExp(
    [
      String.raw`(?<blank>\s+)`,
      // A colon after a name, a number or a bracket is a label or the bound of a slice; two are a cast.
      String.raw`(?<parameter>(?<![\p{L}\p{N}_:\])]):[\p{L}_][\p{L}\p{N}_]*)`,
      String.raw`(?<variable>(?<!@)@[\p{L}\p{N}_$][\p{L}\p{N}_${letters}${marks}]*)`,
      String.raw`(?<word>[\p{L}_${letters}][\p{L}\p{N}_${letters}${marks}]*)`,
      `(?<number>${NUMBER})`,
      '[^]',
    ].join('|'),
    'uy',
  );
  patterns.set(spelling, pattern);
  return pattern;
}

const isComment = ({ kind }: SqlToken): boolean => kind === 'comment';
export const isSpace = (token: SqlToken): boolean => token.kind === 'blank' || isComment(token);

/** Whether MySQL reads a token by the settings that its text was stored with: `||`, double quotes and backslashes. */
export const dependsOnSettings = ({ kind, text }: SqlToken): boolean =>
  text === '|' || (kind === 'quoted' && (text.startsWith('"') || text.includes('\\')));

/** A comment that MySQL runs. */
export const isRunComment = ({ kind, text }: SqlToken): boolean =>
  kind === 'comment' && /^\/\*M?!/.test(text);

/** The tokens that mean something: no blanks, no comments. */
export const wordsAndSigns = (text: string, spelling: SqlSpelling): SqlToken[] =>
  [...tokensOf(text, spelling)].filter((token) => !isSpace(token));

/** In upper case; '' of what is quoted. */
export const keywordOf = (token: SqlToken | undefined): string =>
  token === undefined || token.kind === 'quoted' ? '' : token.text.toUpperCase();

/** Whether a token is one of these keywords or signs. */
export const is = (token: SqlToken | undefined, ...keywords: readonly string[]): boolean =>
  keywords.includes(keywordOf(token));

/** Whether every bracket and quote is closed within it and no statement ends in it, so that in brackets it stays one expression. */
export function isExpression(condition: string, spelling: SqlSpelling): boolean {
  // Engines do not document whether a lone carriage return ends a line comment.
  if (/\r(?!\n)/.test(condition)) return false;
  let depth = 0;
  for (const token of tokensOf(condition, spelling)) {
    if (is(token, '(')) depth += 1;
    else if (is(token, ')')) depth -= 1;
    if (depth < 0 || !token.closed || is(token, ';')) return false;
  }
  return depth === 0;
}

/** The index of the bracket that closes the one at `open`; the last token's where none does. */
export function findClosing(tokens: readonly SqlToken[], open: number): number {
  let depth = 0;
  for (let index = open; index < tokens.length; index += 1) {
    if (is(tokens[index], '(')) depth += 1;
    else if (is(tokens[index], ')')) depth -= 1;
    if (depth === 0) return index;
  }
  return tokens.length - 1;
}

/** Splits at a keyword or sign outside of brackets. */
export function splitAt(tokens: readonly SqlToken[], ...marks: readonly string[]): SqlToken[][] {
  const parts: SqlToken[][] = [[]];
  let depth = 0;
  for (const token of tokens) {
    if (is(token, '(')) depth += 1;
    else if (is(token, ')')) depth -= 1;
    if (depth === 0 && is(token, ...marks)) parts.push([]);
    else parts.at(-1)!.push(token);
  }
  return parts;
}

/** The parts between commas outside of brackets, without empty ones. */
export const splitAtCommas = (tokens: readonly SqlToken[]): SqlToken[][] =>
  splitAt(tokens, ',').filter((part) => part.length > 0);

/** A text without brackets around the whole of it. */
export function unwrap(text: string, spelling: SqlSpelling): string {
  let tokens = wordsAndSigns(text, spelling);
  while (
    is(tokens[0], '(') &&
    is(tokens.at(-1), ')') &&
    findClosing(tokens, 0) === tokens.length - 1
  )
    tokens = tokens.slice(1, -1);
  return spanOf(text, tokens);
}

/** The query of a `CREATE VIEW`: what follows the first AS outside of brackets, else everything. */
export function queryOfView(definition: string, spelling: SqlSpelling): string {
  let depth = 0;
  for (const token of tokensOf(definition, spelling)) {
    if (is(token, '(')) depth += 1;
    else if (is(token, ')')) depth -= 1;
    else if (depth === 0 && is(token, 'AS')) return definition.slice(token.start + 2).trim();
  }
  return definition;
}

/** The text from the first of some tokens to the last one. */
export function spanOf(sql: string, tokens: readonly SqlToken[]): string {
  const [first, last] = [tokens[0], tokens.at(-1)];
  return first && last ? sql.slice(first.start, last.start + last.text.length) : '';
}

/** A name as it was meant: without its quotes. */
export function unquote({ kind, text, closed }: SqlToken): string {
  if (kind !== 'quoted') return text;
  const inside = text.slice(1, closed ? -1 : undefined);
  const close = text.startsWith('[') ? ']' : text.charAt(0);
  return inside.replaceAll(close + close, close);
}

/** A text of the same length, with quoted parts and comments replaced by blanks. */
export const blankOut = (text: string, spelling: SqlSpelling): string =>
  [...tokensOf(text, spelling)]
    .map((token) =>
      token.kind === 'quoted' || isComment(token) ? ' '.repeat(token.text.length) : token.text,
    )
    .join('');
