import type { CanonicalType } from '../../../../contract/proof/definitions.ts';
import { type Node, resultsOf } from './tree.ts';

/** Fractional digits of a second that no engine exceeds unless asked to. */
export const FINEST = 6;

/** The most characters, fractional digits or digits of a second that values of a type have; null where it sets no limit. */
export function widthOf(type: CanonicalType): number | null {
  switch (type.kind) {
    case 'text':
      return type.length;
    case 'decimal':
      return type.scale;
    case 'integer':
      return 0;
    case 'time':
    case 'timestamp':
      return type.precision === null || type.precision >= FINEST ? null : type.precision;
    default:
      return null;
  }
}

/** The exponent of the power of ten that numbers of a type stay below; null where it sets no limit. */
export function magnitudeOf(type: CanonicalType): number | null {
  switch (type.kind) {
    case 'integer':
      return ofBits(type.bits + Number(type.unsigned));
    case 'decimal':
      return type.precision === null ? null : type.precision - (type.scale ?? 0);
    case 'year':
      return 4;
    default:
      return null;
  }
}

/** What a column of a type says of its values. */
export function limitsOf(type: CanonicalType): Pick<Node, 'width' | 'magnitude'> {
  const [width, magnitude] = [widthOf(type), magnitudeOf(type)];
  return { ...(width !== null && { width }), ...(magnitude !== null && { magnitude }) };
}

/** The magnitude of signed integers of so many bits. */
export const ofBits = (bits: number): number => (bits - 1) * Math.log10(2);

/** The exponent of the power of ten that a number stays below; infinite where unknown. */
export function magnitudeOfValue(it: Node): number {
  const of = (args: readonly Node[]): number[] => args.map(magnitudeOfValue);
  if (it.kind === 'boolean') return 1;
  switch (it.op) {
    case 'null':
      return 0;
    case 'literal':
      return Math.log10(Math.abs(Number(it.value)) + 1);
    case 'column':
    case 'scalar':
      return it.magnitude ?? Infinity;
    case 'multiply':
      return sum(of(it.args));
    case 'add':
    case 'subtract':
      return Math.max(...of(it.args)) + Math.log10(2);
    case 'coalesce':
      return Math.max(...of(it.args));
    case 'case':
      return Math.max(...of(resultsOf(it)));
    case 'scaled':
    case 'trunc':
      return magnitudeOfValue(it.args[0]!);
    case 'round':
      return magnitudeOfValue(it.args[0]!) + Math.log10(2);
    case 'sum':
      return magnitudeOfValue(it.args[0]!) + ROWS;
    case 'divide':
      return magnitudeOfValue(it.args[0]!) - leastOf(it.args[1]!);
    case 'extract':
    case 'sign':
      return 4;
    case 'char_length':
    case 'octet_length':
    case 'instr':
    case 'ascii':
      return ofBits(32);
    case 'abs':
    case 'minus':
    case 'min':
    case 'max':
    case 'nullif':
    case 'modulo':
    case 'quotient':
    case 'rounded':
    case 'truncated':
    case 'floor':
    case 'ceiling':
      return it.args[0] ? magnitudeOfValue(it.args[0]) : Infinity;
    default:
      return Infinity;
  }
}

/** The exponent of the power of ten that the number of rows stays below. */
const ROWS = 9;

/** The exponent of the power of ten that a divisor, where it is not zero, does not fall below. */
const leastOf = (it: Node): number =>
  it.op === 'literal' ? Math.log10(Math.abs(Number(it.value))) : -widthOfValue(it);

const sum = (widths: readonly number[]): number => widths.reduce((all, width) => all + width, 0);

/** The most characters or fractional digits of a value; infinite where unknown. */
export function widthOfValue(it: Node): number {
  const of = (args: readonly Node[]): number[] => args.map(widthOfValue);
  switch (it.op) {
    case 'null':
      return 0;
    case 'scaled':
      return Number(it.value);
    case 'round':
    case 'trunc':
      return Math.min(widthOfValue(it.args[0]!), Number(it.args[1]!.value));
    case 'literal':
      return it.kind === 'text' ? Array.from(it.value!).length : digitsOf(it.value!);
    case 'column':
    case 'scalar':
      return it.width ?? (it.kind === 'integer' || it.kind === 'date' ? 0 : Infinity);
    case 'join':
    case 'joinAll':
    case 'joinPresent':
      return sum(it.args.map(charactersOf));
    case 'multiply':
      return sum(of(it.args));
    case 'add':
    case 'subtract':
    case 'coalesce':
      return Math.max(...of(it.args));
    case 'case':
      return Math.max(...of(resultsOf(it)));
    case 'substring':
      return Math.min(charactersOf(it.args[0]!), countOf(it.args[2]));
    case 'right':
      return Math.min(charactersOf(it.args[0]!), countOf(it.args[1]));
    case 'trim':
    case 'ltrim':
    case 'rtrim':
    case 'lower':
    case 'upper':
      return charactersOf(it.args[0]!);
    case 'nullif':
    case 'abs':
    case 'minus':
    case 'min':
    case 'max':
    case 'sum':
      return it.args[0] ? widthOfValue(it.args[0]) : Infinity;
    default:
      return it.kind === 'integer' ? 0 : Infinity;
  }
}

/** Characters of an operand of a concatenation, where the digits before the point count, too. */
function charactersOf(it: Node): number {
  if (it.kind === 'text' || it.op === 'null') return widthOfValue(it);
  return it.op === 'literal' ? it.value!.length : Infinity;
}

/** A length argument where it is a literal; else infinite. */
const countOf = (it: Node | undefined): number =>
  it?.op === 'literal' ? Number(it.value) : Infinity;

/** Fractional digits of a number or of a time. */
const digitsOf = (value: string): number => /\.(\d+)$/.exec(value)?.[1]?.length ?? 0;
