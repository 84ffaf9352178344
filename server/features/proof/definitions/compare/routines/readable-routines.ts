import type {
  Parameter,
  RoutineDefinition,
} from '../../../../../../connectors/core/definitions.ts';
import type { Side } from '../../../../../../contract/fields.ts';
import type { KnownColumn, RoutineText } from '../../../../sql/service.ts';
import { lettersOf } from '../columns/match-columns.ts';
import type { CompareOptions } from '../raw-finding.ts';
import { withPlainTexts } from '../triggers/trigger-settings.ts';
import { knownCalls } from './called-routines.ts';

/** A routine in the form in which its meaning is read; null where it has none. */
export function readableRoutine(
  side: Side,
  routine: RoutineDefinition,
  { called, texts }: Pick<CompareOptions, 'called' | 'texts'>,
): RoutineText | null {
  const plain = withPlainTexts(routine, texts.words(side));
  const calls = knownCalls(plain, texts.words(side), (name) => called?.(side, name));
  return routineTextOf({ ...routine, text: plain }, calls);
}

/**
 * A routine in the form in which its meaning is read; null where its text is hidden, it is variadic, or it returns more than
 * a value or rows.
 */
function routineTextOf(
  routine: RoutineDefinition,
  calls: RoutineText['calls'],
): RoutineText | null {
  const { text, language, parameters, variables, strict = false } = routine;
  const taken = parameters.filter(({ mode }) => mode !== 'table');
  if (text === null || taken.some(({ mode }) => mode === 'variadic')) return null;
  const outs = taken.flatMap(({ mode }, index) =>
    mode === 'in' ? [] : [{ as: placeOf(index), fresh: mode === 'out' }],
  );
  const gives = outs.length > 0 ? givenBack(routine, outs) : givenBy(routine);
  const read = { text, language, parameters: taken.map(asKnown), strict };
  return (
    gives && {
      ...read,
      gives,
      ...(calls?.length && { calls }),
      ...(variables && { variables: lettersOf({ type: '', canonical: ANY_TEXT, ...variables }) }),
    }
  );
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

const ANY_TEXT = { kind: 'text', length: null, fixed: false, bytes: false } as const;
const placeOf = (index: number): string => `$${index + 1}`;
function asKnown({ name, type, canonical, comparison }: Parameter, index: number): KnownColumn {
  // Where nothing is said, nothing is known: only a type may ignore case then.
  const letters = comparison ?? (/\bcitext$/u.test(type) ? { caseSensitive: false } : null);
  return {
    name: name ?? '',
    as: placeOf(index),
    canonical,
    nullable: true,
    ...(letters && lettersOf({ type, canonical, ...letters })),
  };
}
