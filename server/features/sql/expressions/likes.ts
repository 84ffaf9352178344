import { canonicalise } from '../canonical/canonical.ts';
import { readPattern } from './literals.ts';
import type { Scope } from '../tree/scope.ts';
import { isRecased, recast } from './letters.ts';
import { hasOwnComparison } from '../tree/traits.ts';
import { type LikeCase, type Node, bool, keyOf, markEngineSpecific } from '../tree/tree.ts';

/** The operator of a LIKE by its case. Of an unknown collation it is taken that letters count. */
const opOf = (one: LikeCase): string =>
  one === 'counts' || one === 'unknown' ? 'like' : `like ${one}`;
export const isLike = (op: string): boolean => /^like( (ascii|all|collation))?$/.test(op);

/** Reads LIKE and ILIKE. PostgreSQL's sees the blanks that pad a text. */
export function readLike(
  word: string,
  it: Node,
  pattern: Node,
  escape: Node | null,
  scope: Scope,
): Node {
  const read = readPattern(besideCitext(it, pattern), escape, scope);
  const { parser } = scope.rules;
  const cased = parser === 'postgresql' && isRecased(it, parser) ? recast(it, parser) : it;
  const columns = columnsIn(cased);
  const isOwn =
    (lettersIn(read) !== '' &&
      columns.some(({ foldsCase, recased }) => recased && foldsCase === 'unknown')) ||
    it.blankPadded === true ||
    hasOwnComparison(it) ||
    !['text', 'other'].includes(it.kind);
  const rule = caseOf(word === 'ilike', cased, read, scope);
  const isBlind = lettersIn(read) !== '' && columns.some(({ accentBlind }) => accentBlind);
  return {
    ...bool(opOf(rule), isOwn ? markEngineSpecific(scope.engine, it) : it, read),
    ...(rule === 'unknown' && { unknownCase: true }),
    ...(isBlind && { accentBlind: true }),
  };
}

/** What stands beside a column of citext: a literal of that type is a text like any other. */
export const besideCitext = ({ op, citext }: Node, it: Node): Node =>
  op === 'column' &&
  citext !== undefined &&
  it.op === 'as citext@postgresql' &&
  it.args[0]!.op === 'literal'
    ? it.args[0]!
    : it;

function caseOf(isIlike: boolean, it: Node, pattern: Node, { rules }: Scope): LikeCase {
  const { likeCase } = rules;
  const letters = lettersIn(pattern);
  if (isIlike) {
    // K and I are other letters in lower case, too: those of KELVIN SIGN and of the dotted İ, which may become two characters.
    const isPlain = letters !== undefined && !/[^a-z]|[ik]/i.test(letters);
    if (!isPlain || partsOf(pattern).includes('_')) return 'all';
    return letters === '' ? 'counts' : 'ascii';
  }
  if (letters === '' || (likeCase === 'ascii' && letters && !/[a-z]/i.test(letters)))
    return 'counts';
  if (likeCase === 'ascii') return 'ascii';
  const columns = columnsIn(it);
  if (columns.some(({ foldsCase }) => foldsCase === true)) return 'collation';
  const isKnown = columns.length > 0 && columns.every(({ foldsCase }) => foldsCase === false);
  return likeCase === 'counts' || isKnown ? 'counts' : 'unknown';
}

/** The wildcards of a literal pattern, and its characters behind `=`. */
export const partsOf = ({ value = '' }: Node): string[] => value.match(/=[\s\S]|[%_]/gu) ?? [];
/** The letters of a pattern; undefined where it is computed. */
export const lettersIn = (pattern: Node): string | undefined =>
  pattern.op === 'pattern'
    ? partsOf(pattern)
        .filter((part) => /^=\p{L}/u.test(part))
        .map((part) => part.slice(1))
        .join('')
    : undefined;

const columnsIn = (it: Node): Node[] =>
  it.op === 'column' ? [it] : it.op === 'query' ? [] : it.args.flatMap(columnsIn);

/**
 * A tree in which every LIKE is one by the same rule, and these rules in order: null where two that differ in nothing else have become
 * one. Undefined where there is no LIKE.
 * @param finish - brings it to its final form
 */
export function likesOf(
  tree: Node,
  finish: (tree: Node) => Node,
): { tree: Node; cases: LikeCase[] | null } | undefined {
  let count = 0;
  const walk = (it: Node): Node => {
    const args = it.args.map(walk);
    if (!isLike(it.op)) return { ...it, args };
    count += 1;
    return { ...it, op: 'like', args, likeCase: ruleOf(it) };
  };
  const bare = walk(tree);
  if (count === 0) return undefined;
  const made = finish(canonicalise(bare));
  const cases = casesIn(made);
  return { tree: made, cases: cases.length < count ? null : cases };
}

const ruleOf = ({ op, unknownCase }: Node): LikeCase =>
  op === 'like' ? (unknownCase ? 'unknown' : 'counts') : (op.slice('like '.length) as LikeCase);

const casesIn = (it: Node): LikeCase[] => [
  ...(it.likeCase === undefined ? [] : [it.likeCase]),
  ...it.args.flatMap(casesIn),
];

/** Whether two trees are the same, and every LIKE there finds what the one here does. */
export function findsTheSame(here: Node, there: Node): boolean {
  if (keyOf(here) === keyOf(there)) return keepAll(here, there);
  const [one, other] = [here, there].map((tree) => likesOf(tree, (bare) => bare));
  return (
    one?.cases != null &&
    other?.cases != null &&
    keyOf(one.tree) === keyOf(other.tree) &&
    keepAll(one.tree, other.tree)
  );
}

/** Whether LIKE after LIKE of two trees that differ in nothing else finds the same. */
function keepAll(here: Node, there: Node): boolean {
  const isKept =
    !isLike(here.op) ||
    (here.accentBlind === there.accentBlind &&
      keeps(here.likeCase ?? ruleOf(here), there.likeCase ?? ruleOf(there), here.args[1]!));
  return isKept && here.args.every((arg, at) => keepAll(arg, there.args[at]!));
}

/** Collations that ignore case do so for all letters; of another collation that is not known, nothing is sure. */
function keeps(rule: LikeCase, its: LikeCase, pattern: Node): boolean {
  if (rule !== 'collation' || its === 'collation')
    return opOf(rule) === opOf(its) && (its !== 'unknown' || rule === 'unknown');
  return its === 'all' || (its === 'ascii' && /^[a-z]*$/i.test(lettersIn(pattern) ?? '?'));
}

/** Of a text with LIKE: the key of the same text whatever LIKE makes of case, and what each makes of it. */
export interface Likes {
  key: string;
  whole?: string;
  cases: readonly LikeCase[] | null;
}

/** Whether it asks for letters of either case by a rule that other engines may write in other words. */
export const isFolded = ({ likes }: { likes?: Likes }): boolean =>
  likes?.cases?.some((one) => one === 'ascii' || one === 'all') === true;

/** The side on which LIKE finds letters of either case in texts that are the same but for that; null where that is not sure. */
export function foldingSide(
  source: Likes | undefined,
  target: Likes | undefined,
): 'source' | 'target' | null {
  if (!source?.cases || !target?.cases || source.key !== target.key) return null;
  const theirs = target.cases;
  const sides = new Set(
    source.cases.flatMap((one, at) => {
      const other = theirs[at]!;
      if (one === other || one === 'unknown' || other === 'unknown') return [];
      return one === 'counts' ? 'target' : other === 'counts' ? 'source' : [];
    }),
  );
  return sides.size === 1 ? [...sides][0]! : null;
}
