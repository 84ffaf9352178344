import { type Message, message } from '../../../contract/messages/message.ts';
import type { Call } from '../call.ts';
import type { SqlSpelling } from '../engine.ts';
import { ConnectorError } from '../errors.ts';
import {
  is,
  isExpression,
  isSpace,
  splitAtCommas,
  type SqlToken,
  tokensOf,
  unquote,
} from '../sql/sql-tokens.ts';
import type { Parameter, RoutineDefinition } from '../definitions.ts';
import type { RoutineSignature } from '../routine-signature.ts';

/** How an engine writes the parts of a call. */
export interface CallSyntax {
  /** Such as `PostgreSQL`, for messages. */
  engine: string;
  spelling: SqlSpelling;
  /** What quoted names begin with. */
  nameQuotes: string;
  /** Names that no user's text may contain, in lower case, because they reach beyond the database's own objects. */
  refused: RegExp;
  /** Checks for anything else that no user's text may contain. @throws ConnectorError `permission` */
  check?(text: string): void;
  /** The placeholder of the parameter at an index, counted from 1. Before `IS NULL`, the engine cannot infer its type. */
  placeholder(index: number, beforeNullTest: boolean, name: string): string;
  /** First words of statements that a read-only transaction keeps from writing. */
  reads: readonly string[];
  /** First words of the other statements that calls may have. */
  writes: readonly string[];
  /** First words of a block: one statement that contains several, each with its `;`. */
  blocks?: readonly string[];
}

/** A call as the engine accepts it. */
export interface PreparedCall {
  /** One statement, without its comments, with the engine's placeholders. */
  text: string;
  /** In the order of the placeholders. */
  values: (string | null)[];
  /** Its first word, in upper case. */
  verb: string;
  /** Names of the variables `@name` in it, each once. */
  variables: string[];
}

/**
 * Turns a call into a statement. Values are passed separately, never as part of its text.
 * @throws ConnectorError `failed` where a parameter has no value or there is not exactly one statement,
 * `permission` where its first word is not allowed for such a call
 */
export function prepareCall(call: Call, syntax: CallSyntax): PreparedCall {
  const values: (string | null)[] = [];
  const all = [...tokensOf(call.text, syntax.spelling)];
  checkNames(all, syntax);
  syntax.check?.(call.text);
  const tokens = withoutEnd(all, syntax.blocks ?? []);
  checkVerb(verbOf(tokens), call.writes, syntax);
  const mark = syntax.placeholder(1, false, '').charAt(0);
  const text = tokens.map((token, index) => {
    if (token.kind === 'comment') return dropComment(token.text);
    // T-SQL's own variables begin with @, and PL/SQL assigns with :=.
    const isOwn = mark === '@' || (mark === ':' && tokens[index + 1]?.text === '=');
    if (token.kind === 'sign' && token.text === mark && !isOwn)
      throw new ConnectorError('failed', message('call.noMark', { mark }));
    if (token.kind !== 'parameter') return token.text;
    const name = token.text.slice(1);
    const place = values.push(valueOf(call, name));
    return syntax.placeholder(place, isNullTest(tokens, index + 1), name);
  });
  return {
    text: text.join(''),
    values,
    verb: verbOf(tokens),
    variables: namesOf(tokens, 'variable'),
  };
}

