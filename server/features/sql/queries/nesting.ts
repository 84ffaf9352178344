import { aggregates } from './aggregates.ts';
import { canonicalise } from '../canonical/canonical.ts';
import { asTextTest } from '../expressions/json.ts';
import { withCommonLabels, withOwnLabels } from '../canonical/labels.ts';
import { type Select, conjunctsOf, plainSelectOf, whereOf, withoutUnions } from './selects.ts';
import {
  type Node,
  bool,
  columnIn,
  holdsQuery,
  isOpaque,
  keyOf,
  labelOf,
  markEngineSpecific,
  node,
  partsOf,
} from '../tree/tree.ts';

/**
 * One form for queries that can be written with or without subqueries: derived tables that only filter and project,
 * IN and EXISTS, anti-joins. Whatever is not certain to return the same rows stays as it is.
 */
export const withoutNesting = (tree: Node): Node =>
  holdsQuery(tree)
    ? mergeUnions(withCommonLabels(canonicalise(flatten(withOwnLabels(tree)))))
    : tree;

function mergeUnions(tree: Node): Node {
  const merged = withoutUnions(tree);
  return merged === tree ? tree : withCommonLabels(canonicalise(merged));
}

function flatten(tree: Node): Node {
  const it = { ...tree, args: tree.args.map(flatten) };
  const [first, second, ...more] = it.args;
  switch (it.op) {
    case 'query':
      return toAntiJoins(toInnerJoins(withoutDerived(it)));
    case 'in query':
      // Without NULL on either side it is TRUE or FALSE, as EXISTS is.
      return (first!.notNull && outputOf(second!)?.notNull && asExists(it)) || it;
    case 'where':
    case 'filter':
      return { ...it, args: [first!, asFilter(second!), ...more] };
    case 'having':
      return { ...it, args: [asFilter(first!)] };
    case 'left join':
      return { ...it, args: [...it.args.slice(0, -1), asFilter(it.args.at(-1)!)] };
    default:
      return it;
  }
}

/** Rewrites IN as EXISTS, and tests of texts in JSON, in a filter, where UNKNOWN counts as FALSE; not under NOT, where it does not. */
function asFilter(it: Node): Node {
  if (it.op === 'or') return { ...it, args: it.args.map(asFilter) };
  if (it.op === 'and') {
    // Beside a comparison of the same operand, IS NOT NULL is redundant.
    const isSaid = ({ op, args: [test] }: Node): boolean =>
      op === 'not' && test!.op === 'isnull' && it.args.some((one) => rejects(one, test!.args[0]!));
    return { ...it, args: it.args.filter((one) => !isSaid(one)).map(asFilter) };
  }
  return (it.op === 'in query' && asExists(it)) || asTextTest(it) || it;
}

const outputOf = (query: Node): Node | undefined => {
  const outputs = plainSelectOf(query)?.outputs ?? [];
  return outputs.length === 1 ? outputs[0] : undefined;
};

/** Whether there are rows. */
function rowsExist({ from, joined, conditions }: Omit<Select, 'outputs' | 'op'>): Node {
  const parts = [node('output', [], 'other'), from, ...joined, ...whereOf(conditions)];
  const query = node('query', [node('select', parts, 'other')], 'other');
  return node('exists', [query], 'boolean', { notNull: true });
}

/** `x IN (SELECT y …)` as `EXISTS (SELECT … AND x = y)`. */
function asExists({ args: [value, query], engine }: Node): Node | null {
  const select = plainSelectOf(query!);
  const [first] = select?.outputs ?? [];
  const values = value!.op === 'tuple' ? value!.args : [value!];
  if (!select || engine !== undefined || values.length !== select.outputs.length || !first)
    return null;
  // Once moved into the subquery, an unknown name might resolve to another column.
  if ([...values, ...select.outputs].some((one) => isOpaque(one) || aggregates(one))) return null;
  const pairs = values.map((one, at) => bool('eq', one, select.outputs[at]!));
  return rowsExist({ ...select, conditions: [...select.conditions, ...pairs] });
}

