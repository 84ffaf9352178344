import { compare } from './comparisons.ts';
import { inDays, interval, isWholeLength } from './intervals.ts';
import { textAt, valueAt } from './json.ts';
import { NO_NUMBERS, asMadeFloat, asTest, isText } from './kinds.ts';
import { isWhole } from '../tree/numbers.ts';
import { besideCitext, readLike } from './likes.ts';
import { endsAlike, roundsProduct } from './rounding.ts';
import type { Scope } from '../tree/scope.ts';
import { convert, typedLiteral } from './types.ts';
import { asksForTime, isKeptPadded, isMixed, isZoned, mayFailUnsigned } from '../tree/traits.ts';
import {
  type Kind,
  type Node,
  bool,
  isNumber,
  literal,
  markEngineSpecific,
  mayBeZero,
  node,
} from '../tree/tree.ts';

export function readUnary(op: string, it: Node, scope: Scope): Node {
  const { engine } = scope;
  if (op === 'Not') return bool('not', asTest(it, scope));
  if (op === 'Plus') return scope.rules.parser === 'sqlite' ? { ...it, typed: false } : it;
  if (op !== 'Minus') return node(`${op}@${engine}`, [it], 'other');
  if (it.op === 'literal' && isNumber(it)) return negated(it);
  if (it.op === 'minus') return it.args[0]!;
  const made = node('minus', [it], it.kind, { notNull: it.notNull });
  return NO_NUMBERS.has(it.kind) ? markEngineSpecific(engine, made) : made;
}

const negated = ({ value, kind }: Node): Node =>
  literal(value!.startsWith('-') ? value!.slice(1) : value === '0' ? '0' : `-${value}`, kind);

export function readTest(variant: string, it: Node, scope: Scope): Node {
  const what = variant.replace(/^Is(Not)?/, '');
  // Neither IS NULL nor IS NOT NULL is true of a row of which some values are NULL.
  // In MySQL, IS NULL is false for every comparison of rows.
  if (scope.rules.parser === 'postgresql' && variant.endsWith('Null')) {
    if (it.op === 'tuple')
      return bool('and', ...it.args.map((one) => readTest(variant, one, scope)));
    // The name of a table is that of its row.
    if (variant === 'IsNotNull' && it.op.startsWith('name@'))
      return bool('isnotnull@postgresql', it);
  }
  const isOwn = it.ofRows === true && scope.rules.parser === 'mysql';
  const asked = isOwn ? node(`rows@${scope.engine}`, [it], 'boolean') : it;
  const test =
    what === 'Null'
      ? node('isnull', [asked], 'boolean', { notNull: true })
      : node('same', [asTruth(it, scope), literal(what.toLowerCase(), 'boolean')], 'boolean', {
          notNull: true,
        });
  return variant.startsWith('IsNot') ? bool('not', test) : test;
}

/** IS TRUE accepts any number but 0, where `= TRUE` asks for 1. */
const asTruth = (it: Node, scope: Scope): Node =>
  isNumber(it) ? bool('ne', it, literal('0', 'integer')) : asTest(it, scope);

/** Reads an operator with its operands; null where only the engine knows what it means. */
type Operator = (left: Node, right: Node, scope: Scope, op: string) => Node | null;

/** Reads a binary operator. @param op - the parser's name for it */
export function readOperator(op: string, left: Node, other: Node, scope: Scope): Node {
  const right = besideCitext(left, other);
  return (
    OPERATORS[op]?.(left, right, scope, op) ?? node(`${op}@${scope.engine}`, [left, right], 'other')
  );
}

const logic =
  (op: string): Operator =>
  (left, right, scope) =>
    bool(op, asTest(left, scope), asTest(right, scope));
const comparison =
  (op: string): Operator =>
  (left, right, scope) =>
    compare(op, left, right, scope);
const areIntegers = (left: Node, right: Node): boolean =>
  left.kind === 'integer' && right.kind === 'integer';
