import type { Parameter, RoutineSignature, RoutineDefinition } from './definitions.ts';

/** The parts of a routine that a call of it is written from. */
export interface Callable extends Pick<RoutineDefinition, 'parameters' | 'returns'> {
  signature: RoutineSignature;
}

/** A call that runs as it stands, once its parameters have values. */
export interface WrittenCall {
  text: string;
  /** Values that parameters need in any case: NULL for those that are only output. */
  values: Record<string, string | null>;
}

/** How an engine's objects are named and called. */
export interface CallWriter {
  /** A qualified name, each part in quotes where it needs them. */
  name(path: readonly string[]): string;
  /**
   * Writes a call of a routine without an obstacle; absent where the engine has no routines.
   * @param names - of the placeholders, for each parameter of the routine
   */
  call?(routine: Callable, names: readonly string[]): WrittenCall;
  /** Whether outputs have the names of the routine's parameters, whatever the call names them. */
  namesOutputs?: boolean;
}

/** Alias of a returned value: without one, engines make up different names. */
export const RESULT = 'result';

/** A parameter, the name of its placeholder, and its type as a call spells it. */
export interface Argument {
  name: string;
  type: string;
  parameter: Parameter;
}

/** Arguments of a call, without the columns of returned rows. */
export const argumentsOf = (
  { parameters, signature: { types } }: Callable,
  names: readonly string[],
): Argument[] =>
  parameters.flatMap((parameter, index) =>
    parameter.mode === 'table'
      ? []
      : [{ name: names[index] ?? '', type: types[index] ?? parameter.type, parameter }],
  );
