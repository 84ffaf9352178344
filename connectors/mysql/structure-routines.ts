import type { Parameter, RoutineStructure } from '../core/structure.ts';
import type { Selection } from './selection.ts';
import { canonicalOf } from './types.ts';

type RoutineRow = [
  name: string,
  returns: string | null,
  language: string,
  text: string | null,
  comment: string,
];
type ParameterRow = [routine: string, mode: string | null, name: string | null, type: string];

const KINDS = { functions: 'FUNCTION', procedures: 'PROCEDURE' } as const;

/** The text is hidden from whoever is neither the definer nor may see all routines. */
export async function readRoutines(
  { session, schema, names }: Selection,
  type: 'functions' | 'procedures',
): Promise<RoutineStructure[]> {
  const values = [schema, KINDS[type], names];
  const rows = await session.query<RoutineRow>(
    `SELECT routine_name, dtd_identifier, coalesce(external_language, routine_body), routine_definition, routine_comment
     FROM information_schema.routines WHERE routine_schema = ? AND routine_type = ? AND routine_name IN (?)`,
    values,
  );
  const parameters = await session.query<ParameterRow>(
    `SELECT specific_name, parameter_mode, parameter_name, dtd_identifier FROM information_schema.parameters
     WHERE specific_schema = ? AND routine_type = ? AND specific_name IN (?) AND ordinal_position > 0
     ORDER BY ordinal_position`,
    values,
  );
  const byRoutine = new Map<string, Parameter[]>();
  for (const [routine, mode, name, spelling] of parameters) {
    const own = byRoutine.get(routine) ?? [];
    byRoutine.set(routine, own);
    own.push({
      name,
      mode: (mode ?? 'IN').toLowerCase() as Parameter['mode'],
      type: spelling,
      canonical: canonicalOf(spelling),
      default: null,
    });
  }
  const wanted = new Set(names);
  return rows.flatMap(([name, returns, language, text, comment]) =>
    wanted.has(name)
      ? {
          kind: 'routine',
          name,
          parameters: byRoutine.get(name) ?? [],
          returns:
            returns === null || type === 'procedures'
              ? null
              : { type: returns, canonical: canonicalOf(returns), set: false },
          language,
          text,
          comment: comment || null,
        }
      : [],
  );
}
