import type { SqlRules } from '../../../connectors/core/sql-rules.ts';
import { aggregates } from './aggregates.ts';
import { type Node, keyOf } from './tree.ts';

/**
 * Whether what a query gives hangs on the order in which an engine happens to read rows: texts that are put together, and the
 * first rows, without ORDER BY; columns of any row of a group, where the engine lets them through without knowing that all are equal.
 */
export function hangsOnOrder(tree: Node, { parser }: SqlRules): boolean {
  const isLoose = TAKES_ANY_ROW.has(parser);
  const walk = (it: Node): boolean =>
    (/^string_agg( distinct)?$/.test(it.op) && it.args.length === 2) ||
    isFirstOfAny(it) ||
    (isLoose && takesAnyRow(it)) ||
    it.args.some(walk);
  return walk(tree);
}

const TAKES_ANY_ROW = new Set<SqlRules['parser']>(['mysql', 'sqlite']);

function isFirstOfAny({ op, args: [select, ...clauses] }: Node): boolean {
  const has = (name: string) => clauses.some((clause) => clause.op === name);
  return op === 'query' && has('limit') && !has('order') && !(select && isOneRow(select));
}

const isOneRow = ({ op, args: [output, ...rest] }: Node): boolean =>
  op === 'select' && !rest.some((part) => part.op === 'group') && output!.args.some(aggregates);

function takesAnyRow({ op, args: [output, ...rest] }: Node): boolean {
  if (!op.startsWith('select')) return false;
  const group = rest.find((part) => part.op === 'group');
  if (!group && !output!.args.some(aggregates)) return false;
  const keys = new Set(group?.args.map(keyOf));
  const isKnown = (it: Node): boolean =>
    keys.has(keyOf(it)) ||
    it.outer === true ||
    (it.op !== 'column' && (isAggregate(it) || it.args.every(isKnown)));
  return !output!.args.every(isKnown);
}

/** An aggregate itself, and not what holds one; a query within chooses its own rows. */
const isAggregate = (it: Node): boolean =>
  /^(filter|scalar|exists|query)$/.test(it.op) || (aggregates(it) && !it.args.some(aggregates));
