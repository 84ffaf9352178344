import { readPattern } from './patterns.ts';
import type { Scope } from './scope.ts';
import { type Kind, type Node, bool, isNumber, literal, node } from './tree.ts';

export function readUnary(op: string, it: Node, { engine }: Scope): Node {
  if (op === 'Not') return bool('not', it);
  if (op === 'Plus') return it;
  if (op !== 'Minus') return node(`${op}@${engine}`, [it], 'other');
  if (it.op === 'literal' && isNumber(it))
    return literal(
      it.value!.startsWith('-') ? it.value!.slice(1) : it.value === '0' ? '0' : `-${it.value}`,
      it.kind,
    );
  return it.op === 'minus' ? it.args[0]! : node('minus', [it], it.kind, { sure: it.sure });
}

export function readTest(variant: string, it: Node): Node {
  const what = variant.replace(/^Is(Not)?/, '');
  const test =
    what === 'Null'
      ? node('isnull', [it], 'boolean', { sure: true })
      : node('same', [it, literal(what.toLowerCase(), 'boolean')], 'boolean', { sure: true });
  return variant.startsWith('IsNot') ? bool('not', test) : test;
}

/** What two operands and an operator make; null where only the engine knows. */
type Operator = (left: Node, right: Node, scope: Scope, op: string) => Node | null;

/** By the parser's name of it. */
export function readOperator(op: string, left: Node, right: Node, scope: Scope): Node {
  return (
    OPERATORS[op]?.(left, right, scope, op) ?? node(`${op}@${scope.engine}`, [left, right], 'other')
  );
}

const compare =
  (op: string): Operator =>
  (left, right) =>
    bool(op, left, right);
const areIntegers = (left: Node, right: Node): boolean =>
  left.kind === 'integer' && right.kind === 'integer';
const kindOf = (left: Node, right: Node): Kind =>
  left.kind === right.kind ? left.kind : isNumber(left) && isNumber(right) ? 'decimal' : 'other';
/** With a kind and NULL as sums and products have them. */
const compute = (op: string, left: Node, right: Node): Node =>
  node(op, [left, right], right.op === 'interval' ? 'timestamp' : kindOf(left, right), {
    sure: left.sure && right.sure,
  });
const ofIntegers =
  (op: string): Operator =>
  (left, right) =>
    areIntegers(left, right) ? node(op, [left, right], 'integer') : null;

const add: Operator = (left, right, { rules }) => {
  if (!rules.plusJoins || right.op === 'interval') return compute('add', left, right);
  if (left.kind === 'text' || right.kind === 'text')
    return node('join', [left, right], 'text', { sure: left.sure && right.sure });
  return isNumber(left) && isNumber(right) ? compute('add', left, right) : null;
};
const divide: Operator = (left, right, scope) => {
  const { rules } = scope;
  // What MySQL's DIV was rewritten to.
  if (left.op === 'divide' && left.args[1]?.value === 'div_')
    return ofIntegers('quotient')(left.args[0]!, right, scope, 'DIV');
  const quotient = node('divide', [left, right], 'decimal');
  if (!rules.dividesIntegers) return quotient;
  if (!isNumber(left) || !isNumber(right)) return null;
  return areIntegers(left, right) ? node('quotient', [left, right], 'integer') : quotient;
};
const join: Operator = (left, right, { rules }) =>
  rules.pipes === 'or'
    ? bool('or', left, right)
    : node(rules.pipes, [left, right], 'text', {
        sure: rules.pipes === 'join' && left.sure && right.sure,
      });
const like: Operator = (left, right, scope, op) => {
  const word = op.includes('ILike') ? 'ilike' : 'like';
  const found = bool(word, left, readPattern(right, null, scope));
  return op.includes('Not') ? bool('not', found) : found;
};

const OPERATORS: Readonly<Record<string, Operator>> = {
  Eq: compare('eq'),
  NotEq: compare('ne'),
  Lt: compare('lt'),
  LtEq: compare('le'),
  Gt: compare('gt'),
  GtEq: compare('ge'),
  And: compare('and'),
  Or: compare('or'),
  Spaceship: (left, right) => node('same', [left, right], 'boolean', { sure: true }),
  StringConcat: join,
  Plus: add,
  Minus: (left, right) => compute('subtract', left, right),
  Multiply: (left, right) => compute('multiply', left, right),
  Divide: divide,
  DuckIntegerDivide: ofIntegers('quotient'),
  Modulo: ofIntegers('modulo'),
  PGLikeMatch: like,
  PGILikeMatch: like,
  PGNotLikeMatch: like,
  PGNotILikeMatch: like,
  PGExp: (left, right) => node('power', [left, right], kindOf(left, right)),
  DuckPower: (left, right) => node('power', [left, right], kindOf(left, right)),
  BitwiseAnd: ofIntegers('bits and'),
  BitwiseOr: ofIntegers('bits or'),
};
