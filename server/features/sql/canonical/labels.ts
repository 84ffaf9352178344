import { canonicalise } from './canonical.ts';
import { type Node, bySpelling, columnIn, keyOf, labelOf, partsOf } from '../tree/tree.ts';

/** New labels of relations by their old ones. */
type Labels = ReadonlyMap<string, string>;

/** A label without the number that distinguishes relations of one name. */
const baseOf = (label: string): string => label.replace(/#\d+$/, '');

/** The relations in the FROM of a query, those of LEFT JOINs last; none for a set operation. */
function relationsOf(query: Node): Node[] {
  const [select] = query.args;
  const inParts = (it: Node): Node[] =>
    it.args.flatMap((arg) =>
      arg.op === 'from' ? arg.args : arg.op === 'left join' ? inParts(arg) : [],
    );
  return select?.op.startsWith('select') ? inParts(select) : [];
}

/** Parts whose order does not matter: they are sorted by their spelling. */
const UNORDERED = new Set(['from', 'group', 'partition', 'distinct on']);

/**
 * Gives the relations of a query other labels.
 * @param outer - labels of the enclosing queries, the only ones that derived tables see
 * @param nested - relabels a subquery
 */
function relabel(
  query: Node,
  outer: Labels,
  own: Labels,
  nested: (query: Node, outer: Labels) => Node,
): Node {
  const labels = new Map([...outer, ...own]);
  const walk = (it: Node): Node => {
    if (it.op === 'query') return nested(it, labels);
    if (it.op === 'column') return { ...it, value: relabelled(it.value!, labels) };
    if (it.op === 'derived')
      return { ...it, value: labels.get(it.value!)!, args: [nested(it.args[0]!, outer)] };
    if (it.op.startsWith('relation')) return { ...it, value: labels.get(it.value!)! };
    const args = it.args.map(walk);
    return { ...it, args: UNORDERED.has(it.op) ? args.toSorted(bySpelling) : args };
  };
  return { ...query, args: query.args.map(walk) };
}

function relabelled(column: string, labels: Labels): string {
  const [label, name] = partsOf(column);
  const other = labels.get(label);
  return other === undefined ? column : columnIn(other, name);
}

/** Gives every relation of a tree a unique label, so that parts can move between queries without clashes. */
export function withOwnLabels(tree: Node): Node {
  let count = 0;
  const ownOf = (query: Node): Labels =>
    new Map(relationsOf(query).map(({ value }) => [value!, `${baseOf(value!)}#${(count += 1)}`]));
  const inQuery = (query: Node, outer: Labels): Node =>
    relabel(query, outer, ownOf(query), inQuery);
  return eachQuery(tree, (query) => inQuery(query, new Map()));
}

/** Gives relations canonical labels, which do not depend on the order in which a query lists relations of one name. */
export const withCommonLabels = (tree: Node): Node =>
  eachQuery(tree, (query) => inCommon(query, new Map()));

/** Changes the outermost queries. */
const eachQuery = (tree: Node, change: (query: Node) => Node): Node =>
  tree.op === 'query'
    ? change(tree)
    : { ...tree, args: tree.args.map((arg) => eachQuery(arg, change)) };

function inCommon(query: Node, outer: Labels): Node {
  const [select, ...clauses] = query.args;
  const from = select?.args.find(({ op }) => op === 'from');
  const joined = inOrder(select?.args.filter(isJoin) ?? []);
  const candidates = ordersOf(from?.args ?? []).map((args) => {
    const left = joined.values();
    const parts = select!.args.map((arg) =>
      arg === from ? { ...from, args } : isJoin(arg) ? left.next().value! : arg,
    );
    const ordered = { ...query, args: [{ ...select!, args: parts }, ...clauses] };
    return canonicalise(relabel(ordered, outer, numbered(ordered, outer), inCommon));
  });
  return candidates.reduce((least, one) => (keyOf(one) < keyOf(least) ? one : least));
}

const isJoin = ({ op }: Node): boolean => op === 'left join';

/** Sorts outer joins by their spelling, each behind those that it refers to. */
function inOrder(joins: readonly Node[]): Node[] {
  const left = joins.map((join) => ({ join, spelt: keyOf(join).replaceAll(/#\d+/g, '') }));
  const made: Node[] = [];
  while (left.length > 0) {
    const free = left.filter(({ join }) =>
      left.every((other) => other.join === join || !asksFor(join, labelsIn(other.join))),
    );
    const next = free.reduce((least, one) => (one.spelt < least.spelt ? one : least));
    made.push(next.join);
    left.splice(left.indexOf(next), 1);
  }
  return made;
}

const labelsIn = (join: Node): string[] =>
  join.args.flatMap((arg) =>
    arg.op === 'from' ? arg.args.map(({ value }) => value!) : isJoin(arg) ? labelsIn(arg) : [],
  );
const asksFor = (it: Node, labels: readonly string[]): boolean =>
  labels.includes(labelOf(it)) || it.args.some((arg) => asksFor(arg, labels));

function numbered(query: Node, outer: Labels): Labels {
  const counts = new Map<string, number>();
  const next = (base: string): number => {
    const count = (counts.get(base) ?? 0) + 1;
    counts.set(base, count);
    return count;
  };
  for (const label of outer.values()) next(baseOf(label));
  return new Map(
    relationsOf(query).map(({ value }) => {
      const base = baseOf(value!);
      return [value!, `${base}#${next(base)}`];
    }),
  );
}

/** Limit of the orders that are tried. */
const ORDERS = 24;

/** Orders of the inner-joined relations that number them differently: permutations of those of one name. Beyond the limit, one order. */
function ordersOf(relations: readonly Node[]): Node[][] {
  const bases = new Set(relations.map(({ value }) => baseOf(value!)));
  let orders: Node[][] = [[]];
  for (const base of [...bases].toSorted()) {
    const namesakes = relations.filter(({ value }) => baseOf(value!) === base);
    const own = namesakes.length > 4 ? [namesakes] : permutationsOf(namesakes);
    if (orders.length * own.length > ORDERS) return [[...relations]];
    orders = orders.flatMap((before) => own.map((one) => [...before, ...one]));
  }
  return orders;
}

const permutationsOf = (list: readonly Node[]): Node[][] =>
  list.length < 2
    ? [[...list]]
    : list.flatMap((one) =>
        permutationsOf(list.filter((other) => other !== one)).map((rest) => [one, ...rest]),
      );
