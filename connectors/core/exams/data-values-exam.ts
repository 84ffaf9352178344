import fc from 'fast-check';
import type { CanonicalType } from '../../../contract/proof/definitions.ts';
import type { Form } from '../data.ts';

/** Kinds of values that the exam writes to every engine, given as the texts that must be read back. */
export interface ValueKind {
  canonical: CanonicalType;
  /** What careless readers get wrong. */
  edges: string[];
  random: fc.Arbitrary<string>;
}

const digits = (value: number, length: number) => String(value).padStart(length, '0');
const date = (least: string, greatest: string) =>
  fc
    .date({ min: new Date(least), max: new Date(greatest), noInvalidDate: true })
    .map((at) => at.toISOString());
const micro = fc.nat(999_999).map((value) => digits(value, 6));
const timestamp = (least: string, greatest: string) =>
  fc
    .tuple(date(least, greatest), micro)
    .map(([text, part]) => `${text.slice(0, 10)} ${text.slice(11, 19)}.${part}`);
const decimal = (whole: bigint, scale: number) =>
  fc.tuple(fc.bigInt(-whole, whole), fc.nat(10 ** Math.min(scale, 9) - 1)).map(([left, right]) => {
    const text = `${left}.${digits(right, scale)}`;
    return /^-0\.0*$/.test(text) ? text.slice(1) : text;
  });

/** The text of a double as forms have it. */
export function textOfDouble(double: number): string {
  if (double === 0) return '0';
  const size = Math.abs(double);
  if (!Number.isFinite(double) || (size >= 1e-4 && size < 1e15)) return String(double);
  return double.toExponential().replace(/e([+-])(\d)$/, 'e$10$2');
}

const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.string({ unit: 'grapheme', maxLength: 40 }),
);

const defineKinds = <Name extends string>(kinds: Record<Name, ValueKind>) => kinds;

