import { queryTables } from '../core/catalogue/query-tables.ts';
import { usedOnce } from '../core/catalogue/tracked.ts';
import type { Belonging, SequenceDefinition, Trigger, TriggerName } from '../core/definitions.ts';
import { TRIGGER_COLUMNS, type TriggerRow, toTrigger } from './definitions-triggers.ts';
import { quote } from './data.ts';
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

type Row = [
  index: number,
  start: string,
  increment: string,
  least: string,
  most: string,
  cycles: number,
  cache: string,
  next: string,
];
const NUMBERS = ['start_value', 'increment', 'minimum_value', 'maximum_value'];

/** MariaDB only: each sequence is a table of one row. Cached numbers count as used. */
export async function readSequences(
  { session, schema }: Place,
  names: readonly string[],
): Promise<SequenceDefinition[]> {
  if (!session.member.packages) return [];
  const asText = (column: string) => `CAST(${column} AS CHAR)`;
  const rows = await queryTables(names, async (some) => {
    const answers = await session.query<Row>(
      some
        .map(
          (name, index) =>
            `SELECT ${index}, ${NUMBERS.map(asText).join(', ')}, cycle_option, ${asText('cache_size')},
               ${asText('next_not_cached_value')} FROM ${quote(schema)}.${quote(name)}`,
        )
        .join(' UNION ALL '),
    );
    return answers.toSorted(([one], [other]) => one - other);
  });
  const numbered = await readNumbered(session, schema);
  return names.flatMap((name, at): SequenceDefinition[] => {
    const row = rows[at];
    if (!row) return [];
    const [, start, increment, least, most, cycles, cache, next] = row;
    const isCycling = Number(cycles) === 1;
    const belongsTo = numbered.get(name);
    return [
      {
        kind: 'sequence',
        name,
        start,
        increment,
        least,
        most,
        cycles: isCycling,
        cache,
        next,
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
  const columns = await session.query<[string, string, string]>(
    `SELECT table_name, column_name, column_default FROM information_schema.columns
     WHERE table_schema = ? AND column_default LIKE 'nextval(%'`,
    [schema],
  );
  const uses = columns.flatMap(([name, column, fallback]): [string, Belonging][] => {
    const [, of, sequence] =
      /^nextval\(`((?:[^`]|``)+)`\.`((?:[^`]|``)+)`\)$/u.exec(fallback) ?? [];
    if (of?.replaceAll('``', '`') !== schema || sequence === undefined) return [];
    return [[sequence.replaceAll('``', '`'), { as: 'sequence', schema, name, column }]];
  });
  return usedOnce(uses);
}
