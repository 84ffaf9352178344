import type { StandardType } from '../../contract/engines.ts';
import { message } from '../../contract/messages/message.ts';
import type { OtherKind } from '../../contract/proof/others.ts';
import type { ObjectList } from '../core/connector.ts';
import { ConnectorError } from '../core/errors.ts';
import { type OtherList, type ReadOthers, readOthers } from '../core/catalogue/others.ts';
import { subjectOf } from '../core/connecting/place.ts';
import { isUnreadable } from './errors.ts';
import { warnOfHidden, holdsDefinitions } from './permissions.ts';
import type { Session } from './session.ts';

/** Kinds of sys.objects. FS, FT, AF (an aggregate) and PC are written in .NET; synonyms are not included. */
const KINDS: Record<StandardType, readonly string[]> = {
  tables: ['U'],
  views: ['V'],
  functions: ['FN', 'IF', 'TF', 'FS', 'FT', 'AF'],
  procedures: ['P', 'PC'],
};

/** Schemas of fixed roles, which every database has; listed only if they contain objects. */
const ROLE_SCHEMAS = new Set([
  'guest',
  'db_owner',
  'db_accessadmin',
  'db_securityadmin',
  'db_ddladmin',
  'db_backupoperator',
  'db_datareader',
  'db_datawriter',
  'db_denydatareader',
  'db_denydatawriter',
]);

/** INFORMATION_SCHEMA, and other makers' variants of it. */
const isOwnSchema = (name: string) => /^(sys|information_schema.*)$/i.test(name);

// Microsoft Learn: "sys.schemas (Transact-SQL)", "sys.objects (Transact-SQL)".
const SCHEMAS = `SELECT s.name, CASE WHEN EXISTS (SELECT * FROM sys.objects o
    WHERE o.schema_id = s.schema_id AND o.is_ms_shipped = 0) THEN 1 ELSE 0 END
  FROM sys.schemas s`;

// Microsoft Learn: "SCHEMATA (Transact-SQL)".
const STANDARD_SCHEMAS = 'SELECT SCHEMA_NAME, 0 FROM INFORMATION_SCHEMA.SCHEMATA';

const listed = (kinds: readonly string[]) => kinds.map((kind) => `'${kind}'`).join(', ');

/** Management Studio marks its diagram tables and procedures like this; they are left out. */
// Microsoft Learn: "sys.objects (Transact-SQL)", "sys.extended_properties (Transact-SQL)".
const objects = (type: StandardType) => `SELECT s.name, o.name, o.type
  FROM sys.objects o JOIN sys.schemas s ON s.schema_id = o.schema_id
  WHERE s.name = @p1 AND o.is_ms_shipped = 0 AND RTRIM(o.type) IN (${listed(KINDS[type])})
    AND o.object_id NOT IN (SELECT e.major_id FROM sys.extended_properties e
      WHERE e.class = 1 AND e.minor_id = 0 AND e.name = N'microsoft_database_tools_support')`;

/** Used if columns or views are missing. A user's schema contains no system objects. */
// Microsoft Learn: "sys.all_objects (Transact-SQL)".
const allObjects = (type: StandardType) => `SELECT s.name, o.name, o.type
  FROM sys.all_objects o JOIN sys.schemas s ON s.schema_id = o.schema_id
  WHERE s.name = @p1 AND RTRIM(o.type) IN (${listed(KINDS[type])})`;

// Microsoft Learn: "TABLES (Transact-SQL)", "ROUTINES (Transact-SQL)" of the information schema views.
const STANDARD_TABLES = `SELECT TABLE_SCHEMA, TABLE_NAME, TABLE_TYPE
  FROM INFORMATION_SCHEMA.TABLES WHERE TABLE_SCHEMA = @p1`;
const STANDARD_ROUTINES = `SELECT ROUTINE_SCHEMA, ROUTINE_NAME, ROUTINE_TYPE
  FROM INFORMATION_SCHEMA.ROUTINES WHERE ROUTINE_SCHEMA = @p1`;

const STANDARD_TYPES: Record<string, StandardType> = {
  'BASE TABLE': 'tables',
  VIEW: 'views',
  FUNCTION: 'functions',
  PROCEDURE: 'procedures',
};

export { listWarnings } from './permissions.ts';
export { listUnreadable } from './policies.ts';

export const readVersion = ({ server }: Session): string => server.version;

export async function listSchemas(session: Session): Promise<string[]> {
  const rows = await firstReadable<[string, number]>(session, [SCHEMAS, STANDARD_SCHEMAS], []);
  return rows
    .filter(
      ([name, holdsObjects]) =>
        !isOwnSchema(name) && (holdsObjects === 1 || !ROLE_SCHEMAS.has(name.toLowerCase())),
    )
    .map(([name]) => name)
    .sort();
}

