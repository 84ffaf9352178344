import type { StandardType } from '../../contract/engines.ts';
import { message } from '../../contract/messages/message.ts';
import type { OtherKind } from '../../contract/proof/others.ts';
import type { ObjectList, Warning } from '../core/connector.ts';
import { ConnectorError } from '../core/errors.ts';
import { type OtherList, type ReadOthers, readOthers } from '../core/catalogue/others.ts';
import { subjectOf } from '../core/connecting/place.ts';
import {
  adviseForAll,
  adviseForPackages,
  adviseForSchema,
  adviseForTexts,
  canSee,
  readGrants,
  type Kind,
} from './grants.ts';
import { readPackageRoutines } from './packages.ts';
import type { Session } from './session.ts';

/** Excludes sequences and temporary tables, which have other types. */
const TABLE_TYPES: Record<'tables' | 'views', readonly string[]> = {
  tables: ['BASE TABLE', 'SYSTEM VERSIONED'],
  views: ['VIEW'],
};

export const readVersion = ({ member, version }: Session): string => `${member.name} ${version}`;

export async function listSchemas(session: Session): Promise<string[]> {
  const rows = await session.query<[string]>('SELECT schema_name FROM information_schema.schemata');
  return rows
    .map(([name]) => name)
    .filter((name) => !session.member.ownSchemas.includes(name.toLowerCase()))
    .sort();
}

/** Asking by name keeps the server from opening its folders. */
async function hasSchema({ query, member }: Session, schema: string): Promise<boolean> {
  const rows = await query<[string]>(
    'SELECT schema_name FROM information_schema.schemata WHERE schema_name = ?',
    [schema],
  );
  return (
    rows.some(([name]) => name === schema) && !member.ownSchemas.includes(schema.toLowerCase())
  );
}

export async function listObjects(
  session: Session,
  type: StandardType,
  schema: string,
): Promise<ObjectList> {
  if (!(await hasSchema(session, schema))) {
    throw new ConnectorError(
      'not-found',
      message('database.noDatabaseSeen', { server: subjectOf(session.place), database: schema }),
    );
  }
  if (type === 'tables' || type === 'views') {
    const names = await readRelations(session, type, schema);
    return { names: names.sort(), warnings: await findWarnings(session, 'tables', schema) };
  }
  if (!session.member.routines) return { names: [], warnings: [] };
  const stored = await readStoredRoutines(session, type, schema);
  const visible = stored ? [] : await readVisibleRoutines(session, type, schema);
  const names = (stored ?? visible)
    .filter(([of, , kind]) => of === schema && kind === KINDS[type])
    .map(([, name]) => name);
  // `mysql.proc` holds every routine, and an account that may read it sees all of them.
  if (stored && !stored.some(([, , kind]) => kind === 'PACKAGE'))
    return { names: names.sort(), warnings: [] };
  const packaged = await readPackaged(session, type, schema);
  const warnings = await findWarnings(session, 'routines', schema);
  if (packaged.hidden) warnings.push(await adviseForPackages(session, schema));
  return { names: [...names, ...packaged.names].sort(), warnings };
}

/** What this account's grants hide from it, in these databases or in any. */
export async function listWarnings(
  session: Session,
  schemas?: readonly string[],
): Promise<Warning[]> {
  const grants = await readGrants(session);
  const kinds = session.member.routines ? (['tables', 'routines'] as const) : (['tables'] as const);
  const hidden = (schema: string | null) =>
    kinds.filter((kind) => !canSee(session, grants, kind, schema));
  const warnings = schemas
    ? schemas.flatMap((schema) =>
        hidden(schema).map((kind) => adviseForSchema(session, grants, kind, schema)),
      )
    : hidden(null)
        .slice(0, 1)
        .map((kind) => adviseForAll(session, kind));
  const texts = session.member.routines ? await countHiddenTexts(session, schemas) : 0;
  if (texts > 0) warnings.push(adviseForTexts(session, texts));
  return Promise.all(warnings);
}

async function countHiddenTexts(
  { query, member }: Session,
  schemas?: readonly string[],
): Promise<number> {
  if (schemas?.length === 0) return 0;
  const [row] = await query<[string]>(
    `SELECT count(*) FROM information_schema.routines
     WHERE routine_body = 'SQL' AND routine_definition IS NULL
       AND routine_type IN ('FUNCTION', 'PROCEDURE')
       AND ${schemas ? 'routine_schema IN (?)' : 'lower(routine_schema) NOT IN (?)'}`,
    [[...(schemas ?? member.ownSchemas)]],
  );
  return Number(row?.[0] ?? 0);
}

