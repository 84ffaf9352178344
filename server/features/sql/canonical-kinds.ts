import { withoutFloats } from './canonical-numbers.ts';
import { type Node, literal } from './tree.ts';
import { looselyTyped } from './types.ts';

/** As a value of the other side's kind, where a literal of another one says the same. */
export function coerce(it: Node, other: Node): Node {
  if (isOfList(it, other)) return it.args[0]!;
  if (it.op !== 'literal' || it.by !== undefined || it.kind === other.kind) return it;
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

/** A value of an enumerated type is its text; what else is made of a text need not be. */
const isOfList = ({ op, args: [from] }: Node, other: Node): boolean =>
  /^as (?!citext)/.test(op) &&
  from?.op === 'literal' &&
  from.kind === 'text' &&
  other.kind === 'text' &&
  other.op !== 'literal';

/** Both as values of one kind. */
export function coerceBoth(one: Node, other: Node): [Node, Node] {
  const [left, right] = withoutFloats([one, other]) as [Node, Node];
  return [coerce(left, right), coerce(right, left)];
}
