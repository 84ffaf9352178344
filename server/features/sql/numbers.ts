import type { SqlRules } from '../../../connectors/core/sql-rules.ts';
import { type Kind, type Node, isNumber } from './tree.ts';
import { ofBits } from './widths.ts';

type Parser = SqlRules['parser'];

/** Whole numbers, whatever their type. */
export const isWhole = ({ op, kind }: Node): boolean =>
  kind === 'integer' || /^(extract|sign|floor|ceiling)$/.test(op);

const COMPUTED = /^(add|subtract|multiply|divide|sum|avg)\b/;

/** Decimals that SQLite computed are floats: what is equal elsewhere may miss its value there by a hair. */
export const isInexact = (it: Node, parser: string): boolean =>
  parser === 'sqlite' && it.kind === 'decimal' && isComputed(it);
const isComputed = (it: Node): boolean =>
  (COMPUTED.test(it.op) && it.kind === 'decimal' && !isBinary(it)) || it.args.some(isComputed);

/** Halves of integers and the like, which a float holds as they are. */
function isBinary({ op, kind, value = '', args }: Node): boolean {
  if (op === 'divide') return isBinary(args[0]!) && /^-?(1|2|4|8|16)$/.test(args[1]!.value ?? '');
  if (op === 'literal' && kind === 'decimal') return Number(value) % 0.125 === 0;
  if (/^(add|subtract|multiply)$/.test(op)) return args.every(isBinary);
  return kind === 'integer';
}

/** What kind of number a function of integers gives on an engine: whether it divides to an integer hangs on it. */
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
  if (parser !== 'postgresql') return kind;
  if (name === 'sign') return of.kind === 'integer' ? 'float' : of.kind;
  return name === 'sum' && of.kind === 'integer' ? kindOfSum(of) : kind;
}

/** PostgreSQL adds integers of 64 bits to a decimal, and smaller ones to an integer. */
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
