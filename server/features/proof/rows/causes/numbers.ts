import type { CanonicalType } from '../../../../../contract/proof/definitions.ts';
import { type Detector, HOLDS, NEVER, ofBoth, readerOfBoth } from './detector.ts';

/** A number without its decimal point, and the count of digits after it; the nearest one that a double holds. */
interface Decimal {
  digits: bigint;
  scale: number;
  double: number;
}

const DECIMAL = /^(-?)(\d{1,60})(?:\.(\d{1,60}))?$/;

function readDecimal(text: string): Decimal | null {
  const [, sign = '', whole = '', fraction = ''] = DECIMAL.exec(text) ?? [];
  if (whole === '') return null;
  const kept = fraction.replace(/0+$/, '');
  return { digits: BigInt(sign + whole + kept), scale: kept.length, double: Number(text) };
}

const scaled = ({ digits, scale }: Decimal, to: number): bigint =>
  to === scale ? digits : digits * 10n ** BigInt(to - scale);

const areSame = (one: Decimal, other: Decimal): boolean =>
  one.digits === other.digits && one.scale === other.scale;

function write(digits: bigint, scale: number): string {
  const text = String(digits < 0n ? -digits : digits).padStart(scale + 1, '0');
  const point = text.length - scale;
  const fraction = text.slice(point).replace(/0+$/, '');
  return `${digits < 0n ? '-' : ''}${text.slice(0, point)}${fraction && `.${fraction}`}`;
}

const readDecimals = readerOfBoth(readDecimal);

const ofNumbers = (
  kind: Detector['kind'],
  test: (source: Decimal, target: Decimal) => readonly string[] | boolean,
  isMany?: true,
): Detector =>
  ofBoth(
    kind,
    (source, target) => {
      const both = readDecimals(source, target);
      // In texts, one number may be written in two ways.
      return both && !areSame(...both) ? test(...both) : NEVER;
    },
    { isFree: true, ...(isMany && { isMany }) },
  );

/** Significant digits of a factor: those of a double, less what division loses. */
const FACTOR_DIGITS = 12;
/**
 * Most digits of a factor that somebody multiplies or divides by on purpose. Nearly any two numbers have a factor with more
 * digits.
 */
const PLAIN_DIGITS = 10;
const isPlain = (factor: number): boolean =>
  (Number.isInteger(factor) && Math.abs(factor) < 10 ** PLAIN_DIGITS) ||
  [factor, 1 / factor].some(
    (one) => digitsOf(Number(one.toPrecision(FACTOR_DIGITS))) <= PLAIN_DIGITS,
  );
const digitsOf = (value: number): number =>
  value.toExponential().replace(/e.*$/, '').replace(/\D/g, '').length;

/** The last numbers of types of 8 to 64 bits, with and without a sign, and of DECIMAL. */
const endsOf = (bits: bigint): bigint[] => [
  2n ** bits - 1n,
  2n ** (bits - 1n) - 1n,
  -(2n ** (bits - 1n)),
];
const LIMITS: ReadonlySet<bigint> = new Set([8n, 16n, 24n, 32n, 64n].flatMap(endsOf));
const NINES = /^-?99+$/;
const isLimit = ({ digits, scale }: Decimal): boolean => {
  if (scale === 0 && LIMITS.has(digits)) return true;
  const last = digits % 100n;
  return (last === 99n || last === -99n) && NINES.test(String(digits));
};

export const NUMBERS: readonly Detector[] = [
  ofNumbers(
    'rounded',
    (source, target) => lessDigitsOfEither(source, target, [awayFromZero, toEven]),
    true,
  ),
  ofNumbers(
    'digits_cut',
    (source, target) => lessDigitsOfEither(source, target, [towardsZero]),
    true,
  ),
  // A number that does not fit became the last one that does.
  ofNumbers('clamped', (source, target) => {
    if (!isLimit(target)) return NEVER;
    const scale = Math.max(source.scale, target.scale);
    const [value, limit] = [scaled(source, scale), scaled(target, scale)];
    const isBeyond = limit < 0n ? value < limit : value > limit;
    return isBeyond ? [write(target.digits, target.scale)] : NEVER;
  }),
  // Exact numbers that passed through a floating-point one, as they do in JavaScript and JSON.
  ofNumbers('double', (source, target) => source.double === target.double),
  ofNumbers('factor', (source, target) => {
    if (source.digits === 0n || target.digits === 0n) return NEVER;
    const factor = target.double / source.double;
    // Large numbers that differ in their last digits alone are no multiples.
    const shown = Number(factor.toPrecision(FACTOR_DIGITS));
    return Number.isFinite(factor) && shown !== 1 && shown !== 0 && isPlain(factor)
      ? [String(shown)]
      : NEVER;
  }),
  ofNumbers('offset', (source, target) => {
    const scale = Math.max(source.scale, target.scale);
    return [write(scaled(target, scale) - scaled(source, scale), scale)];
  }),
];

