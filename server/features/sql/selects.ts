import { aggregates } from './aggregates.ts';
import { type Node, NULL, bool, node } from './tree.ts';

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
  return {
    op: select.op,
    outputs: output!.args.map((one) => (one.op === 'named' ? one.args[0]! : one)),
    from: from!,
    joined: rest.filter(({ op }) => op === 'left join'),
    conditions: conjunctsOf(rest.find(({ op }) => op === 'where')?.args[1]),
  };
}

export const conjunctsOf = (it: Node | undefined): readonly Node[] =>
  it === undefined ? [] : it.op === 'and' ? it.args : [it];
const computesOverRows = ({ op, args }: Node): boolean =>
  op.startsWith('over') || args.some(computesOverRows);
export const whereOf = (conditions: readonly Node[]): Node[] =>
  conditions.length > 0 ? [node('where', [NULL, bool('and', ...conditions)], 'boolean')] : [];
