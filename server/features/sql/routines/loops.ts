import { Unreadable } from '../tree/ast.ts';
import { canonicalise } from '../canonical/canonical.ts';
import { mayFail } from './failures.ts';
import { asRange } from './ranges.ts';
import { asNode } from '../read.ts';
import type { Step } from './routine-steps.ts';
import { hasEffect, setIn } from './loop-parts.ts';
import type { State } from './step-reader.ts';
import { type Node, holdsQuery, kindOf, makeCase, node } from '../tree/tree.ts';
import { type Turning, createTurns } from './turns.ts';

type Values = [string, Node][];
type Surroundings = Parameters<typeof createTurns>[0] &
  Parameters<typeof createLoop>[0] & {
    /** Goes on behind a step that sets variables. */
    continueWith(rest: readonly Step[], state: State, values: Values, together: boolean): Node;
    noteFailure(state: State, fails: boolean): void;
  };

/** Runs loops: those through rows or a range as a whole, any other by what it makes of variables. */
export function createLoops(surroundings: Surroundings) {
  const { run, set, valueOfText, continueWith, noteFailure } = surroundings;
  const turns = createTurns(surroundings);
  const loop = createLoop(surroundings);

  /** @param more - variables that are known behind the loop */
  const goThrough = (
    step: Turning,
    rest: readonly Step[],
    state: State,
    more: Values = [],
  ): Node => {
    const { effect, values, after } = turns(step, state);
    const all = [...values, ...more];
    if (hasEffect(step.steps)) {
      noteFailure(state, true);
      return run(
        rest,
        all.reduce((last, [name, value]) => set(last, name, value), after),
      );
    }
    if (values.length === 0 && mayFail(effect)) throw new Unreadable('it may fail');
    return continueWith(rest, after, all, true);
  };

  const runWhile = (step: Step & { does: 'loop' }, rest: readonly Step[], state: State): Node => {
    const range = asRange(step, state, valueOfText);
    if (range) {
      try {
        return goThrough(range.step, rest, state, [[range.step.name, range.behind]]);
      } catch (error) {
        if (!(error instanceof Unreadable) || hasEffect(step.steps)) throw error;
      }
    }
    return continueWith(rest, state, loop(step, state), true);
  };
  return { goThrough, runWhile };
}

interface LoopSurroundings {
  valueOfText(text: string, state: State): Node;
  testIn(when: string, state: State): Node;
  setTo(name: string, state: State, valueOfType: () => Node): Node;
}

/**
 * Reads a loop that only sets variables. The value of each after the loop is a node made of the condition, of the values before it, and of
 * what one iteration makes of each variable.
 * @throws Unreadable for any other loop
 */
function createLoop({ valueOfText, testIn, setTo }: LoopSurroundings) {
  /** The state after one iteration. */
  const turn = (steps: readonly Step[], names: readonly string[], state: State): State => {
    let after = state;
    for (const step of steps) {
      if (step.does === 'set') {
        const { name, to } = step;
        const before = after;
        after = withValues(before, [[name, setTo(name, before, () => valueOfText(to, before))]]);
      } else if (step.does === 'if') {
        const branches = step.branches.map(({ when, steps: chosen }) => ({
          when: testIn(when, after),
          values: turn(chosen, names, after).values,
        }));
        const { values: otherwise } = turn(step.otherwise, names, after);
        const chosen = names.map((name): [string, Node] => [
          name,
          canonicalise(
            makeCase(
              branches.flatMap(({ when, values }) => [when, values.get(name)!]),
              otherwise.get(name)!,
            ),
          ),
        ]);
        after = withValues(after, chosen);
      } else throw new Unreadable('more than variables in a loop');
    }
    return after;
  };

  return ({ when, steps }: Step & { does: 'loop' }, state: State): [string, Node][] => {
    const names = [...new Set(setIn(steps))];
    const begun = withValues(
      state,
      names.map((name, at) => {
        const canonical = state.types.get(name);
        if (!canonical || !state.values.has(name)) throw new Unreadable('no variable');
        return [name, asNode({ name, as: `loop.${at}`, canonical, nullable: true })];
      }),
    );
    const test = canonicalise(testIn(when, begun));
    const { values } = turn(steps, names, begun);
    const turns = names.map((name) => values.get(name)!);
    // Queries and errors may come out differently in each iteration.
    if ([test, ...turns].some((it) => holdsQuery(it) || mayFail(it)))
      throw new Unreadable('what may fail in a loop');
    const parts = [test, ...names.map((name) => state.values.get(name)!), ...turns];
    return names.map((name, at) => [
      name,
      node('loop', parts, kindOf(state.types.get(name)!), { value: String(at) }),
    ]);
  };
}

const withValues = (state: State, values: readonly (readonly [string, Node])[]): State => ({
  ...state,
  values: new Map([...state.values, ...values]),
});
