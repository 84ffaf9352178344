import type { ObjectType } from '../../contract/engines.ts';
import type { ObjectList, Warning } from '../core/connector.ts';
import { ConnectorError } from '../core/errors.ts';
import { subjectOf } from '../core/place.ts';
import { adviseForAll, adviseForSchema, canSee, readGrants } from './grants.ts';
import type { Session } from './session.ts';

const OWN_SCHEMAS = new Set(['mysql', 'information_schema', 'performance_schema', 'sys']);

/** Sequences and temporary tables are of other types. */
const TABLE_TYPES: Record<'tables' | 'views', readonly string[]> = {
  tables: ['BASE TABLE', 'SYSTEM VERSIONED'],
  views: ['VIEW'],
};

export async function listSchemas(session: Session): Promise<string[]> {
  const rows = await session.query<[string]>('SELECT schema_name FROM information_schema.schemata');
  return rows
    .map(([name]) => name)
    .filter((name) => !OWN_SCHEMAS.has(name.toLowerCase()))
    .sort();
}

export async function listObjects(
  session: Session,
  type: ObjectType,
  schema: string,
): Promise<ObjectList> {
  if (!(await listSchemas(session)).includes(schema)) {
    throw new ConnectorError(
      'not-found',
      `${subjectOf(session.place)} has no database "${schema}" that this user can see.`,
    );
  }
  const isRelation = type === 'tables' || type === 'views';
  const names = isRelation
    ? await readRelations(session, type, schema)
    : await readRoutines(session, type, schema);
  const kind = isRelation ? 'tables' : 'routines';
  const grants = await readGrants(session);
  const warnings = canSee(grants, kind, schema)
    ? []
    : [await adviseForSchema(session, grants, kind, schema)];
  return { names: names.sort(), warnings };
}

/** What the grants of this account leave out anywhere. */
export async function listWarnings(session: Session): Promise<Warning[]> {
  const grants = await readGrants(session);
  const kind = (['tables', 'routines'] as const).find((hidden) => !canSee(grants, hidden, null));
  return kind ? [await adviseForAll(session, kind)] : [];
}

/** Opens no table, unlike the same list from information_schema with more columns. */
async function readRelations(
  session: Session,
  type: 'tables' | 'views',
  schema: string,
): Promise<string[]> {
  const rows = await session.query<[string, string]>(
    `SHOW FULL TABLES FROM \`${schema.replaceAll('`', '``')}\``,
  );
  return rows.filter(([, kind]) => TABLE_TYPES[type].includes(kind)).map(([name]) => name);
}

async function readRoutines(
  session: Session,
  type: 'functions' | 'procedures',
  schema: string,
): Promise<string[]> {
  const kind = type === 'functions' ? 'FUNCTION' : 'PROCEDURE';
  const rows =
    (await readStoredRoutines(session, kind, schema)) ??
    (await readVisibleRoutines(session, kind, schema));
  return rows.filter(([name]) => name === schema).map(([, routine]) => routine);
}

/** MariaDB's own table, which takes a grant of its own; null where that is missing. MySQL has none. */
async function readStoredRoutines(
  session: Session,
  kind: string,
  schema: string,
): Promise<[string, string][] | null> {
  if (!session.isMariadb) return null;
  try {
    return await session.query<[string, string]>(
      'SELECT db, name FROM mysql.proc WHERE db = ? AND type = ?',
      [schema, kind],
    );
  } catch (error) {
    if (error instanceof ConnectorError && (error.code === 'permission' || error.code === 'failed'))
      return null;
    throw error;
  }
}

const readVisibleRoutines = (
  session: Session,
  kind: string,
  schema: string,
): Promise<[string, string][]> =>
  session.query<[string, string]>(
    'SELECT routine_schema, routine_name FROM information_schema.routines WHERE routine_schema = ? AND routine_type = ?',
    [schema, kind],
  );
