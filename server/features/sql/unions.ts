import { type Node, bool, keyOf, literal, node } from './tree.ts';
import { type Select, plainSelectOf, whereOf } from './selects.ts';

/**
 * Merges a UNION of queries with the same outputs and relations into one SELECT DISTINCT, with their conditions joined by OR.
 * @param tree - with canonical labels (`withCommonLabels`)
 */
export function withoutUnions(tree: Node): Node {
  const merged = tree.op === 'query' ? mergeBody(tree.args[0]!) : null;
  return merged ? { ...tree, args: [merged, ...tree.args.slice(1)] } : tree;
}

function mergeBody(body: Node): Node | null {
  if (body.op !== 'union' || body.engine !== undefined) return null;
  const [left, right] = body.args.map((side) => plainSelectOf(withoutUnions(side)));
  if (!left || !right || partsOf(left) !== partsOf(right)) return null;
  const generates = left.outputs.some(generatesValue);
  const conditions = [left, right].map((side) => side.conditions);
  if (generates) return null;
  // A side without a condition lets all rows through.
  const all = conditions.some(({ length }) => length === 0);
  const either = bool(
    'or',
    ...conditions.map((one) => bool('and', ...one, literal('true', 'boolean'))),
  );
  return node(
    'select distinct',
    [
      node('output', left.outputs, 'other'),
      left.from,
      ...left.joined,
      ...whereOf(all ? [] : [either]),
    ],
    'other',
    { merged: true },
  );
}

const partsOf = ({ outputs, from, joined }: Select): string =>
  JSON.stringify([...outputs, from, ...joined].map(keyOf));
const generatesValue = ({ op, args }: Node): boolean => op === 'uuid' || args.some(generatesValue);
