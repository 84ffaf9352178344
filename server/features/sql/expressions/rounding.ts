import type { SqlRules } from '../../../../connectors/core/sql/sql-rules.ts';
import { type Node, isNumber, literal, node } from '../tree/tree.ts';
import { magnitudeOfValue, widthOfValue } from '../tree/widths.ts';

type Parser = SqlRules['parser'];

/** Engines that round exact numbers half away from zero. SQLite rounds floats; what Oracle and SQL Server keep of a quotient is not known. */
const EXACT: ReadonlySet<string> = new Set(['mysql', 'postgresql', 'duckdb']);
/** Engines whose quotients of exact numbers are exact numbers with many digits; DuckDB's are floats. */
const DIVIDES_EXACTLY: ReadonlySet<string> = new Set(['mysql', 'postgresql']);
/** Fractional digits that MySQL computes of a quotient at least, and then cuts. */
const CUT_AT = 9;
/** Significant digits that PostgreSQL computes of a quotient at least, and then rounds. */
const ROUNDED_AT = 16;
/** Fractional digits of both operands together for which this holds. */
const MAX_DIGITS = 18;
/** Keeps a bound that logarithms miss by a rounding error. */
const MARGIN = 1e-6;

/**
 * ROUND and TRUNCATE to a literal number of digits.
 * @returns null where engines may give different results
 */
export function readRounding(
  op: 'round' | 'trunc',
  [it, places]: readonly Node[],
  parser: Parser,
): Node | null {
  const digits = placesOf(places);
  const value = it && digits !== null ? settled(it, digits, parser) : null;
  return (
    value &&
    node(op, [value, literal(`${digits}`, 'integer')], 'decimal', { notNull: value.notNull })
  );
}

const placesOf = (it: Node | undefined): number | null => {
  if (it === undefined) return 0;
  return it.op === 'literal' && /^\d$/.test(it.value!) ? Number(it.value) : null;
};

/** A number as all engines round it to so many digits; null where what they keep of a quotient may decide. */
export function settled(it: Node, digits: number, parser: string): Node | null {
  if (!EXACT.has(parser) || it.kind !== 'decimal') return null;
  const found = DIVIDES_EXACTLY.has(parser) ? settledQuotient(it, digits) : null;
  return found ?? (isOpen(it, parser) ? null : it);
}
/** Whether it has a quotient of which engines keep other digits, or one may. */
const isOpen = (it: Node, parser: string): boolean =>
  (it.op === 'divide' &&
    !(DIVIDES_EXACTLY.has(parser) && it.kind === 'decimal' && it.engine === undefined)) ||
  it.args.some((arg) => isOpen(arg, parser));

/**
 * Whether engines give a quotient the same digits: dividing by the literal adds at most four, and the engine keeps all there may be.
 * Beyond four, engines keep different numbers of digits.
 */
export function endsAlike(left: Node, right: Node, parser: Parser): boolean {
  if (right.op !== 'literal' || right.kind === 'float') return false;
  const added = digitsAddedBy(right.value!);
  if (added === null) return false;
  const digits = widthOfValue(left) + added;
  const quotient = magnitudeOfValue(left) - Math.log10(Math.abs(Number(right.value)));
  // Of a number without limits, the other side tells what it holds.
  if (!Number.isFinite(digits) || !Number.isFinite(quotient)) return true;
  switch (parser) {
    case 'postgresql':
      return digits <= Math.max(fractionOf(quotient), widthOfValue(left));
    case 'sqlite':
    case 'duckdb':
      // Every integer of SQLite may be large; that they are smaller, the other side tells.
      return isSqliteInteger(left, parser) || digits + Math.max(0, quotient) <= FLOAT_DIGITS;
    case 'mssql':
      return digits <= digitsInTransact(left, right);
    default:
      return true;
  }
}

/** Digits of an exact number of SQL Server, and those behind the point that it keeps in any case. */
const [MOST, LEAST] = [38, 6];
/** Digits behind the point of MONEY and SMALLMONEY, which whole numbers and other money do not change; decimals of their size may be such. */
const OF_MONEY = 4;
const mayHoldMoney = ({ op, width, magnitude, args }: Node): boolean =>
  op === 'column'
    ? width === OF_MONEY && (magnitude === 15 || magnitude === 6)
    : args.some(mayHoldMoney);
const holdsSum = ({ op, args }: Node): boolean => op === 'sum' || args.some(holdsSum);

/** The fractional digits that SQL Server keeps of a quotient by a literal, by the digits that both sides may have. */
function digitsInTransact(left: Node, { kind, value = '' }: Node): number {
  if (kind === 'integer' && mayHoldMoney(left)) return OF_MONEY;
  // The type of a sum has all digits.
  if (holdsSum(left)) return LEAST;
  const [whole = '', fraction = ''] = value.replace(/^-?0*/, '').split('.');
  const kept = Math.max(LEAST, widthOfValue(left) + whole.length + fraction.length + 1);
  const before = Math.ceil(magnitudeOfValue(left)) + fraction.length;
  return Math.max(LEAST, Math.min(kept, MOST - before));
}

