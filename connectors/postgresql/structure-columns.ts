import type { Column } from '../core/structure.ts';
import type { Session } from './session.ts';
import { readTypes, type ResolvedType } from './structure-types.ts';

type Row = [
  relation: number,
  number: number,
  name: string,
  type: number,
  modifier: number,
  notNull: boolean,
  identity: string,
  generated: string,
  expression: string | null,
  collation: number,
  comment: string | null,
];

const readColumnRows = ({ query, serverVersionNumber }: Session, relations: readonly number[]) =>
  query<Row>(
    `SELECT a.attrelid, a.attnum, a.attname, a.atttypid, a.atttypmod, a.attnotnull, a.attidentity,
       ${serverVersionNumber >= 120_000 ? 'a.attgenerated' : `''`},
       CASE WHEN a.atthasdef THEN (SELECT pg_get_expr(d.adbin, d.adrelid) FROM pg_attrdef d
         WHERE d.adrelid = a.attrelid AND d.adnum = a.attnum) END, a.attcollation, t.description
     FROM pg_attribute a
     LEFT JOIN pg_description t ON t.objoid = a.attrelid AND t.objsubid = a.attnum AND t.classoid = 'pg_class'::regclass
     WHERE a.attrelid = ANY($1::oid[]) AND a.attnum > 0 AND NOT a.attisdropped
     ORDER BY a.attrelid, a.attnum`,
    [relations],
  );

/** The columns of relations, by the relation's id and then the column's number, in order. */
export async function readColumns(
  session: Session,
  relations: readonly number[],
): Promise<Map<number, Map<number, Column>>> {
  const rows = await readColumnRows(session, relations);
  const typeOf = await readTypes(
    session,
    rows.map((row) => [row[3], row[4]] as const),
  );
  const blind = await readBlindCollations(session);
  const columns = new Map<number, Map<number, Column>>();
  for (const row of rows) {
    const [relation, number, , type, modifier, , , , , collation] = row;
    const column = toColumn(row, typeOf([type, modifier]), blind.has(collation));
    const ofRelation = columns.get(relation) ?? new Map<number, Column>();
    columns.set(relation, ofRelation.set(number, column));
  }
  return columns;
}

function toColumn(row: Row, resolved: ResolvedType, blind: boolean): Column {
  const [, , name, , , notNull, identity, generated, expression, , comment] = row;
  const { type, canonical } = resolved;
  const fallback = generated ? null : (expression ?? resolved.default);
  const isSerial = fallback !== null && SERIAL.test(fallback);
  return {
    name,
    type,
    canonical,
    nullable: !notNull && !resolved.notNull,
    default: isSerial ? null : fallback,
    identity: identity !== '' || isSerial,
    generated: generated ? expression : null,
    caseSensitive: canonical.kind === 'text' ? !blind && !resolved.caseBlind : null,
    comment,
  };
}

/** What `serial` stands for. */
const SERIAL = /^nextval\('(?:[^']|'')+'::regclass\)$/su;

/** Collations that take `a` and `A` for the same; the database's own one never does. */
async function readBlindCollations(session: Session): Promise<Set<number>> {
  if (session.serverVersionNumber < 120_000) return new Set();
  const rows = await session.query<[number, string | null]>(
    // Where the locale stands differs from version to version.
    `SELECT c.oid, coalesce(to_jsonb(c) ->> 'colllocale', to_jsonb(c) ->> 'colliculocale', to_jsonb(c) ->> 'collcollate')
     FROM pg_collation c WHERE NOT c.collisdeterministic`,
  );
  return new Set(
    rows
      .filter(([, locale]) => /ks-level[12]/.test(locale ?? '') && !locale?.includes('kc-true'))
      .map(([oid]) => oid),
  );
}
