import { isAscii } from 'node:buffer';
import type { CanonicalType } from '../../../../contract/proof/definitions.ts';
import { type Node, isNumber, mayBeZero } from '../tree/tree.ts';
import { magnitudeOf } from '../tree/widths.ts';

/** A number as a multiple of `UNIT`, so that fractions are exact. */
export type Value = null | boolean | bigint | string;
/** What a routine does for certain values: its result, or its writes and output parameters in order. */
export type Outcome = { value: Value } | { does: readonly Done[] } | 'fails';
/** `values` is null where they are not known. */
export interface Done {
  what: string;
  values: readonly Value[] | null;
}

/** What another engine might do otherwise, or what is not known here. */
export class Unknown extends Error {}
const unknown = (): never => {
  throw new Unknown();
};

/** Digits of a fraction that are computed with. */
const DIGITS = 12;
export const UNIT = 10n ** BigInt(DIGITS);
/** Larger numbers might not fit a type. */
const LARGEST = 10n ** 9n * UNIT;
/** What fits the smallest type that engines compute in. */
const LARGEST_SMALL = 32_767n * UNIT;
/** Floats of 32 bits are exact up to it. */
const LARGEST_FLOAT = 2n ** 24n * UNIT;
/** Characters; a longer text tells nothing that its comparison would be worth. */
const LONGEST_TEXT = 200;

/** @throws Unknown */
export function numberOf(text: string): bigint {
  const [, sign, whole, fraction = ''] = /^(-?)(\d{1,9})(?:\.(\d{1,6}))?$/.exec(text) ?? unknown();
  const found = BigInt(whole!) * UNIT + BigInt(fraction.padEnd(DIGITS, '0'));
  return sign === '-' ? -found : found;
}

const isWhole = (value: Value): value is bigint => typeof value === 'bigint' && value % UNIT === 0n;

/** The types of what a routine gives and stores: of its result by `''`, of an output parameter by its name, of a column by `table.column`. */
export type Types = Readonly<Record<string, CanonicalType>>;

/** Evaluates trees for certain values of parameters, as far as all engines agree. */
export class Evaluator {
  readonly #given: { values: ReadonlyMap<string, Value>; types: Types; computes: boolean };
  #left: number;

  /**
   * @param given - `computes`: whether no parameter is of a type whose numbers have another range in arithmetic
   * @param visits - how many parts of a tree may be visited
   */
  constructor(
    given: { values: ReadonlyMap<string, Value>; types: Types; computes: boolean },
    visits: number,
  ) {
    this.#given = given;
    this.#left = visits;
  }

  get visitsLeft(): number {
    return this.#left;
  }