async function findWarnings(session: Session, kind: Kind, schema: string): Promise<Warning[]> {
  const grants = await readGrants(session);
  return canSee(session, grants, kind, schema)
    ? []
    : [await adviseForSchema(session, grants, kind, schema)];
}

/** Opens no table, unlike the same query with more columns of information_schema. */
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

const KINDS = { functions: 'FUNCTION', procedures: 'PROCEDURE' } as const;

type RoutineRow = [schema: string, name: string, kind: string];

/**
 * Routines of one type, and packages, from `mysql.proc`, which needs a grant of its own; null if the grant or the
 * table is missing.
 */
async function readStoredRoutines(
  session: Session,
  type: 'functions' | 'procedures',
  schema: string,
): Promise<RoutineRow[] | null> {
  if (!session.member.hasRoutineTable(session.version)) return null;
  try {
    return await session.query<RoutineRow>(
      `SELECT db, name, type FROM mysql.proc WHERE db = ? AND type IN (?, 'PACKAGE')`,
      [schema, KINDS[type]],
    );
  } catch (error) {
    if (error instanceof ConnectorError && (error.code === 'permission' || error.code === 'failed'))
      return null;
    throw error;
  }
}

const readVisibleRoutines = (
  session: Session,
  type: 'functions' | 'procedures',
  schema: string,
): Promise<RoutineRow[]> =>
  session.query<RoutineRow>(
    `SELECT routine_schema, routine_name, routine_type FROM information_schema.routines
     WHERE routine_schema = ? AND routine_type = ?`,
    [schema, KINDS[type]],
  );

/** Routines of packages, as `package.routine`; `hidden` says that the account may not read the text of some package. */
async function readPackaged(
  session: Session,
  type: 'functions' | 'procedures',
  schema: string,
): Promise<{ names: string[]; hidden: boolean }> {
  if (!session.member.packages) return { names: [], hidden: false };
  const rows = await session.query<[string, string, string | null]>(
    `SELECT routine_schema, routine_name, routine_definition FROM information_schema.routines
     WHERE routine_schema = ? AND routine_type = 'PACKAGE'`,
    [schema],
  );
  const packages = rows.filter(([name]) => name === schema);
  const kind = type === 'functions' ? 'FUNCTION' : 'PROCEDURE';
  return {
    names: packages.flatMap(([, name, text]) =>
      readPackageRoutines(text ?? '', kind).map((routine) => `${name}.${routine}`),
    ),
    hidden: packages.some(([, , text]) => text === null),
  };
}

/** Filters by schema: a server that ignores case in schema names would return several. */
const asOwn =
  (session: Session, text: string, schema: string): ReadOthers =>
  async () => {
    const rows = await session.query<[string, string, string?]>(text, [schema]);
    return rows.filter(([owner]) => owner === schema).map(([, name, of]) => [name, of]);
  };

const TRIGGERS = `SELECT trigger_schema, trigger_name, event_object_table FROM information_schema.triggers
  WHERE trigger_schema = ?`;
const EVENTS = `SELECT event_schema, event_name FROM information_schema.events WHERE event_schema = ?`;
const SEQUENCES = `SELECT table_schema, table_name FROM information_schema.tables
  WHERE table_schema = ? AND table_type = 'SEQUENCE'`;
const PACKAGES = `SELECT routine_schema, routine_name FROM information_schema.routines
  WHERE routine_schema = ? AND routine_type = 'PACKAGE'`;

export async function listOthers(
  session: Session,
  schema: string,
  only?: readonly OtherKind[],
): Promise<OtherList[]> {
  const read = (text: string) => asOwn(session, text, schema);
  const { member, version } = session;
  const grants = await readGrants(session);
  const sees = {
    triggers: 'triggers',
    jobs: 'events',
    sequences: 'tables',
    packages: 'routines',
  } as const;
  return readOthers(
    {
      // Sequences and packages arrived in the same version.
      ...(member.packages && { sequences: read(SEQUENCES), packages: read(PACKAGES) }),
      ...(member.definitions(version)?.triggers !== false && { triggers: read(TRIGGERS) }),
      ...(member.routines && { jobs: read(EVENTS) }),
    },
    only,
    (kind) => canSee(session, grants, sees[kind as keyof typeof sees], schema),
  );
}
