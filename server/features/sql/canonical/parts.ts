import { aggregates } from '../queries/aggregates.ts';
import { conjunctsOf, isUnknownCall, mayDropRows } from '../queries/selects.ts';
import { type Node, holdsQuery, keyOf, node, unnamed } from '../tree/tree.ts';

interface Meaning {
  /** Null where it cannot be read. */
  key: string | null;
  opaque: boolean;
  inUtc?: string;
  whole?: string;
  spelling?: string;
}

/** What one output or condition of a query means. */
export interface Part extends Meaning {
  /** The columns that it reads; null where it may read others, too. */
  reads: readonly string[] | null;
  /** Whether it may leave out rows, as a function of PostgreSQL does that returns a set. */
  mayDropRows: boolean;
}

/** The parts of a query that can differ while everything else is the same. */
export interface Parts {
  /** All other parts of the query: its tables, joins, groups and limit. */
  frame: string;
  outputs: readonly Part[];
  /** Outputs that are also in GROUP BY, by their position. */
  grouped: readonly number[];
  conditions: readonly Part[];
  /** Whether it gives a row for each row that passes the conditions, or for each group of these. */
  hasRowsOfTable: boolean;
}

/** Which parts of two queries surely differ, and which cannot be told. */
export interface SureDifference {
  /** Outputs, by their position. */
  outputs: number[];
  /** Whether the conditions choose other rows. */
  rows: boolean;
  unread: number[];
}

/** Undefined where the query has other parts, or where what one part means depends on another. */
export function partsOfQuery(query: Node, meaningOf: (part: Node) => Meaning): Parts | undefined {
  const [select, ...clauses] = query.args;
  if (query.op !== 'query' || !select?.op.startsWith('select')) return undefined;
  const [output, ...rest] = select.args;
  const outputs = output!.args;
  // What `*` stood for is unknown. Labels of a table that is there twice depend on all parts.
  if (outputs.some(({ op }) => op.startsWith('*@')) || rest.some(hasTableTwice)) return undefined;
  const asPart = (it: Node): Part => {
    const { key, opaque, inUtc, whole, spelling } = meaningOf(it);
    return {
      key: isUnread(it) ? null : key,
      // How the tables of a query within are labelled depends on other parts, and JSON can also be put together from texts.
      opaque: opaque || holdsQuery(it) || spelling !== undefined,
      ...(inUtc !== undefined && { inUtc }),
      ...(whole !== undefined && { whole }),
      reads: readsOf(it),
      mayDropRows: mayDropRows(it),
    };
  };
  const placeOf = (it: Node): number =>
    outputs.findIndex((one) => keyOf(unnamed(one)) === keyOf(it));
  const group = rest.find(({ op }) => op === 'group');
  const grouped = (group?.args ?? []).map(placeOf).filter((place) => place >= 0);
  const parts = rest.map((part) => (part === group ? byPlace(part, placeOf) : part));
  if ([...parts, ...clauses].some(isUnread)) return undefined;
  const where = parts.find(({ op }) => op === 'where');
  const others = parts.filter((part) => part !== where);
  // The order says which rows LIMIT and DISTINCT ON keep.
  const isLimited =
    clauses.some(({ op }) => op !== 'order') || others.some(({ op }) => op === 'distinct on');
  return {
    frame: keyOf(node(select.op, [...others, ...(isLimited ? clauses : [])], 'other')),
    outputs: outputs.map(asPart),
    grouped,
    conditions: conjunctsOf(where?.args[1]).map(asPart),
    hasRowsOfTable:
      others.some(({ op }) => op === 'group') || ![...outputs, ...others].some(mayAggregate),
  };
}

/** GROUP BY with its outputs by their places, so that they can differ while everything else is the same. */
function byPlace(group: Node, placeOf: (it: Node) => number): Node {
  const args = group.args.map((it) => {
    const place = placeOf(it);
    return place < 0 ? it : node('output', [], 'other', { value: String(place) });
  });
  return { ...group, args: args.toSorted((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1)) };
}

