import type { StandardType } from '../../contract/engines.ts';
import type { CatalogueNeed } from '../core/definitions.ts';
import { findRoutines } from './catalogue.ts';
import type { Session } from './session.ts';

/** Only dependencies on users' objects; those on built-in ones do not count. */
const needsSql = (owned: string) => `
  WITH owned(name, by_trigger, id, refclassid, refobjid) AS (${owned})
  SELECT DISTINCT owned.name, owned.by_trigger, CASE c.relkind WHEN 'S' THEN 'sequence' ELSE 'relation' END, n.nspname, c.relname, NULL::text
  FROM owned JOIN pg_class c ON owned.refclassid = 'pg_class'::regclass AND c.oid = owned.refobjid AND c.oid <> owned.id
  JOIN pg_namespace n ON n.oid = c.relnamespace WHERE ${ofUsers} AND c.relkind IN ('r', 'p', 'f', 'v', 'm', 'S')
  UNION
  SELECT owned.name, owned.by_trigger, 'routine', n.nspname, p.proname, oidvectortypes(p.proargtypes)
  FROM owned JOIN pg_proc p ON owned.refclassid = 'pg_proc'::regclass AND p.oid = owned.refobjid AND p.oid <> owned.id
  JOIN pg_namespace n ON n.oid = p.pronamespace WHERE ${ofUsers}`;
const ofUsers = `n.nspname NOT IN ('pg_catalog', 'information_schema')`;

const RELATIONS = `SELECT c.oid, c.relname FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
  WHERE n.nspname = $1 AND c.relname = ANY($2::text[])`;

const dependsOf = (catalogue: string, of: string, byTrigger = false) => `
  SELECT o.relname, ${byTrigger}, o.oid, d.refclassid, d.refobjid FROM (${RELATIONS}) o
  JOIN ${catalogue} x ON x.${of} = o.oid JOIN pg_depend d ON d.classid = '${catalogue}'::regclass AND d.objid = x.oid`;

/**
 * A view's dependencies belong to its rule; a table's to its columns and triggers. Foreign keys are read with the
 * table.
 */
const OF_RELATIONS = {
  views: dependsOf('pg_rewrite', 'ev_class'),
  tables: [
    dependsOf('pg_attrdef', 'adrelid'),
    `${dependsOf('pg_constraint', 'conrelid')} AND x.contype = 'c'`,
    `${dependsOf('pg_trigger', 'tgrelid', true)} AND NOT x.tgisinternal`,
  ].join(' UNION ALL '),
};

/** The catalogue records what standard SQL bodies of routines depend on, but not for bodies that are strings. */
const OF_ROUTINES = `SELECT o.name, false, o.id, d.refclassid, d.refobjid
  FROM unnest($1::text[], $2::oid[]) AS o(name, id)
  JOIN pg_depend d ON d.classid = 'pg_proc'::regclass AND d.objid = o.id`;

type Row = [string, boolean, CatalogueNeed['needs']['kind'], string, string, string | null];

export async function readNeeds(
  session: Session,
  type: StandardType,
  schema: string,
  names: readonly string[],
): Promise<CatalogueNeed[]> {
  const rows = await readRows(session, type, schema, names);
  return rows.map(([name, byTrigger, kind, needed, neededName, types]) => ({
    name,
    byTrigger,
    needs: { kind, schema: needed, name: neededName, types },
  }));
}

async function readRows(
  session: Session,
  type: StandardType,
  schema: string,
  names: readonly string[],
): Promise<Row[]> {
  if (type === 'tables' || type === 'views')
    return session.query<Row>(needsSql(OF_RELATIONS[type]), [schema, names]);
  const found = await findRoutines(session, type, schema);
  const wanted = names.filter((name) => found.has(name));
  return session.query<Row>(needsSql(OF_ROUTINES), [
    wanted,
    wanted.map((name) => found.get(name)!),
  ]);
}
