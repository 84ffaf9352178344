import { usedOnce } from '../core/catalogue/tracked.ts';
import type { Belonging, SequenceDefinition, Trigger, TriggerName } from '../core/definitions.ts';
import { TRIGGER_COLUMNS, type TriggerRow, toTrigger } from './definitions-triggers.ts';
import { readNumberedBySequences, readSequenceRows } from './definitions-numbering.ts';
import type { Selection } from './selection.ts';

type Place = Omit<Selection, 'names'>;

export async function readTriggers(
  { session, facts, schema }: Place,
  names: readonly TriggerName[],
): Promise<[table: string, trigger: Trigger][]> {
  if (!facts.triggers) return [];
  const wanted = new Set(names.map(({ name }) => name));
  const rows = await session.query<TriggerRow>(
    `SELECT ${TRIGGER_COLUMNS} FROM information_schema.triggers WHERE trigger_schema = ? AND trigger_name IN (?)`,
    [schema, [...wanted]],
  );
  // The server compares names without regard to case and accents.
  return rows.filter(([, name]) => wanted.has(name)).map((row) => [row[0], toTrigger(row)]);
}

/** MariaDB only. */
export async function readSequences(
  { session, schema }: Place,
  names: readonly string[],
): Promise<SequenceDefinition[]> {
  if (!session.member.packages) return [];
  const rows = await readSequenceRows(
    session,
    names.map((name) => ({ schema, name })),
  );
  const numbered = await readNumbered(session, schema);
  return names.flatMap((name, at): SequenceDefinition[] => {
    const row = rows[at];
    if (!row) return [];
    const belongsTo = numbered.get(name);
    return [
      {
        kind: 'sequence',
        name,
        ...row,
        ...(belongsTo && { belongsTo }),
      },
    ];
  });
}

/** Sequences that the default of one column of their database uses, and no other, by name. */
async function readNumbered(
  session: Place['session'],
  schema: string,
): Promise<Map<string, Belonging>> {
  const columns = await readNumberedBySequences({ session, schema });
  const uses = columns.flatMap(({ table, column, sequence }): [string, Belonging][] =>
    sequence.schema === schema
      ? [[sequence.name, { as: 'sequence', schema, name: table, column }]]
      : [],
  );
  return usedOnce(uses);
}
