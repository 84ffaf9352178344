import { aggregates } from './aggregates.ts';
import { conjunctsOf } from './selects.ts';
import { type Node, columnIn, keyOf, labelOf, markEngineSpecific, unnamed } from '../tree/tree.ts';

/**
 * Expressions of a grouped query that are neither aggregated nor grouped: columns, the innermost ones.
 * @param parts - of the query, to find those in its subqueries
 */
export function bareColumnsIn(
  shown: readonly Node[],
  group: readonly Node[],
  parts: readonly Node[] = [],
): Node[] {
  const keys = new Set(group.map(keyOf));
  const own = new Set(relationsIn(parts).map(({ set }) => set.value));
  const isCorrelated = (it: Node): boolean =>
    it.op === 'column' && it.outer === true && own.has(labelOf(it)) && !keys.has(keyOf(it));
  const bareIn = (it: Node): Node[] => {
    if (keys.has(keyOf(it)) || it.outer === true) return [];
    if (it.op === 'column') return [it];
    if (/^(scalar|exists)$/.test(it.op)) return columnsOf(it).filter(isCorrelated);
    return isAggregate(it) ? [] : it.args.flatMap(bareIn);
  };
  return shown.flatMap(bareIn);
}

/** Whether a node is an aggregate itself, not an expression that contains one; a subquery counts, too: it chooses its own rows. */
const isAggregate = (it: Node): boolean =>
  /^(filter|scalar|exists|query)$/.test(it.op) || (aggregates(it) && !it.args.some(aggregates));

/**
 * The relations of which each group has one row: those with a key among the columns of GROUP BY, and those that such a row leads
 * to by a key.
 * @param parts - of the query, besides its outputs
 */
export function relationsOfOneRow(group: readonly Node[], parts: readonly Node[]): Set<string> {
  // Rows with NULL are one group, although a unique key takes many of them; without a partner, all of a row is NULL.
  const names = group.filter(({ op, notNull, notNullIfMatched }) => {
    return op === 'column' && (notNull || notNullIfMatched === true);
  });
  const grouped = new Set(names.map(({ value }) => value!));
  const keys = new Set(group.map(keyOf));
  const found = new Set<string>();
  const steps = [...relationsIn(parts)];
  const leads = ({ set, on, isWhole }: Step): boolean => {
    const label = set.value!;
    // NULL, of which a group may have many rows, finds no partner.
    const isGiven = (it: Node) =>
      it.op === 'literal' ||
      (it.op === 'column' && (found.has(labelOf(it)) || keys.has(keyOf(it))));
    const isKnown = (column: string): boolean =>
      on.some(
        ({ op, args: [left, right] }) =>
          op === 'eq' &&
          [
            [left!, right!],
            [right!, left!],
          ].some(
            // Texts that are equal here may be two in a key that tells letters apart.
            ([own, other]) =>
              own!.op === 'column' &&
              own!.value === column &&
              own!.kind !== 'text' &&
              isGiven(other!),
          ),
      );
    const others = on.flatMap(columnsOf).filter((one) => labelOf(one) !== label);
    if (!isWhole && !others.every(isGiven)) return false;
    return keysOf(set).some((key) => key.every(isKnown));
  };
  for (let before = -1; before < found.size;) {
    before = found.size;
    for (const step of steps) {
      const isGrouped = keysOf(step.set).some((key) => key.every((name) => grouped.has(name)));
      if (isGrouped || leads(step)) found.add(step.set.value!);
    }
  }
  return found;
}

/** A relation with the conditions that find its rows; all rows satisfy these where it is no part of a LEFT JOIN. */
interface Step {
  set: Node;
  on: readonly Node[];
  isWhole: boolean;
}

function relationsIn(parts: readonly Node[]): Step[] {
  const where = parts.find(({ op }) => op === 'where')?.args[1];
  return parts.flatMap((part): Step[] => {
    if (part.op === 'from')
      return part.args.map((set) => ({ set, on: conjunctsOf(where), isWhole: true }));
    if (part.op !== 'left join') return [];
    const [from, ...rest] = part.args;
    const [set, ...more] = from!.args;
    // What is joined within it may be without a row on its own.
    if (!set || more.length > 0 || rest.length !== 1) return [];
    return [{ set, on: conjunctsOf(rest[0]), isWhole: false }];
  });
}

/** The keys of a table; what identifies the rows of a query is not certain enough. */
const keysOf = ({ op, value, keys }: Node): string[][] =>
  op === 'relation' ? (keys ?? []).map((key) => key.map((name) => columnIn(value!, name))) : [];

const columnsOf = (it: Node): Node[] => (it.op === 'column' ? [it] : it.args.flatMap(columnsOf));

/** Drops columns of GROUP BY that have one value in each group without that. */
export function withoutGivenColumns(select: Node): Node {
  const [, ...parts] = select.args;
  const group = parts.find(({ op }) => op === 'group');
  if (!group) return select;
  let kept = group.args;
  // Where several keys are grouped, the same one stays whoever wrote it first.
  const firsts = new Set(relationsIn(parts).flatMap(({ set }) => keysOf(set)[0] ?? []));
  const isOfFirst = (one: Node) => one.op === 'column' && firsts.has(one.value!);
  const tried = [...group.args.filter((one) => !isOfFirst(one)), ...group.args.filter(isOfFirst)];
  for (const one of tried) {
    const rest = kept.filter((other) => other !== one);
    if (one.op === 'column' && relationsOfOneRow(rest, parts).has(labelOf(one))) kept = rest;
  }
  if (kept.length === group.args.length) return select;
  return {
    ...select,
    args: select.args.map((part) => (part === group ? { ...group, args: kept } : part)),
  };
}

/** Whether an output is one of the grouped expressions, or a column that has one value in each group. */
export function isOfGroup(select: Node, group: Node): (output: Node) => boolean {
  const keys = new Set(group.args.map(keyOf));
  const given = relationsOfOneRow(group.args, select.args.slice(1));
  return (output) => {
    const it = unnamed(output);
    return keys.has(keyOf(it)) || (it.op === 'column' && given.has(labelOf(it)));
  };
}

/** Whether all sort keys are outputs, as most engines want it beside DISTINCT. The order of an enum is that of the output, too. */
export function ordersByOutputs(outputs: readonly Node[], order: readonly Node[]): boolean {
  const plain = (it: Node) => keyOf(markEngineSpecific('any', unnamed(it)));
  const shown = new Set(outputs.map(plain));
  return order.every(({ args: [by] }) => shown.has(plain(by!)));
}