function widthInTransact(it: Node): number {
  const [left, right] = it.args;
  if (it.op === 'divide' && right!.op === 'literal') return digitsInTransact(left!, right!);
  const isSum = it.op === 'add' || it.op === 'subtract';
  return isSum ? Math.max(...it.args.map(widthInTransact)) : widthOfValue(it);
}

/** Whether SQL Server may round a product, because its exact numbers have too few digits for it. */
export function roundsProduct(factors: readonly Node[]): boolean {
  const scale = factors.reduce((all, it) => all + widthInTransact(it), 0);
  const before = factors.reduce((all, it) => all + Math.ceil(magnitudeOfValue(it)), 0);
  if (factors.every(mayHoldMoney)) return true;
  return scale > LEAST && (factors.some(holdsSum) || before + scale >= MOST);
}
const isSqliteInteger = ({ kind }: Node, parser: Parser): boolean =>
  parser === 'sqlite' && kind === 'integer';
/** Decimal digits that every float holds. */
const FLOAT_DIGITS = 15;

/** The fractional digits that dividing by a number adds; null where these are more than four, or do not end. */
function digitsAddedBy(divisor: string): number | null {
  const [whole = '', fraction = ''] = divisor.replace('-', '').split('.');
  const by = BigInt(whole + fraction);
  if (by === 0n) return null;
  const added = [0, 1, 2, 3, 4].find((more) => 10n ** BigInt(more + fraction.length) % by === 0n);
  return added ?? null;
}

/** The fractional digits that PostgreSQL computes of a quotient below a power of ten. */
const fractionOf = (quotient: number): number =>
  ROUNDED_AT - 4 * Math.floor((quotient - MARGIN) / 4);

const isQuotient = (it: Node): boolean => it.op === 'divide' || it.args.some(isQuotient);

/** A quotient, or the sum or difference of one and an exact number, that rounds alike whichever digits an engine computes. */
function settledQuotient(it: Node, digits: number): Node | null {
  if (it.op === 'divide') return roundsAlike(it, digits) ? bare(it) : null;
  if (it.op !== 'add' && it.op !== 'subtract') return null;
  const [quotient, ...more] = it.args.filter(({ op }) => op === 'divide');
  const exact = it.args.find(({ op }) => op !== 'divide');
  if (!quotient || more.length > 0 || !exact || !isExact(exact)) return null;
  const isAlike = roundsAlike(quotient, digits, widthOfValue(exact));
  return isAlike
    ? { ...it, args: it.args.map((arg) => (arg === quotient ? bare(arg) : arg)) }
    : null;
}

const bare = ({ engine: _, value: __, ...plain }: Node): Node => plain;

const isExact = (it: Node): boolean =>
  isNumber(it) && it.kind !== 'float' && Number.isFinite(widthOfValue(it)) && !isQuotient(it);

/**
 * Whether a quotient rounds to the same digits however an engine ends it. With the operands as integers over powers of ten, it lies on the
 * border between two rounded values or at least one unit of the common denominator away from it, so only an error beyond that can decide.
 * @param added - fractional digits of an exact number that is added to it; none where it stands alone
 */
function roundsAlike({ args: [left, right] }: Node, digits: number, added?: number): boolean {
  if (!isExact(left!) || !isExact(right!) || digits >= CUT_AT) return false;
  const [from, by] = [widthOfValue(left!), widthOfValue(right!)];
  // Beyond, MySQL may cut digits to keep within its 65.
  if (from + by > MAX_DIGITS) return false;
  const most = magnitudeOfValue(left!);
  // The decimal exponents of the divisor as an integer: the whole range, or that of a literal.
  const isKnown = right!.op === 'literal';
  const divisor = isKnown ? Math.log10(Math.abs(Number(right!.value)) * 10 ** by) : 0;
  const largest = isKnown ? divisor : magnitudeOfValue(right!) + by;
  const quotient = most + by - divisor;
  const isAlone = added === undefined;
  const unit = isAlone
    ? digits + from - Math.min(from, digits + by)
    : digits + Math.max(from, added) + Math.log10(2);
  // PostgreSQL computes fewer fractional digits of larger quotients, which have smaller divisors.
  const kept = isKnown ? fractionOf(quotient) : ROUNDED_AT - quotient;
  const isRoundedAlike = divisor + unit + MARGIN < kept;
  // MySQL cuts, which decides nothing where the quotient is rounded alone.
  return isRoundedAlike && (isAlone || largest + unit + MARGIN < CUT_AT);
}
