import { message } from '../../contract/messages/message.ts';
import type { Call } from './call.ts';
import { ConnectorError } from './errors.ts';

/** How an engine writes what a call is made of. */
export interface CallSyntax {
  /** Such as `PostgreSQL`, for messages. */
  engine: string;
  /** Quoted texts and names, as the source of a regular expression with the flag `u`. */
  quoted: string;
  /** What comments begin with that last to the end of the line, likewise. */
  lineComment: string;
  /** What quoted names begin with. */
  nameQuotes: string;
  /** Names that no text of a person may have in it, in lower case: what reaches beyond the database's own objects. */
  refused: RegExp;
  /** Whatever else no text of a person may have in it. @throws ConnectorError `permission` */
  check?(text: string): void;
  nestedComments: boolean;
  /** What stands for the parameter at this place, counted from 1; `IS NULL` tells an engine nothing of its type. */
  placeholder(index: number, beforeNullTest: boolean, name: string): string;
  /** Words that statements begin with which a transaction that only reads keeps from writing. */
  reads: readonly string[];
  /** Words that other statements of calls begin with; null where nothing is written. */
  writes: readonly string[] | null;
  /** Words that one statement begins with which has several in it, each with its `;`. */
  blocks?: readonly string[];
}

/** A call as the engine takes it. */
export interface PreparedCall {
  /** One statement, without its comments, with the engine's placeholders. */
  text: string;
  /** In the order of the placeholders. */
  values: (string | null)[];
  /** What it begins with, in upper case. */
  verb: string;
  /** Names of the variables `@name` in it, each once. */
  variables: string[];
}

type Token =
  | { kind: 'comment' | 'quoted' | 'end' | 'other'; text: string }
  | { kind: 'word' | 'parameter' | 'variable'; text: string; name: string };

/**
 * Makes a statement of a call. Values are never part of it.
 * @throws ConnectorError `failed` where a parameter has no value or there is not exactly one statement,
 * `permission` where it begins with a word that such a call may not begin with
 */
export function prepareCall(call: Call, syntax: CallSyntax): PreparedCall {
  const values: (string | null)[] = [];
  const all = [...tokenize(call.text, syntax)];
  checkNames(all, syntax);
  syntax.check?.(call.text);
  const tokens = withoutEnd(all, syntax.blocks ?? []);
  checkVerb(verbOf(tokens), call.writes, syntax);
  const mark = syntax.placeholder(1, false, '').charAt(0);
  const text = tokens.map((token, index) => {
    if (token.kind === 'comment') return dropComment(token.text);
    // T-SQL's own variables begin with @, and PL/SQL assigns with :=.
    const isOwn = mark === '@' || (mark === ':' && tokens[index + 1]?.text === '=');
    if (token.kind === 'other' && token.text === mark && !isOwn)
      throw new ConnectorError('failed', message('call.noMark', { mark }));
    if (token.kind !== 'parameter') return token.text;
    const place = values.push(valueOf(call, token.name));
    return syntax.placeholder(place, isNullTest(tokens, index + 1), token.name);
  });
  return {
    text: text.join(''),
    values,
    verb: verbOf(tokens),
    variables: namesOf(tokens, 'variable'),
  };
}

/** Whether `IS NULL` or `IS NOT NULL` stands there. */
function isNullTest(tokens: readonly Token[], start: number): boolean {
  let words = '';
  for (let index = start; index < tokens.length && words.length < 9; index += 1) {
    const token = tokens[index];
    if (!token || isBlank(token)) continue;
    if (token.kind !== 'word') return false;
    words += token.name.toUpperCase();
    if (words === 'ISNULL' || words === 'ISNOTNULL') return true;
  }
  return false;
}

function valueOf({ parameters }: Call, name: string): string | null {
  const value = Object.hasOwn(parameters, name) ? parameters[name] : undefined;
  if (value === undefined) throw new MissingParameter(name);
  return value;
}

export class MissingParameter extends ConnectorError {
  readonly parameter: string;

  constructor(parameter: string) {
    super('failed', message('call.noValue', { name: parameter }));
    this.parameter = parameter;
  }
}

/** @throws ConnectorError where servers run what the comment says */
function dropComment(text: string): string {
  if (/^\/\*M?!/.test(text)) throw new ConnectorError('failed', message('call.noRunningComment'));
  return ' ';
}

/** The words of a call that are neither quoted nor parameters, in upper case, each once. */
export const wordsOf = (text: string, syntax: CallSyntax): string[] =>
  namesOf([...tokenize(text, syntax)], 'word');

/** A text without its comments and without what it quotes. */
export const bareOf = (text: string, syntax: CallSyntax): string =>
  [...tokenize(text, syntax)]
    .map(({ kind, text: written }) => (kind === 'comment' || kind === 'quoted' ? ' ' : written))
    .join('');

/** Whatever can be a name in a text, as it is written, each once. */
export const namesIn = (text: string, syntax: CallSyntax): string[] =>
  namesOfTokens([...tokenize(text, syntax)], syntax);

const namesOfTokens = (tokens: readonly Token[], { nameQuotes }: CallSyntax): string[] => [
  ...new Set(
    tokens.flatMap((token) => {
      if (token.kind === 'word') return token.name;
      return token.kind === 'quoted' && nameQuotes.includes(token.text.charAt(0))
        ? unquote(token.text)
        : [];
    }),
  ),
];

const unquote = (text: string): string => {
  const close = text.at(-1) ?? '';
  return text.slice(1, -1).replaceAll(close + close, close);
};

