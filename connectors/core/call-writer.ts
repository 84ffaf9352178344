import type { Parameter, RoutineSignature, RoutineDefinition } from './definitions.ts';

/** What a call of a routine is written from. */
export interface Callable extends Pick<RoutineDefinition, 'parameters' | 'returns'> {
  signature: RoutineSignature;
}

/** A call that runs as it stands, once its parameters have values. */
export interface WrittenCall {
  text: string;
  /** Values that parameters need, whatever the call is for: NULL of what only comes back. */
  values: Record<string, string | null>;
}

/** How an engine's objects are named and called. */
export interface CallWriter {
  /** A name with those that it lies in, each in quotes where it needs them. */
  name(path: readonly string[]): string;
  /**
   * Of a routine without an obstacle; absent where there are none.
   * @param names - of the placeholders, for each parameter of the routine
   */
  call?(routine: Callable, names: readonly string[]): WrittenCall;
  /** Whether what comes back has the names of the routine's own parameters, whatever the call says. */
  namesOutputs?: boolean;
}

/** Column that a value stands in: engines make up different names for one without. */
export const RESULT = 'result';

/** A parameter, the name of its placeholder, and its type as a call has it. */
export interface Argument {
  name: string;
  type: string;
  parameter: Parameter;
}

/** Without columns of rows that come back. */
export const argumentsOf = (
  { parameters, signature: { types } }: Callable,
  names: readonly string[],
): Argument[] =>
  parameters.flatMap((parameter, index) =>
    parameter.mode === 'table'
      ? []
      : [{ name: names[index] ?? '', type: types[index] ?? parameter.type, parameter }],
  );
