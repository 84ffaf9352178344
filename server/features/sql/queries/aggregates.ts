import { type Ast, isAst, listOf, variantOf } from '../tree/ast.ts';
import { asTest, isText } from '../expressions/kinds.ts';
import { areComparedApart } from '../expressions/letters.ts';
import type { OwnWords } from '../expressions/own-words.ts';
import type { Scope } from '../tree/scope.ts';
import { hasOwnComparison, isOfEnum } from '../tree/traits.ts';
import {
  type Node,
  NULL,
  bySpelling,
  keyOf,
  labelOf,
  literal,
  markEngineSpecific,
  node,
} from '../tree/tree.ts';

/** The clauses of an aggregate or window call besides its arguments, and how to read the expressions in them. */
export interface CallClauses {
  extras: Ast;
  read(part: unknown): Node;
  /** Likewise what only the engine knows. */
  words(value: unknown): OwnWords;
}

/** Wraps a call in its DISTINCT, ORDER BY, FILTER and OVER clauses, innermost first. */
export function withClauses(call: Node, scope: Scope, callClauses?: CallClauses): Node {
  const { engine, rules } = scope;
  if (!callClauses) return call;
  const { extras, read, words } = callClauses;
  const { distinct, clauses, filter, over, nulls, within } = extras;
  // Engines disagree about which special values, such as JSON, are equal.
  const withOwnEquality = (it: Node): Node =>
    areComparedApart([it], rules.parser) ? markEngineSpecific(engine, it) : it;
  let made =
    distinct === true
      ? { ...call, op: `${call.op} distinct`, args: call.args.map(withOwnEquality) }
      : call;
  const rest = listOf(clauses).length > 0 || listOf(within).length > 0 || nulls !== undefined;
  if (rest) {
    const { text, parts } = words([clauses, within, nulls]);
    made = node(`aggregate@${engine}`, [made, ...parts], made.kind, { value: text });
  }
  if (filter !== undefined) made = node('filter', [made, asTest(read(filter), scope)], made.kind);
  if (over === undefined) return made;
  const window = isAst(over) && isAst(over.WindowSpec) ? over.WindowSpec : null;
  const frame = window ? readFrame(window.window_frame) : null;
  if (!window || window.window_name !== undefined || frame === null) {
    const { text, parts } = words(over);
    return node(`over@${engine}`, [made, ...parts], made.kind, { value: text });
  }
  return node(
    'over',
    [
      made,
      node(
        'partition',
        listOf(window.partition_by).map(read).map(withOwnEquality).toSorted(bySpelling),
        'other',
      ),
      ...readOrder(window.order_by, read, rules),
    ],
    made.kind,
    frame === '' ? {} : { value: frame },
  );
}

/** A window frame as all engines write it; '' for the default frame, null for one that engines do not share. */
function readFrame(frame: unknown): string | null {
  if (frame === undefined) return '';
  const { units, start_bound: start, end_bound: end } = frame as Ast;
  const bounds = [boundOf(start, 'PRECEDING'), boundOf(end ?? 'CurrentRow', 'FOLLOWING')];
  if (bounds.includes(null)) return null;
  const text = `BETWEEN ${bounds.join(' AND ')}`;
  if (units === 'Rows') return `ROWS ${text}`;
  return units === 'Range' && text === 'BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW' ? '' : null;
}

/** @param far - direction of an unbounded bound, of which only an empty object is left */
function boundOf(bound: unknown, far: 'PRECEDING' | 'FOLLOWING'): string | null {
  if (isAst(bound) && Object.keys(bound).length === 0) return `UNBOUNDED ${far}`;
  const [variant, body] = variantOf(bound);
  if (variant === 'CurrentRow') return 'CURRENT ROW';
  const value = isAst(body.Value) && isAst(body.Value.value) ? body.Value.value : {};
  const [count] = listOf(value.Number);
  return typeof count === 'string' ? `${count} ${variant.toUpperCase()}` : null;
}

