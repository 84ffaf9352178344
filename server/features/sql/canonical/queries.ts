import { isOfGroup, ordersByOutputs, withoutGivenColumns } from '../queries/grouped.ts';
import { withoutIdleDistinct } from '../queries/distinct-unions.ts';
import { type Node, bySpelling, keyOf, literal, node, unnamed } from '../tree/tree.ts';

/** Canonical form of nodes that occur only in queries; their arguments are canonical already. */
export function canonicaliseQuery(it: Node): Node {
  const { op, args } = it;
  switch (op) {
    case 'count':
    case 'sum':
    case 'avg':
    case 'min':
    case 'max':
      return filterRows(it);
    case 'union':
    case 'union all':
    case 'intersect': {
      const made = withoutIdleDistinct(it);
      return it.engine !== undefined || args.every(isNamed)
        ? made
        : { ...made, args: args.toSorted(bySpelling) };
    }
    case 'select':
      return { ...it, args: args.filter((arg) => !keepsAll(arg)) };
    case 'query':
      // Brackets around a query say nothing.
      return args.length === 1 && args[0]!.op === 'query'
        ? args[0]!
        : withoutRedundantNullsOrder(withoutGroups(countInGroups(it)));
    default:
      return it;
  }
}

const keepsAll = ({ op, args: [, condition] }: Node): boolean =>
  op === 'where' &&
  condition?.kind === 'boolean' &&
  condition.op === 'literal' &&
  condition.value === 'true';

/** The boolean that was made an integer, by a cast or CASE: in a sum, TRUE counts as 1. */
function asCounted(it: Node): Node {
  const isCast = it.op === 'as' && it.value === 'integer' && it.args[0]!.kind === 'boolean';
  return isCast || (isTruthValue(it) && it.args[0]!.notNull) ? it.args[0]! : it;
}

/** Reads `sum(CASE WHEN … THEN a END)` as `sum(a) FILTER (WHERE …)`. */
function filterRows(own: Node): Node {
  const it = own.op === 'sum' ? { ...own, args: own.args.map(asCounted) } : own;
  const [only, ...more] = it.args;
  // A value that is never NULL counts every row; with outer columns, the aggregate may be the outer query's.
  if (it.op === 'count' && only?.notNull === true && !only.outer && more.length === 0)
    return { ...it, args: [node('*', [], 'other')] };
  if (only?.op !== 'case' || more.length > 0 || only.args.length !== 3) return it;
  const [when, value, otherwise] = only.args as [Node, Node, Node];
  if (otherwise.op !== 'null') return it;
  const counted = it.op === 'count' && value.op === 'literal' ? node('*', [], 'other') : value;
  return node('filter', [{ ...it, args: [counted] }, when], it.kind, {
    notNull: it.op === 'count',
  });
}

const ONE = keyOf(literal('1', 'integer'));
const ZERO = keyOf(literal('0', 'integer'));
/** Whether it is 1 where a condition is TRUE, and 0 elsewhere. */
const isTruthValue = ({ op, engine, args: [, yes, no, ...more] }: Node): boolean =>
  op === 'case' &&
  engine === undefined &&
  more.length === 0 &&
  keyOf(yes!) === ONE &&
  keyOf(no!) === ZERO;

/**
 * Reads a sum of truth values as the number of rows for which the condition is TRUE; null for any other sum. Over no rows, the sum
 * is NULL, and so is that of conditions which all are NULL.
 */
export function countOf({ op, engine, args: [it, ...more] }: Node): Node | null {
  if (op !== 'sum' || engine !== undefined || more.length > 0 || !it) return null;
  const when = it.kind === 'boolean' ? it : isTruthValue(it) ? it.args[0]! : null;
  if (when === null || holdsOuter(when)) return null;
  const counted = node('count', [node('*', [], 'other')], 'integer', { notNull: true });
  return node('filter', [counted, when], 'integer', { notNull: true });
}
/** With outer columns, the aggregate may be the outer query's. */
const holdsOuter = ({ outer, args }: Node): boolean => outer === true || args.some(holdsOuter);

/** In a query with GROUP BY, whose groups have rows, sums of truth values are numbers of rows. */
function countInGroups(query: Node): Node {
  const group = query.args[0]?.args.find(({ op }) => op === 'group')?.args ?? [];
  // Totals, which also `()` asks for, are there without rows.
  const isGrouped = group.length > 0 && group.every(({ op }) => !/@|^tuple$/.test(op));
  return isGrouped ? { ...query, args: query.args.map(withCounts) } : query;
}
function withCounts(it: Node): Node {
  if (APART.test(it.op)) return it;
  const isSure = it.op === 'sum' && (it.args[0]?.kind !== 'boolean' || it.args[0].notNull);
  const made = (isSure && countOf(it)) || { ...it, args: it.args.map(withCounts) };
  const isSorted = /^(a|de)scending /.test(it.op) && made.args[0]!.notNull;
  return isSorted ? { ...made, op: it.op.replace(/ nulls .*/, '') } : made;
}
/** What does not aggregate all rows of its group, or those of another query. */
const APART = /^(filter|aggregate|over|scalar|exists|in query|derived|query|where|from)\b/;

