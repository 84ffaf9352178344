import { readLargest } from '../core/catalogue/query-tables.ts';
import { usedOnce } from '../core/catalogue/tracked.ts';
import { groupBy } from '../core/group.ts';
import type {
  Belonging,
  NumberedColumn,
  Numbering,
  Reached,
  SequenceDefinition,
} from '../core/definitions.ts';
import type { Session } from './session.ts';

type Reader = Pick<Session, 'query'>;
type SequenceRow = [
  database: string,
  schema: string,
  name: string,
  increment: string,
  least: string,
  most: string,
  cycles: string,
  next: string,
];

interface Sequence {
  schema: string;
  name: string;
  numbering: Numbering;
  next: string;
}

/** In a file that has just been opened, `last_value` is the next number, and so is `start_value`. */
const NEXT_NUMBER = 'coalesce(last_value, start_value)::VARCHAR';

/** Finds the sequence that a default names. */
export type FindSequence = (fallback: string | null) => Sequence | undefined;

const NEXT = /^nextval\('((?:[^']|'')+)'\)$/;

/** @param schema - schema of the tables: an unqualified name means a sequence there, or in `main` */
export async function readSequences(session: Reader, schema: string): Promise<FindSequence> {
  const rows = await session.query<SequenceRow>(
    `SELECT database_name, schema_name, sequence_name, increment_by::VARCHAR, min_value::VARCHAR, max_value::VARCHAR,
       cycle::VARCHAR, ${NEXT_NUMBER}
     FROM duckdb_sequences() WHERE database_name = current_database()`,
  );
  const names = (row: SequenceRow) => {
    const [database, own, name] = row;
    const isNear = own === schema || own === 'main';
    return [`${database}.${own}.${name}`, `${own}.${name}`, ...(isNear ? [name] : [])];
  };
  return (fallback) => {
    const named = NEXT.exec(fallback ?? '')?.[1]
      ?.replaceAll('"', '')
      .replaceAll("''", "'");
    const fitting = rows.filter((row) => named !== undefined && names(row).includes(named));
    const row = fitting.find(([, own]) => own === schema) ?? fitting[0];
    if (!row) return undefined;
    const [, of, name, increment, least, most, cycles, next] = row;
    return {
      schema: of,
      name,
      numbering: { increment, least, most, cycles: cycles === 'true' },
      next,
    };
  };
}

/** The sequences of a schema that are objects of their own, not behind a column. */
export async function readNamedSequences(
  session: Reader,
  schema: string,
  names: readonly string[],
): Promise<SequenceDefinition[]> {
  const rows = await session.query<[string, string, string, string, string, string]>(
    `SELECT sequence_name, increment_by::VARCHAR, min_value::VARCHAR, max_value::VARCHAR,
       cycle::VARCHAR, ${NEXT_NUMBER}
     FROM duckdb_sequences() WHERE database_name = current_database() AND NOT temporary AND schema_name = $1
       AND sequence_name IN (SELECT unnest(from_json($2, '["VARCHAR"]')))`,
    [schema, JSON.stringify(names)],
  );
  const numbered = await readNumbered(session, schema);
  return rows.map(([name, increment, least, most, cycles, next]) => ({
    kind: 'sequence',
    ...(numbered.has(name) && { belongsTo: numbered.get(name)! }),
    name,
    // DuckDB does not keep the start value once the file is closed.
    start: null,
    increment,
    least,
    most,
    cycles: cycles === 'true',
    cache: null,
    next,
  }));
}

/** Sequences of a schema that the default of one column uses, and no other, by name. */
async function readNumbered(session: Reader, schema: string): Promise<Map<string, Belonging>> {
  const columns = await session.query<[string, string, string, string]>(
    `SELECT schema_name, table_name, column_name, column_default FROM duckdb_columns()
     WHERE database_name = current_database() AND column_default LIKE 'nextval(%'`,
  );
  const uses: [string, Belonging][] = [];
  for (const [of, own] of groupBy(columns, ([one]) => one)) {
    const find = await readSequences(session, of);
    for (const [, name, column, fallback] of own) {
      const found = find(fallback);
      if (found?.schema === schema)
        uses.push([found.name, { as: 'sequence', schema: of, name, column }]);
    }
  }
  return usedOnce(uses);
}

const quote = (name: string) => `"${name.replaceAll('"', '""')}"`;

export async function readReached(
  session: Reader,
  schema: string,
  columns: readonly NumberedColumn[],
): Promise<(Reached | null)[]> {
  const largest = await readLargest(session, schema, columns, {
    quote,
    toText: (largest) => `${largest}::VARCHAR`,
  });
  const defaults = await session.query<[string, string, string | null]>(
    `SELECT table_name, column_name, column_default FROM duckdb_columns()
     WHERE database_name = current_database() AND schema_name = $1 AND column_default LIKE 'nextval(%'`,
    [schema],
  );
  const find = await readSequences(session, schema);
  return columns.map(({ table, column }, index) => {
    const fallback = defaults.find(([one, other]) => one === table && other === column)?.[2];
    const sequence = find(fallback ?? null);
    const found = largest[index];
    return found && sequence ? { next: sequence.next, largest: found.value } : null;
  });
}
