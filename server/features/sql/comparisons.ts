import { isInexact } from './numbers.ts';
import type { Scope } from './scope.ts';
import { type Node, bool, isNumber, node, ownTo } from './tree.ts';
import { isListed, isSpecial, isTyped, isZoned } from './traits.ts';
import { looselyTyped, typedLiteral } from './types.ts';

const isMoment = ({ kind }: Node): boolean => kind === 'date' || kind === 'timestamp';
const isText = ({ kind }: Node): boolean => kind === 'text';
const isLiteral = ({ op }: Node): boolean => op === 'literal';

/** Reads a comparison: of values of unlike kinds each engine converts one in its own way, or refuses. */
export function compare(op: string, left: Node, right: Node, scope: Scope): Node {
  const isRow = op === 'eq' && left.op === 'tuple' && left.args.length === right.args.length;
  if (isRow && right.op === 'tuple' && scope.rules.parser !== 'duckdb') {
    const parts = left.args.map((one, at) => compare(op, one, right.args[at]!, scope));
    return { ...bool('and', ...parts), ofRows: true };
  }
  // Which of two rows is the smaller one, where a part is NULL, engines tell in their ways.
  const isOwn =
    (ORDERS.has(op) && [left, right].some(isListed)) ||
    (left.op === 'tuple' && op !== 'eq' && op !== 'same') ||
    (op === 'same' && isNumberBesideTruth(left, right));
  const alike = asAlike(left, [right], scope);
  const made = bool(op, ...(isOwn ? alike.map((one) => ownTo(scope.engine, one)) : alike));
  return op === 'same' ? { ...made, sure: true } : made;
}

const ORDERS = new Set(['lt', 'le', 'gt', 'ge']);

/** 2 is true, and not the same as TRUE. */
const isNumberBesideTruth = (...both: readonly [Node, Node]): boolean =>
  both.some((it) => isNumber(it) && !isLiteral(it)) && both.some(({ kind }) => kind === 'boolean');

/** Whether it is one of a list. */
export function isIn(it: Node, list: readonly Node[], scope: Scope): Node {
  if (list.length === 1) return compare('eq', it, list[0]!, scope);
  // SQLite converts a list to what stands before it.
  const isOwn = scope.rules.parser === 'sqlite' && isText(it) && list.some(isNumber);
  const alike = asAlike(it, list, scope);
  return bool(
    'in',
    ...(isOwn ? alike.map((one) => ownTo(scope.engine, withType(one, scope.rules.parser))) : alike),
  );
}

function asAlike(it: Node, others: readonly Node[], { engine, rules }: Scope): Node[] {
  const { parser } = rules;
  // DuckDB's rows hold NULL as any other value.
  const isOwn =
    (parser === 'duckdb' && it.op === 'tuple') ||
    [it, ...others].some((one) => isInexact(one, parser) || isSpecial(one)) ||
    others.some((other) => !areAlike(it, other, parser) || !areAlike(other, it, parser));
  return [it, ...others].map((one) => (isOwn ? ownTo(engine, withType(one, parser)) : one));
}

/** As SQLite reads what stands beside it, where its form does not say so. */
export function withType(it: Node, parser: string): Node {
  if (parser !== 'sqlite' || it.typed === undefined) return it;
  const { typed, ...plain } = it;
  return isTyped(plain) === typed ? it : node(typed ? 'typed' : 'untyped', [it], it.kind);
}

function areAlike(one: Node, other: Node, parser: string): boolean {
  if (isText(one)) return isReadAlike(one, other, parser);
  if (isNumber(one) && isMoment(other)) return false;
  if (isMoment(one) && isMoment(other) && !isLiteral(one) && !isLiteral(other))
    if (isZoned(one) !== isZoned(other)) return false;
  return parser !== 'sqlite' || !isMoment(one) || !isMoment(other) || one.kind === other.kind;
}

/** Whether all make the same of a text beside another value. */
function isReadAlike(one: Node, other: Node, parser: string): boolean {
  if (other.op === 'bytes') return false;
  if (isNumber(other)) return isReadAsNumber(one, other, parser);
  if (other.kind === 'boolean') {
    const isDigit = isLiteral(one) && /^[01]$/.test(one.value!);
    // SQLite makes a number of it beside a column alone.
    return COMPARES_TEXTS.has(parser)
      ? isDigit && (parser !== 'sqlite' || isTyped(other))
      : isLiteral(one);
  }
  if (isMoment(other)) return isLiteral(one) && isReadAsTime(one, other, parser);
  // Blanks at its end count beside a text that is filled up with them, or do not.
  if (other.fixed !== true || one.fixed === true) return true;
  return isLiteral(one) && !one.value!.endsWith(' ');
}

/** They make a number of `yes` where others make TRUE. */
const COMPARES_TEXTS = new Set(['mysql', 'sqlite']);

/** Of a text beside a number: SQLite makes one of it beside a column alone. */
const isReadAsNumber = (one: Node, other: Node, parser: string): boolean =>
  isLiteral(one) &&
  typedLiteral(one.value!, other.kind) !== null &&
  (parser !== 'sqlite' || isTyped(other));

/** Of a text beside a time: SQLite compares the texts that it keeps times as, and Oracle reads it as a session is set. */
function isReadAsTime({ value }: Node, { kind }: Node, parser: string): boolean {
  if (parser === 'oracle' || !looselyTyped(value!, kind)) return false;
  if (parser === 'duckdb') return !/^\d{8}$/.test(value!);
  if (parser !== 'sqlite') return true;
  const spelt = kind === 'date' ? /^\d{4}-\d\d-\d\d$/ : /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/;
  return spelt.test(value!);
}
