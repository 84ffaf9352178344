import { is, wordsAndSigns } from '../../../../connectors/core/sql/sql-tokens.ts';
import { aggregates } from '../queries/aggregates.ts';
import { type Ast, Unreadable, asAst, isAst, listOf, pathOf, variantOf } from '../tree/ast.ts';
import { canonicalise } from '../canonical/canonical.ts';
import { mayFail } from './failures.ts';
import { countThrough } from './ranges.ts';
import { type Begun, type Surroundings, hasEffect, setIn, writesRows } from './loop-parts.ts';
import { type Dialect, asNode, parseText } from '../read.ts';
import type { Step } from './routine-steps.ts';
import type { State } from './step-reader.ts';
import { rowValue } from '../queries/turn-order.ts';
import { withoutNesting } from '../queries/nesting.ts';
import { type Node, bySpelling, keyOf, kindOf, node } from '../tree/tree.ts';
import { hasOwnComparison, isOfEnum, isUnsigned, isZoned } from '../tree/traits.ts';

export type Turning = Step & { does: 'each' | 'times' };
/** A loop that was read: what it does as a whole, and the state behind it. */
interface Turned {
  effect: Node;
  /** The variables that it carries from turn to turn, and what they hold in the end. */
  values: [string, Node][];
  after: State;
}

/** A value that nothing is known of: whatever asks for it cannot be read. */
const unknown = (kind: Node['kind']): Node => node('name@unknown', [], kind);
/** Stands for what earlier turns may have written. */
const BEFORE = node('turns before', [], 'other');

/**
 * Reads a loop that goes through the rows of a query, or through a range of numbers, as a whole: its rows or numbers, what the variables hold before
 * that it carries from turn to turn, and what one turn does.
 */
export function createTurns(surroundings: Surroundings) {
  const { run, set } = surroundings;
  const inTurn = (step: Turning, begun: State, carried: readonly string[], outer: State): Node => {
    const writes = outer.written.length > 0 || writesRows(step.steps);
    return canonicalise(
      run(step.steps, {
        ...begun,
        written: writes ? [BEFORE] : [],
        depth: (outer.depth ?? 0) + 1,
        turn: ({ values, written }) =>
          node(
            'does',
            [...written, ...carried.map((name, at) => kept(values.get(name)!, at))],
            'other',
          ),
      }),
    );
  };

  return (step: Turning, state: State): Turned => {
    const depth = state.depth ?? 0;
    const { head, begun, rowVariables, finish } =
      step.does === 'each'
        ? goThroughRows(step, state, surroundings)
        : countThrough(step, state, surroundings);
    const changed = [...new Set(setIn(step.steps))].filter(
      (name) => state.values.has(name) && !rowVariables.includes(name),
    );
    const nameOfTurn = (at: number) => `$turn ${depth} ${at}`;
    const carry = (names: readonly string[]): State => {
      const idle = changed.reduce((last, name) => set(last, name, unknown('other')), begun);
      return names.reduce((last, name, at) => {
        const canonical = state.types.get(name)!;
        return set(last, name, asNode({ name, as: nameOfTurn(at), canonical, nullable: true }));
      }, idle);
    };
    const all = inTurn(step, carry(changed), changed, state);
    // A variable that each turn sets before it asks for it carries nothing.
    const carried = changed.filter((_, at) => refersTo(all, nameOfTurn(at)));
    const turn =
      carried.length === changed.length ? all : inTurn(step, carry(carried), carried, state);
    const before = carried.map((name, at) => kept(state.values.get(name)!, at));
    const effect = node(step.does, [...head(turn), ...before, turn], 'other', {
      value: String(depth),
    });
    const values = carried.map((name, at): [string, Node] => [
      name,
      node('after turns', [effect], kindOf(state.types.get(name)!), { value: String(at) }),
    ]);
    const isDone = hasEffect(step.steps);
    const forgotten = [...changed, ...rowVariables].filter((name) => !carried.includes(name));
    const left = forgotten.reduce((last, name) => set(last, name, unknown('other')), state);
    const after = finish({ ...left, written: isDone ? [...state.written, effect] : state.written });
    return { effect, values, after };
  };
}

const kept = (value: Node, at: number): Node =>
  node('keeps', [value], value.kind, { value: String(at) });

