import { areComparedApart } from './letters.ts';
import { withoutBlanksBeside } from './trailing-blanks.ts';
import { isInexact } from '../tree/numbers.ts';
import type { Scope } from '../tree/scope.ts';
import { type Node, bool, isNumber, literal, markEngineSpecific, node } from '../tree/tree.ts';
import { isOfEnum, isTyped, isZoned } from '../tree/traits.ts';
import { looselyTyped, typedLiteral } from './types.ts';

const isMoment = ({ kind }: Node): boolean => kind === 'date' || kind === 'timestamp';
const isTimed = (it: Node): boolean => isMoment(it) || it.kind === 'time';
const isText = ({ kind }: Node): boolean => kind === 'text';
const isLiteral = ({ op }: Node): boolean => op === 'literal';

/** Reads a comparison. With operands of different kinds it is the engine's own: each converts one of them in its own way, or refuses. */
export function compare(op: string, one: Node, other: Node, scope: Scope): Node {
  const [left, right] = [
    ...withoutBlanksBeside(other, [one], scope.rules.parser),
    ...withoutBlanksBeside(one, [other], scope.rules.parser),
  ] as [Node, Node];
  const isRow = op === 'eq' && left.op === 'tuple' && left.args.length === right.args.length;
  if (isRow && right.op === 'tuple' && scope.rules.parser !== 'duckdb') {
    const parts = left.args.map((part, at) => compare(op, part, right.args[at]!, scope));
    return { ...bool('and', ...parts), ofRows: true };
  }
  // Engines disagree about the order of enum values, about rows with NULLs, and about numbers beside TRUE.
  const isOwn =
    (ORDERS.has(op) && [left, right].some(isOfEnum)) ||
    (left.op === 'tuple' && op !== 'eq' && op !== 'same') ||
    (op === 'same' && isNumberBesideTruth(left, right));
  const alike = withCommonType(left, [right], scope, !ORDERS.has(op));
  const made = bool(
    op,
    ...(isOwn ? alike.map((part) => markEngineSpecific(scope.engine, part)) : alike),
  );
  return op === 'same' ? { ...made, notNull: true } : made;
}

const ORDERS = new Set(['lt', 'le', 'gt', 'ge']);

/** As a condition, 2 is true, yet it is not equal to TRUE. */
const isNumberBesideTruth = (...both: readonly [Node, Node]): boolean =>
  both.some((it) => isNumber(it) && !isLiteral(it)) && both.some(({ kind }) => kind === 'boolean');

/** Reads `it IN (list)`. */
export function isIn(it: Node, values: readonly Node[], scope: Scope): Node {
  const list = withoutBlanksBeside(it, values, scope.rules.parser);
  if (list.length === 1) return compare('eq', it, list[0]!, scope);
  // SQLite applies the affinity of the left operand to the list.
  const isOwn = scope.rules.parser === 'sqlite' && isText(it) && list.some(isNumber);
  const alike = withCommonType(it, list, scope, true);
  return bool(
    'in',
    ...(isOwn
      ? alike.map((one) => markEngineSpecific(scope.engine, withType(one, scope.rules.parser)))
      : alike),
  );
}

function withCommonType(
  it: Node,
  others: readonly Node[],
  { engine, rules }: Scope,
  isEquality: boolean,
): Node[] {
  const { parser } = rules;
  if (parser === 'mysql' && [it, ...others].some(isBits)) {
    const found = bitsAsNumbers([it, ...others]);
    if (found) return found;
  }
  if (isEquality && compareAsTexts([it, ...others])) return [it, ...others];
  // DuckDB compares NULL within rows like any other value.
  const isOwn =
    (parser === 'duckdb' && it.op === 'tuple') ||
    [it, ...others].some((one) => isInexact(one, parser)) ||
    areComparedApart([it, ...others], parser) ||
    others.some((other) => !haveSameType(it, other, parser) || !haveSameType(other, it, parser));
  return [it, ...others].map((one) =>
    isOwn ? markEngineSpecific(engine, withType(one, parser)) : one,
  );
}

const isBits = ({ op }: Node): boolean => op === 'bits';

/** Bits beside whole numbers, which MySQL reads as such; null where there is anything else. */
function bitsAsNumbers(all: readonly Node[]): Node[] | null {
  const isFit = (it: Node) =>
    isBits(it) ? /^[01]{1,63}$/.test(it.value!) : it.kind === 'integer' && it.op !== 'literal';
  if (all.every(isBits) || !all.every(isFit)) return null;
  return all.map((it) =>
    isBits(it) ? literal(BigInt(`0b${it.value}`).toString(), 'integer') : it,
  );
}