/** Whether `IS NULL` or `IS NOT NULL` follows. */
function isNullTest(tokens: readonly SqlToken[], start: number): boolean {
  let words = '';
  for (let index = start; index < tokens.length && words.length < 9; index += 1) {
    const token = tokens[index];
    if (!token || isSpace(token)) continue;
    if (token.kind !== 'word') return false;
    words += token.text.toUpperCase();
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

/** @throws ConnectorError for comments whose content a server executes */
function dropComment(text: string): string {
  if (/^\/\*M?!/.test(text)) throw new ConnectorError('failed', message('call.noRunningComment'));
  return ' ';
}

/** The words of a call that are neither quoted nor parameters, in upper case, each once. */
export const wordsOf = (text: string, syntax: CallSyntax): string[] =>
  namesOf([...tokensOf(text, syntax.spelling)], 'word');

/** A text without its comments and without what it quotes. */
export const bareOf = (text: string, syntax: CallSyntax): string =>
  [...tokensOf(text, syntax.spelling)]
    .map(({ kind, text: written }) => (kind === 'comment' || kind === 'quoted' ? ' ' : written))
    .join('');

/** Everything in a text that can be a name, as it is written, each once. */
export const namesIn = (text: string, syntax: CallSyntax): string[] =>
  namesOfTokens([...tokensOf(text, syntax.spelling)], syntax);

const namesOfTokens = (tokens: readonly SqlToken[], { nameQuotes }: CallSyntax): string[] => [
  ...new Set(
    tokens.flatMap((token) => {
      if (token.kind === 'word') return token.text;
      return token.kind === 'quoted' && nameQuotes.includes(token.text.charAt(0))
        ? unquote(token)
        : [];
    }),
  ),
];

/** @throws ConnectorError `permission` where a name reaches beyond the objects of the database */
function checkNames(tokens: readonly SqlToken[], syntax: CallSyntax): void {
  const isHidden = tokens.some(
    ({ text }, index) =>
      /^u$/i.test(text) &&
      tokens[index + 1]?.text === '&' &&
      tokens[index + 2]?.text.startsWith('"'),
  );
  if (isHidden) throw new ConnectorError('permission', message('call.namesWithEscapes'));
  for (const name of namesOfTokens(tokens, syntax)) {
    // Servers may read compatibility characters, such as full-width letters, as ASCII.
    if (syntax.refused.test(name.normalize('NFKC').toLowerCase())) throw refuseName(name);
  }
}

export const refuseName = (name: string): ConnectorError =>
  new ConnectorError('permission', message('call.beyondDatabase', { name }));

/** Checks a user's condition, which becomes part of a statement. @throws ConnectorError `permission` */
export function checkCondition(text: string, syntax: CallSyntax): void {
  const tokens = [...tokensOf(text, syntax.spelling)];
  for (const { kind, text: written } of tokens) if (kind === 'comment') dropComment(written);
  checkNames(tokens, syntax);
  syntax.check?.(text);
}

/** Words that no value of a single row contains: they begin a subquery or a statement. */
const QUERIES = /^(?:SELECT|TABLE|VALUES|INTO|PIVOT|UNPIVOT)$/;
/** Likewise, but only after an opening bracket: elsewhere these are part of functions and types. */
const QUERIES_IN_BRACKETS =
  /^(?:FROM|WITH|SHOW|DESCRIBE|SUMMARIZE|INSERT|UPDATE|DELETE|MERGE|CALL|EXEC|EXECUTE)$/;

/**
 * Checks a user's expression, which is read in place of a column: it must give one value per row, from that row alone.
 * @throws ConnectorError `failed`, or `permission` as of a condition
 */
export function checkExpression(text: string, syntax: CallSyntax): void {
  const all = [...tokensOf(text, syntax.spelling)];
  const tokens = all.filter((token) => !isSpace(token));
  const refuse = (said: Message): never => {
    throw new ConnectorError('failed', said);
  };
  if (all.some(({ kind }) => kind === 'comment')) refuse(message('expression.noComment'));
  if (
    tokens.length === 0 ||
    !isExpression(text, syntax.spelling) ||
    splitAtCommas(tokens).length > 1
  )
    refuse(message('expression.oneValue'));
  for (const [index, token] of tokens.entries()) {
    if (token.kind === 'parameter' || token.kind === 'variable')
      refuse(message('expression.noVariable', { name: token.text }));
    const word = token.kind === 'word' ? token.text.toUpperCase() : '';
    const isBehindBracket = is(tokens[index - 1], '(');
    if (QUERIES.test(word) || (isBehindBracket && QUERIES_IN_BRACKETS.test(word)))
      refuse(message('expression.noQuery', { word }));
  }
  checkCondition(text, syntax);
}

export const refuseWrite = (): ConnectorError =>
  new ConnectorError('permission', message('call.refusedWrite'));

function checkVerb(verb: string, writes: boolean, syntax: CallSyntax): void {
  const { engine, reads } = syntax;
  if (reads.includes(verb)) return;
  const allowed = [...reads, ...syntax.writes];
  if (!allowed.includes(verb))
    throw new ConnectorError(
      'permission',
      message('call.beginsWith', { engine, words: allowed.join(', ') }),
    );
  if (!writes) throw new ConnectorError('permission', message('call.verbWrites', { verb }));
}

/** @throws ConnectorError where there is more than one statement, or none */
function withoutEnd(all: SqlToken[], blocks: readonly string[]): SqlToken[] {
  if (blocks.includes(verbOf(all))) return all;
  const end = all.findIndex((token) => is(token, ';'));
  if (end !== -1 && !all.slice(end).every((token) => is(token, ';') || isSpace(token)))
    throw new ConnectorError('failed', message('call.oneStatement'));
  const statement = end === -1 ? all : all.slice(0, end);
  if (statement.every(isSpace)) throw new ConnectorError('failed', message('call.noStatement'));
  return statement;
}

const verbOf = (tokens: readonly SqlToken[]): string => namesOf(tokens, 'word')[0] ?? '';

function namesOf(tokens: readonly SqlToken[], kind: 'word' | 'variable'): string[] {
  const found = new Map<string, string>();
  for (const token of tokens) {
    if (token.kind !== kind) continue;
    const name = kind === 'word' ? token.text.toUpperCase() : token.text.slice(1);
    const folded = name.toUpperCase();
    if (!found.has(folded)) found.set(folded, name);
  }
  return [...found.values()];
}

/** The parts of a routine that a call of it is written from. */
export interface Callable extends Pick<RoutineDefinition, 'parameters' | 'returns'> {
  signature: RoutineSignature;
}

/** A call that runs as it stands, once its parameters have values. */
export interface WrittenCall {
  text: string;
  /** Values that parameters need in any case: NULL for those that are only output. */
  values: Record<string, string | null>;
}

/** How an engine's objects are named and called. */
export interface CallWriter {
  /** A qualified name, each part in quotes where it needs them. */
  name(path: readonly string[]): string;
  /**
   * Writes a call of a routine without an obstacle; absent where the engine has no routines.
   * @param names - of the placeholders, for each parameter of the routine
   */
  call?(routine: Callable, names: readonly string[]): WrittenCall;
  /** Whether outputs have the names of the routine's parameters, whatever the call names them. */
  namesOutputs?: boolean;
}

/** Alias of a returned value: without one, engines make up different names. */
export const RESULT = 'result';

/** A parameter, the name of its placeholder, and its type as a call spells it. */
export interface Argument {
  name: string;
  type: string;
  parameter: Parameter;
}

/** Arguments of a call, without the columns of returned rows. */
export const argumentsOf = (
  { parameters, signature: { types } }: Callable,
  names: readonly string[],
): Argument[] =>
  parameters.flatMap((parameter, index) =>
    parameter.mode === 'table'
      ? []
      : [{ name: names[index] ?? '', type: types[index] ?? parameter.type, parameter }],
  );
