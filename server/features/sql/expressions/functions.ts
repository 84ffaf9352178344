import { type CallClauses, readStringAgg, withClauses } from '../queries/aggregates.ts';
import type { Scope } from '../tree/scope.ts';
import { NO_NUMBERS, asText, isTakenAsText } from './kinds.ts';
import { areComparedApart, isSearchedOtherwise } from './letters.ts';
import { isInexact, kindOfNumber } from '../tree/numbers.ts';
import { SPECIAL, isCount } from './special-functions.ts';
import { type Kind, type Node, NULL, markEngineSpecific, node } from '../tree/tree.ts';
import { KEEPS_BLANKS, isOfEnum } from '../tree/traits.ts';
import { FINEST } from '../tree/widths.ts';

export interface FunctionCall {
  /** Name in lower case, without its schema where that is the engine's own. */
  name: string;
  /** As it is written, in lower case. */
  own: string;
  args: Node[];
  /** Whether the parser has already identified it. */
  common: boolean;
}

/** Result kinds of common functions; `first` is the kind of the first argument. */
const COMMON: Readonly<Record<string, Kind | 'first'>> = {
  lower: 'text',
  upper: 'text',
  trim: 'text',
  ltrim: 'text',
  rtrim: 'text',
  replace: 'text',
  reverse: 'text',
  substring: 'text',
  char_length: 'integer',
  octet_length: 'integer',
  instr: 'integer',
  abs: 'first',
  floor: 'first',
  ceiling: 'first',
  sign: 'integer',
  sqrt: 'float',
  exp: 'float',
  ln: 'float',
  now: 'timestamp',
  utcnow: 'timestamp',
  today: 'date',
  timeofday: 'time',
  uuid: 'other',
  extract: 'integer',
  count: 'integer',
  sum: 'first',
  avg: 'decimal',
  min: 'first',
  max: 'first',
  stddev_pop: 'float',
  stddev_samp: 'float',
  var_pop: 'float',
  var_samp: 'float',
  string_agg: 'text',
  row_number: 'integer',
  rank: 'integer',
  dense_rank: 'integer',
  ntile: 'integer',
  lag: 'first',
  lead: 'first',
  first_value: 'first',
  last_value: 'first',
};
export const COMMON_NAMES: readonly string[] = Object.keys(COMMON);
/** Functions that never return NULL. */
const NEVER_NULL = new Set([
  'now',
  'utcnow',
  'today',
  'timeofday',
  'uuid',
  'count',
  'row_number',
  'rank',
  'dense_rank',
]);
/** Aggregates; over no rows, all but `count` return NULL. */
const AGGREGATES = new Set([
  'count',
  'sum',
  'avg',
  'min',
  'max',
  'string_agg',
  'stddev_pop',
  'stddev_samp',
  'var_pop',
  'var_samp',
]);
/** Functions that may return NULL although no argument is NULL. */
const MAY_RETURN_NULL = new Set([...AGGREGATES, 'lag', 'lead', 'first_value', 'last_value']);

/** Reads a call of a function in the words that engines share. */
export function readFunction(call: FunctionCall, scope: Scope, callClauses?: CallClauses): Node {
  const { rules, engine } = scope;
  const { args } = call;
  const own = node(`${call.own}()@${engine}`, args, 'other');
  if (rules.own.includes(call.name)) return withClauses(own, scope, callClauses);
  const name = call.common ? call.name : (rules.functions[call.name] ?? call.name);
  const special = SPECIAL[name]?.(args, scope, name, call.own);
  if (special) return special;
  if (name === 'string_agg')
    return readStringAgg(args[0] ?? NULL, args[1] ?? null, scope, callClauses);
  const kind = COMMON[name];
  if (kind === undefined || (name === 'substring' && !isPlainStart(args)))
    return withClauses(own, scope, callClauses);
  const taken = asTexts(name, withoutOne(name, args), rules);
  const made = readCommon(name, kind, taken, rules.parser);
  return withClauses(
    isOwn(name, args, scope) || isSearchedOtherwise(name, args, rules.parser, call.common)
      ? markEngineSpecific(engine, made)
      : made,
    scope,
    callClauses,
  );
}

