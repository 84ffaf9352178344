import type { CanonicalType } from '../../../../../contract/proof/definitions.ts';
import { type Detector, HOLDS, NEVER, ofBoth, readerOfBoth } from './detector.ts';
import { canonicalNumber } from '../answer/canonical-json.ts';

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
/** The digits that nearly all numbers still have once they were cut to 15: others were short before. */
const FEWEST_OF_15 = 13;

/** To how many digits one number may have been cut to become the other, and what is left then. */
const shownAs = (source: number, target: number) =>
  SHOWN_DIGITS.flatMap((digits) => {
    const isCut = (from: number, to: number) => Number(from.toPrecision(digits)) === to;
    return [
      ...(isCut(source, target) ? [{ parameter: String(digits), shown: target }] : []),
      ...(isCut(target, source) ? [{ parameter: `source ${digits}`, shown: source }] : []),
    ];
  });

const SIGNIFICANT: Detector = {
  ...ofNumbers(
    'significant',
    ({ double: source }, { double: target }) =>
      shownAs(source, target)
        .filter(({ parameter, shown }) => !isOf15(parameter) || digitsOf(shown) >= FEWEST_OF_15)
        .map(({ parameter }) => parameter),
    true,
  ),
  // Of numbers of one size, six digits are as many decimal places.
  isVague: (parameter) => !isOf15(parameter),
  holds(parameter, source, target) {
    const both = source !== null && target !== null && readDecimals(source, target);
    if (!both || areSame(...both)) return false;
    const [one, other] = both;
    return shownAs(one.double, other.double).some((cut) => cut.parameter === parameter);
  },
};
const isOf15 = (parameter: string): boolean => parameter.endsWith('15');

const FLOATING = /^-?\d{1,60}(?:\.\d{1,60})?(?:e[+-]?\d{1,3})?$/i;
/** The most digits that a number of 64 bits is written with, and the fewest that one is which was computed, but for a few. */
const [MOST_DIGITS, COMPUTED_DIGITS] = [17, 16];
/** More than a sum of millions of such numbers differs by if it is added up in another order. */
const NOISE = 1e-12;
/** Whole numbers beyond those that a double tells apart, up to 64 bits, may be keys. */
const KEYS_END = 2 ** 64;

/** What adding up in another order changes of floating-point numbers. */
const FLOAT_NOISE = ofBoth('float_noise', (source, target) => {
  if (!FLOATING.test(source) || !FLOATING.test(target)) return NEVER;
  const [one, other] = [Number(source), Number(target)];
  const most = Math.max(Math.abs(one), Math.abs(other));
  if (one === other || Math.abs(one - other) > most * NOISE) return NEVER;
  if (most < KEYS_END && Number.isInteger(one) && Number.isInteger(other)) return NEVER;
  const digits = Math.max(...[source, target].map(writtenDigits));
  return digits >= COMPUTED_DIGITS && digits <= MOST_DIGITS;
});

const writtenDigits = (text: string): number => {
  const [mantissa = ''] = text.toLowerCase().split('e');
  return mantissa.replace(/\D/g, '').replace(/^0+|0+$/g, '').length;
};

/** Of floating-point numbers, and of texts that may hold such. */
export const FLOATS: readonly Detector[] = [
  SIGNIFICANT,
  FLOAT_NOISE,
  ofNumbers('single', (source, target) => {
    // Large whole numbers that differ by a little are no floats as a rule.
    if (source.scale === 0 && target.scale === 0) return NEVER;
    const [one, other] = [source, target].map((it) => Math.fround(it.double));
    return one === other && one !== 0 && Number.isFinite(one) ? HOLDS : NEVER;
  }),
];

const NUMERAL = /^([+-]?)(?=\.?\d)(\d{0,60})(?:\.(\d{0,60}))?(?:e([+-]?\d{1,3}))?$/i;