export const VALUE_KINDS = defineKinds({
  integer: {
    canonical: { kind: 'integer', bits: 64, unsigned: false },
    edges: ['0', '-1', '9007199254740993', '9223372036854775807', '-9223372036854775808'],
    random: fc.bigInt(-(2n ** 63n), 2n ** 63n - 1n).map(String),
  },
  unsigned: {
    canonical: { kind: 'integer', bits: 64, unsigned: true },
    edges: ['0', '18446744073709551615', '9223372036854775808'],
    random: fc.bigInt(0n, 2n ** 64n - 1n).map(String),
  },
  decimal: {
    canonical: { kind: 'decimal', precision: 38, scale: 10 },
    edges: [
      '0.0000000000',
      '0.0000000001',
      '-0.0000000001',
      '1234567890123456789012345678.0123456789',
      '-9999999999999999999999999999.9999999999',
      '0.5000000000',
      '2.5000000000',
      '-2.5050000000',
      '100.0000000000',
    ],
    random: decimal(10n ** 27n, 10),
  },
  amount: {
    canonical: { kind: 'decimal', precision: 10, scale: 2 },
    edges: ['0.00', '0.10', '99999999.99', '-0.01', '1.15'],
    random: decimal(99_999_999n, 2),
  },
  double: {
    canonical: { kind: 'float', bits: 64 },
    edges: [
      0,
      0.1,
      0.1 + 0.2,
      5e-324,
      2.2250738585072014e-308,
      1.7976931348623157e308,
      -1e21,
      1e15,
      999_999_999_999_999,
      999_999_999_999_999.9,
      1_234_567_890_123_456.8,
      9_007_199_254_740_992,
      1e16,
      123e18,
      1e-4,
      9.999e-5,
      8.5e-10,
      1.5e-15,
      1e-16,
      1 / 3,
      0.000_012_345_678_901_234_56,
      0.000_05,
      2.5,
      1e22,
      9.0311749359703e16,
      5.468158002756648e17,
      -6.547527552486078e16,
      1e100,
    ].map(textOfDouble),
    random: fc
      .oneof(
        fc.double({ noNaN: true, noDefaultInfinity: true }),
        fc.double({ min: -1e6, max: 1e6, noNaN: true }),
        fc.double({ min: 1e15, max: 3e24, noNaN: true }),
      )
      .map(textOfDouble),
  },
  boolean: { canonical: { kind: 'boolean' }, edges: ['0', '1'], random: fc.constantFrom('0', '1') },
  date: {
    canonical: { kind: 'date' },
    edges: ['0001-01-01', '0999-12-31', '1582-10-10', '1900-02-28', '2024-02-29', '9999-12-31'],
    random: date('0001-01-01', '9999-12-31').map((at) => at.slice(0, 10)),
  },
  timestamp: {
    canonical: { kind: 'timestamp', precision: 6, zone: false },
    edges: [
      '0001-01-01 00:00:00.000000',
      '0999-12-31 23:59:59.999999',
      '1969-12-31 23:59:59.999999',
      '2024-03-31 02:30:00.000001',
      '2024-01-01 00:00:00.100000',
      '9999-12-31 23:59:59.999999',
    ],
    random: timestamp('0001-01-01', '9999-12-31'),
  },
  zoned: {
    canonical: { kind: 'timestamp', precision: 6, zone: true },
    edges: [
      '1970-01-02 00:00:00.000000',
      '2024-03-31 02:30:00.000001',
      '2024-10-27 01:30:00.999999',
      '2037-12-31 23:59:59.500000',
    ],
    random: timestamp('1970-01-02', '2037-12-31'),
  },
  time: {
    canonical: { kind: 'time', precision: 6, zone: false },
    edges: ['00:00:00.000000', '23:59:59.999999', '12:00:00.000001'],
    random: timestamp('2000-01-01', '2001-01-01').map((at) => at.slice(11)),
  },
  fixed: {
    canonical: { kind: 'text', length: 12, fixed: true, bytes: false },
    edges: ['', 'a', ' a', 'x'.repeat(12), 'ünï ☃ 日本'],
    random: fc.string({ maxLength: 12 }).map((value) => value.replace(/ +$/, '')),
  },
  text: {
    canonical: { kind: 'text', length: 200, fixed: false, bytes: false },
    edges: [
      '',
      ' ',
      'trailing  ',
      '  leading',
      '😀👩‍👩‍👧',
      'précomposé',
      'pre\u0301compose\u0301',
      'İıßẞǅ',
      'ABC xyz',
      'quo\'te"`\\',
      '~',
      '=~',
      '\u001f',
      'line\r\nbreak\ttab',
      '\ufeffmark',
      '%_?$1:name',
      'NULL',
      '\\N',
      '𐍈\u{10ffff}\uffff',
    ],
    random: text.map((value) => value.replaceAll('\0', '')),
  },
  bytes: {
    canonical: { kind: 'binary', length: null, fixed: false },
    edges: ['', '00', 'ff00ff', 'deadbeef', '5c5c2727'],
    random: fc.uint8Array({ maxLength: 64 }).map((bytes) => Buffer.from(bytes).toString('hex')),
  },
  uuid: {
    canonical: { kind: 'uuid' },
    edges: ['00000000-0000-0000-0000-000000000000', 'ffffffff-ffff-ffff-ffff-ffffffffffff'],
    random: fc.uuid({ version: [1, 4, 7] }),
  },
});
export type ValueKindName = keyof typeof VALUE_KINDS;
export const VALUE_KIND_NAMES = Object.keys(VALUE_KINDS) as ValueKindName[];

/** A decimal rounded half away from zero, computed in another way than the readers do. */
export function roundDecimal(given: string, scale: number): string {
  const [whole = '', fraction = ''] = given.replace('-', '').split('.');
  const shifted = BigInt(whole + fraction.slice(0, scale).padEnd(scale, '0'));
  const rounded = shifted + ((fraction[scale] ?? '0') >= '5' ? 1n : 0n);
  const padded = String(rounded).padStart(scale + 1, '0');
  const sign = given.startsWith('-') && rounded > 0n ? '-' : '';
  const cut = padded.length - scale;
  return `${sign}${padded.slice(0, cut)}${scale === 0 ? '' : '.'}${padded.slice(cut)}`;
}

