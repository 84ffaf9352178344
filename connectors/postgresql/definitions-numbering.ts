import { queryTables } from '../core/catalogue/query-tables.ts';
import type { Column, NumberedColumn, Numbering, Reached } from '../core/definitions.ts';
import { createDialect } from './data.ts';
import type { Session } from './session.ts';

/**
 * Sequences of columns: an identity's sequence depends on its column; a sequence in a default is a dependency of the
 * default. A default may also name its sequence in a text, which is resolved at run time: it is looked up in the
 * table's schema.
 */
const SEQUENCES = (relations: string) => `
  WITH used AS (
    SELECT d.objid AS sequence, d.refobjid AS relation, d.refobjsubid AS number
    FROM pg_depend d
    WHERE d.classid = 'pg_class'::regclass AND d.refclassid = 'pg_class'::regclass AND d.deptype = 'i'
      AND d.refobjsubid > 0 AND d.refobjid = ANY(${relations})
    UNION
    SELECT d.refobjid, f.adrelid, f.adnum
    FROM pg_attrdef f JOIN pg_depend d ON d.classid = 'pg_attrdef'::regclass AND d.objid = f.oid
      AND d.refclassid = 'pg_class'::regclass AND d.deptype = 'n'
    WHERE f.adrelid = ANY(${relations})
    UNION
    SELECT q.oid, f.adrelid, f.adnum
    FROM pg_attrdef f JOIN pg_class r ON r.oid = f.adrelid
    JOIN pg_class q ON q.relkind = 'S' AND q.relnamespace = r.relnamespace
      AND pg_get_expr(f.adbin, f.adrelid) = 'nextval((' || quote_literal(q.relname) || '::text)::regclass)'
    WHERE f.adrelid = ANY(${relations}))`;

type Row = [
  relation: number,
  number: number,
  increment: string,
  least: string,
  most: string,
  cycles: boolean,
  always: boolean,
];

/** Adds to identity columns how they continue. */
export async function addNumbering(
  session: Session,
  columns: Map<number, Map<number, Column>>,
): Promise<void> {
  const rows = await session.query<Row>(
    `${SEQUENCES('$1::oid[]')}
     SELECT u.relation, u.number, s.seqincrement::text, s.seqmin::text, s.seqmax::text, s.seqcycle, a.attidentity = 'a'
     FROM used u JOIN pg_sequence s ON s.seqrelid = u.sequence
     JOIN pg_attribute a ON a.attrelid = u.relation AND a.attnum = u.number`,
    [[...columns.keys()]],
  );
  for (const [relation, number, increment, least, most, cycles, always] of rows) {
    const column = columns.get(relation)?.get(number);
    const numbering: Numbering = { increment, least, most, cycles, ...(always && { always }) };
    if (column?.identity) column.numbering = numbering;
  }
}

type Place = [
  table: string,
  column: string,
  sequenceSchema: string,
  sequence: string,
  increment: string,
];

/** A statement sees the table as of its beginning, but a sequence's current value. */
export async function readReached(
  session: Session,
  schema: string,
  columns: readonly NumberedColumn[],
): Promise<(Reached | null)[]> {
  const places = await session.query<Place>(
    `WITH tables AS (SELECT array_agg(c.oid) AS ids FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
       WHERE n.nspname = $1 AND c.relname = ANY($2::text[])),
     ${SEQUENCES('(SELECT unnest(ids) FROM tables)').replace(/^\s*WITH/, '')}
     SELECT c.relname, a.attname, n.nspname, q.relname, s.seqincrement::text
     FROM used u JOIN pg_class c ON c.oid = u.relation
     JOIN pg_attribute a ON a.attrelid = u.relation AND a.attnum = u.number
     JOIN pg_sequence s ON s.seqrelid = u.sequence
     JOIN pg_class q ON q.oid = u.sequence JOIN pg_namespace n ON n.oid = q.relnamespace`,
    [schema, columns.map(({ table }) => table)],
  );
  const found = new Map(places.map((place) => [keyOf(place[0], place[1]), place]));
  const known = columns.flatMap(({ table, column }) => {
    const place = found.get(keyOf(table, column));
    return place ? [place] : [];
  });
  const reached = await queryTables(known, (some) => readSome(session, schema, some));
  const answers = new Map(
    known.map(([table, column], index) => [keyOf(table, column), reached[index] ?? null]),
  );
  return columns.map(({ table, column }) => answers.get(keyOf(table, column)) ?? null);
}

const keyOf = (table: string, column: string): string => JSON.stringify([table, column]);

async function readSome(
  session: Session,
  schema: string,
  places: readonly Place[],
): Promise<Reached[]> {
  const { quote } = createDialect(session.serverVersionNumber);
  const rows = await session.query<[number, string | null, string]>(
    places
      .map(
        ([table, column, sequenceSchema, sequence, increment], index) =>
          `SELECT ${index}, (SELECT max(${quote(column)})::text FROM ${quote(schema)}.${quote(table)}),
             (q.last_value + CASE WHEN q.is_called THEN (${increment})::numeric ELSE 0 END)::text
           FROM ${quote(sequenceSchema)}.${quote(sequence)} q`,
      )
      .join(' UNION ALL '),
  );
  return rows
    .toSorted(([one], [other]) => one - other)
    .map(([, largest, next]) => ({ next, largest }));
}
