import { Unreadable } from '../tree/ast.ts';
import { canonicalise } from '../canonical/canonical.ts';
import { mayFail } from './failures.ts';
import { type Begun, type Surroundings, setIn } from './loop-parts.ts';
import { asNode } from '../read.ts';
import type { Step } from './routine-steps.ts';
import type { State } from './step-reader.ts';
import { type Node, bool, literal, makeCase, node } from '../tree/tree.ts';
import { magnitudeOfValue, ofBits } from '../tree/widths.ts';

/** A range of numbers, whose ends are evaluated once. PostgreSQL and Oracle fail where one of them is NULL. */
export function countThrough(
  { name, from, to, steps }: Step & { does: 'times' },
  state: State,
  { dialect, valueOfText, isStable }: Surroundings,
): Begun {
  // MariaDB goes on from what the body sets it to; PostgreSQL counts by itself.
  if (dialect.rules.parser === 'mysql' && setIn(steps).includes(name))
    throw new Unreadable('a counter that is set');
  const ends = [from, to].map((text) => canonicalise(valueOfText(text, state)));
  const fits = ends.every(
    (it) =>
      it.kind === 'integer' && isStable(it) && !mayFail(it) && magnitudeOfValue(it) <= ofBits(32),
  );
  if (!fits) throw new Unreadable('ends of a range');
  const isSure = ends.every(({ notNull }) => notNull);
  const canonical = { kind: 'integer', bits: 32, unsigned: false } as const;
  const count = asNode({ name, as: `$count ${state.depth ?? 0}`, canonical, nullable: false });
  const begun = {
    ...state,
    values: new Map(state.values).set(name, count),
    types: new Map(state.types).set(name, canonical),
  };
  return {
    head: () => [isSure ? node('range', ends, 'other') : node('range or fail', ends, 'other')],
    begun,
    // The counter belongs to the loop, and may hide a variable of that name.
    rowVariables: [name],
    finish(after) {
      const [values, types] = [new Map(after.values), new Map(after.types)];
      const [value, type] = [state.values.get(name), state.types.get(name)];
      if (value && type) {
        values.set(name, value);
        types.set(name, type);
      } else {
        values.delete(name);
        types.delete(name);
      }
      return { ...after, values, types };
    },
  };
}

type Value = (text: string, state: State) => Node;
type Counting = Step & { does: 'times' };

/** The WHILE that counts a variable up to a fixed end, as the range that it goes through; null for any other. `behind`: what the variable is in the end. */
export function asRange(
  { when, steps }: Step & { does: 'loop' },
  state: State,
  valueOfText: Value,
): { step: Counting; behind: Node } | null {
  const { name, sign, bound } =
    /^\(?\s*(?<name>[\w$]+)\s*(?<sign><=?)\s*(?<bound>[^()]+?)\s*\)?$/.exec(when)?.groups ?? {};
  const rest = steps.slice(0, -1);
  const counter = name?.toLowerCase() ?? '';
  if (bound === undefined || !isNextOf(counter, steps.at(-1))) return null;
  const set = setIn(rest);
  const words = bound.toLowerCase().match(/[\w$]+/g) ?? [];
  const isFixed = !words.some((word) => word === counter || set.includes(word));
  if (!isFixed || set.includes(counter) || !isCounter(counter, state)) return null;
  const to = sign === '<=' ? bound : oneLess(bound);
  const end = canonicalise(valueOfText(to, state));
  // One more than the end has to fit, too.
  if (!end.notNull || end.kind !== 'integer' || !(magnitudeOfValue(end) < ofBits(31))) return null;
  const begin = state.values.get(counter)!;
  const behind = canonicalise(makeCase([bool('le', begin, end), oneMore(end)], begin));
  return { step: { does: 'times', name: counter, from: counter, to, steps: rest }, behind };
}

/** Whether a step adds one to a variable. */
const isNextOf = (name: string, step: Step | undefined): boolean =>
  step?.does === 'set' &&
  step.name === name &&
  /^(\S+) ?\+ ?1$/.exec(step.to)?.[1]?.toLowerCase() === name;

function isCounter(name: string, { types, values }: State): boolean {
  const [type, value] = [types.get(name), values.get(name)];
  const isWide = type?.kind === 'integer' && type.bits >= 32;
  return isWide && value?.kind === 'integer' && value.notNull;
}

const oneLess = (bound: string): string =>
  /^\d{1,9}$/.test(bound) ? String(Number(bound) - 1) : `${bound} - 1`;
const oneMore = (end: Node): Node =>
  end.op === 'literal'
    ? literal(String(Number(end.value) + 1), 'integer')
    : node('add', [end, literal('1', 'integer')], 'integer', { notNull: true });