/** @throws ConnectorError `permission` where a name reaches beyond the objects of the database */
function checkNames(tokens: readonly Token[], syntax: CallSyntax): void {
  const isHidden = tokens.some(
    ({ text }, index) =>
      /^u$/i.test(text) &&
      tokens[index + 1]?.text === '&' &&
      tokens[index + 2]?.text.startsWith('"'),
  );
  if (isHidden) throw new ConnectorError('permission', message('call.namesWithEscapes'));
  for (const name of namesOfTokens(tokens, syntax)) {
    // Letters that only look like those of English may be taken for them.
    if (syntax.refused.test(name.normalize('NFKC').toLowerCase())) throw refuseName(name);
  }
}

export const refuseName = (name: string): ConnectorError =>
  new ConnectorError('permission', message('call.beyondDatabase', { name }));

/** A condition that a person wrote, which becomes part of a statement. @throws ConnectorError `permission` */
export function checkCondition(text: string, syntax: CallSyntax): void {
  const tokens = [...tokenize(text, syntax)];
  for (const { kind, text: written } of tokens) if (kind === 'comment') dropComment(written);
  checkNames(tokens, syntax);
  syntax.check?.(text);
}

export const refuseWrite = (): ConnectorError =>
  new ConnectorError('permission', message('call.refusedWrite'));

function checkVerb(verb: string, writes: boolean, syntax: CallSyntax): void {
  const { engine, reads } = syntax;
  if (reads.includes(verb)) return;
  if (!syntax.writes)
    throw new ConnectorError(
      'permission',
      message('call.onlyReadEngine', { engine, words: reads.join(', ') }),
    );
  const allowed = [...reads, ...syntax.writes];
  if (!allowed.includes(verb))
    throw new ConnectorError(
      'permission',
      message('call.beginsWith', { engine, words: allowed.join(', ') }),
    );
  if (!writes) throw new ConnectorError('permission', message('call.verbWrites', { verb }));
}

const isBlank = ({ kind, text }: Token): boolean => kind === 'comment' || text.trim() === '';

/** @throws ConnectorError where there is more than one statement, or none */
function withoutEnd(all: Token[], blocks: readonly string[]): Token[] {
  if (blocks.includes(verbOf(all))) return all;
  const end = all.findIndex(({ kind }) => kind === 'end');
  if (end !== -1 && !all.slice(end).every((token) => token.kind === 'end' || isBlank(token)))
    throw new ConnectorError('failed', message('call.oneStatement'));
  const statement = end === -1 ? all : all.slice(0, end);
  if (statement.every(isBlank)) throw new ConnectorError('failed', message('call.noStatement'));
  return statement;
}

const verbOf = (tokens: readonly Token[]): string => namesOf(tokens, 'word')[0] ?? '';

function namesOf(tokens: readonly Token[], kind: 'word' | 'variable'): string[] {
  const found = new Map<string, string>();
  for (const token of tokens) {
    if (token.kind !== kind) continue;
    const folded = token.name.toUpperCase();
    if (!found.has(folded)) found.set(folded, kind === 'word' ? folded : token.name);
  }
  return [...found.values()];
}

const LETTER = String.raw`[\p{L}_]`;
const LETTERS = String.raw`[\p{L}\p{N}_$]`;

/** Ends before a word that follows at once, such as in `1e5AND`. */
const NUMBER = String.raw`0[xX][\da-fA-F]*|\d+(?:\.\d*)?(?:[eE][+-]?\d*)?`;

/** A colon after a name, a number or a bracket is a label or the bound of a slice; two are a cast. */
const NAMES = [
  String.raw`(?<![\p{L}\p{N}_:\])]):(?<parameter>${LETTER}[\p{L}\p{N}_]*)`,
  String.raw`(?<!@)@(?<variable>${LETTERS}+)`,
  `(?<word>${LETTER}${LETTERS}*)`,
];

function* tokenize(text: string, syntax: CallSyntax): Generator<Token> {
  const pattern = new RegExp(
    [
      String.raw`(?<block>/\*)`,
      `(?<line>(?:${syntax.lineComment})[^\\n]*)`,
      `(?<quoted>${syntax.quoted})`,
      ...NAMES,
      NUMBER,
      '(?<end>;)',
      '[^]',
    ].join('|'),
    'uy',
  );
  for (let at = 0; at < text.length; at = pattern.lastIndex) {
    pattern.lastIndex = at;
    const match = pattern.exec(text);
    if (!match) return;
    const { block, line, quoted, parameter, variable, word, end } = match.groups ?? {};
    if (block) pattern.lastIndex = endOfComment(text, at, syntax.nestedComments);
    const found = text.slice(at, pattern.lastIndex);
    if (block || line) yield { kind: 'comment', text: found };
    else if (quoted) yield { kind: 'quoted', text: found };
    else if (parameter) yield { kind: 'parameter', text: found, name: parameter };
    else if (variable) yield { kind: 'variable', text: found, name: variable };
    else if (word) yield { kind: 'word', text: found, name: word };
    else yield { kind: end ? 'end' : 'other', text: found };
  }
}

function endOfComment(text: string, start: number, nested: boolean): number {
  const marks = /\/\*|\*\//g;
  marks.lastIndex = start + 2;
  let depth = 1;
  for (let mark = marks.exec(text); mark; mark = marks.exec(text)) {
    if (mark[0] === '*/') depth -= 1;
    else if (nested) depth += 1;
    if (depth === 0) return marks.lastIndex;
  }
  return text.length;
}
