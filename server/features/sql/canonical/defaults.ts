import { isLike } from '../expressions/likes.ts';
import type { CanonicalType } from '../../../../contract/proof/definitions.ts';
import { Unreadable } from '../tree/ast.ts';
import { canonicalise, combine } from './canonical.ts';
import { refuseLoose } from './loose-values.ts';
import { type Kind, type Node, kindOf, literal, markEngineSpecific, node } from '../tree/tree.ts';
import { typedLiteral } from '../expressions/types.ts';
import { FINEST, widthOf } from '../tree/widths.ts';

export interface Expression {
  text: string;
  /**
   * What the text is; a `default`, and a value that a column is `set` to, come with the column's type. All but `value`
   * are evaluated while a row is written, where an engine may refuse what it accepts in a query. `loosely`: SQLite has to
   * store it as others do. A `check` passes rows of which it is unknown, a `condition` does not.
   */
  as:
    | 'value'
    | 'written'
    | 'condition'
    | 'check'
    | { default: CanonicalType }
    | { set: CanonicalType; loosely?: true };
}

/** @returns null for a default that says nothing */
export function canonicaliseAs(as: Expression['as'], tree: Node, parser: string): Node | null {
  if (as === 'condition') return canonicalise(node('and', [tree], 'boolean'));
  if (as === 'check') return canonicaliseCheck(tree);
  if (as === 'value' || as === 'written') return canonicalise(tree);
  if ('set' in as) {
    const value = canonicaliseSetting(tree, as.set);
    if (value && as.loosely) refuseLoose({ canonical: as.set }, value, tree);
    return value;
  }
  const moment = parser === 'mysql' ? momentOfDigits(tree, as.default) : null;
  return moment ?? canonicaliseDefault(tree, as.default);
}

/** Canonical form of a column's default: a literal becomes a value of the column's type, however it is written. Null for DEFAULT NULL. */
export function canonicaliseDefault(tree: Node, type: CanonicalType): Node | null {
  const kind = kindOf(type);
  let it = canonicalise(tree);
  while (it.op === 'as' && it.value === kind) it = it.args[0]!;
  if (it.op.startsWith('as ') && it.args[0]!.op === 'literal') it = it.args[0]!;
  it = momentInUtc(it) ?? it;
  if (type.kind === 'binary') it = bytesIn(it);
  // PostgreSQL writes an array without members as `{}`, JSON as `[]`.
  if (type.kind === 'array' && it.op === 'literal' && it.value === '{}')
    return literal('[]', 'text');
  switch (it.op) {
    case 'null':
      return null;
    case 'now':
      return fillWithNow(it, type);
    case 'bits':
      return kind === 'boolean' ? (typedLiteral(it.value!, kind) ?? it) : numberOfBits(it);
    case 'literal':
      return fill(it, kind);
    default:
      return it;
  }
}

/** `b'101'` is 5. */
const numberOfBits = (it: Node): Node =>
  /^[01]+$/.test(it.value!) ? literal(String(BigInt(`0b${it.value}`)), 'integer') : it;

/**
 * Canonical form of a value that is assigned to a column. A computed value must be of the column's kind already, because each engine
 * converts it in its own way.
 * @throws Unreadable
 */
export function canonicaliseSetting(tree: Node, type: CanonicalType): Node | null {
  const it = canonicaliseDefault(tree, type);
  if (it && it.op !== 'literal' && !HELD[kindOf(type)]?.includes(it.kind))
    throw new Unreadable('a conversion');
  // Engines check enum values on assignment by other rules than in comparisons.
  if (it && it.op !== 'literal' && type.kind === 'enum') throw new Unreadable('a value of a list');
  return it;
}

/**
 * Bytes as the text that they are where each is a printable character, because every engine writes that alike. PostgreSQL writes
 * others in hexadecimal digits behind `\x`.
 */
function bytesIn(it: Node): Node {
  if (it.op !== 'bytes' && (it.op !== 'literal' || it.kind !== 'text')) return it;
  const value = it.value!;
  const hex = it.op === 'bytes' ? value : /^\\x((?:[0-9a-f]{2})*)$/i.exec(value)?.[1];
  if (hex === undefined) return value.includes('\\') ? markEngineSpecific('any', it) : it;
  const text = Buffer.from(hex, 'hex').toString('latin1');
  return /^[ -[\]-~]*$/.test(text)
    ? literal(text, 'text')
    : node('bytes', [], 'other', { value: hex.toLowerCase(), notNull: true });
}

/** Drops the `+00` of a zoned timestamp literal, because sessions run in UTC; null for anything else. */
function momentInUtc({ op, value, args: [of] }: Node): Node | null {
  if (op !== 'as' || value !== 'timestamp(Tz)' || of!.op !== 'literal') return null;
  const [, written] = /^(.*)\+00$/.exec(of!.value!) ?? [];
  return written === undefined ? null : typedLiteral(written, 'timestamp');
}

const DIGITS = /^(\d{4})(\d\d)(\d\d)(?:(\d\d)(\d\d)(\d\d))?$/;

