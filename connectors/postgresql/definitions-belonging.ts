import type { Belonging } from '../core/definitions.ts';
import { groupBy } from '../core/group.ts';
import type { Session } from './session.ts';

/**
 * Parents by the id of the child: of a partition the partitioned table at the top, of a table that inherits all of
 * its columns the table that it inherits them from. Reading the parent also reads the rows of the child. A table with
 * columns of its own is not a child.
 */
export async function readParents(
  { member, query }: Session,
  relations: readonly number[],
): Promise<Map<number, Belonging>> {
  if (member.name !== 'PostgreSQL') return new Map();
  const rows = await query<[number, boolean, string, string]>(
    `WITH RECURSIVE above(id, parent) AS (
       SELECT i.inhrelid, i.inhparent FROM pg_inherits i WHERE i.inhrelid = ANY($1::oid[]) AND i.inhseqno = 1
       UNION ALL SELECT a.id, i.inhparent FROM above a JOIN pg_class c ON c.oid = a.parent AND c.relispartition
         JOIN pg_inherits i ON i.inhrelid = a.parent AND i.inhseqno = 1)
     SELECT above.id, c.relispartition, n.nspname, p.relname
     FROM above JOIN pg_class c ON c.oid = above.id JOIN pg_class p ON p.oid = above.parent
     JOIN pg_namespace n ON n.oid = p.relnamespace
     WHERE NOT p.relispartition AND NOT EXISTS (SELECT 1 FROM pg_attribute a
       WHERE a.attrelid = above.id AND a.attnum > 0 AND NOT a.attisdropped AND a.attinhcount = 0)`,
    [relations],
  );
  return new Map(
    rows.map(([id, isPartition, schema, name]) => [
      id,
      { as: isPartition ? 'partition' : 'child', schema, name },
    ]),
  );
}

/** Return types of functions that only triggers call. */
const RETURNED = ['trigger', 'event_trigger'];
export const isOfTriggers = (returns: string): boolean => RETURNED.includes(returns);

/** Functions that only triggers call, by id, with their triggers. */
export async function readServed(
  { query, serverVersionNumber }: Session,
  routines: readonly number[],
): Promise<Map<number, Belonging>> {
  if (routines.length === 0) return new Map();
  const rows = await query<[number, string]>(
    `SELECT t.tgfoid, t.tgname || ' (' || c.relname || ')'
     FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid
     WHERE t.tgfoid = ANY($1::oid[]) AND NOT t.tgisinternal ${serverVersionNumber >= 130_000 ? 'AND t.tgparentid = 0' : ''}
     UNION ALL SELECT e.evtfoid, e.evtname FROM pg_event_trigger e WHERE e.evtfoid = ANY($1::oid[]) ORDER BY 2`,
    [routines],
  );
  const served = groupBy(rows, ([id]) => id);
  return new Map(
    routines.map((id) => {
      const triggers = (served.get(id) ?? []).map(([, name]) => name);
      return [
        id,
        { as: 'trigger function', triggers: triggers.slice(0, SHOWN), count: triggers.length },
      ];
    }),
  );
}

/** Triggers named per function: one function may serve hundreds. */
const SHOWN = 3;

/**
 * Sequences whose next number is the whole default of one column, which does not own them, by name: as a dependency, or as a
 * text that is looked up in the table's schema at run time. One that several defaults use belongs to none.
 */
export async function readNumbered(
  { member, query }: Session,
  schema: string,
  sequences: readonly string[],
): Promise<Map<string, Belonging>> {
  if (member.name !== 'PostgreSQL') return new Map();
  const rows = await query<[string, string, string, string]>(
    `WITH named AS (SELECT q.oid, q.relname, q.relnamespace FROM pg_class q JOIN pg_namespace n ON n.oid = q.relnamespace
       WHERE n.nspname = $1 AND q.relname = ANY($2::text[]) AND q.relkind = 'S'),
     used AS (
       SELECT s.relname AS sequence, f.adrelid, f.adnum,
         pg_get_expr(f.adbin, f.adrelid) ~ '^nextval\\(''([^'']|'''')+''::regclass\\)$' AS alone FROM named s JOIN pg_depend d ON d.refclassid = 'pg_class'::regclass
         AND d.refobjid = s.oid AND d.classid = 'pg_attrdef'::regclass JOIN pg_attrdef f ON f.oid = d.objid
       UNION SELECT s.relname, f.adrelid, f.adnum, true FROM named s JOIN pg_class r ON r.relnamespace = s.relnamespace
         JOIN pg_attrdef f ON f.adrelid = r.oid
           AND pg_get_expr(f.adbin, f.adrelid) = 'nextval((' || quote_literal(s.relname) || '::text)::regclass)')
     SELECT u.sequence, min(n.nspname::text), min(r.relname::text), min(a.attname::text)
     FROM used u JOIN pg_class r ON r.oid = u.adrelid JOIN pg_namespace n ON n.oid = r.relnamespace
     JOIN pg_attribute a ON a.attrelid = u.adrelid AND a.attnum = u.adnum
     GROUP BY u.sequence HAVING count(*) = 1 AND bool_and(u.alone)`,
    [schema, sequences],
  );
  return new Map(
    rows.map(([sequence, of, name, column]) => [
      sequence,
      { as: 'sequence', schema: of, name, column },
    ]),
  );
}