function withoutGroups(query: Node): Node {
  const [select, ...clauses] = query.args;
  if (select?.op !== 'select') return query;
  const order = clauses.find(({ op }) => op === 'order')?.args ?? [];
  const isShown = ordersByOutputs(select.args[0]!.args, order);
  const grouped = withoutGivenColumns(isShown ? asDistinct(select) : select);
  return { ...query, args: [grouped, ...clauses] };
}

/** GROUP BY of the outputs, but for what has one value in each group, is DISTINCT without HAVING. */
function asDistinct(it: Node): Node {
  const [output, ...rest] = it.args;
  const group = rest.find(({ op }) => op === 'group');
  if (!group || rest.some(({ op }) => op === 'having' || op === 'distinct on')) return it;
  const shown = new Set(output!.args.map((one) => keyOf(unnamed(one))));
  if (!group.args.every((one) => shown.has(keyOf(one)))) return it;
  if (!output!.args.every(isOfGroup(it, group))) return it;
  return { ...it, op: 'select distinct', args: it.args.filter((arg) => arg !== group) };
}

/** Keys of the expressions that cannot be NULL where the condition is TRUE. */
function notNullKeysOf(one: Node): string[] {
  if (one.op === 'or') {
    const [first, ...others] = one.args.map(notNullKeysOf);
    return first!.filter((key) => others.every((keys) => keys.includes(key)));
  }
  if (one.op === 'and') return one.args.flatMap(notNullKeysOf);
  const it = one.op === 'not' ? one.args[0]! : one;
  if (it.op === 'isnull') return it === one ? [] : [keyOf(it.args[0]!)];
  // A row passes a comparison only if neither operand is NULL.
  return COMPARES.has(it.op) ? it.args.slice(0, it.op === 'in' ? 1 : 2).map(keyOf) : [];
}

const COMPARES = new Set(['eq', 'ne', 'lt', 'le', 'in']);
/** Drops NULLS FIRST and NULLS LAST from sort keys that cannot be NULL, because WHERE or HAVING excludes that. */
function withoutRedundantNullsOrder(query: Node): Node {
  const [select, ...clauses] = query.args;
  const asked = select!.args.flatMap(({ op, args }) =>
    op === 'where' ? args[1]! : op === 'having' ? args[0]! : [],
  );
  const conditions = asked.flatMap((one) => (one.op === 'and' ? one.args : [one]));
  const isGrouped = select!.args.some(({ op }) => op === 'group');
  const kept = conditions.flatMap(notNullKeysOf);
  const sort = (order: readonly Node[]): Node[] => {
    const there = new Set(kept);
    return order.map((one) => {
      const [by] = one.args as [Node];
      // The sort key `a IS NULL` has already separated the rows where `a` is NULL.
      const asked = by.op === 'not' ? by.args[0]! : by;
      if (asked.op === 'isnull') there.add(keyOf(asked.args[0]!));
      return there.has(keyOf(by)) || (isGrouped && aggregatesNotNull(by))
        ? { ...one, op: one.op.replace(/ nulls (first|last)$/, '') }
        : one;
    });
  };
  const inWindows = (it: Node): Node => {
    if (it.op === 'query') return it;
    const args = it.args.map(inWindows);
    return { ...it, args: it.op === 'over' ? [...args.slice(0, 2), ...sort(args.slice(2))] : args };
  };
  const [output, ...rest] = select!.args;
  const shown = output?.op === 'output' ? [inWindows(output), ...rest] : select!.args;
  const sorted = clauses.map((one) =>
    one.op === 'order' ? { ...one, args: sort(one.args) } : one,
  );
  return { ...query, args: [{ ...select!, args: shown }, ...sorted] };
}

/** Whether it aggregates a value that is never NULL: over a group, which is never empty, the result is not NULL. */
const aggregatesNotNull = ({ op, args: [of], engine }: Node): boolean =>
  /^(sum|avg|min|max)$/.test(op) && engine === undefined && of?.notNull === true;

/** Whether an enclosing query refers to the outputs by name. */
const isNamed = ({ op, args: [first] }: Node): boolean =>
  op === 'named' ||
  (first !== undefined && /^(query|select|output|union)/.test(op) && isNamed(first));
