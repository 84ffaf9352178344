import type { CanonicalType } from '../../../contract/proof/definitions.ts';
import type { Node } from './tree.ts';

/** Digits of a second that no engine here goes beyond without saying so. */
export const FINEST = 6;

/** The characters, digits behind the point or digits of a second that values of a type have at most; null where it sets no limit. */
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

const sum = (widths: readonly number[]): number => widths.reduce((all, width) => all + width, 0);

/** How wide a value gets; infinite where nobody knows. */
export function widthOfValue(it: Node): number {
  const of = (args: readonly Node[]): number[] => args.map(widthOfValue);
  switch (it.op) {
    case 'null':
      return 0;
    case 'literal':
      return it.kind === 'text' ? Array.from(it.value!).length : digitsOf(it.value!);
    case 'column':
    case 'scalar':
      return it.width ?? (it.kind === 'integer' ? 0 : Infinity);
    case 'join':
    case 'joinAll':
    case 'joinPresent':
    case 'multiply':
      return sum(of(it.args));
    case 'add':
    case 'subtract':
    case 'coalesce':
      return Math.max(...of(it.args));
    case 'case':
      return Math.max(...of(it.args.filter((_, at) => at % 2 === 1 || at === it.args.length - 1)));
    case 'trim':
    case 'ltrim':
    case 'rtrim':
    case 'lower':
    case 'upper':
    case 'substring':
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

/** Behind the point, of a number or of a time. */
const digitsOf = (value: string): number => /\.(\d+)$/.exec(value)?.[1]?.length ?? 0;