function kindOf(left: Node, right: Node): Kind {
  if (left.kind === right.kind) return left.kind;
  if (!isNumber(left) || !isNumber(right)) return 'other';
  return left.kind === 'float' || right.kind === 'float' ? 'float' : 'decimal';
}
/** An arithmetic node: it has the kind of a sum or product, and is NULL where an operand is. */
const compute = (op: string, left: Node, right: Node): Node =>
  asMadeFloat(
    node(op, [left, right], right.op === 'interval' ? 'timestamp' : kindOf(left, right), {
      notNull: left.notNull && right.notNull,
    }),
    [left, right],
  );
const quotientOf: Operator = (left, right, { engine, rules }) => {
  if (!areIntegers(left, right)) return null;
  const made = node('quotient', [left, right], 'integer');
  return rules.parser === 'mysql' && mayFailUnsigned('quotient', [left, right])
    ? markEngineSpecific(engine, made)
    : made;
};
const modulo: Operator = (left, right) =>
  isWhole(left) && isWhole(right) ? rest(left, right) : null;
export const rest = (left: Node, right: Node): Node => node('modulo', [left, right], left.kind);

/** A sum or a product; the engine's own if an operand is no number, because engines convert these in their own ways. */
const calculate =
  (op: string): Operator =>
  (left, right, { engine, rules }) => {
    const made = compute(op, left, right);
    const isOdd = ({ kind }: Node) => kind === 'boolean' || NO_NUMBERS.has(kind);
    const fails = rules.parser === 'mysql' && mayFailUnsigned(op, [left, right]);
    const isRounded =
      rules.parser === 'mssql' &&
      op === 'multiply' &&
      made.kind === 'decimal' &&
      roundsProduct([left, right]);
    return fails || isRounded || [left, right].some(isOdd)
      ? markEngineSpecific(engine, made)
      : made;
  };

/** Reads `+` and `-` with dates, intervals and, on engines that count days, numbers of days. */
const shift =
  (op: 'add' | 'subtract'): Operator =>
  (left, right, scope, name) => {
    if (right.op === 'interval') return moveBy(op, left, right, scope);
    if (left.op === 'interval' && op === 'add') return moveBy(op, right, left, scope);
    const days = op === 'subtract' ? [left, right].map((it) => dayOf(it, scope)) : [];
    if (days[0] && days[1]) return daysBetween(days[0], days[1]);
    const isDays = left.kind === 'date' && right.kind === 'integer';
    if (isDays && COUNTS_DAYS.has(scope.rules.parser))
      return { ...moveBy(op, left, interval(right, 'day'), scope), kind: 'date' };
    return calculate(op)(left, right, scope, name);
  };
/** The date of an operand whose difference with another is a number of days, else null; MariaDB writes `datediff` as `to_days(a) - to_days(b)`. */
function dayOf(it: Node, { rules, engine }: Scope): Node | null {
  if (COUNTS_DAYS.has(rules.parser)) return it.kind === 'date' ? it : null;
  return it.op === 'to_days()@mysql' && it.args[0] ? asDay(it.args[0], engine) : null;
}
/** A date, the date of a time, or a literal that is one, as MySQL's functions of days read it; null for other values. */
export function asDay(it: Node, engine: string): Node | null {
  if (it.op === 'literal' && it.kind === 'text') return typedLiteral(it.value!, 'date');
  const isTime = it.kind === 'date' || it.kind === 'timestamp';
  return isTime ? convert(it, { kind: 'date', exact: null }, engine, true) : null;
}
/** The difference of two dates in whole days. */
export const daysBetween = (left: Node, right: Node): Node =>
  node('days', [left, right], 'integer', { notNull: left.notNull && right.notNull });
const COUNTS_DAYS = new Set(['postgresql', 'duckdb']);