/** Where numbers of programs end, whatever the type of the column is that they are written to. */
const PROGRAM_BITS = [32, 64];

/** Whether a number that another became is known to be the last one of the target's type, or of a program in between. */
export function isLastOf(text: string, type: CanonicalType | undefined): boolean {
  if (type?.kind === 'decimal' && text.replace('-', '') === lastOfDecimal(type)) return true;
  const bits = type?.kind === 'integer' ? [...PROGRAM_BITS, type.bits] : PROGRAM_BITS;
  return bits.some((count) => endsOf(BigInt(count)).some((end) => String(end) === text));
}

function lastOfDecimal({
  precision,
  scale,
}: Extract<CanonicalType, { kind: 'decimal' }>): string | null {
  const places = scale ?? 0;
  // Oracle has decimals with more places than digits, and with less than none.
  if (precision === null || places < 0 || places > precision) return null;
  const whole = '9'.repeat(precision - places) || '0';
  return places === 0 ? whole : `${whole}.${'9'.repeat(places)}`;
}

type Divide = (digits: bigint, by: bigint) => bigint;
const towardsZero: Divide = (digits, by) => digits / by;
const awayFromZero: Divide = (digits, by) => (digits + (digits < 0n ? -by : by) / 2n) / by;
const toEven: Divide = (digits, by) => {
  const [whole, rest] = [digits / by, digits % by];
  const twice = (rest < 0n ? -rest : rest) * 2n;
  if (twice < by || (twice === by && whole % 2n === 0n)) return whole;
  return whole + (digits < 0n ? -1n : 1n);
};

/** The numbers of decimal places to which one side may have been shortened. */
const lessDigitsOfEither = (source: Decimal, target: Decimal, ways: readonly Divide[]): string[] =>
  source.scale < target.scale
    ? lessDigits(target, source, ways).map((digits) => `source ${digits}`)
    : lessDigits(source, target, ways);

/** The numbers of decimal places to which `target` may have been shortened. */
function lessDigits(source: Decimal, target: Decimal, ways: readonly Divide[]): string[] {
  const found: string[] = [];
  for (let scale = target.scale; scale < source.scale; scale += 1) {
    const by = 10n ** BigInt(source.scale - scale);
    const wanted = scaled(target, scale);
    if (ways.some((divide) => divide(source.digits, by) === wanted)) found.push(String(scale));
  }
  return found;
}

/** How many digits servers show of 32 and of 64 bits, fewer than these hold: MySQL of a FLOAT, PostgreSQL before version 12. */
const SHOWN_DIGITS = [6, 15];

/** Of floating-point numbers, and of texts that may hold such. */
export const FLOATS: readonly Detector[] = [
  ofNumbers(
    'significant',
    (source, target) => {
      const [one, other] = [source.double, target.double];
      return SHOWN_DIGITS.flatMap((digits) => [
        ...(Number(one.toPrecision(digits)) === other ? [String(digits)] : []),
        ...(Number(other.toPrecision(digits)) === one ? [`source ${digits}`] : []),
      ]);
    },
    true,
  ),
  ofNumbers('single', (source, target) => {
    // Large whole numbers that differ by a little are no floats as a rule.
    if (source.scale === 0 && target.scale === 0) return NEVER;
    const [one, other] = [source, target].map((it) => Math.fround(it.double));
    return one === other && one !== 0 && Number.isFinite(one) ? HOLDS : NEVER;
  }),
];
