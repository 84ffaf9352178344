import type { Parameter, RoutineDefinition } from '../../../../connectors/core/definitions.ts';
import type { KnownColumn, RoutineText } from '../../sql/service.ts';

/**
 * A routine in the form in which its meaning is read; null where its text is hidden, it is variadic, or it returns more than
 * a value or rows.
 */
export function routineTextOf(routine: RoutineDefinition): RoutineText | null {
  const { text, language, parameters, strict = false } = routine;
  const taken = parameters.filter(({ mode }) => mode !== 'table');
  if (text === null || taken.some(({ mode }) => mode === 'variadic')) return null;
  const outs = taken.flatMap(({ mode }, index) =>
    mode === 'in' ? [] : [{ as: placeOf(index), fresh: mode === 'out' }],
  );
  const gives = outs.length > 0 ? givenBack(routine, outs) : givenBy(routine);
  return gives && { text, language, parameters: taken.map(asKnown), gives, strict };
}

/** OUT parameters as the result; null where the routine also returns rows, or does not run for a NULL argument. */
const givenBack = (
  { returns, strict, parameters }: RoutineDefinition,
  outs: readonly { as: string; fresh: boolean }[],
): RoutineText['gives'] | null =>
  returns?.set || strict || parameters.some(({ mode }) => mode === 'table') ? null : { outs };

function givenBy({ parameters, returns }: RoutineDefinition): RoutineText['gives'] | null {
  // A procedure that is one query gives its rows, of no declared types.
  if (!returns) return { rows: null };
  const { type, canonical, set } = returns;
  // In PostgreSQL, a function that returns void serves as a procedure.
  if (type === 'void') return { rows: null };
  const outputs = parameters.filter(({ mode }) => mode === 'table');
  if (outputs.length > 0) return { rows: outputs.map((output) => output.canonical) };
  // Macros of DuckDB declare no types.
  if (type === '' || type === 'TABLE') return set ? { rows: null } : { value: null };
  if (set) return canonical.kind === 'other' ? null : { rows: [canonical] };
  return { value: canonical };
}

const placeOf = (index: number): string => `$${index + 1}`;
const asKnown = ({ name, canonical }: Parameter, index: number): KnownColumn => ({
  name: name ?? '',
  as: placeOf(index),
  canonical,
  nullable: true,
});
