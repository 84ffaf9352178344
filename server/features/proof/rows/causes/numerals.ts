import { canonicalNumber } from '../canonical-json.ts';
import { type Detector, NEVER, ofBoth, readerOfBoth } from './detector.ts';

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
