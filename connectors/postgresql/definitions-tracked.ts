import { queryTables } from '../core/catalogue/query-tables.ts';
import type { SequenceDefinition, Trigger, TriggerName } from '../core/definitions.ts';
import { readTriggers as readTriggersOf } from './definitions-triggers.ts';
import { createDialect } from './data.ts';
import { readNumbered } from './definitions-belonging.ts';
import type { Session } from './session.ts';

const triggers = ({ serverVersionNumber }: Session) => `
  SELECT DISTINCT c.oid, c.relname FROM unnest($2::text[], $3::text[]) AS w(name, relation)
  JOIN pg_trigger t ON t.tgname = w.name
  JOIN pg_class c ON c.oid = t.tgrelid AND (w.relation IS NULL OR c.relname = w.relation)
  JOIN pg_namespace n ON n.oid = c.relnamespace
  WHERE n.nspname = $1 AND NOT t.tgisinternal ${serverVersionNumber >= 130_000 ? 'AND t.tgparentid = 0' : ''}`;

export async function readTriggers(
  session: Session,
  schema: string,
  names: readonly TriggerName[],
): Promise<[table: string, trigger: Trigger][]> {
  const relations = await session.query<[number, string]>(triggers(session), [
    schema,
    names.map(({ name }) => name),
    names.map(({ table }) => table),
  ]);
  const found = await readTriggersOf(
    session,
    relations.map(([oid]) => oid),
  );
  const wanted = new Set(names.map(({ name }) => name));
  return relations.flatMap(([oid, table]) =>
    (found?.get(oid) ?? [])
      .filter(({ name }) => wanted.has(name))
      .map((trigger): [string, Trigger] => [table, trigger]),
  );
}

type Row = [
  name: string,
  start: string,
  increment: string,
  least: string,
  most: string,
  cycles: boolean,
  cache: string,
];

const SEQUENCES = `
  SELECT c.relname, s.seqstart::text, s.seqincrement::text, s.seqmin::text, s.seqmax::text, s.seqcycle, s.seqcache::text
  FROM pg_sequence s JOIN pg_class c ON c.oid = s.seqrelid JOIN pg_namespace n ON n.oid = c.relnamespace
  WHERE n.nspname = $1 AND c.relname = ANY($2::text[])`;

export async function readSequences(
  session: Session,
  schema: string,
  names: readonly string[],
): Promise<SequenceDefinition[]> {
  const rows = await session.query<Row>(SEQUENCES, [schema, names]);
  const numbered = await readNumbered(session, schema, names);
  const { quote } = createDialect(session.serverVersionNumber);
  const next = await queryTables(rows, async (some) => {
    const answers = await session.query<[number, string]>(
      some
        .map(
          ([name, , increment], index) =>
            `SELECT ${index}, (q.last_value + CASE WHEN q.is_called THEN (${increment})::numeric ELSE 0 END)::text
             FROM ${quote(schema)}.${quote(name)} q`,
        )
        .join(' UNION ALL '),
    );
    return answers.toSorted(([one], [other]) => one - other).map(([, value]) => value);
  });
  return rows.map(([name, start, increment, least, most, cycles, cache], index) => ({
    kind: 'sequence',
    name,
    start,
    increment,
    least,
    most,
    cycles,
    cache,
    next: next[index] ?? null,
    ...(numbered.has(name) && { belongsTo: numbered.get(name)! }),
  }));
}
