import type { SqlRules } from '../../../../connectors/core/sql/sql-rules.ts';
import { aggregates } from './aggregates.ts';
import { bareColumnsIn, relationsOfOneRow } from './grouped.ts';
import { type Node, keyOf, labelOf, unnamed } from '../tree/tree.ts';
import { dependsOnTurnOrder } from './turn-order.ts';
import { areDetermined } from './view-keys.ts';

/**
 * Whether the result of a query depends on the order in which an engine happens to read rows: string_agg, LIMIT or DISTINCT ON without ORDER BY,
 * a loop through rows without it, ties in a window, and, on engines that allow it, a column that is neither aggregated nor in GROUP BY.
 */
export function dependsOnRowOrder(tree: Node, rules: SqlRules): boolean {
  const allowsBare = allowsBareColumns(rules);
  const walk = (it: Node): boolean =>
    (/^string_agg( distinct)?$/.test(it.op) && it.args.length === 2) ||
    isUnorderedLimit(it) ||
    keepsAnyRow(it) ||
    mayHaveTies(it) ||
    (it.op === 'each' && dependsOnTurnOrder(it, identifies)) ||
    (allowsBare && (hasBareColumns(it) || isOrderedByBare(it))) ||
    it.args.some(walk);
  return walk(tree);
}

/** Whether a row-based window may have ties, whose order is arbitrary: its partition and sort keys do not identify a row. */
function mayHaveTies({ op, args: [select, ...clauses] }: Node): boolean {
  if (op !== 'query' || !select?.op.startsWith('select')) return false;
  const windows = [...select.args, ...clauses].flatMap(windowsIn).filter(goesByRows);
  return windows.length > 0 && !windows.every((window) => isTotal(window, select));
}

const windowsIn = (it: Node): Node[] =>
  it.op === 'query' ? [] : [...(it.op === 'over' ? [it] : []), ...it.args.flatMap(windowsIn)];
const goesByRows = ({ value = '', args: [call] }: Node): boolean =>
  value.startsWith('ROWS') || BY_ROWS.has(call!.op);
const BY_ROWS = new Set(['row_number', 'ntile', 'lag', 'lead', 'first_value', 'last_value']);

const isTotal = ({ args: [, partition, ...order] }: Node, select: Node): boolean =>
  identifies([...partition!.args, ...order.flatMap(({ args }) => args)], select);

/** Whether no two rows of a query have the same values of these expressions. */
function identifies(by: readonly Node[], select: Node): boolean {
  const [, from, ...rest] = select.args;
  const group = rest.find((part) => part.op === 'group');
  if (group) {
    const keys = new Set(by.map(keyOf));
    return group.args.every((one) => keys.has(keyOf(one)));
  }
  const names = by.flatMap((one) => (one.op === 'column' ? one.value! : []));
  return areDetermined(names, [from!, ...rest]);
}

const ALLOWS_BARE_COLUMNS = new Set<SqlRules['parser']>(['mysql', 'sqlite']);
/** Whether a grouped query may show columns that are neither aggregated nor in GROUP BY, whatever determines them. */
export const allowsBareColumns = ({ parser }: SqlRules): boolean => ALLOWS_BARE_COLUMNS.has(parser);

/** Whether it is open which rows LIMIT takes: of those that ORDER BY leaves side by side, which may show other values. */
function isUnorderedLimit({ op, args: [select, ...clauses] }: Node): boolean {
  const partOf = (name: string) => clauses.find((clause) => clause.op === name);
  if (op !== 'query' || !partOf('limit') || isOneRow(select!)) return false;
  const by = partOf('order')?.args.flatMap(({ args }) => args);
  if (!by || !select!.op.startsWith('select')) return !by;
  const shown = select!.args[0]!.args.map(unnamed);
  const keys = new Set(by.map(keyOf));
  if (shown.every((it) => it.op === 'literal' || keys.has(keyOf(it)))) return false;
  return select!.op === 'select distinct' || !identifies(by, select!);
}

/** Whether the first row that DISTINCT ON keeps of several may be another one. */
function keepsAnyRow({ op, args: [select, ...clauses] }: Node): boolean {
  const kept = op === 'query' ? select!.args.find((part) => part.op === 'distinct on') : undefined;
  const order = clauses.find((clause) => clause.op === 'order')?.args ?? [];
  const by = [...(kept?.args ?? []), ...order.flatMap(({ args }) => args)];
  return kept !== undefined && !identifies(by, select!);
}

const isOneRow = ({ op, args: [output, ...rest] }: Node): boolean =>
  op === 'select' && !rest.some((part) => part.op === 'group') && output!.args.some(aggregates);

/** @param order - of the query, unless it is looked at by itself */
function hasBareColumns({ op, args: [output, ...rest] }: Node, order?: readonly Node[]): boolean {
  if (!op.startsWith('select')) return false;
  const partOf = (name: string) => rest.find((part) => part.op === name)?.args;
  const group = partOf('group');
  if (!group && !output!.args.some(aggregates)) return false;
  const shown = order ?? [...output!.args, ...(partOf('having') ?? [])];
  const bare = bareColumnsIn(shown, group ?? [], rest);
  if (bare.length === 0) return false;
  const given = relationsOfOneRow(group ?? [], rest);
  return !bare.every((it) => given.has(labelOf(it)));
}

function isOrderedByBare({ op, args: [select, ...clauses] }: Node): boolean {
  const order = clauses.find((clause) => clause.op === 'order')?.args;
  return op === 'query' && order !== undefined && hasBareColumns(select!, order);
}
