import { type Ast, listOf, variantOf, wordOf } from '../tree/ast.ts';
import type { Scope } from '../tree/scope.ts';

/** Whether the engine's operator precedence groups an operand without brackets differently from the parser's. */
export function isBoundOtherwise(variant: string, ast: Ast, scope: Scope): boolean {
  // The parser binds a sign more loosely than a power, and other signs more tightly than sums.
  if (variant === 'UnaryOp') return wordOf(ast.op) !== 'Not' && holds(ast, isBinary);
  if (variant === 'BinaryOp')
    return (
      isOperatorBoundOtherwise(ast, scope) ||
      (isComparison(ast) && holds(ast, isPredicate)) ||
      (scope.rules.parser === 'postgresql' && holds(ast, isOtherSign))
    );
  if (/^Is(Not)?DistinctFrom$/.test(variant)) return takesTooMuch(ast);
  return (
    PREDICATES.has(variant) &&
    holds(ast, (name, part) => isPredicate(name) || (name === 'BinaryOp' && isComparison(part)))
  );
}

/** Engines disagree about these beside comparisons: `a = b IN (…)` tests `b`, or the result of `a = b`. */
const PREDICATES = new Set(['InList', 'InSubquery', 'Between', 'Like', 'ILike', 'RLike']);
const isPredicate = (variant: string): boolean => PREDICATES.has(variant);
const isBinary = (variant: string): boolean => variant === 'BinaryOp';
const isOtherSign = (variant: string, { op }: Ast): boolean =>
  variant === 'UnaryOp' && !/^(Plus|Minus|Not)$/.test(wordOf(op));
const isSum = ({ op }: Ast): boolean => ARITHMETIC.has(LEVELS[wordOf(op)] ?? '');
const isComparison = ({ op }: Ast): boolean => COMPARISONS.has(LEVELS[wordOf(op)] ?? '');
const holds = (ast: Ast, is: (variant: string, ast: Ast) => boolean): boolean =>
  [ast.left, ast.right, ast.expr, ast.low, ast.high, ast.pattern].some(
    (part) => part !== undefined && part !== null && is(...variantOf(part)),
  );

/** Whether the parser's right operand of IS DISTINCT FROM is too long: it takes everything behind, even looser operators. */
function takesTooMuch(ast: Ast): boolean {
  const [right, part] = variantOf(listOf(ast[''])[1]);
  return isPredicate(right) || right.startsWith('Is') || (right === 'BinaryOp' && !isSum(part));
}

/** Engines disagree about the precedence of `||` and of bitwise operators, SQLite also about that of comparisons. */
function isOperatorBoundOtherwise({ op, left, right }: Ast, { rules }: Scope): boolean {
  const own = LEVELS[wordOf(op)];
  if (own === undefined || rules.parser === 'postgresql') return false;
  return [left, right].some((side) => {
    const [variant, body] = variantOf(side);
    const level = variant === 'BinaryOp' ? LEVELS[wordOf(body.op)] : undefined;
    if (level === undefined || level === own) return false;
    // Only SQLite binds = more loosely than <.
    if (COMPARISONS.has(own)) return rules.parser === 'sqlite' && COMPARISONS.has(level);
    return !(ARITHMETIC.has(own) && ARITHMETIC.has(level));
  });
}
const ARITHMETIC = new Set(['sum', 'product']);
const COMPARISONS = new Set(['equality', 'order']);
const LEVELS: Readonly<Record<string, string>> = {
  StringConcat: 'join',
  Plus: 'sum',
  Minus: 'sum',
  Multiply: 'product',
  Divide: 'product',
  Modulo: 'product',
  BitwiseAnd: 'and',
  BitwiseOr: 'or',
  BitwiseXor: 'xor',
  Eq: 'equality',
  NotEq: 'equality',
  Lt: 'order',
  LtEq: 'order',
  Gt: 'order',
  GtEq: 'order',
};