/** Adds or subtracts an interval. Months are Oracle's own: it fails where the day does not exist in the other month. */
export function moveBy(
  op: 'add' | 'subtract',
  date: Node,
  by: Node,
  { engine, rules }: Scope,
): Node {
  // Engines disagree about intervals across a change to or from daylight saving time.
  const isOwn =
    date.kind === 'time' ||
    date.kind === 'text' ||
    isZoned(date) ||
    (by.op === 'interval' && !isWholeLength(by));
  const length = isOwn || asksForTime(date) || date.kind !== 'timestamp' ? by : inDays(by);
  const [count] = length.args;
  // Subtracting an interval is adding its negative.
  const isTurned = op === 'subtract' && by.op === 'interval' && count?.op === 'literal';
  const made = isTurned
    ? compute('add', date, { ...length, args: [negated(count)] })
    : compute(op, date, length);
  return isOwn || (rules.parser === 'oracle' && by.value === 'month')
    ? markEngineSpecific(engine, made)
    : made;
}

const add: Operator = (left, right, scope, op) => {
  const { engine, rules } = scope;
  if (!rules.plusJoins || left.op === 'interval' || right.op === 'interval')
    return shift('add')(left, right, scope, op);
  if (left.kind !== 'text' && right.kind !== 'text')
    return isNumber(left) && isNumber(right) ? compute('add', left, right) : null;
  const made = joined('join', [left, right], scope);
  // T-SQL adds a text and a number instead of concatenating them.
  return left.kind === right.kind ? made : markEngineSpecific(engine, made);
};
const divide: Operator = (left, right, scope) => {
  const { engine, rules } = scope;
  // MySQL's `a DIV b` was rewritten to `a / div_ / b` for the parser.
  if (left.op === 'divide' && left.args[1]?.value === 'div_')
    return quotientOf(left.args[0]!, right, scope, 'DIV');
  if (rules.dividesIntegers && areIntegers(left, right))
    return node('quotient', [left, right], 'integer');
  const floats = [left, right].filter(({ kind, op }) => kind === 'float' && op !== 'literal');
  const isFloat = floats.length > 0;
  const quotient = node('divide', [left, right], isFloat ? 'float' : 'decimal');
  // Operands that may be floats or integers may both be integers: SQLite then divides to an integer.
  const isOfIntegers = rules.parser === 'sqlite' && isFloat && floats.every(isMixed);
  if (isFloat ? isFinite(right, scope) && !isOfIntegers : endsSoon(left, right, scope))
    return quotient;
  // The number of fractional digits also depends on how literals are written.
  return markEngineSpecific(
    engine,
    [left, right].some(hasPoint) ? { ...quotient, value: '.' } : quotient,
  );
};
const hasPoint = ({ op, kind, args }: Node): boolean =>
  (op === 'literal' && kind === 'decimal') || args.some(hasPoint);
/** Whether a float quotient is finite: DuckDB divides by zero to infinity. */
const isFinite = (divisor: Node, { rules }: Scope): boolean =>
  rules.parser !== 'duckdb' || !mayBeZero(divisor);
/** Whether engines give a quotient the same digits. SQLite keeps whole decimals as integers, which it divides as such. */
const endsSoon = (left: Node, right: Node, { rules: { parser } }: Scope): boolean =>
  isNumber(left) &&
  endsAlike(left, right, parser) &&
  (parser !== 'sqlite' || right.kind !== 'integer');
const join: Operator = (left, right, scope) =>
  scope.rules.pipes === 'or'
    ? bool('or', left, right)
    : joined(scope.rules.pipes, [left, right], scope);

/** Concatenates. Engines disagree about the spelling of anything but texts and integers, and about the blanks that pad a text. */
export function joined(
  op: 'join' | 'joinAll' | 'joinPresent',
  args: readonly Node[],
  { engine, rules }: Scope,
): Node {
  const notNull = op === 'joinPresent' || (op === 'join' && args.every((arg) => arg.notNull));
  const made = node(op, args, 'text', { notNull });
  // PostgreSQL has no `||` for two numbers.
  const isRefused =
    rules.parser === 'postgresql' &&
    op === 'join' &&
    !args.some(({ kind }) => /^(text|other)$/.test(kind));
  return args.every(isText) && !isRefused && !args.some((arg) => isKeptPadded(arg, rules.parser))
    ? made
    : markEngineSpecific(engine, made);
}

