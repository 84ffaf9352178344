import { type Node, keyOf, literal, node } from '../tree/tree.ts';

/**
 * Concatenations differ only in how they treat NULL: where no operand can be NULL, they have one form.
 * @param orEmpty - a text that may be NULL, or an empty one
 */
export function joinTexts(
  { op: own, engine, args: given }: Node,
  orEmpty: (it: Node) => Node,
): Node {
  // `concat` skips NULL, which is the same as an empty text; what Oracle joins is NULL itself only where it is empty.
  const skipsNull = own === 'joinPresent' || (own === 'joinAll' && given.some(isSomeText));
  const isPresent = skipsNull && given.every(({ kind }) => kind === 'text');
  const args = given.map((arg) => (isPresent && !arg.notNull ? orEmpty(arg) : asPart(arg)));
  const op = isPresent ? 'join' : own;
  const name = args.every(({ notNull }) => notNull) ? 'join' : op;
  const merged = merge(
    args.flatMap((arg) => (arg.op === name && arg.engine === undefined ? arg.args : [arg])),
  );
  const isPlain = name === 'join' && engine === undefined;
  const parts = isPlain ? withoutEmpty(merged) : merged;
  if (isPlain && isOneText(parts)) return parts[0]!;
  return node(name, parts, 'text', {
    notNull: isNeverNull(name, parts),
    ...(engine !== undefined && { engine }),
  });
}

/** What Oracle joins is NULL where all of it is. */
const isNeverNull = (name: string, parts: readonly Node[]): boolean =>
  name === 'joinPresent' ||
  parts.every(({ notNull }) => notNull) ||
  (name === 'joinAll' && parts.some(({ notNull }) => notNull));

const isText = ({ op, kind }: Node): boolean => op === 'literal' && kind === 'text';

/** Puts literals side by side together. */
function merge(args: readonly Node[]): Node[] {
  const merged: Node[] = [];
  for (const arg of args) {
    const last = merged.at(-1);
    if (last && isText(last) && isText(arg))
      merged[merged.length - 1] = literal(`${last.value}${arg.value}`, 'text');
    else merged.push(arg);
  }
  return merged;
}

/** An empty text adds nothing to two or more operands; a single one it converts to text. */
function withoutEmpty(args: readonly Node[]): readonly Node[] {
  const kept = args.filter((arg) => keyOf(arg) !== keyOf(literal('', 'text')));
  return kept.length > 1 ? kept : args;
}

/** Whether it is a text of some characters, whatever its operands are. */
const isSomeText = (it: Node): boolean =>
  it.op === 'join' ? it.notNull && it.args.some(isSomeText) : isText(it) && it.value !== '';

const isOneText = ([first, ...more]: readonly Node[]): boolean =>
  more.length === 0 && first?.kind === 'text';

/** Drops the cast of an integer to text, which concatenation does implicitly. */
const asPart = (it: Node): Node =>
  it.op === 'as' && it.engine === undefined && it.value === 'text' && it.args[0]!.kind === 'integer'
    ? it.args[0]!
    : it;

/** `ltrim(rtrim(a))` is `trim(a)`. */
export function bothTrimmed(it: Node): Node {
  const [inner, ...more] = it.args;
  const isOther = inner?.op === (it.op === 'ltrim' ? 'rtrim' : 'ltrim') && inner.args.length === 1;
  const isPlain = more.length === 0 && it.engine === undefined && inner?.engine === undefined;
  return isOther && isPlain ? { ...inner, op: 'trim' } : it;
}