/** The number that a text is, in one notation; null where it is none. */
function readNumeral(text: string): string | null {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = NUMERAL.exec(text) ?? [];
  if (whole + fraction === '') return null;
  const minus = sign === '-' ? '-' : '';
  return canonicalNumber(`${minus}${whole || '0'}.${fraction || '0'}e${exponent}`);
}

/** Groups of three digits, and digits behind the mark that stands before decimals. */
const grouped = (groups: string, mark: string): RegExp =>
  new RegExp(`^([+-]?)(\\d+|\\d{1,3}(?:[${groups}’' \u00a0\u202f]\\d{3})+)(?:[${mark}](\\d+))?$`);
const WITH_POINT = grouped(',', '.');
const WITH_COMMA = grouped('.', ',');

function readGrouped(text: string, form: RegExp): string | null {
  const [, sign = '', whole = '', fraction = ''] = form.exec(text) ?? [];
  return whole === '' ? null : readNumeral(`${sign}${whole.replaceAll(/\D/g, '')}.${fraction}`);
}

/** May be a thousand, or one and some decimals, unless the other side is so, too: then only the mark was replaced. */
const AMBIGUOUS = /^[+-]?\d{1,3}[.,]\d{3}$/;

/** Both texts, if they begin as numbers do. */
const readBoth = readerOfBoth((text) => (/^[+-]?\.?\d/.test(text) ? text : null));
const ofNumerals = (
  kind: Detector['kind'],
  test: (source: string, target: string) => readonly string[] | boolean,
): Detector =>
  ofBoth(kind, (source, target) => readBoth(source, target) !== null && test(source, target));

const PLAIN = /^[+-]?\d+(?:\.\d+)?$/;
const withoutZeros = (text: string): string =>
  PLAIN.test(text) ? text.replace(/^([+-]?)0+(?=\d)/, '$1') : text;

const LEADING_ZERO = /^[+-]?0\d/;
const haveSame = (sign: RegExp, source: string, target: string): boolean =>
  sign.test(source) === sign.test(target);

/**
 * Numbers in texts that are written in another way. None holds where another does, since a rule for one of them must not let
 * the others pass.
 */
export const NUMERALS: readonly Detector[] = [
  // The parameter is the side without zeros.
  ofNumerals('leading_zeros', (source, target) => {
    if (withoutZeros(source) === target) return ['target'];
    return withoutZeros(target) === source ? ['source'] : NEVER;
  }),
  // The parameter is the side with an exponent, and whether digits are lost there.
  ofNumerals('scientific', (source, target) => {
    const isTarget = /e/i.test(target);
    const [plain, made] = isTarget ? [source, target] : [target, source];
    if (/e/i.test(plain) || !/\de/i.test(made)) return NEVER;
    const [number, shown] = [readNumeral(plain), readNumeral(made)];
    if (number === null || shown === null) return NEVER;
    const side = isTarget ? 'target' : 'source';
    if (number === shown) return [side];
    const digits = made.replace(/e.*$/i, '').replaceAll(/\D/g, '').length;
    const isRounded = digits <= 20 && readNumeral(Number(plain).toPrecision(digits)) === shown;
    return isRounded ? [`${side} lossy`] : NEVER;
  }),
  ofNumerals('numeral', (source, target) => {
    const number = readNumeral(source);
    if (number === null || number !== readNumeral(target)) return false;
    return haveSame(LEADING_ZERO, source, target) && haveSame(/e/i, source, target);
  }),
  ofNumerals('separators', (source, target) => {
    if (PLAIN.test(source) && PLAIN.test(target)) return false;
    if (!haveSame(AMBIGUOUS, source, target) || !haveSame(LEADING_ZERO, source, target))
      return false;
    const read = (text: string) => [WITH_POINT, WITH_COMMA].map((form) => readGrouped(text, form));
    const numbers = read(source);
    return read(target).some((number) => number !== null && numbers.includes(number));
  }),
];
