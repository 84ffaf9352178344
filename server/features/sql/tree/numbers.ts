import type { SqlRules } from '../../../../connectors/core/sql/sql-rules.ts';
import {
  type Kind,
  type Node,
  isNumber,
  literal,
  markEngineSpecific,
  mayBeZero,
  node,
} from './tree.ts';
import { ofBits } from './widths.ts';

type Parser = SqlRules['parser'];

/** Whether a value is a whole number, whatever its type. */
export const isWhole = ({ op, kind }: Node): boolean =>
  kind === 'integer' || /^(extract|sign|floor|ceiling)$/.test(op);

const COMPUTED = /^(add|subtract|multiply|divide|sum|avg)\b/;

/** Whether SQLite computes a decimal as a float, which may differ slightly from the exact result elsewhere. */
export const isInexact = (it: Node, parser: string): boolean =>
  parser === 'sqlite' && it.kind === 'decimal' && isComputed(it);
const isComputed = (it: Node): boolean =>
  (COMPUTED.test(it.op) && it.kind === 'decimal' && !isBinary(it)) || it.args.some(isComputed);

/** Whether a float represents the value exactly, such as half an integer. */
function isBinary({ op, kind, value = '', args }: Node): boolean {
  if (op === 'divide') return isBinary(args[0]!) && /^-?(1|2|4|8|16)$/.test(args[1]!.value ?? '');
  if (op === 'literal' && kind === 'decimal') return Number(value) % 0.125 === 0;
  if (/^(add|subtract|multiply)$/.test(op)) return args.every(isBinary);
  return kind === 'integer';
}

/** The kind of number that a function of integers returns on an engine: it decides whether dividing the result gives an integer. */
export function kindOfNumber(
  name: string,
  kind: Kind,
  [of]: readonly Node[],
  parser: Parser,
): Kind {
  if (!of || !isNumber(of)) return kind;
  if (name === 'floor' || name === 'ceiling') {
    if (parser === 'sqlite') return 'integer';
    const isFloat = parser === 'postgresql' || parser === 'duckdb';
    return isFloat && of.kind === 'integer' ? 'float' : kind;
  }
  if (name === 'sign') return KEEPS_KIND.has(parser) ? kindOfSign(of, parser) : kind;
  if (parser !== 'postgresql') return kind;
  return name === 'sum' && of.kind === 'integer' ? kindOfSum(of) : kind;
}

/** Engines where SIGN of a decimal is one. */
const KEEPS_KIND: ReadonlySet<Parser> = new Set(['mssql', 'postgresql']);
const kindOfSign = ({ kind }: Node, parser: Parser): Kind =>
  kind === 'integer' && parser === 'postgresql' ? 'float' : kind;

/** On PostgreSQL, the sum of 64-bit integers is a decimal, and that of smaller ones an integer. */
function kindOfSum(it: Node): Kind {
  const sizes = sizesIn(it);
  if (sizes.includes('unknown')) return 'other';
  return sizes.includes('large') ? 'decimal' : 'integer';
}
type Size = 'small' | 'large' | 'unknown';
function sizesIn(it: Node): Size[] {
  switch (it.op) {
    case 'column':
      if (it.kind === 'boolean' || it.kind === 'text') return ['small'];
      return [it.magnitude === undefined ? 'unknown' : sizeOf(it.magnitude)];
    case 'literal':
      return [it.kind === 'integer' ? sizeOf(Math.log10(Math.abs(Number(it.value)) + 1)) : 'small'];
    case 'scalar':
    case 'over':
    case 'as':
      return it.kind === 'integer' && it.args[0]?.kind === 'boolean' ? ['small'] : ['unknown'];
    case 'count':
    case 'sum':
      return ['large'];
    case 'char_length':
    case 'octet_length':
    case 'instr':
      return ['small'];
    default:
      return it.args.flatMap(sizesIn);
  }
}
const sizeOf = (magnitude: number): Size => (magnitude > ofBits(32) + 0.01 ? 'large' : 'small');

/**
 * What divides as other engines write it, where it gives NULL by zero.
 * @param isWritten - whether it is computed while a row is written
 */
export function asDivided(tree: Node, parser: Parser, isWritten: boolean): Node {
  if (!NULL_BY_ZERO.has(parser)) return tree;
  // In writes, division by zero is an error or NULL by MySQL's SQL mode: the connection's or the routine's.
  return isWritten && parser === 'mysql' ? dividedByMode(tree) : dividedQuietly(tree);
}

/** Engines where a division by zero gives NULL. */
const NULL_BY_ZERO = new Set<Parser>(['mysql', 'sqlite', 'duckdb']);
const DIVISIONS = /^(divide|quotient|modulo)/;

/** Wraps divisors in `NULLIF(…, 0)`, as other engines need it for the same result; the same node where no divisor may be zero. */
function dividedQuietly(tree: Node): Node {
  const args = tree.args.map(dividedQuietly);
  const isDivision = isByZero({ ...tree, args });
  if (isDivision) args[1] = node('nullif', [args[1]!, literal('0', 'integer')], args[1]!.kind);
  return isDivision || args.some((arg, index) => arg !== tree.args[index])
    ? { ...tree, args }
    : tree;
}

const isByZero = ({ op, args: [, divisor] }: Node): boolean =>
  DIVISIONS.test(op) && divisor !== undefined && mayBeZero(divisor);
/** Marks divisions that may be by zero as MySQL's own; the same node where no divisor may be zero. */
function dividedByMode(tree: Node): Node {
  const args = tree.args.map(dividedByMode);
  const same = args.every((arg, index) => arg === tree.args[index]);
  if (isByZero(tree)) return markEngineSpecific('mysql', { ...tree, args });
  return same ? tree : { ...tree, args };
}
