import { plainSelectOf } from '../queries/selects.ts';
import { type Node, keyOf, labelOf } from '../tree/tree.ts';

/** Features that queries of the same meaning share, in whatever way they are written. */
export interface Shape {
  /** The names of the tables, each once. */
  tables: string;
  /** The kinds of nesting, such as `exists` and `derived`, each as often as it occurs. */
  nesting: string;
  /** How often tables are named, and how often rows without a partner are kept (LEFT and RIGHT JOIN). */
  named: number;
  outer: number;
  /** Queries, set operations and GROUP BY, and how many of the former two remove duplicates. */
  steps: string;
  distinct: number;
}

const NESTED = new Set(['exists', 'in query', 'scalar', 'derived']);

/** Undefined where nothing is a query. */
export function shapeOf(tree: Node): Shape | undefined {
  const tables = new Set<string>();
  const nesting: string[] = [];
  const counts = { select: 0, set: 0, group: 0, named: 0, outer: 0, distinct: 0 };
  let hasQuery = false;
  const walk = (it: Node, partners: ReadonlySet<string>): void => {
    hasQuery ||= it.op === 'query';
    if (it.op.startsWith('relation')) tables.add(it.value!.replace(/#\d+$/, ''));
    for (const kind of kindsOf(it.op)) counts[kind] += 1;
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
  const { select, set, group, named, outer, distinct } = counts;
  const steps = [select, set, group].join();
  const [names, nested] = [[...tables], nesting].map((list) => list.toSorted().join());
  return { tables: names!, nesting: nested!, named, outer, steps, distinct };
}

/** What a part of a query counts as. */
const COUNTED = {
  select: /^select/,
  set: /^(union|intersect|except)\b/,
  group: /^group$/,
  named: /^relation/,
  outer: /^left join$/,
  distinct: /^(select distinct|(union|intersect|except)(?! all))/,
} as const;
const kindsOf = (op: string) =>
  (Object.keys(COUNTED) as (keyof typeof COUNTED)[]).filter((kind) => COUNTED[kind].test(op));

/**
 * What surely changes how often rows come although two queries cannot be read otherwise: whether those without a partner are
 * kept, or duplicates. Null where they are built in other ways, which may make up for that.
 */
export function findOtherRows(source?: Shape, target?: Shape): 'partners' | 'duplicates' | null {
  if (!source || !target || source.tables !== target.tables) return null;
  if (source.named !== target.named || source.steps !== target.steps) return null;
  if (source.outer !== target.outer) return source.nesting === target.nesting ? 'partners' : null;
  return source.distinct === target.distinct ? null : 'duplicates';
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
