import { type Node, bool, bySpelling, keyOf, literal } from '../tree/tree.ts';

/**
 * The tree with what it asks of columns of whole numbers as ranges: `a IN (1, 2, 3)` and `a > 0 AND a < 4` ask for the same numbers.
 * Null where it asks nothing of the kind. Not for SQLite, whose integer columns may hold fractions.
 */
export function asWholeRanges(tree: Node): Node | null {
  const args = tree.args.map((arg) => asWholeRanges(arg) ?? arg);
  const isOther = args.some((arg, at) => arg !== tree.args[at]);
  const it = isOther ? { ...tree, args } : tree;
  if (it.engine !== undefined) return isOther ? it : null;
  if (it.op === 'and' || it.op === 'or') return isOther ? flat(it.op, args) : null;
  return rangeOf(tree) ?? (isOther ? it : null);
}

function rangeOf({ op, args: [one, other, ...more] }: Node): Node | null {
  switch (op) {
    case 'le':
    case 'lt':
      return boundOf(op, one!, other!);
    case 'in':
      return runOf(one!, [other!, ...more], (it, least, most) =>
        flat('and', [bool('le', whole(least), it), bool('le', it, whole(most))]),
      );
    case 'not':
      return one!.op === 'in' && one!.engine === undefined
        ? runOf(one!.args[0]!, one!.args.slice(1), (it, least, most) =>
            flat('or', [bool('le', it, whole(least - 1n)), bool('le', whole(most + 1n), it)]),
          )
        : null;
    default:
      return null;
  }
}

/** Oracle's whole numbers, and some of other engines, are decimals without fractional digits. */
const isColumn = ({ op, kind, width, engine }: Node): boolean =>
  op === 'column' &&
  (kind === 'integer' || (kind === 'decimal' && width === 0)) &&
  engine === undefined;
const isNumber = ({ op, kind, engine }: Node): boolean =>
  op === 'literal' && kind === 'integer' && engine === undefined;
const whole = (value: bigint): Node => literal(String(value), 'integer');

/** A bound, with its number in the range. */
function boundOf(op: 'le' | 'lt', one: Node, other: Node): Node | null {
  const step = op === 'lt' ? 1n : 0n;
  if (isNumber(one) && isColumn(other)) return bool('le', whole(BigInt(one.value!) + step), other);
  if (isColumn(one) && isNumber(other)) return bool('le', one, whole(BigInt(other.value!) - step));
  return null;
}

/** What is made of a list of numbers without gaps. */
function runOf(
  it: Node,
  list: readonly Node[],
  make: (it: Node, least: bigint, most: bigint) => Node,
): Node | null {
  if (!isColumn(it) || !list.every(isNumber)) return null;
  const values = [...new Set(list.map(({ value }) => BigInt(value!)))].toSorted((one, next) =>
    one < next ? -1 : 1,
  );
  const [least, most] = [values[0]!, values.at(-1)!];
  return most - least === BigInt(values.length - 1) ? make(it, least, most) : null;
}

function flat(op: 'and' | 'or', args: readonly Node[]): Node {
  const parts = args.flatMap((arg) => (arg.op === op ? arg.args : [arg]));
  const distinct = [...new Map(parts.map((part) => [keyOf(part), part])).values()];
  return distinct.length > 1 ? bool(op, ...distinct.toSorted(bySpelling)) : distinct[0]!;
}
