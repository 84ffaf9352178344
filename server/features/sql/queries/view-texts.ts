import { type Node, isBareNull, isOpaque, unnamed } from '../tree/tree.ts';
import { hasOwnComparison } from '../tree/traits.ts';

/**
 * The outputs of a query that hold nothing but texts in SQLite, which gives what it computes no type, by position. Letters count
 * in all of them.
 */
export function textOutputs(query: Node): number[] {
  const [first = [], ...others] = branchesOf(query);
  if ([first, ...others].some((outputs) => outputs.some(({ op }) => op.startsWith('*@'))))
    return [];
  return first.flatMap((_, at) => {
    const values = [first, ...others].map((outputs) => outputs[at]!);
    const isSure = values.every((it) => isBareNull(it) || isPlainText(it));
    return isSure && !values.every(isBareNull) ? [at] : [];
  });
}

/**
 * The outputs of a query in which the case of letters surely counts on SQLite, by position. A column of a view compares as the column
 * that it shows, also through CAST, and otherwise as letters count, unless some part has a COLLATE.
 */
export function casedOutputs(
  query: Node,
  tables: readonly { columns: readonly Pick<Node, 'foldsCase'>[] }[],
): number[] | 'all' {
  const isBlind = tables.some(({ columns }) => columns.some(({ foldsCase = false }) => foldsCase));
  if (!isBlind && !holdsOther(query)) return 'all';
  const branches = branchesOf(query);
  if (branches.flat().some(({ op }) => op.startsWith('*@'))) return [];
  return (branches[0] ?? []).flatMap((_, at) =>
    branches.some((outputs) => mayFold(outputs[at]!)) ? [] : [at],
  );
}

/** Whether it names a table that is not known, or has a part that may be a collation. */
const holdsOther = ({ op, args }: Node): boolean =>
  OTHER.test(op) || op === 'relation@any' || args.some(holdsOther);
const OTHER = /^(collate|unread)@/;
const mayFold = ({ op, kind, foldsCase, args }: Node): boolean =>
  op === 'column'
    ? (foldsCase ?? (kind === 'text' || kind === 'other')) !== false
    : OTHER.test(op) || args.some(mayFold);

/** The outputs of all queries that a set operation puts together. */
function branchesOf({ args: [body] }: Node): (readonly Node[])[] {
  if (!body) return [];
  if (body.op.startsWith('select')) return [body.args[0]!.args.map(unnamed)];
  return body.op === 'query' ? branchesOf(body) : body.args.flatMap(branchesOf);
}

const isPlainText = (it: Node): boolean =>
  it.kind === 'text' &&
  it.blankPadded !== true &&
  !isOpaque(it) &&
  !hasOwnComparison(it) &&
  !mayFoldCase(it) &&
  !givesOther(it);
/** Columns that ignore case pass that on to some of what is made of them. */
const mayFoldCase = ({ foldsCase, args }: Node): boolean =>
  (foldsCase !== undefined && foldsCase !== false) || args.some(mayFoldCase);
/** LAG and LEAD give their third argument, of any type, where there is no such row. */
const givesOther = ({ op, args }: Node): boolean =>
  (/^(lag|lead)$/.test(op) && args.slice(2).some((it) => !isBareNull(it) && it.kind !== 'text')) ||
  args.some(givesOther);

/** Whether it takes a part of a column of texts, which may be dates there: other engines have functions for these. */
export const cutsText = ({ op, args }: Node): boolean =>
  (op === 'substring' && args[0]?.op === 'column') || args.some(cutsText);
