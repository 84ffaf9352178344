import { createHash } from 'node:crypto';
import { givesOneRow } from './one-row.ts';
import { conjunctsOf } from './selects.ts';
import { type Node, holdsQuery, keyOf, labelOf } from '../tree/tree.ts';
import { keysOfQuery } from './view-keys.ts';

/** The name of an output's value in one row of a loop. */
export const rowValue = (output: Node, depth: string): string =>
  `$row ${depth} ${createHash('sha256').update(keyOf(output)).digest('hex').slice(0, 32)}`;

/**
 * Whether what a loop does may depend on the order of its rows: each turn sees what earlier ones wrote and what they left in variables.
 * @param isTotal - whether sort keys determine the order of a query's rows
 */
export function dependsOnTurnOrder(
  { value, args }: Node,
  isTotal: (by: readonly Node[], select: Node) => boolean,
): boolean {
  const [rows, ...parts] = args as [Node, ...Node[]];
  const [select, ...clauses] = rows.args;
  const order = clauses.find(({ op }) => op === 'order')?.args.flatMap((one) => one.args) ?? [];
  const isOrdered = select!.op.startsWith('select') && order.length > 0 && isTotal(order, select!);
  if (isOrdered || givesOneRow(rows)) return false;
  const turn = parts.at(-1)!;
  return !waysOf(turn, value!).every((way) => isIndependent(way, rows, value!));
}

/** The ends of all ways through a turn; an end that depends on earlier turns is none. */
function waysOf(turn: Node, depth: string): Node[] {
  if (turn.op !== 'case') return [turn];
  const tests = turn.args.filter((_, at) => at % 2 === 0 && at < turn.args.length - 1);
  if (tests.some((test) => holdsQuery(test) || asksEarlier(test, depth))) return [DEPENDS];
  return turn.args
    .filter((_, at) => at % 2 === 1 || at === turn.args.length - 1)
    .flatMap((one) => waysOf(one, depth));
}
const DEPENDS: Node = { op: 'depends', args: [], kind: 'other', notNull: false };

/** Whether a value is one that an earlier turn left in a variable. */
const asksEarlier = (it: Node, depth: string): boolean =>
  (it.op === 'column' && it.value!.startsWith(`$turn ${depth} `)) ||
  it.args.some((arg) => asksEarlier(arg, depth));

/** Whether turns may be done in any order: rows that are inserted, sums, and writes of which each concerns a row of its own. */
function isIndependent({ op, args }: Node, rows: Node, depth: string): boolean {
  if (op === 'fails') return true;
  if (op !== 'does') return false;
  const writes = args.filter((one) => !/^(turns before|keeps)$/.test(one.op));
  const sums = args.filter((one) => one.op === 'keeps');
  if (!sums.every((one) => isSum(one, depth))) return false;
  if (writes.some((one) => asksEarlier(one, depth))) return false;
  if (writes.every((one) => one.op === 'insert' && !holdsQuery(one))) return true;
  const [only, ...more] = writes;
  return more.length === 0 && isOfOwnRow(only!, rows, depth);
}

/** Whether a variable holds the sum of whole numbers of all turns. */
function isSum({ value: place, args: [it] }: Node, depth: string): boolean {
  const name = `$turn ${depth} ${place}`;
  const isIt = ({ op, value }: Node) => op === 'column' && value === name;
  if (isIt(it!)) return true;
  const added = it!.op === 'add' && it!.engine === undefined ? it!.args : [];
  const others = added.filter((one) => !isIt(one));
  return (
    it!.kind === 'integer' &&
    others.length === added.length - 1 &&
    others.every((one) => !asksEarlier(one, depth) && !holdsQuery(one))
  );
}

/** Whether a DELETE, or an UPDATE to fixed values or of a row that no other turn finds, is alone in reading and writing what it concerns. */
function isOfOwnRow({ op, args: [query] }: Node, rows: Node, depth: string): boolean {
  const [select, ...clauses] = query?.args ?? [];
  if (!select || clauses.length > 0 || query!.args.some((arg) => arg.args.some(holdsQuery)))
    return false;
  if (op === 'delete') return true;
  if (op !== 'update') return false;
  const [output, , where] = select.args;
  if (output!.args.every((value) => value.op === 'literal' || value.op === 'null')) return true;
  const given = conjunctsOf(where?.args[1]).flatMap(({ op: test, args }) =>
    test === 'eq' &&
    args.every(({ kind }) => kind === 'integer') &&
    args.some((one) => labelOf(one) !== '')
      ? args.flatMap((one) => (one.op === 'column' ? one.value! : []))
      : [],
  );
  const outputs = rows.args[0]!.args[0]!.args;
  return keysOfQuery(rows).some((key) =>
    key.every((place) => given.includes(rowValue(outputs[place]!, depth))),
  );
}