/**
 * Whether loose texts of SQLite are equal to these values exactly where their texts are equal: digits that became numbers are
 * written in one way, and what is no number stayed a text.
 */
function compareAsTexts(values: readonly Node[]): boolean {
  const numbers = values.every(({ looseText }) => looseText !== 'any');
  const isFit = ({ op, kind, value = '', looseText }: Node): boolean =>
    looseText !== undefined ||
    (op === 'literal' && kind === 'text' && (numbers ? keepsDigits(value) : !isNumeric(value)));
  const loose = values.filter(({ looseText }) => looseText !== undefined).length;
  return loose > 0 && (numbers || loose === 1) && values.every(isFit);
}

/** Whether SQLite stores a text as it is where digits become numbers, or as a number that is written in the same way. */
export const keepsDigits = (text: string): boolean =>
  !isNumeric(text) || /^(?:0|-?[1-9]\d{0,17})$/.test(text);
const isNumeric = (text: string): boolean =>
  /^\s*[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?\s*$/i.test(text);

/** Marks the type affinity that SQLite applies to the other operand, where the node's form does not show it. */
export function withType(it: Node, parser: string): Node {
  if (parser !== 'sqlite' || it.typed === undefined) return it;
  const { typed, ...plain } = it;
  return isTyped(plain) === typed ? it : node(typed ? 'typed' : 'untyped', [it], it.kind);
}

function haveSameType(one: Node, other: Node, parser: string): boolean {
  if (isText(one)) return isReadTheSame(one, other, parser);
  if (isNumber(one) && isMoment(other)) return false;
  if (isMoment(one) && isMoment(other) && !isLiteral(one) && !isLiteral(other))
    if (isZoned(one) !== isZoned(other)) return false;
  return parser !== 'sqlite' || !isMoment(one) || !isMoment(other) || one.kind === other.kind;
}

/** Whether all engines convert a text alike beside the other operand. */
function isReadTheSame(one: Node, other: Node, parser: string): boolean {
  if (other.op === 'bytes') return false;
  if (isNumber(other)) return isReadAsNumber(one, other, parser);
  if (other.kind === 'boolean') {
    const isDigit = isLiteral(one) && /^[01]$/.test(one.value!);
    // SQLite converts the text to a number only beside an operand with an affinity.
    return COMPARES_TEXTS.has(parser)
      ? isDigit && (parser !== 'sqlite' || isTyped(other))
      : isLiteral(one);
  }
  if (isTimed(other)) return isLiteral(one) && isReadAsTime(one, other, parser);
  // Engines disagree about trailing blanks beside a blank-padded text.
  if (other.blankPadded !== true || one.blankPadded === true) return true;
  return isLiteral(one) && !one.value!.endsWith(' ');
}

/** Engines that convert `yes` to a number beside a boolean, where others read TRUE. */
const COMPARES_TEXTS = new Set(['mysql', 'sqlite']);

/** Whether a text beside a number is read as a number; SQLite does so only beside an operand with an affinity. */
const isReadAsNumber = (one: Node, other: Node, parser: string): boolean =>
  isLiteral(one) &&
  typedLiteral(one.value!, other.kind) !== null &&
  (parser !== 'sqlite' || isTyped(other));

/** Whether a text beside a time of day is one to all: SQLite compares texts, and MySQL reads 1000 as ten minutes. */
const isClock = (value: string, parser: string): boolean =>
  (parser === 'sqlite' ? /^\d\d:\d\d:\d\d$/ : /^\d\d:\d\d(:\d\d)?$/).test(value);

/** Whether a text beside a date or timestamp is read as one: SQLite compares stored texts, and Oracle goes by session settings. */
function isReadAsTime({ value }: Node, { kind }: Node, parser: string): boolean {
  if (kind === 'time') return isClock(value!, parser);
  if (parser === 'oracle' || !looselyTyped(value!, kind)) return false;
  if (parser === 'duckdb') return !/^\d{8}$/.test(value!);
  if (parser !== 'sqlite') return true;
  const spelt = kind === 'date' ? /^\d{4}-\d\d-\d\d$/ : /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/;
  return spelt.test(value!);
}