export async function listObjects(
  session: Session,
  type: StandardType,
  schema: string,
): Promise<ObjectList> {
  const names = isOwnSchema(schema) ? [] : await readNames(session, type, schema);
  if (names.length === 0 && !(await listSchemas(session)).includes(schema)) {
    const { place } = session;
    throw new ConnectorError(
      'not-found',
      message('database.noSchema', { database: place.database, server: subjectOf(place), schema }),
    );
  }
  return { names: names.sort(), warnings: await warnOfHidden(session, type, schema) };
}

async function readNames(session: Session, type: StandardType, schema: string): Promise<string[]> {
  const isRoutine = type === 'functions' || type === 'procedures';
  const standard = isRoutine ? STANDARD_ROUTINES : STANDARD_TABLES;
  // The server's comparison may ignore case, so schemas that differ only in case are told apart
  // here.
  const ofSchema = (rows: Row[]) => rows.filter(([owner]) => owner === schema);
  const rows = ofSchema(
    await firstReadable<Row>(session, [objects(type), allObjects(type), standard], [schema]),
  );
  const native = rows.filter(([, , kind]) => isOfType(kind, type)).map(([, name]) => name);
  if (session.server.isMicrosoft) return native;
  const checked = ofSchema(await firstReadable<Row>(session, [standard], [schema]).catch(none));
  return mergeNames(native, checked, type);
}

type Row = [schema: string, name: string, kind: string];

/** The kind is CHAR(2), so it may have a trailing space. */
const isOfType = (kind: string, type: StandardType): boolean => {
  const bare = kind.trim().toUpperCase();
  return KINDS[type].includes(bare) || STANDARD_TYPES[bare] === type;
};

/**
 * Other makers list functions as procedures, and one of the views has names in lower case. The standard view decides
 * what kind a routine is; a known name is not added again in another case.
 */
export function mergeNames(native: string[], standard: Row[], type: StandardType): string[] {
  const typeOf = new Map(
    standard.map(([, name, kind]) => [
      name.toLowerCase(),
      STANDARD_TYPES[kind.trim().toUpperCase()],
    ]),
  );
  const kept = native.filter((name) => (typeOf.get(name.toLowerCase()) ?? type) === type);
  const known = new Set(kept.map((name) => name.toLowerCase()));
  const added = standard.filter(
    ([, name]) => typeOf.get(name.toLowerCase()) === type && !known.has(name.toLowerCase()),
  );
  return [...kept, ...added.map(([, name]) => name)];
}

/** Returns the rows of the first statement that the server accepts: not every maker has every view and column. */
async function firstReadable<R extends unknown[]>(
  session: Session,
  statements: readonly string[],
  values: readonly string[],
): Promise<R[]> {
  const [first = '', ...others] = statements;
  try {
    return await session.query<R>(first, values);
  } catch (error) {
    if (others.length === 0 || !isUnreadable(error, session.server.isMicrosoft)) throw error;
    return firstReadable(session, others, values);
  }
}

const none = () => [];

// Microsoft Learn: "sys.sequences", "sys.synonyms", "sys.types", "sys.triggers (Transact-SQL)".
const inSchema = (view: string, where = '1 = 1') => `SELECT s.name, o.name
  FROM ${view} o JOIN sys.schemas s ON s.schema_id = o.schema_id WHERE s.name = @p1 AND ${where}`;
const TRIGGERS = `SELECT s.name, o.name, p.name FROM sys.triggers o
  JOIN sys.objects p ON p.object_id = o.parent_id JOIN sys.schemas s ON s.schema_id = p.schema_id
  WHERE s.name = @p1 AND o.is_ms_shipped = 0`;

export async function listOthers(
  session: Session,
  schema: string,
  only?: readonly OtherKind[],
): Promise<OtherList[]> {
  const read =
    (text: string): ReadOthers =>
    async () => {
      const rows = await session.query<[string, string, string?]>(text, [schema]);
      // The server's comparison may ignore case.
      return rows.filter(([owner]) => owner === schema).map(([, name, of]) => [name, of]);
    };
  const seesAll = await holdsDefinitions(session, schema);
  return readOthers(
    {
      sequences: read(inSchema('sys.sequences')),
      synonyms: read(inSchema('sys.synonyms')),
      types: read(inSchema('sys.types', 'o.is_user_defined = 1')),
      triggers: read(TRIGGERS),
      // Jobs belong to the server, not to a database: SQL Server Agent keeps them in msdb.
      jobs: null,
    },
    only,
    () => seesAll,
  );
}
