import { type Ast, isAst, listOf } from './ast.ts';
import type { Scope } from './scope.ts';
import { type Node, NULL, literal, node } from './tree.ts';

/** What stands beside the arguments of an aggregate or a window function. */
export interface Extras {
  extras: Ast;
  read(part: unknown): Node;
}

/** DISTINCT, ORDER BY, FILTER and OVER of a call, in order. */
export function aside(call: Node, { engine }: Scope, beside?: Extras): Node {
  if (!beside) return call;
  const { extras, read } = beside;
  const { distinct, clauses, filter, over, nulls, within } = extras;
  let made = distinct === true ? { ...call, op: `${call.op} distinct` } : call;
  const rest = listOf(clauses).length > 0 || listOf(within).length > 0 || nulls !== undefined;
  if (rest)
    made = node(`aggregate@${engine}`, [made], made.kind, {
      value: JSON.stringify([clauses, within, nulls]),
    });
  if (filter !== undefined) made = node('filter', [made, read(filter)], made.kind);
  if (over === undefined) return made;
  const window = isAst(over) && isAst(over.WindowSpec) ? over.WindowSpec : null;
  if (!window || window.window_name !== undefined || window.window_frame !== undefined)
    return node(`over@${engine}`, [made], made.kind, { value: JSON.stringify(over) });
  return node(
    'over',
    [
      made,
      node('partition', listOf(window.partition_by).map(read), 'other'),
      ...readOrder(window.order_by, read),
    ],
    made.kind,
  );
}

/** What ORDER BY holds. Where NULL goes is the engine's unless it is said. */
export function readOrder(list: unknown, read: (part: unknown) => Node): Node[] {
  return listOf(list).map((part) => {
    const { expr, options } = part as Ast;
    const { asc, nulls_first: first } = (options ?? {}) as Ast;
    const nulls = first === true ? ' nulls first' : first === false ? ' nulls last' : '';
    return node(`${asc === false ? 'descending' : 'ascending'}${nulls}`, [read(expr)], 'other');
  });
}

export function readStringAgg(
  value: Node,
  given: Node | null,
  scope: Scope,
  beside?: Extras,
): Node {
  const { extras, read } = beside ?? { extras: {} as Ast, read: () => NULL };
  let separator = given ?? literal(scope.rules.parser === 'oracle' ? '' : ',', 'text');
  let order: Node[] = [];
  for (const clause of [
    ...listOf(extras.clauses),
    ...listOf(extras.within).map((expr) => ({ OrderBy: [expr] })),
  ]) {
    const { OrderBy, Separator } = clause as Ast;
    if (OrderBy) order = [...order, ...readOrder(OrderBy, read)];
    else if (isAst(Separator) && isAst(Separator.value))
      separator = literal(String(Separator.value.SingleQuotedString), 'text');
    else
      return node(`string_agg@${scope.engine}`, [value], 'text', { value: JSON.stringify(extras) });
  }
  const made = node(
    `string_agg${extras.distinct === true ? ' distinct' : ''}`,
    [value, separator, ...order],
    'text',
  );
  return aside(made, scope, { extras: { filter: extras.filter, over: extras.over }, read });
}