/** Replaces derived tables that only filter and project by the relations that they select from. */
function withoutDerived(query: Node): Node {
  const [select, ...clauses] = query.args;
  if (!select?.op.startsWith('select') || asksForAll(query)) return query;
  const values = new Map<string, Node>();
  const conditions: Node[] = [];
  const joined: Node[] = [];
  const inFrom = (set: Node): readonly Node[] => {
    const inner = inlinableSelectOf(set);
    if (!inner) return [set];
    for (const [name, value] of inner.values) values.set(name, value);
    conditions.push(...inner.conditions);
    joined.push(...inner.joined);
    return inner.from.args;
  };
  const parts = select.args.map((part) =>
    part.op === 'from'
      ? { ...part, args: part.args.flatMap(inFrom) }
      : part.op === 'left join'
        ? withoutDerivedPartners(part, values)
        : part,
  );
  if (values.size === 0) return query;
  const where = parts.find(({ op }) => op === 'where');
  const [output, from, ...rest] = parts.filter((part) => part !== where);
  const isJoin = ({ op }: Node) => op === 'left join';
  const made = [
    output!,
    from!,
    ...joined,
    ...rest.filter(isJoin),
    ...whereOf([...conditions, ...conjunctsOf(where?.args[1])]),
    ...rest.filter((part) => !isJoin(part)),
  ];
  return substitute({ ...query, args: [{ ...select, args: made }, ...clauses] }, values);
}

/** Whether it asks for all columns of a relation, by `*` or by its name: the text does not tell which these are. */
const asksForAll = ({ op, value, args }: Node): boolean =>
  (op === 'column' && partsOf(value!)[1] === '*') || args.some(asksForAll);

/** Likewise on the right side of a LEFT JOIN, with conditions moved to ON. Only columns: other outputs need not be NULL without a partner. */
function withoutDerivedPartners(join: Node, values: Map<string, Node>): Node {
  const conditions: Node[] = [];
  let isChanged = false;
  const inFrom = (set: Node): readonly Node[] => {
    const inner = inlinableSelectOf(set);
    const columns = [...(inner?.values.values() ?? [])];
    if (!inner || inner.joined.length > 0 || columns.some(({ op }) => op !== 'column'))
      return [set];
    for (const [name, value] of inner.values)
      values.set(name, { ...value, notNull: false, notNullIfMatched: value.notNull });
    conditions.push(...inner.conditions);
    isChanged = true;
    return inner.from.args;
  };
  const on = join.args.at(-1)!;
  const parts = join.args
    .slice(0, -1)
    .map((part) => (part.op === 'from' ? { ...part, args: part.args.flatMap(inFrom) } : part));
  return isChanged
    ? { ...join, args: [...parts, bool('and', ...conditions, ...conjunctsOf(on))] }
    : join;
}

/** The SELECT that can replace a derived table, with its outputs by the columns that stand for them; null where none can. */
function inlinableSelectOf(set: Node): (Select & { values: Map<string, Node> }) | null {
  const select = set.op === 'derived' ? plainSelectOf(set.args[0]!) : null;
  // Brackets around it are gone by now.
  const output = select && set.args[0]!.args[0]!.args[0]!.args;
  if (select?.op !== 'select' || !output?.every(({ op, value }) => op === 'named' && value))
    return null;
  // In GROUP BY and ORDER BY, a literal would be the number of an output; an opaque value may differ each time.
  const isFirm = ({ op, args }: Node): boolean => op !== 'uuid' && args.every(isFirm);
  const isKept = (one: Node) =>
    isOpaque(one) || !isFirm(one) || one.op === 'literal' || one.op === 'null';
  if (select.outputs.some(isKept)) return null;
  // An aggregate over a column of an enclosing query would belong to that query.
  const own = new Set(
    [select.from, ...select.joined.map(({ args: [from] }) => from!)].flatMap(({ args }) =>
      args.map(({ value }) => value!),
    ),
  );
  const isInside = (it: Node): boolean =>
    it.op === 'column' ? isOf(it, own) : it.op !== 'query' && it.args.every(isInside);
  if (!select.outputs.every(isInside)) return null;
  const values = output.map(({ value, args }) => [columnIn(set.value!, value!), args[0]!] as const);
  return values.length === new Set(values.map(([name]) => name)).size
    ? { ...select, values: new Map(values) }
    : null;
}