/** Whether engines compute a call differently: how they round, convert arguments of another kind, or treat the blanks that pad a text. */
function isOwn(name: string, args: readonly Node[], { rules: { parser } }: Scope): boolean {
  const [first] = args;
  if (ENDS.has(name)) return args.some((arg) => isOfEnum(arg) || areComparedApart([arg], parser));
  if (name === 'exp' || (AVERAGES.has(name) && first?.kind !== 'float')) return true;
  if (OF_NUMBERS.has(name)) return isComputedOtherwise(name, args, parser);
  if (!OF_TEXTS.has(name) || (name === 'octet_length' && first?.kind === 'other')) return false;
  const texts = name === 'substring' ? args.slice(0, 1) : args;
  return (
    !texts.every((it) => isTakenAsText(it, parser)) ||
    mayPutNull(name, args) ||
    (countsBlanks(name, parser) && args.some(({ blankPadded }) => blankPadded))
  );
}
/** The arguments of a function of texts, with whole numbers as the texts that engines make of them. */
function asTexts(name: string, args: readonly Node[], rules: Scope['rules']): readonly Node[] {
  if (!OF_TEXTS.has(name)) return args;
  return args.map((arg, at) => (at > 0 && name === 'substring' ? arg : asText(arg, rules)));
}

const isExact = ({ kind }: Node, parser: string): boolean =>
  (parser === 'oracle' && kind !== 'float') || (parser === 'postgresql' && kind === 'decimal');

function isComputedOtherwise(name: string, args: readonly Node[], parser: string): boolean {
  // Of exact numbers, some engines compute other digits than a float has.
  if (/^(sqrt|ln)$/.test(name) && isExact(args[0]!, parser)) return true;
  return args.some(
    (arg) => NO_NUMBERS.has(arg.kind) || (ROUNDS.has(name) && isInexact(arg, parser)),
  );
}
/** Engines disagree about a NULL replacement where nothing is replaced. */
const mayPutNull = (name: string, [, , put]: readonly Node[]): boolean =>
  name === 'replace' && put?.notNull !== true;
const countsBlanks = (name: string, parser: Scope['rules']['parser']): boolean =>
  KEEPS_BLANKS.has(parser)
    ? OF_CHARACTERS.has(name)
    : parser === 'postgresql' && name === 'octet_length';
const ENDS = new Set(['min', 'max']);
const AVERAGES = new Set('avg stddev_pop stddev_samp var_pop var_samp'.split(' '));
const OF_NUMBERS = new Set('abs floor ceiling sign sqrt ln sum'.split(' '));
const ROUNDS = new Set(['floor', 'ceiling', 'sign']);
const OF_CHARACTERS = new Set(
  'char_length octet_length substring replace reverse instr'.split(' '),
);
const OF_TEXTS = new Set([...OF_CHARACTERS, ...'lower upper trim ltrim rtrim'.split(' ')]);

/** Drops the offset 1 of LAG and LEAD, which is the default. */
const withoutOne = (name: string, args: readonly Node[]): readonly Node[] =>
  /^(lag|lead)$/.test(name) && args.length === 2 && args[1]!.value === '1'
    ? args.slice(0, 1)
    : args;

/** The fractional digits that a call such as `now(3)` asks for; FINEST or more count as all. */
function digitsOf(it: Node | undefined): Partial<Node> {
  if (it?.op !== 'literal') return {};
  return Number(it.value) < FINEST ? { value: it.value! } : { fullPrecision: true };
}

function readCommon(
  name: string,
  kind: Kind | 'first',
  args: readonly Node[],
  parser: Scope['rules']['parser'],
): Node {
  const [first] = args;
  // `count` of a literal counts every row.
  if (name === 'count' && first?.op === 'literal')
    return node('count', [node('*', [], 'other')], 'integer', { notNull: true });
  const isAsked = NEVER_NULL.has(name);
  // The argument of a current time is its precision, which `digitsOf` reads.
  const kept = isAsked && !AGGREGATES.has(name) ? [] : args;
  const notNull = isAsked || (!MAY_RETURN_NULL.has(name) && args.every(({ notNull: is }) => is));
  const of = kind === 'first' ? (first?.kind ?? 'other') : kind;
  return node(name, kept, kindOfNumber(name, of, args, parser), {
    notNull,
    ...(staysPadded(name, args, parser) && { blankPadded: true }),
    ...(isAsked && digitsOf(first)),
  });
}

/** Whether a text stays padded with blanks: PostgreSQL and MySQL drop them for all functions but MIN and MAX. */
const staysPadded = (
  name: string,
  [first]: readonly Node[],
  parser: Scope['rules']['parser'],
): boolean =>
  first?.blankPadded === true &&
  (/^(min|max)$/.test(name) || (/^(lower|upper|ltrim)$/.test(name) && KEEPS_BLANKS.has(parser)));

/** Whether `substring` starts at a literal position from 1 on: engines disagree about positions before the first character. */
const isPlainStart = ([, start, length]: readonly Node[]): boolean =>
  isCount(start) &&
  start?.value !== '0' &&
  (length === undefined || length.op === 'char_length' || isCount(length));