function goThroughRows(
  step: Step & { does: 'each' },
  state: State,
  { dialect, at, setTo, set, isStable }: Surroundings,
): Begun {
  const { record, into } = step;
  const depth = state.depth ?? 0;
  const { text, names } = readNames(step, dialect);
  const rows = withoutNesting(at(state).query(text));
  const [select] = rows.args;
  const outputs = select?.args[0]?.op === 'output' ? select.args[0].args : null;
  if (!outputs || outputs.some((one) => !isStable(one) || one.op.startsWith('*@')))
    throw new Unreadable('rows that are not known');
  const leaves = outputs.map((one) => leafOf(one, rowValue(one, String(depth))));
  let begun = state;
  if (record === null) {
    if (into.length !== leaves.length) throw new Unreadable('other variables');
    for (const [place, name] of into.entries())
      begun = set(
        begun,
        name,
        setTo(name, state, () => leaves[place]!),
      );
  } else {
    const values = new Map(begun.values).set(record, unknown('other'));
    for (const [place, name] of names.entries()) {
      if (name === null || values.has(`${record}.${name}`))
        throw new Unreadable('two columns of one name');
      values.set(`${record}.${name}`, leaves[place]!);
    }
    begun = { ...begun, values };
  }
  const head = (turn: Node): Node[] => {
    const isUsed = (one: Node, place: number) =>
      mayFail(one) || refersTo(turn, leaves[place]!.value!);
    const isPlain = select!.op === 'select' && !isOfAllRows(select!);
    const used = isPlain ? outputs.filter(isUsed) : outputs;
    const sorted = [...new Map(used.map((one) => [keyOf(one), one])).values()].sort(bySpelling);
    const [output, ...clauses] = select!.args;
    return [
      {
        ...rows,
        args: [
          { ...select!, args: [{ ...output!, args: sorted }, ...clauses] },
          ...rows.args.slice(1),
        ],
      },
    ];
  };
  return { head, begun, rowVariables: into, finish: (after) => after };
}

const isOfAllRows = ({ args: [output, ...rest] }: Node): boolean =>
  !rest.some(({ op }) => op === 'group') && output!.args.some(aggregates);

/** The value of an output in one row. */
export function leafOf(output: Node, value: string): Node {
  const { kind, notNull, width, magnitude } = output;
  if (output.blankPadded || isOfEnum(output) || hasOwnComparison(output)) return unknown(kind);
  return node('column', [], kind, {
    value,
    notNull,
    ...(width !== undefined && { width }),
    ...(magnitude !== undefined && { magnitude }),
    ...(isUnsigned(output) && { unsigned: true }),
    ...(isZoned(output) && { zoned: true }),
  });
}

/** The names of a query's outputs, as fields of a record. `*` stands for the fields that the turn asks for. */
export function readNames(
  { query, record, steps }: { query: string; record: string | null; steps: readonly unknown[] },
  dialect: Dialect,
): { text: string; names: readonly (string | null)[] } {
  if (record === null) return { text: query, names: [] };
  const words = wordsAndSigns(query, dialect.spelling);
  const first = words.findIndex((token) => is(token, 'SELECT'));
  const star = words[first + 1];
  let text = query;
  if (is(star, '*') && is(words[first + 2], 'FROM')) {
    // A number in ORDER BY counts the columns of the table.
    if (words.some((token, at) => token.kind === 'number' && is(words[at - 1], 'BY', ',')))
      throw new Unreadable('a place of a column');
    const fields = fieldsOf(record, JSON.stringify(steps));
    if (fields.length === 0) fields.push('1');
    text = `${query.slice(0, star!.start)} ${fields.join(', ')} ${query.slice(star!.start + 1)}`;
  }
  return { text, names: namesOf(asAst(parseText(text, dialect))) };
}

const fieldsOf = (record: string, text: string): string[] => [
  ...new Set(
    [
      ...text.matchAll(
        new RegExp(
          String.raw`(?<![\w.$])${record.replaceAll('$', String.raw`\$`)}\s*\.\s*(\w+)`,
          'gi',
        ),
      ),
    ].map((found) => found[1]!.toLowerCase()),
  ),
];

function namesOf(query: Ast): (string | null)[] {
  const [variant, body] = variantOf(query.body);
  if (variant === 'Query') return namesOf(body);
  if (variant !== 'Select') throw new Unreadable('names of columns');
  return listOf(body.projection).map((item) => {
    const [kind, part] = variantOf(item);
    if (kind === 'ExprWithAlias') return String(asAst(part.alias).value).toLowerCase();
    if (kind !== 'UnnamedExpr' || !isAst(item)) return null;
    const [of, name] = variantOf(item.UnnamedExpr);
    const path = of === 'Identifier' ? [name] : of === 'CompoundIdentifier' ? name[''] : [];
    return pathOf(path).at(-1)?.name.toLowerCase() ?? null;
  });
}

const refersTo = (it: Node, value: string): boolean =>
  (it.op === 'column' && it.value === value) ||
  // A value that contains a query is folded into a text.
  (it.op === 'found' && it.value!.includes(JSON.stringify(value))) ||
  it.args.some((arg) => refersTo(arg, value));