/** Replaces columns by their values; a mark that a column is the engine's own passes on to its value. */
function substitute(it: Node, values: ReadonlyMap<string, Node>): Node {
  const found = it.op === 'column' ? values.get(it.value!) : undefined;
  if (found) return it.engine === undefined ? found : markEngineSpecific(it.engine, found);
  return { ...it, args: it.args.map((arg) => substitute(arg, values)) };
}

/** Rewrites `LEFT JOIN … WHERE key IS NULL`, which keeps rows without a partner, as NOT EXISTS. */
function toAntiJoins(query: Node): Node {
  const [select, ...clauses] = query.args;
  const join = select?.args.find((part) => part.op === 'left join' && keepsUnmatched(query, part));
  if (!join) return query;
  const named = labelsIn(join);
  const where = select!.args.find(({ op }) => op === 'where')!;
  const kept = conjunctsOf(where.args[1]).filter((one) => !isNullOf(one, named));
  const on = conjunctsOf(join.args.at(-1));
  const partner = rowsExist({ from: join.args[0]!, joined: [], conditions: on });
  const parts = select!.args
    .filter((part) => part !== join)
    .map((part) => (part === where ? whereOf([...kept, bool('not', partner)])[0]! : part));
  return toAntiJoins({ ...query, args: [{ ...select!, args: parts }, ...clauses] });
}

const labelsIn = (join: Node): Set<string> =>
  new Set(join.args[0]!.args.map(({ value }) => value!));
const isOf = (it: Node, labels: ReadonlySet<string>): boolean => labels.has(labelOf(it));
const isNullOf = ({ op, args: [it] }: Node, labels: ReadonlySet<string>): boolean =>
  op === 'isnull' && isOf(it!, labels);

/** Whether only rows without a partner are kept, and nothing else asks for the partner. */
function keepsUnmatched(query: Node, join: Node): boolean {
  if (join.args.length !== 2) return false;
  const labels = labelsIn(join);
  const where = query.args[0]!.args.find(({ op }) => op === 'where')?.args[1];
  const tests = conjunctsOf(where).filter((one) => isNullOf(one, labels));
  const on = conjunctsOf(join.args[1]);
  const isNotNullIfMatched = (column: Node) =>
    column.notNullIfMatched === true || on.some((one) => rejects(one, column));
  if (!tests.some(({ args: [column] }) => isNotNullIfMatched(column!))) return false;
  const asks = (it: Node): boolean =>
    it !== join && !tests.includes(it) && (isOf(it, labels) || it.args.some(asks));
  return !asks(query);
}

/** Whether a condition is never TRUE where the column is NULL. */
const rejects = ({ op, engine, args }: Node, column: Node): boolean =>
  engine === undefined &&
  ['eq', 'ne', 'lt', 'le'].includes(op) &&
  args.some((arg) => keyOf(arg) === keyOf(column) && arg.engine === undefined);

/** Turns a LEFT JOIN into an inner join where WHERE rejects NULLs from its right side, so that only rows with a partner are left. */
function toInnerJoins(query: Node): Node {
  const [select, ...clauses] = query.args;
  const where = select?.args.find(({ op }) => op === 'where')?.args[1];
  const join = select?.args.find((part) => {
    if (part.op !== 'left join' || part.args.length !== 2) return false;
    const labels = labelsIn(part);
    return conjunctsOf(where).some((one) => isTrueOfValues(one, labels));
  });
  if (!join) return query;
  const conditions = [...conjunctsOf(where), ...conjunctsOf(join.args[1])];
  const parts = select!.args
    .filter((part) => part !== join)
    .map((part) =>
      part.op === 'from'
        ? { ...part, args: [...part.args, ...join.args[0]!.args] }
        : part.op === 'where'
          ? { ...part, args: [part.args[0]!, asFilter(bool('and', ...conditions))] }
          : part,
    );
  return toInnerJoins({ ...query, args: [{ ...select!, args: parts }, ...clauses] });
}

/** Whether a condition is TRUE only where some column of these relations has a value. */
const isTrueOfValues = (one: Node, labels: ReadonlySet<string>): boolean =>
  one.op === 'not'
    ? isNullOf(one.args[0]!, labels)
    : one.args.some((arg) => isOf(arg, labels) && rejects(one, arg));
