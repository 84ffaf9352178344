import type { EffectReader } from './effects.ts';
import type { Dialect } from '../read.ts';
import type { Step } from './routine-steps.ts';
import type { State } from './step-reader.ts';
import type { Node } from '../tree/tree.ts';

/** What a loop is read with. */
export interface Surroundings {
  dialect: Dialect;
  at(state: State): EffectReader;
  valueOfText(text: string, state: State): Node;
  run(steps: readonly Step[], state: State): Node;
  setTo(name: string, state: State, valueOfType: () => Node): Node;
  set(state: State, name: string, value: Node): State;
  isStable(it: Node): boolean;
}

/** A loop at the beginning of a turn. */
export interface Begun {
  /** What the loop goes through, as far as a turn uses it. */
  head(turn: Node): Node[];
  begun: State;
  rowVariables: readonly string[];
  /** The state behind the loop. */
  finish(state: State): State;
}

/** The variables that steps set, those of loops within them among them. */
export const setIn = (steps: readonly Step[]): string[] =>
  steps.flatMap((step) => {
    switch (step.does) {
      case 'set':
        return step.name;
      case 'select':
        return step.into.map(({ name }) => name);
      case 'if':
        return [
          ...step.branches.flatMap((branch) => setIn(branch.steps)),
          ...setIn(step.otherwise),
        ];
      case 'each':
        return [...step.into, ...setIn(step.steps)];
      case 'loop':
      case 'times':
        return setIn(step.steps);
      default:
        return [];
    }
  });

const WRITES = /^(insert|insert rows|update|delete)$/;
const has = (does: RegExp) => {
  const test = (step: Step): boolean => {
    if (does.test(step.does)) return true;
    if (step.does === 'if')
      return [...step.branches.flatMap(({ steps }) => steps), ...step.otherwise].some(test);
    return 'steps' in step && step.steps.some(test);
  };
  return (steps: readonly Step[]): boolean => steps.some(test);
};
/** Whether steps write rows. */
export const writesRows = has(WRITES);
/** Whether steps write, or may raise an error. */
export const hasEffect = has(/^(insert|insert rows|update|delete|fail)$/);
