import { Unreadable } from './ast.ts';
import { mayFail } from './failures.ts';
import { createLoop } from './loops.ts';
import { asRange } from './ranges.ts';
import type { Step } from './routine-steps.ts';
import { hasEffect } from './step-facts.ts';
import type { State } from './step-reader.ts';
import type { Node } from './tree.ts';
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