const like: Operator = (left, right, scope, op) => {
  const found = readLike(op.includes('ILike') ? 'ilike' : 'like', left, right, null, scope);
  return op.includes('Not') ? bool('not', found) : found;
};
/** MySQL's bitwise operators are unsigned: they turn negative numbers into large ones. */
const bits =
  (op: 'bits and' | 'bits or'): Operator =>
  (left, right, { engine, rules }) => {
    if (!areIntegers(left, right)) return null;
    const made = node(op, [left, right], 'integer');
    const isSmall = ({ op: own, value }: Node) => own === 'literal' && /^\d+$/.test(value!);
    const isPlain = op === 'bits and' && (isSmall(left) || isSmall(right));
    return rules.parser === 'mysql' && !isPlain ? markEngineSpecific(engine, made) : made;
  };
/** Powers with a literal exponent from 0 to 9 are common; engines disagree about others, such as roots of negative numbers. */
const power: Operator = (left, right, { engine }) => raised(left, right, engine);
export function raised(left: Node, right: Node, engine: string): Node {
  const made = node('power', [left, right], 'float', { notNull: left.notNull && right.notNull });
  const isFloat = isNumber(left) && !isRaisedExactly(left, engine);
  const isPlain = isFloat && right.op === 'literal' && /^\d$/.test(right.value!);
  return isPlain ? made : markEngineSpecific(engine, made);
}

/** PostgreSQL raises decimals exactly, and Oracle all numbers but floats. */
const isRaisedExactly = ({ kind }: Node, engine: string): boolean =>
  (engine === 'postgresql' && kind === 'decimal') || (engine === 'oracle' && kind !== 'float');

const OPERATORS: Readonly<Record<string, Operator>> = {
  Eq: comparison('eq'),
  NotEq: comparison('ne'),
  Lt: comparison('lt'),
  LtEq: comparison('le'),
  Gt: comparison('gt'),
  GtEq: comparison('ge'),
  And: logic('and'),
  Or: logic('or'),
  Spaceship: comparison('same'),
  StringConcat: join,
  Plus: add,
  Minus: shift('subtract'),
  Multiply: calculate('multiply'),
  Divide: divide,
  DuckIntegerDivide: quotientOf,
  Modulo: modulo,
  PGLikeMatch: like,
  PGILikeMatch: like,
  PGNotLikeMatch: like,
  PGNotILikeMatch: like,
  PGExp: power,
  DuckPower: power,
  Arrow: (left, right, scope) => valueAt([left, right], scope),
  HashArrow: (left, right, scope) => valueAt([left, right], scope),
  LongArrow: (left, right, scope) => textAt([left, right], scope),
  HashLongArrow: (left, right, scope) => textAt([left, right], scope),
  BitwiseAnd: bits('bits and'),
  BitwiseOr: bits('bits or'),
};

/** Operators of PostgreSQL by their signs. */
const SIGNS: Readonly<Record<string, string>> = {
  '=': 'Eq',
  '<>': 'NotEq',
  '<': 'Lt',
  '<=': 'LtEq',
  '>': 'Gt',
  '>=': 'GtEq',
  '+': 'Plus',
  '-': 'Minus',
  '*': 'Multiply',
  '/': 'Divide',
  '%': 'Modulo',
  '||': 'StringConcat',
  '~~': 'PGLikeMatch',
  '!~~': 'PGNotLikeMatch',
  '~~*': 'PGILikeMatch',
  '!~~*': 'PGNotILikeMatch',
};
/**
 * Reads a qualified operator of PostgreSQL. Of a column of citext, only one of that type's schema means what the common one does.
 * @param isAlone - whether it is sure what its operands are
 */
export function readOperatorAt(
  path: readonly string[],
  left: Node,
  right: Node,
  scope: Scope,
  isAlone: boolean,
): Node {
  const folds = left.op === 'column' && left.foldsCase === true;
  const home = folds ? (left.citext === '' ? 'public' : left.citext) : 'pg_catalog';
  const isOwn = isAlone && path.length === 2 && path[0] === home;
  const name = isOwn ? SIGNS[path[1]!] : undefined;
  if (name) return readOperator(name, left, right, scope);
  return node(`operator@${scope.engine}`, [left, right], 'other', { value: path.join('.') });
}
