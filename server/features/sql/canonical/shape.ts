import { plainSelectOf } from '../queries/selects.ts';
import { type Node, keyOf, labelOf } from '../tree/tree.ts';

/** Features that queries of the same meaning share, in whatever way they are written. */
export interface Shape {
  /** The names of the tables, each once. */
  tables: string;
  /** The kinds of nesting, such as `exists` and `derived`, each as often as it occurs. */
  nesting: string;
}

const NESTED = new Set(['exists', 'in query', 'scalar', 'derived']);

/** Undefined where nothing is a query. */
export function shapeOf(tree: Node): Shape | undefined {
  const tables = new Set<string>();
  const nesting: string[] = [];
  let hasQuery = false;
  const walk = (it: Node, partners: ReadonlySet<string>): void => {
    hasQuery ||= it.op === 'query';
    if (it.op.startsWith('relation')) tables.add(it.value!.replace(/#\d+$/, ''));
    if (NESTED.has(it.op)) nesting.push(it.op);
    // Whether UNION removes duplicates depends on keys that are unknown here.
    if (it.merged || isOfOneKind(it)) nesting.push('union');
    // IS NULL on the right side of a LEFT JOIN tests for a partner, as EXISTS does.
    if (it.op === 'isnull' && partners.has(labelOf(it.args[0]!))) nesting.push('partner');
    const inner = it.op.startsWith('select') ? new Set([...partners, ...partnersOf(it)]) : partners;
    for (const arg of it.args) walk(arg, inner);
  };
  walk(tree, new Set());
  if (!hasQuery) return undefined;
  return { tables: [...tables].toSorted().join(), nesting: nesting.toSorted().join() };
}

/** Whether it is a UNION of queries with the same outputs, which may differ in how they choose rows. */
function isOfOneKind({ op, args }: Node): boolean {
  const [left, right] = args.map((side) => plainSelectOf(side)?.outputs);
  if (op !== 'union' || !left || !right) return false;
  const spelt = (outputs: readonly Node[]) => outputs.map(keyOf).join().replaceAll(/#\d+/g, '');
  return spelt(left) === spelt(right);
}

const partnersOf = (select: Node): string[] =>
  select.args
    .filter(({ op }) => op === 'left join')
    .flatMap(({ args: [from] }) => from!.args.map(({ value }) => value!));