/** Reads the items of ORDER BY. NULLs go where the text says, else where the engine puts them; a key that is never NULL has no such mark. */
export function readOrder(
  list: unknown,
  read: (part: unknown) => Node,
  { nullsAre, parser }: Scope['rules'],
): Node[] {
  return listOf(list).map((part) => {
    const { expr, options } = part as Ast;
    const { asc, nulls_first: first } = (options ?? {}) as Ast;
    const it = read(expr);
    const isDown = asc === false;
    const isFirst =
      typeof first === 'boolean' ? first : nullsAre === (isDown ? 'largest' : 'smallest');
    const nulls = it.notNull ? '' : isFirst ? ' nulls first' : ' nulls last';
    return node(`${isDown ? 'descending' : 'ascending'}${nulls}`, [asOrdered(it, parser)], 'other');
  });
}

/** Marks how a sort key is ordered: an enum column by position in its list; JSON, and values computed from enums, in the engine's way. */
function asOrdered(it: Node, parser: Scope['rules']['parser']): Node {
  if (it.enumValues !== undefined && it.op === 'column')
    return markEngineSpecific(`list ${it.enumValues}`, it);
  return isOfEnum(it) || areComparedApart([it], parser) ? markEngineSpecific(parser, it) : it;
}

/** Drops the place of NULLs from sort keys that are NULL only where the aggregated value is: string_agg skips NULLs. */
const withoutNullsOrderOf = (order: readonly Node[], value: Node): Node[] =>
  order.map((one) =>
    keyOf(one.args[0]!) === keyOf(value) || isNullWith(value, one.args[0]!)
      ? { ...one, op: one.op.replace(/ nulls (first|last)$/, '') }
      : one,
  );
/** Whether a value is NULL wherever the key of a relation is: in rows without a partner. */
const isNullWith = (value: Node, key: Node): boolean =>
  key.op === 'column' &&
  key.notNullIfMatched === true &&
  (value.op === 'column'
    ? labelOf(value) === labelOf(key)
    : value.op === 'join' && value.args.some((part) => isNullWith(part, key)));

export function readStringAgg(
  value: Node,
  given: Node | null,
  scope: Scope,
  callClauses?: CallClauses,
): Node {
  const { extras, read, words } = callClauses ?? NO_CLAUSES;
  let separator = given ?? literal(scope.rules.parser === 'oracle' ? '' : ',', 'text');
  let order: Node[] = [];
  for (const clause of [
    ...listOf(extras.clauses),
    ...listOf(extras.within).map((expr) => ({ OrderBy: [expr] })),
  ]) {
    const { OrderBy, Separator } = clause as Ast;
    if (OrderBy)
      order = [...order, ...withoutNullsOrderOf(readOrder(OrderBy, read, scope.rules), value)];
    else if (isAst(Separator) && isAst(Separator.value))
      separator = literal(String(Separator.value.SingleQuotedString), 'text');
    else {
      const { text, parts } = words(extras);
      return node(`string_agg@${scope.engine}`, [value, ...parts], 'text', { value: text });
    }
  }
  const made = node(
    `string_agg${extras.distinct === true ? ' distinct' : ''}`,
    [value, separator, ...order],
    'text',
  );
  return withClauses(
    isText(value) || (value.kind === 'other' && !hasOwnComparison(value))
      ? made
      : markEngineSpecific(scope.engine, made),
    scope,
    {
      extras: { filter: extras.filter, over: extras.over },
      read,
      words,
    },
  );
}
const NO_CLAUSES: CallClauses = {
  extras: {},
  read: () => NULL,
  words: () => ({ text: '', parts: [] }),
};

const AGGREGATES =
  /^(count|sum|avg|min|max|string_agg|stddev_\w+|var_\w+|aggregate@\w+|filter)( distinct)?$/;
/** Whether an expression aggregates the rows of its own query; window functions and subqueries do not. */
export const aggregates = ({ op, args }: Node): boolean =>
  AGGREGATES.test(op) || (!/^(over|scalar|query)/.test(op) && args.some(aggregates));
