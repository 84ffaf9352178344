import { type Node, bySpelling, isNumber, literal } from '../tree/tree.ts';
import { looselyTyped } from '../expressions/types.ts';

/** Drops a cast to float, which arithmetic with a float does implicitly. */
export const asNumber = (it: Node): Node =>
  it.op === 'as' && it.engine === undefined && it.value === 'float' && isNumber(it.args[0]!)
    ? it.args[0]!
    : it;
export function withoutFloats(args: readonly Node[]): Node[] {
  const isFloat = (it: Node) => it.kind === 'float' && asNumber(it) === it && it.op !== 'literal';
  return args.some(isFloat) ? args.map(asNumber) : [...args];
}

/** Sorts the operands of a sum or product; only exact numbers are regrouped, too, because floats would round differently. */
export function commute(it: Node): Node {
  if (it.engine !== undefined || !it.args.every(isNumber)) return it;
  const args = withoutFloats(it.args);
  const isExact = args.every(({ kind }) => kind !== 'float');
  const flat = isExact
    ? args.flatMap((arg) => (arg.op === it.op && arg.engine === undefined ? arg.args : [arg]))
    : args;
  return { ...it, args: flat.sort(bySpelling) };
}

/** Converts a literal to the kind of the other operand where its value stays the same; any other expression is returned as it is. */
export function coerce(it: Node, other: Node): Node {
  if (isOfList(it, other)) return it.args[0]!;
  if (isTruthInBits(it, other)) return literal(String(it.value === '1'), 'boolean');
  if (it.op !== 'literal' || it.engine !== undefined || it.kind === other.kind) return it;
  const value = it.value!;
  switch (`${it.kind} as ${other.kind}`) {
    case 'date as timestamp':
      return { ...it, kind: 'timestamp' };
    case 'timestamp as date':
      return value.length === 10 ? { ...it, kind: 'date' } : it;
    case 'integer as boolean':
      return value === '1'
        ? literal('true', 'boolean')
        : value === '0'
          ? literal('false', 'boolean')
          : it;
    default:
      return it.kind === 'text' ? (looselyTyped(value, other.kind) ?? it) : it;
  }
}

const isTruthInBits = ({ op, value }: Node, other: Node): boolean =>
  op === 'bits' && other.kind === 'boolean' && /^[01]$/.test(value!);

/** Whether a literal is cast to an enumerated type, as some engines have it: its values compare as their texts. Those of citext do not. */
const isOfList = ({ op, args: [from] }: Node, other: Node): boolean =>
  /^as (?!citext).*@(postgresql|duckdb)$/.test(op) &&
  from?.op === 'literal' &&
  from.kind === 'text' &&
  other.kind === 'text' &&
  other.op !== 'literal';

/** Both operands, with literals converted to the kind of the other one. */
export function coerceBoth(one: Node, other: Node): [Node, Node] {
  const [left, right] = withoutFloats([one, other]) as [Node, Node];
  return [coerce(left, right), coerce(right, left)];
}