/** A moment that is written as a number on MySQL: `19700101000000`; null for anything else. */
function momentOfDigits({ op, value }: Node, { kind }: CanonicalType): Node | null {
  if (op !== 'literal' || (kind !== 'date' && kind !== 'timestamp')) return null;
  const [, year, month, day, ...time] = DIGITS.exec(value!) ?? [];
  if (year === undefined) return null;
  const clock = time.map((part) => part ?? '00').join(':');
  // A date drops the time.
  if (kind === 'date' && clock !== '00:00:00') return null;
  return typedLiteral(`${year}-${month}-${day}${kind === 'date' ? '' : ` ${clock}`}`, kind) ?? null;
}

/**
 * Whether a default is no value of its column's type: `'0000-00-00'` or 0 of a date, `''` of an address. Lenient engines keep such.
 */
export function isNoValue({ op, kind, value }: Node, type: CanonicalType): boolean {
  if (op !== 'literal') return false;
  if (NUMBERS.has(kind)) return MOMENTS.has(type.kind);
  if (kind !== 'text') return false;
  return TYPED.has(type.kind) || (value === '' && isChecked(type));
}
const NUMBERS: ReadonlySet<Kind> = new Set<Kind>(['integer', 'decimal', 'float']);
const MOMENTS: ReadonlySet<CanonicalType['kind']> = new Set<CanonicalType['kind']>([
  'date',
  'time',
  'timestamp',
]);
/** Kinds whose literals have that kind once they are read, unless they are no values of it. */
const TYPED: ReadonlySet<CanonicalType['kind']> = new Set<CanonicalType['kind']>([
  'integer',
  'decimal',
  'float',
  'boolean',
  'date',
  'timestamp',
  'year',
]);
const isChecked = (type: CanonicalType): boolean =>
  ['uuid', 'json', 'xml', 'interval', 'time'].includes(type.kind) ||
  (type.kind === 'other' && /^(inet|cidr|macaddr8?)$/i.test(type.name));

const HELD: Partial<Record<Kind, readonly Kind[]>> = {
  boolean: ['boolean'],
  integer: ['integer'],
  decimal: ['integer', 'decimal'],
  float: ['integer', 'float'],
  text: ['text'],
  date: ['date'],
  time: ['time'],
  timestamp: ['timestamp'],
};

function fillWithNow(it: Node, type: CanonicalType): Node {
  if (type.kind === 'date') return node('today', [], 'date', { notNull: true });
  if (type.kind === 'time') return node('timeofday', [], 'time', { notNull: true });
  // With fewer fractional digits than the column keeps, it is opaque: the other side may have as few.
  if (it.value !== undefined && Number(it.value) < (widthOf(type) ?? FINEST))
    return markEngineSpecific('any', it);
  return node('now', [], it.kind, { notNull: true });
}

function fill(it: Node, kind: Kind): Node {
  const value = it.value!;
  if (it.kind === 'text') return typedLiteral(value, kind) ?? it;
  const isNumber = kind === 'integer' || kind === 'decimal' || kind === 'float';
  if (it.kind === 'boolean') return isNumber ? literal(value === 'true' ? '1' : '0', kind) : it;
  if (kind === 'boolean')
    return value === '0' || value === '1' ? literal(String(value === '1'), 'boolean') : it;
  if (kind !== 'text') return it;
  // Engines keep the zeros at the end of `1.50`, or write it as a float.
  return it.kind === 'integer' ? literal(value, 'text') : markEngineSpecific('any', it);
}

/** Operators that are NULL where one of their operands is. */
const STRICT = new Set(
  'eq ne lt le add subtract multiply minus abs char_length octet_length lower upper'.split(' '),
);
const isNullWith = (column: string, it: Node): boolean => {
  if (it.op === 'column') return it.value === column;
  if (it.op === 'and' || it.op === 'or') return it.args.every((arg) => isNullWith(column, arg));
  if (it.op === 'in' || it.op === 'not') return isNullWith(column, it.args[0]!);
  return (STRICT.has(it.op) || isLike(it.op)) && it.args.some((arg) => isNullWith(column, arg));
};

/** A check passes what is unknown, so `a IS NULL OR a > 0` checks no more than `a > 0`. */
const canonicaliseCheck = (tree: Node): Node =>
  asCheck(canonicalise(node('and', [tree], 'boolean')));

/** What is asked whether it is FALSE, as in `(a > 0) IS NOT FALSE`. */
const isFalseOf = ({ op, engine, args }: Node): Node[] => {
  const isFalse = (it: Node) =>
    it.op === 'literal' && it.kind === 'boolean' && it.value === 'false';
  return op === 'same' && engine === undefined && args.some(isFalse)
    ? args.filter((it) => !isFalse(it) && it.kind === 'boolean')
    : [];
};

function asCheck(it: Node): Node {
  if (it.op === 'and') return combine('and', it.args.map(asCheck));
  const [told] = it.op === 'not' ? isFalseOf(it.args[0]!) : [];
  if (told) return asCheck(told);
  if (it.op !== 'or') return it;
  const isImplied = ({ op, args: [tested] }: Node): boolean =>
    op === 'isnull' &&
    tested?.op === 'column' &&
    it.args.some((other) => isNullWith(tested.value!, other));
  return combine(
    'or',
    it.args.filter((arg) => !isImplied(arg)),
  );
}