/** The digits of a double without exponent. */
function expand(given: string): string {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] =
    /^(-?)(\d+)\.?(\d*)(?:e([+-]\d+))?$/.exec(given) ?? [];
  const shift = Number(exponent);
  const all = whole.padStart(whole.length - Math.min(shift, 0), '0') + fraction;
  const point = whole.length - Math.min(shift, 0) + shift;
  return `${sign}${all.slice(0, point)}.${all.slice(point)}`;
}

const withoutZeros = (given: string) => given.replace(/\.?0+$/, '');
const plain = { as: 'text', trim: false, fold: false, emptyIsNull: false } as const;

/** Forms other than a kind's own, and how its texts change in them. */
export const OTHER_FORMS: [ValueKindName, Form, (own: string) => string | null][] = [
  ['integer', { as: 'decimal', scale: 3 }, (own) => `${own}.000`],
  ['integer', { as: 'decimal', scale: null }, (own) => own],
  ['unsigned', { as: 'decimal', scale: 2 }, (own) => `${own}.00`],
  ['integer', plain, (own) => own],
  ['decimal', { as: 'decimal', scale: null }, withoutZeros],
  ['decimal', { as: 'decimal', scale: 2 }, (own) => roundDecimal(own, 2)],
  ['decimal', { as: 'decimal', scale: 14 }, (own) => `${own}0000`],
  ['decimal', { as: 'integer' }, withoutZeros],
  ['amount', { as: 'decimal', scale: 1 }, (own) => roundDecimal(own, 1)],
  ['amount', { as: 'float', scale: null }, (own) => textOfDouble(Number(own))],
  ['boolean', { as: 'integer' }, (own) => own],
  ['boolean', plain, (own) => own],
  [
    'double',
    { as: 'float', scale: 4 },
    (own) => (Math.abs(Number(own)) < 1e15 ? roundDecimal(expand(own), 4) : own),
  ],
  [
    'double',
    { as: 'float', scale: 0 },
    (own) => (Math.abs(Number(own)) < 1e15 ? roundDecimal(expand(own), 0) : own),
  ],
  ['timestamp', { as: 'timestamp', precision: 0 }, (own) => own.slice(0, 19)],
  ['timestamp', { as: 'timestamp', precision: 3 }, (own) => own.slice(0, 23)],
  ['timestamp', { as: 'timestamp', precision: 9 }, (own) => `${own}000`],
  ['timestamp', { as: 'date' }, (own) => own.slice(0, 10)],
  ['date', { as: 'timestamp', precision: 6 }, (own) => `${own} 00:00:00.000000`],
  ['date', { as: 'timestamp', precision: 0 }, (own) => `${own} 00:00:00`],
  ['time', { as: 'time', precision: 0 }, (own) => own.slice(0, 8)],
  ['time', { as: 'time', precision: 2 }, (own) => own.slice(0, 11)],
  ['text', { ...plain, trim: true }, (own) => own.replace(/ +$/, '')],
  [
    'text',
    { ...plain, fold: true },
    (own) => own.replace(/[A-Z]/g, (letter) => letter.toLowerCase()),
  ],
  ['text', { ...plain, emptyIsNull: true }, (own) => (own === '' ? null : own)],
  [
    'text',
    { as: 'text', trim: true, fold: true, emptyIsNull: true },
    (own) => own.replace(/ +$/, '').replace(/[A-Z]/g, (letter) => letter.toLowerCase()) || null,
  ],
  ['text', { as: 'binary', emptyIsNull: false }, (own) => Buffer.from(own).toString('hex')],
  ['bytes', { as: 'binary', emptyIsNull: true }, (own) => own || null],
];
