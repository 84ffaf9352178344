import { canonicalise } from '../canonical/canonical.ts';
import { type Node, keyOf, node } from '../tree/tree.ts';

const isText = ({ op, kind }: Node): boolean => op === 'literal' && kind === 'text';

/** Drops the blanks at the end of literals beside a column that ignores them, or beside what keeps its rule. */
export const withoutBlanksBeside = (
  it: Node | undefined,
  literals: readonly Node[],
  parser: string,
): Node[] =>
  literals.map((one) =>
    it && isText(one) && ignoresBlanks(it, parser)
      ? { ...one, value: one.value!.replace(/ +$/, '') }
      : one,
  );

/** What a function makes of such a column is compared like the column, but on SQLite by its bytes. */
function ignoresBlanks({ op, args, padSpace, blankPadded }: Node, parser: string): boolean {
  if (op === 'column') return padSpace === true && !blankPadded;
  const texts = args.filter((arg) => !isText(arg));
  return (
    (parser === 'mysql' || parser === 'mssql') &&
    KEEP_THE_RULE.test(op) &&
    texts.length > 0 &&
    texts.every((arg) => ignoresBlanks(arg, parser))
  );
}
const KEEP_THE_RULE = /^(?:[lr]?trim|lower|upper|coalesce)$/;

/**
 * A tree in which each test for equality that ignores blanks at the end says so by `rtrim`, as other engines have to write it, and a text of
 * nothing but blanks is asked for by that alone; null where there is none.
 */
export function withTrims(tree: Node): Node | null {
  const walk = (it: Node): Node => {
    const args = it.args.map(walk);
    if (!COMPARES.test(it.op) || it.engine !== undefined) return { ...it, args };
    const literals = args.filter(isText);
    const isEmpty = literals.length === 1 && literals[0]!.value === '';
    const isTrimmed = literals.length > 0 && literals.length === args.length - 1;
    return { ...it, args: isTrimmed ? args.map((arg) => trimmed(arg, isEmpty)) : args };
  };
  const made = walk(tree);
  return keyOf(made) === keyOf(tree) ? null : canonicalise(made);
}
/** Orders are no such comparisons: a tab comes before the blanks that a shorter text is filled up with. */
const COMPARES = /^(eq|ne|in)$/;

function trimmed(it: Node, isBesideEmpty: boolean): Node {
  if (it.op === 'column' && it.padSpace)
    return node('rtrim', [it], 'text', { notNull: it.notNull });
  const isTrim = /^l?trim$/.test(it.op) && it.args.length === 1 && it.engine === undefined;
  return isTrim && isBesideEmpty ? { ...it, op: 'rtrim' } : it;
}
