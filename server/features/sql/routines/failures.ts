import { Unreadable } from '../tree/ast.ts';
import { bare } from './given-values.ts';
import { givesOneRow } from '../queries/one-row.ts';
import { type Node, isOpaque, keyOf, resultsOf } from '../tree/tree.ts';

/**
 * Refuses values that may fail, or never end, where they are set, unless the result evaluates them in any case.
 * @param together - whether one loop sets them all, so that evaluating one of them is enough
 */
export function refuseUnused(
  given: Node,
  values: readonly [string, Node][],
  together: boolean,
): void {
  const keys = values.filter(([, value]) => mayFail(value)).map(([, value]) => keyOf(value));
  const groups = together ? [keys] : keys.map((key) => [key]);
  if (groups.some((group) => group.length > 0 && !computes(given, new Set(group))))
    throw new Unreadable('it may fail');
}

/** Whether evaluating it may raise an error. */
export const mayFail = (it: Node): boolean =>
  FAILING.test(it.op) ||
  isOpaque({ ...it, args: [] }) ||
  (it.op === 'scalar' && !givesOneRow(bare(it.args[0]!))) ||
  it.args.some(mayFail);
/** A loop may have no end. */
const FAILING =
  /^(loop|range or fail|divide|quotient|modulo|sqrt|power|ln|exp|as|substring|left|right|lpad|rpad)$/;

/** Whether an expression evaluates one of these parts of it, whatever the values are. */
function computes(it: Node, parts: ReadonlySet<string>): boolean {
  if (parts.has(keyOf(it))) return true;
  switch (it.op) {
    case 'case':
      return computes(it.args[0]!, parts) || resultsOf(it).every((one) => computes(one, parts));
    case 'coalesce':
      return computes(it.args[0]!, parts);
    // Evaluation may stop at the first operand that decides.
    case 'and':
    case 'or':
      return it.args.every((one) => computes(one, parts));
    case 'in':
      return computes(it.args[0]!, parts);
    case 'query':
      return false;
    case 'does':
    case 'insert':
      return it.args.some((one) => computes(one, parts));
    default:
      // A NULL operand may keep the others from being evaluated.
      return (
        it.args.some(
          (one, at) =>
            computes(one, parts) && it.args.every((other, place) => place === at || other.notNull),
        ) ||
        (it.args.length > 0 && it.args.every((one) => computes(one, parts)))
      );
  }
}