  /** @throws Unknown */
  outcome(it: Node): Outcome {
    this.#left -= 1;
    if (it.engine !== undefined || this.#left < 0) return unknown();
    switch (it.op) {
      case 'case':
        return this.outcome(this.#chosen(it.args));
      case 'strict':
        return this.outcome(it.args[0]!);
      case 'fails':
        return 'fails';
      case 'does': {
        if (it.args.some(({ op }) => op === 'fails')) return 'fails';
        return { does: it.args.map((one) => this.#done(one)) };
      }
      default:
        return { value: this.#stored(it, '') };
    }
  }

  #done(it: Node): Done {
    this.#left -= 1;
    const { op, value, args } = it;
    if (op === 'gives')
      return { what: `gives ${value}`, values: orNull(() => [this.#stored(args[0]!, value!)]) };
    if (op !== 'insert') return { what: op, values: null };
    const what = [it, ...args].map((part) => `${part.op} ${part.value}`).join();
    const values = orNull(() =>
      args.map((set) => this.#stored(set.args[0]!, `${value}.${set.value}`)),
    );
    return { what, values };
  }

  /** What its type keeps as it is. */
  #stored(it: Node, name: string): Value {
    const value = this.value(it);
    const type = this.#given.types[name];
    return type !== undefined && (value === null || fits(value, type)) ? value : unknown();
  }

  /** @throws Unknown */
  value(it: Node): Value {
    this.#left -= 1;
    if (it.engine !== undefined || this.#left < 0) return unknown();
    const own = /^(at most|within) ([\d.]+)@/.exec(it.op);
    if (own) return this.#fitting(it.args[0]!, own[1] === 'within', Number(own[2]));
    const found = (this.#ofTruths(it) ?? this.#ofNumbers(it) ?? this.#ofAny(it)) as Value;
    if (typeof found === 'bigint' && (found > LARGEST || found < -LARGEST)) return unknown();
    return found;
  }

  /** A value whose type has room for it. */
  #fitting(it: Node, isNumeric: boolean, most: number): Value {
    const value = this.value(it);
    if (isNumeric && typeof value === 'bigint')
      return Number(value / UNIT) < 10 ** most - 1 && Number(value / UNIT) > 1 - 10 ** most
        ? value
        : unknown();
    const isShort = typeof value === 'string' && value.length <= most;
    return value === null || isShort || isWhole(value) ? value : unknown();
  }

  #chosen(args: readonly Node[]): Node {
    for (let at = 0; at + 1 < args.length; at += 2)
      if (this.#truth(args[at]!) === true) return args[at + 1]!;
    return args.at(-1)!;
  }

  #truth(it: Node): boolean | null {
    const value = this.value(it);
    return typeof value === 'boolean' || value === null ? value : unknown();
  }

  #ofTruths(it: Node): Value | undefined {
    switch (it.op) {
      case 'and':
      case 'or': {
        // All operands are evaluated: one that is not known might fail.
        const all = it.args.map((one) => this.#truth(one));
        const deciding = it.op === 'or';
        return all.includes(deciding) ? deciding : all.includes(null) ? null : !deciding;
      }
      case 'not': {
        const truth = this.#truth(it.args[0]!);
        return truth === null ? null : !truth;
      }
      case 'isnull':
        return this.value(it.args[0]!) === null;
      case 'eq':
      case 'ne': {
        const found = isEqual(this.value(it.args[0]!), this.value(it.args[1]!));
        return found === null ? null : found === (it.op === 'eq');
      }
      case 'lt':
      case 'le':
        return isLess(it.op, this.value(it.args[0]!), this.value(it.args[1]!));
      case 'in': {
        const [first, ...others] = it.args.map((one) => this.value(one));
        const all = others.map((one) => isEqual(first!, one));
        return all.includes(true) || (all.includes(null) ? null : false);
      }
      default:
        return undefined;
    }
  }

  #ofNumbers(it: Node): Value | undefined {
    switch (it.op) {
      case 'add':
      case 'subtract':
      case 'multiply':
        return this.#computed(it);
      case 'minus':
      case 'abs': {
        const value = this.#number(it.args[0]!);
        return value === null ? null : it.op === 'minus' || value < 0n ? -value : value;
      }
      case 'quotient':
      case 'modulo': {
        const [one, other] = it.args.map((part) => this.#number(part));
        if (one === null || !isWhole(one!) || !isWhole(other!)) return unknown();
        // Engines disagree about division by zero, and about negative numbers.
        if (mayBeZero(it.args[1]!) || one < 0n || other <= 0n) return unknown();
        return it.op === 'modulo' ? one % other : (one / other) * UNIT;
      }
      case 'as':
      case 'rounded':
      case 'truncated':
      case 'scaled': {
        const value = this.value(it.args[0]!);
        const isKept = value === null || (isNumber(it) && isWhole(value));
        return isKept ? value : unknown();
      }
      default:
        return undefined;
    }
  }

  #number(it: Node): bigint | null {
    const value = this.value(it);
    return typeof value === 'bigint' || value === null ? value : unknown();
  }

  #computed(it: Node): bigint | null {
    if (!this.#given.computes) return unknown();
    const values = it.args.map((one) => this.#number(one));
    if (values.includes(null)) return null;
    const [first, ...rest] = values as bigint[];
    const found = rest.reduce((one, other) => {
      if (it.op === 'add') return one + other;
      if (it.op === 'subtract') return one - other;
      return (one * other) % UNIT === 0n ? (one * other) / UNIT : unknown();
    }, first!);
    // Fractions of floats are not exact, and two small integers may have no room for a large one.
    const isExact = it.kind !== 'float' || isWhole(found);
    const isSmall = found <= LARGEST_SMALL && found >= -LARGEST_SMALL;
    return isExact && (isSmall || it.args.some(({ op }) => op === 'literal')) ? found : unknown();
  }

  #ofAny(it: Node): Value {
    switch (it.op) {
      case 'null':
        return null;
      case 'literal':
        return literalOf(it);
      case 'column':
        return this.#parameter(it);
      case 'case':
        return this.value(this.#chosen(it.args));
      case 'coalesce': {
        for (const one of it.args) {
          const value = this.value(one);
          if (value !== null) return value;
        }
        return null;
      }
      case 'nullif': {
        const [one, other] = it.args.map((part) => this.value(part)) as [Value, Value];
        return isEqual(one, other) === true ? null : one;
      }
      case 'join':
        return this.#joined(it);
      default:
        return unknown();
    }
  }

  #parameter({ value = '', blankPadded, ownComparison, looseText }: Node): Value {
    const found = this.#given.values.get(value);
    const isOwn = blankPadded ?? ownComparison ?? looseText !== undefined;
    return found === undefined || isOwn ? unknown() : found;
  }

  #joined({ args }: Node): Value {
    const values = args.map((one) => this.value(one));
    if (!values.every((one) => typeof one === 'string')) return unknown();
    return values.join('');
  }
}

function literalOf(it: Node): Value {
  const { kind, value = '' } = it;
  if (kind === 'boolean') return value === 'true';
  if (value.length > LONGEST_TEXT) return unknown();
  if (kind === 'text') return isAscii(Buffer.from(value)) ? value : unknown();
  const number = isNumber(it) ? numberOf(value) : unknown();
  return kind === 'float' && !isWhole(number) ? unknown() : number;
}

function isEqual(one: Value, other: Value): boolean | null {
  if (one === null || other === null) return null;
  if (typeof one !== typeof other) return unknown();
  if (one === other && one !== '') return true;
  // Collations may ignore case, and blanks at the end; an empty text is NULL to Oracle.
  const isClear = typeof one !== 'string' || (plain(one) !== plain(other as string) && one !== '');
  return isClear && other !== '' ? false : unknown();
}
const plain = (text: string): string => text.trimEnd().toLowerCase();

function isLess(op: 'lt' | 'le', one: Value, other: Value): boolean | null {
  if (one === null || other === null) return null;
  if (typeof one !== 'bigint' || typeof other !== 'bigint') return unknown();
  return op === 'lt' ? one < other : one <= other;
}

/** Whether a type holds a value exactly, in the spelling that it has. */
export function fits(value: Value, type: CanonicalType): boolean {
  const number = typeof value === 'boolean' ? (value ? UNIT : 0n) : value;
  switch (type.kind) {
    case 'boolean':
      return number === 0n || number === UNIT;
    case 'text':
      return typeof value === 'string' && value.length <= (type.length ?? Infinity);
    case 'enum':
      return typeof value === 'string' && type.values.includes(value);
    case 'float':
      return isWhole(number) && number <= LARGEST_FLOAT && number >= -LARGEST_FLOAT;
    case 'integer':
    case 'decimal':
      return typeof number === 'bigint' && hasRoom(type, number);
    default:
      return false;
  }
}

function hasRoom(
  type: Extract<CanonicalType, { kind: 'integer' | 'decimal' }>,
  number: bigint,
): boolean {
  const isSigned = type.kind !== 'integer' || !type.unsigned || number >= 0n;
  const digits = type.kind === 'decimal' ? (type.scale ?? DIGITS) : 0;
  const isExact = (number * 10n ** BigInt(digits)) % UNIT === 0n;
  const most = 10 ** (magnitudeOf(type) ?? 9);
  const whole = Number(number / UNIT);
  return isSigned && isExact && whole < most - 1 && whole > 1 - most;
}

/** Null where it is not known. */
export function orNull<T>(evaluate: () => T): T | null {
  try {
    return evaluate();
  } catch (error) {
    if (error instanceof Unknown) return null;
    throw error;
  }
}
