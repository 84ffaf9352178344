import type { Parameter, RoutineDefinition } from '../../../../connectors/core/definitions.ts';
import type { KnownColumn, RoutineText } from '../../sql/service.ts';

/** A routine as it is read for what it means; null where its text is hidden, or it gives back more than a value or rows. */
export function routineTextOf(routine: RoutineDefinition): RoutineText | null {
  const { text, language, parameters, strict = false } = routine;
  const taken = parameters.filter(({ mode }) => mode !== 'table');
  if (text === null || taken.some(({ mode }) => mode !== 'in')) return null;
  const gives = givenBy(routine);
  return gives && { text, language, parameters: taken.map(asKnown), gives, strict };
}

function givenBy({ parameters, returns }: RoutineDefinition): RoutineText['gives'] | null {
  // A procedure that is one query gives its rows, of no declared types.
  if (!returns) return { rows: null };
  const { type, canonical, set } = returns;
  // PostgreSQL's word for a procedure that is a function.
  if (type === 'void') return { rows: null };
  const outputs = parameters.filter(({ mode }) => mode === 'table');
  if (outputs.length > 0) return { rows: outputs.map((output) => output.canonical) };
  // Macros of DuckDB declare nothing.
  if (type === '' || type === 'TABLE') return set ? { rows: null } : { value: null };
  if (set) return canonical.kind === 'other' ? null : { rows: [canonical] };
  return { value: canonical };
}

const asKnown = ({ name, canonical }: Parameter, index: number): KnownColumn => ({
  name: name ?? '',
  as: `$${index + 1}`,
  canonical,
  nullable: true,
});