const hasTableTwice = (it: Node): boolean =>
  (/^(relation|derived)/.test(it.op) && !it.value!.endsWith('#1')) || it.args.some(hasTableTwice);

/** Whether something in it cannot be read, and is there as a mark alone. */
export const isUnread = ({ op, args }: Node): boolean =>
  op.startsWith(UNREAD) || args.some(isUnread);
const UNREAD = 'unread@';
/** Stands for an output that cannot be read. */
export const unreadOf = (engine: string): Node => node(`${UNREAD}${engine}`, [], 'other');

const mayAggregate = (it: Node): boolean =>
  aggregates(it) || isUnknownCall(it) || it.args.some(mayAggregate);

function readsOf(it: Node): string[] | null {
  if (it.op === 'column') return [it.value!];
  // What only one engine knows keeps in its text what is not among its operands.
  const isHidden = it.op.includes('@') && (it.value !== undefined || it.args.every(isWritten));
  if (isHidden || it.op === 'query') return null;
  return unionOf(it.args.map(readsOf));
}
const isWritten = ({ op }: Node): boolean => op === 'literal' || op === 'null';

const unionOf = (lists: readonly (readonly string[] | null)[]): string[] | null =>
  lists.includes(null) ? null : [...new Set(lists.flatMap((list) => list ?? []))].toSorted();

const areApart = (some: readonly Part[], others: readonly Part[]): boolean => {
  if (some.length === 0 || others.length === 0) return true;
  const [left, right] = [some, others].map((list) => unionOf(list.map(({ reads }) => reads)));
  return Boolean(left && right) && !left!.some((name) => right!.includes(name));
};

const isSame = (one: Part, other: Part): boolean =>
  (one.key !== null && one.key === other.key) || one.inUtc === other.key || other.inUtc === one.key;
const isRead = ({ opaque }: Part): boolean => !opaque;

/**
 * What surely differs although other parts cannot be told: only what these cannot make up for. Null where nothing does.
 */
export function findSureDifference(source: Parts, target: Parts): SureDifference | null {
  if (source.frame !== target.frame || source.outputs.length !== target.outputs.length) return null;
  const pairs = source.outputs.map((one, at) => [one, target.outputs[at]!] as const);
  const open = pairs.map((pair) => !isSame(...pair) && !pair.every(isRead));
  const conditions = [
    lackingIn(target.conditions, source.conditions),
    lackingIn(source.conditions, target.conditions),
  ];
  const unreadConditions = conditions.flat().filter((one) => !isRead(one));
  const filters = [
    ...unreadConditions,
    ...pairs.flatMap((pair, at) => (open[at] ? pair.filter((one) => one.mayDropRows) : [])),
  ];
  const [from, to] = conditions.map((list) => list.filter(isRead)) as [Part[], Part[]];
  const hasOtherRows = from.length + to.length > 0;
  const rows =
    hasOtherRows &&
    source.hasRowsOfTable &&
    target.hasRowsOfTable &&
    areApart([...from, ...to], filters) &&
    (unreadConditions.length === 0 || readTheSame(from, to));
  const hasOpenGroups = source.grouped.some((at) => open[at]);
  const differs = pairs.map(
    (pair) =>
      !hasOtherRows &&
      !hasOpenGroups &&
      !isSame(...pair) &&
      pair.every(isRead) &&
      areApart(pair, filters),
  );
  const numbers = (list: readonly boolean[]) => [...list.keys()].filter((at) => list[at]);
  const outputs = numbers(differs);
  return rows || outputs.length > 0 ? { outputs, rows, unread: numbers(open) } : null;
}

const lackingIn = (there: readonly Part[], list: readonly Part[]): Part[] =>
  list.filter((one) => !there.some((other) => isSame(one, other)));

function readTheSame(some: readonly Part[], others: readonly Part[]): boolean {
  const [left, right] = [some, others].map((list) => unionOf(list.map(({ reads }) => reads)));
  return Boolean(left?.length) && left!.join() === right?.join();
}
