import { aggregates } from './aggregates.ts';
import { type Node, labelOf, partsOf } from '../tree/tree.ts';

/** Whether a query gives no more than one row, whatever its tables hold. */
export function givesOneRow(query: Node): boolean {
  const limit = query.args.find(({ op }) => op === 'limit');
  return limit?.args[0]?.value === '1' || isOfAllRows(query) || isOfOneKey(query);
}

/** Whether it selects from one table by equality with all columns of a unique key. */
function isOfOneKey({ args: [select] }: Node): boolean {
  const { op, args = [] } = select ?? {};
  const [, from, where, ...more] = args;
  const [table, ...others] = from?.args ?? [];
  if (op !== 'select' || !table?.keys || others.length > 0 || more.length > 0) return false;
  if (where?.op !== 'where') return false;
  const condition = where.args[1]!;
  const given = new Set(
    (condition.op === 'and' ? condition.args : [condition]).flatMap((one) =>
      one.op === 'eq' ? givenColumns(one.args as [Node, Node], table.value!) : [],
    ),
  );
  return table.keys.some((key) => key.every((column) => given.has(column)));
}

/** The column of the table that an equality fixes to a value from elsewhere; none if kinds differ: several values may be equal then. */
const givenColumns = ([one, other]: [Node, Node], label: string): string[] =>
  [[one, other] as const, [other, one] as const].flatMap(([column, value]) =>
    labelOf(column) === label &&
    column.engine === undefined &&
    value.engine === undefined &&
    value.kind === column.kind &&
    !names(value, label)
      ? [partsOf(column.value!)[1]]
      : [],
  );
const names = (it: Node, label: string): boolean =>
  labelOf(it) === label || it.args.some((arg) => names(arg, label));

/** Whether a query gives one row, also where its tables hold none: `SELECT count(*) FROM t`. */
export const alwaysGivesOneRow = (query: Node): boolean =>
  query.args.every(({ op }) => !/^(limit|offset)/.test(op)) &&
  query.args[0]!.args.every(({ op }) => op !== 'having') &&
  isOfAllRows(query);

/** Whether it aggregates all rows to one. */
const isOfAllRows = ({ args: [select] }: Node): boolean =>
  select?.op === 'select' &&
  select.args.every(({ op }) => op !== 'group') &&
  select.args[0]!.args.some(aggregates);
