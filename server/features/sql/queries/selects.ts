import { aggregates } from './aggregates.ts';
import { NULL, type Node, bool, keyOf, literal, node, unnamed } from '../tree/tree.ts';

export interface Select {
  op: string;
  outputs: readonly Node[];
  from: Node;
  joined: readonly Node[];
  conditions: readonly Node[];
}

/** The parts of a query that only filters, joins and projects; null for any other. */
export function plainSelectOf(query: Node): Select | null {
  const [select, ...clauses] = query.args;
  if (select?.op === 'query' && clauses.length === 0) return plainSelectOf(select);
  if (!select?.op.startsWith('select') || clauses.length > 0) return null;
  const [output, from, ...rest] = select.args;
  const isPlain = rest.every(({ op }) => op === 'left join' || op === 'where');
  if (!isPlain || output!.args.some((one) => aggregates(one) || computesOverRows(one))) return null;
  // A condition on the number of rows found so far is another one in another place.
  if (select.args.some(countsRows)) return null;
  return {
    op: select.op,
    outputs: output!.args.map(unnamed),
    from: from!,
    joined: rest.filter(({ op }) => op === 'left join'),
    conditions: conjunctsOf(rest.find(({ op }) => op === 'where')?.args[1]),
  };
}

/** Whether it asks for Oracle's ROWNUM. */
const countsRows = ({ op, value, args }: Node): boolean =>
  (op === 'name@oracle' && value === 'rownum') || args.some(countsRows);

export const conjunctsOf = (it: Node | undefined): readonly Node[] =>
  it === undefined ? [] : it.op === 'and' ? it.args : [it];
const computesOverRows = ({ op, args }: Node): boolean =>
  op.startsWith('over') || args.some(computesOverRows);
export const whereOf = (conditions: readonly Node[]): Node[] =>
  conditions.length > 0 ? [node('where', [NULL, bool('and', ...conditions)], 'boolean')] : [];

/**
 * Merges a UNION of queries with the same outputs and relations into one SELECT DISTINCT, with their conditions joined by OR.
 * @param tree - with canonical labels (`withCommonLabels`)
 */
export function withoutUnions(tree: Node): Node {
  const merged = tree.op === 'query' ? mergeBody(tree.args[0]!) : null;
  return merged ? { ...tree, args: [merged, ...tree.args.slice(1)] } : tree;
}

function mergeBody(body: Node): Node | null {
  if (body.op !== 'union' || body.engine !== undefined) return null;
  const [left, right] = body.args.map((side) => plainSelectOf(withoutUnions(side)));
  if (!left || !right || partsOf(left) !== partsOf(right)) return null;
  const generates = left.outputs.some(generatesValue);
  const conditions = [left, right].map((side) => side.conditions);
  if (generates) return null;
  // A side without a condition lets all rows through.
  const all = conditions.some(({ length }) => length === 0);
  const either = bool(
    'or',
    ...conditions.map((one) => bool('and', ...one, literal('true', 'boolean'))),
  );
  return node(
    'select distinct',
    [
      node('output', left.outputs, 'other'),
      left.from,
      ...left.joined,
      ...whereOf(all ? [] : [either]),
    ],
    'other',
    { merged: true },
  );
}

const partsOf = ({ outputs, from, joined }: Select): string =>
  JSON.stringify([...outputs, from, ...joined].map(keyOf));
const generatesValue = ({ op, args }: Node): boolean => op === 'uuid' || args.some(generatesValue);

/** A query with other outputs; as it is where it is no SELECT. */
export function withOutputs(
  query: Node,
  change: (outputs: readonly Node[]) => readonly Node[],
): Node {
  const [select, ...rest] = query.args;
  const [output, ...clauses] = select?.args ?? [];
  if (output?.op !== 'output') return query;
  const changed = { ...output, args: change(output.args) };
  return { ...query, args: [{ ...select!, args: [changed, ...clauses] }, ...rest] };
}

/** Whether it is a call of a function that is not known. */
export const isUnknownCall = ({ op }: Node): boolean => /(\(\)|^Function)@/.test(op);
/** Whether it may leave out rows, as a function of PostgreSQL does that returns a set. */
export const mayDropRows = (it: Node): boolean =>
  (isUnknownCall(it) && /@(postgresql|duckdb)$/.test(it.op)) || it.args.some(mayDropRows);

/**
 * Reduces the query of EXISTS to whether it has rows: ORDER BY, a positive LIMIT (MariaDB adds one) and, but for what decides about
 * rows, outputs and DISTINCT do not matter.
 */
export function reduceToExistence(query: Node): Node {
  const [select, ...clauses] = query.args;
  const isKept = ({ op, args: [count, offset] }: Node): boolean =>
    op !== 'order' &&
    !(
      op === 'limit' &&
      offset?.op === 'null' &&
      count?.op === 'literal' &&
      Number(count.value) > 0
    );
  const kept = clauses.filter(isKept);
  // How many rows there are counts where some are skipped.
  const isCounted = kept.length > 0;
  const rows = isCounted
    ? select!
    : {
        ...select!,
        op: select!.op.replace(' distinct', ''),
        args: select!.args.filter(({ op }) => op !== 'distinct on'),
      };
  const decides = (it: Node) => aggregates(it) || mayDropRows(it);
  return withOutputs({ ...query, args: [rows, ...kept] }, (outputs) =>
    (isCounted && rows.op === 'select distinct') || outputs.some(decides) ? outputs : [],
  );
}
