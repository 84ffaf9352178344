import { conjunctsOf } from './selects.ts';
import { type Node, columnIn, keyOf, labelOf, unnamed } from '../tree/tree.ts';

/** A table in FROM, with what its rows are found by. */
interface Table {
  label: string;
  /** Unique keys, as the values of columns' nodes. */
  keys: readonly (readonly string[])[];
  /** Whether it may be without a row, as the right side of a LEFT JOIN. */
  optional: boolean;
}

/**
 * What may identify the rows of a query, as positions of its outputs, the fewest first: the key of a table that all others
 * are joined to by their keys, the columns of GROUP BY or DISTINCT ON, and ROW_NUMBER with its partition. Only the rows show whether it does.
 */
export function keysOfQuery(query: Node): number[][] {
  const [select] = query.args;
  if (select?.op === 'query') return keysOfQuery(select);
  if (!select?.op.startsWith('select')) return [];
  const [output, ...parts] = select.args;
  const outputs = output!.args.map(unnamed);
  if (outputs.some(({ op }) => op.startsWith('*@'))) return [];
  const tables = tablesIn(parts, false);
  const equal = equalIn(parts);
  const group = parts.find(({ op }) => op === 'group')?.args;
  const kept = parts.find(({ op }) => op === 'distinct on')?.args;
  const needed = new Set(group ? group.flatMap(labelsIn) : tables.map(({ label }) => label));
  const placeOf = (it: Node): number => outputs.findIndex((one) => keyOf(one) === keyOf(it));
  const placeOfColumn = (value: string): number => {
    const isIt = (it: Node) => it.op === 'column' && it.value === value;
    const own = outputs.findIndex(isIt);
    if (own >= 0) return own;
    const others = equal.flatMap(([one, other]) => (isIt(one) ? other : isIt(other) ? one : []));
    return Math.max(-1, ...others.map(placeOf));
  };
  // A column that all rows have the same value of tells no two of them apart.
  const isFree = (value: string): boolean =>
    !equal.some(
      (sides) =>
        sides.some(({ op }) => op === 'literal') &&
        sides.some((it) => it.op === 'column' && it.value === value),
    );
  const keys = tables
    .filter(({ label, optional }) => !optional && needed.has(label))
    .filter(({ label }) => isSubset(needed, determinedBy({ labels: [label] }, tables, equal)))
    .flatMap(({ keys: own }) => own.map((key) => key.filter(isFree).map(placeOfColumn)));
  const found = [
    ...keys,
    ...numberedBy(outputs),
    ...(kept ? [kept.map(placeOf)] : []),
    ...(group ? [withoutDetermined(group, tables, equal).map(placeOf)] : []),
  ]
    .filter((places) => places.length > 0 && !places.includes(-1))
    .toSorted((one, other) => one.length - other.length);
  return [
    ...new Map(
      found.map((places) => [places.toSorted((one, other) => one - other).join(), places]),
    ).values(),
  ];
}

/** ROW_NUMBER with the columns of its PARTITION BY. */
const numberedBy = (outputs: readonly Node[]): number[][] =>
  outputs.flatMap(({ op, args: [numbered, partition] }, place) => {
    if (op !== 'over' || numbered!.op !== 'row_number') return [];
    const isOf = (it: Node) => (one: Node) => one.op === 'column' && one.value === it.value;
    const places = partition!.args.map((it) =>
      it.op === 'column' ? outputs.findIndex(isOf(it)) : -1,
    );
    return [[...places, place]];
  });

/** The columns of GROUP BY that the other ones do not determine by keys of their tables. */
function withoutDetermined(
  group: readonly Node[],
  tables: readonly Table[],
  equal: readonly Equal[],
): Node[] {
  let kept = [...group];
  for (const one of group) {
    const rest = kept.filter((other) => other !== one);
    const columns = rest.flatMap(({ op, value }) => (op === 'column' ? [value!] : []));
    const labels = new Set(labelsIn(one));
    const isDetermined =
      labels.size > 0 && isSubset(labels, determinedBy({ columns }, tables, equal));
    if (isDetermined) kept = rest;
  }
  return kept;
}

function tablesIn(parts: readonly Node[], optional: boolean): Table[] {
  return parts.flatMap((part) => {
    if (part.op === 'left join') return tablesIn(part.args, true);
    if (part.op !== 'from') return [];
    return part.args.map((set) => {
      const label = set.value!;
      const keys = keysOfSet(set).map((key) => key.map((name) => columnIn(label, name)));
      return { label, keys, optional };
    });
  });
}

function keysOfSet({ op, keys, args }: Node): readonly (readonly string[])[] {
  if (op !== 'derived') return keys ?? [];
  const query = args[0]!;
  const names = namesIn(query);
  return keysOfQuery(query).map((key) => key.map((place) => names[place]!));
}
const namesIn = (query: Node): string[] =>
  query.args[0]!.op === 'query'
    ? namesIn(query.args[0]!)
    : query.args[0]!.args[0]!.args.map(({ value = '' }) => value);

const conditionsIn = (parts: readonly Node[]): Node[] =>
  parts.flatMap(({ op, args }) => {
    if (op === 'where') return conjunctsOf(args[1]);
    return op === 'left join' ? [...conditionsIn(args), ...conjunctsOf(args.at(-1))] : [];
  });

const labelsIn = (it: Node): string[] =>
  it.op === 'column' ? [labelOf(it)] : it.args.flatMap(labelsIn);
const isSubset = (one: ReadonlySet<string>, other: ReadonlySet<string>): boolean =>
  [...one].every((label) => other.has(label));

type Equal = readonly [Node, Node];
const equalIn = (parts: readonly Node[]): Equal[] =>
  conditionsIn(parts).flatMap(({ op, args }) =>
    op === 'eq' ? [[args[0]!, args[1]!] as const] : [],
  );

/** Whether values of these columns find at most one row of all tables together. */
export function areDetermined(columns: readonly string[], parts: readonly Node[]): boolean {
  const tables = tablesIn(parts, false);
  const labels = new Set(tables.map(({ label }) => label));
  return isSubset(labels, determinedBy({ columns }, tables, equalIn(parts)));
}

/** The tables of which a row of these ones, or values of these columns, find at most one row, by their keys. */
function determinedBy(
  { labels = [], columns = [] }: { labels?: readonly string[]; columns?: readonly string[] },
  tables: readonly Table[],
  equal: readonly Equal[],
): Set<string> {
  const found = new Set(labels);
  const isKnownValue = (it: Node): boolean =>
    (it.op === 'column' && columns.includes(it.value!)) ||
    labelsIn(it).every((label) => found.has(label));
  const isKnown = (column: string): boolean =>
    columns.includes(column) ||
    equal.some(([left, right]) =>
      [
        [left, right],
        [right, left],
      ].some(
        ([one, other]) => one!.op === 'column' && one!.value === column && isKnownValue(other!),
      ),
    );
  for (let before = -1; before < found.size;) {
    before = found.size;
    for (const { label, keys } of tables)
      if (keys.some((key) => key.every(isKnown))) found.add(label);
  }
  return found;
}
