import type { EffectReader } from './effects.ts';
import type { Dialect } from './read.ts';
import type { Step } from './routine-steps.ts';
import type { State } from './step-reader.ts';
import type { Node } from './tree.ts';

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
