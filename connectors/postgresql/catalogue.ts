import type { ObjectType } from '../../contract/engines.ts';
import type { ObjectList, Warning } from '../core/connector.ts';
import { ConnectorError } from '../core/errors.ts';
import { subjectOf } from '../core/place.ts';
import * as fallback from './information-schema.ts';
import type { Session } from './session.ts';

/** Looked up by what they depend on: few rows, where asking for each object costs more than the list itself. */
const NOT_EXTENSION = (catalogue: string, oid: string) =>
  `${oid} NOT IN (SELECT d.objid FROM pg_depend d WHERE d.refclassid = 'pg_extension'::regclass
     AND d.classid = '${catalogue}'::regclass AND d.deptype = 'e')`;

/** The constructors of range types: they come and go with their type. */
const NOT_INTERNAL = `NOT EXISTS (SELECT FROM pg_depend d WHERE d.classid = 'pg_proc'::regclass
  AND d.objid = p.oid AND d.deptype = 'i')`;

/** The prefix pg_ is reserved, so no schema of a user is lost. */
const OF_USERS = `n.nspname !~ '^pg_' AND n.nspname <> 'information_schema'`;

const SCHEMAS = `SELECT n.nspname FROM pg_namespace n
  WHERE ${OF_USERS} AND ${NOT_EXTENSION('pg_namespace', 'n.oid')}`;

const relations = (kinds: string) => `SELECT c.relname FROM pg_class c
  JOIN pg_namespace n ON n.oid = c.relnamespace
  WHERE n.nspname = $1 AND ${OF_USERS} AND c.relkind IN (${kinds}) AND NOT c.relispartition AND ${NOT_EXTENSION('pg_class', 'c.oid')}`;

const routines = (condition: string) => `SELECT p.proname,
    CASE WHEN count(*) OVER (PARTITION BY p.proname) > 1 THEN oidvectortypes(p.proargtypes) END
  FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace
  WHERE n.nspname = $1 AND ${OF_USERS} AND ${condition} AND ${NOT_EXTENSION('pg_proc', 'p.oid')} AND ${NOT_INTERNAL}`;

/** Columns that say what a routine is came with version 11. */
function queryFor(type: ObjectType, version: number): string {
  const modern = version >= 110_000;
  switch (type) {
    case 'tables':
      return relations(`'r', 'p', 'f'`);
    case 'views':
      return relations(`'v', 'm'`);
    case 'functions':
      return routines(modern ? `p.prokind IN ('f', 'a', 'w')` : 'true');
    case 'procedures':
      return routines(modern ? `p.prokind = 'p'` : 'false');
  }
}

export async function readVersion(session: Session): Promise<string> {
  const [row] = await session.query<[string]>('SHOW server_version');
  return `PostgreSQL ${row?.[0].split(' ')[0] ?? ''}`;
}

export async function listSchemas(session: Session): Promise<string[]> {
  const rows = await readOrFallBack(
    () => session.query<[string]>(SCHEMAS),
    () => fallback.readSchemas(session),
  );
  return rows.map(([name]) => name).sort();
}

export async function listObjects(
  session: Session,
  type: ObjectType,
  schema: string,
): Promise<ObjectList> {
  let warnings: Warning[] = [];
  const rows = await readOrFallBack(
    () =>
      session.query<[string, string | null]>(queryFor(type, session.serverVersionNumber), [schema]),
    async () => {
      warnings = await listWarnings(session);
      return fallback.readObjects(session, type, schema);
    },
  );
  if (rows.length === 0 && !(await listSchemas(session)).includes(schema)) {
    const { place } = session;
    throw new ConnectorError(
      'not-found',
      `The database "${place.database}" of ${subjectOf(place)} has no schema "${schema}".`,
    );
  }
  const names = rows.map(([name, types]) =>
    typeof types === 'string' ? `${name}(${types})` : name,
  );
  return { names: names.sort(), warnings };
}

/** Everyone may read the catalogue, unless an administrator took that away. */
export async function listWarnings(session: Session): Promise<Warning[]> {
  const rows = await session.query<[string]>(
    `SELECT t.name FROM unnest(ARRAY['pg_class', 'pg_namespace', 'pg_proc', 'pg_depend']) AS t(name)
     WHERE NOT has_table_privilege('pg_catalog.' || t.name, 'SELECT')`,
  );
  if (rows.length === 0) return [];
  const catalogues = rows.map(([name]) => `pg_catalog.${name}`).join(', ');
  const user = `"${session.place.username.replaceAll('"', '""')}"`;
  return [
    `The user ${user} may not read ${catalogues}, so only objects are listed that it has a privilege on, and no materialised views and aggregates. To see all: GRANT SELECT ON ${catalogues} TO ${user}.`,
  ];
}

async function readOrFallBack<T>(native: () => Promise<T>, other: () => Promise<T>): Promise<T> {
  try {
    return await native();
  } catch (error) {
    if (error instanceof ConnectorError && error.code === 'permission') return other();
    throw error;
  }
}
