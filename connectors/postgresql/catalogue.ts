import type { StandardType } from '../../contract/engines.ts';
import { message } from '../../contract/messages/message.ts';
import type { OtherKind } from '../../contract/proof/others.ts';
import { EXAMPLES, type ObjectList, type Warning, examplesOf } from '../core/connector.ts';
import { ConnectorError } from '../core/errors.ts';
import { groupBy } from '../core/group.ts';
import { type OtherList, type ReadOthers, readOthers } from '../core/catalogue/others.ts';
import { subjectOf } from '../core/connecting/place.ts';
import * as fallback from './information-schema.ts';
import type { Session } from './session.ts';

/**
 * Excludes objects that an extension owns. Looked up once: these are few rows, while a look-up for each object costs
 * more than the list itself.
 */
export const notOfExtension = ({ member }: Session, catalogue: string, oid: string) =>
  member.extensions
    ? `AND ${oid} NOT IN (SELECT d.objid FROM pg_depend d WHERE d.refclassid = 'pg_extension'::regclass
         AND d.classid = '${catalogue}'::regclass AND d.deptype = 'e')`
    : '';

/** PostgreSQL reserves the prefix pg_, so no user's schema is excluded. */
const ofUsers = ({ member }: Session) => {
  const own = ['information_schema', ...member.ownSchemas].map((name) => `'${name}'`).join(', ');
  return `n.nspname !~ '^pg_' AND n.nspname NOT IN (${own})`;
};

const schemas = (session: Session) => `SELECT n.nspname FROM pg_namespace n
  WHERE ${ofUsers(session)} ${notOfExtension(session, 'pg_namespace', 'n.oid')}`;

function relations(session: Session, kinds: string): string {
  const { member, serverVersionNumber } = session;
  return `SELECT c.relname FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE n.nspname = $1 AND ${ofUsers(session)} AND c.relkind IN (${kinds})
      ${serverVersionNumber >= 100_000 ? 'AND NOT c.relispartition' : ''}
      ${member.ownTables ? `AND c.relname !~ '${member.ownTables}'` : ''}
      ${notOfExtension(session, 'pg_class', 'c.oid')}`;
}

/**
 * Before version 11 there were only functions, and no column for the kind of routine. Constructors of range types are
 * left out: they come and go with their type.
 */
function routines(session: Session, type: 'functions' | 'procedures'): string {
  const { catalogue, id } = session.member.routines;
  const saysKind = session.serverVersionNumber >= 110_000 || catalogue !== 'pg_proc';
  const kinds = type === 'functions' ? `'f', 'a', 'w'` : `'p'`;
  return `SELECT p.proname, oidvectortypes(p.proargtypes), p.${id}
    FROM ${catalogue} p JOIN pg_namespace n ON n.oid = p.pronamespace
    WHERE n.nspname = $1 AND ${ofUsers(session)}
      AND ${saysKind ? `p.prokind IN (${kinds})` : String(type === 'functions')}
      AND NOT EXISTS (SELECT 1 FROM pg_depend d WHERE d.classid = 'pg_proc'::regclass
        AND d.objid = p.${id} AND d.deptype = 'i') ${notOfExtension(session, 'pg_proc', `p.${id}`)}`;
}

function queryFor(session: Session, type: StandardType): string {
  switch (type) {
    case 'tables':
      return relations(session, `'r', 'p', 'f'`);
    case 'views':
      return relations(session, `'v', 'm'`);
    case 'functions':
    case 'procedures':
      return routines(session, type);
  }
}

/** Adds the argument types only to an overloaded routine's name, or to a name that itself looks as if it had some. */
function spell(rows: [name: string, types?: string | null][]): string[] {
  const typed = new Set<string>();
  for (;;) {
    const names = rows.map(([name, types]) => (typed.has(name) ? `${name}(${types ?? ''})` : name));
    const alike = groupBy(names, (name) => name);
    const unclear = rows.filter(
      ([name], at) => !typed.has(name) && alike.get(names[at] ?? '')?.length !== 1,
    );
    if (unclear.length === 0) return names;
    for (const [name] of unclear) typed.add(name);
  }
}

export const readVersion = ({ member, version }: Session): string => `${member.name} ${version}`;

export async function listSchemas(session: Session): Promise<string[]> {
  const rows = await readOrFallBack(
    () => session.query<[string]>(schemas(session)),
    () => fallback.readSchemas(session),
  );
  return rows.map(([name]) => name).sort();
}

export async function listObjects(
  session: Session,
  type: StandardType,
  schema: string,
): Promise<ObjectList> {
  let warnings: Warning[] = [];
  const rows = await readOrFallBack(
    () => session.query<[string, string | null]>(queryFor(session, type), [schema]),
    async () => {
      warnings = await listWarnings(session);
      return fallback.readObjects(session, type, schema);
    },
  );
  if (rows.length === 0 && !(await listSchemas(session)).includes(schema)) {
    const { place } = session;
    throw new ConnectorError(
      'not-found',
      message('database.noSchema', { database: place.database, server: subjectOf(place), schema }),
    );
  }
  return { names: spell(rows).sort(), warnings };
}

/** Ids of routines, by the names that `listObjects` returns. */
export async function findRoutines(
  session: Session,
  type: 'functions' | 'procedures',
  schema: string,
): Promise<Map<string, number>> {
  const rows = await session.query<[string, string, number]>(queryFor(session, type), [schema]);
  return new Map(
    spell(rows.map(([name, types]) => [name, types])).map((name, index) => [
      name,
      rows[index]?.[2] ?? 0,
    ]),
  );
}

const CATALOGUES = ['pg_class', 'pg_namespace', 'pg_proc', 'pg_depend'].map(
  (name) => `pg_catalog.${name}`,
);

/** Everybody may read the catalogue unless an administrator has revoked that. */
export async function listWarnings(session: Session): Promise<Warning[]> {
  const [open] = await session.query<boolean[]>(
    `SELECT ${CATALOGUES.map((name) => `has_table_privilege('${name}', 'SELECT')`).join(', ')}`,
  );
  const closed = CATALOGUES.filter((_name, index) => !open?.[index]);
  if (closed.length === 0) return [];
  const catalogues = closed.join(', ');
  const user = `"${session.place.username.replaceAll('"', '""')}"`;
  return [
    message('account.hiddenCatalogue', {
      user,
      catalogues,
      grant: `SELECT ON ${catalogues} TO ${user}`,
    }),
  ];
}

/**
 * Tables and views whose rows the account may not read, those of which policies hide some from it, and sequences whose next
 * number it may not read.
 */
export async function listUnreadable(
  session: Session,
  schemas?: readonly string[],
): Promise<Warning[]> {
  // The server that branched off knows no policies, and was never asked this.
  if (session.member.versionNumber !== null) return [];
  const found = await session.query<[boolean, number, string[], string[]]>(
    `SELECT r.readable, count(*)::int, (array_agg(r.name ORDER BY r.name))[1:${EXAMPLES}], array_agg(DISTINCT r.schema)
      FROM (SELECT quote_ident(n.nspname) AS schema, quote_ident(n.nspname) || '.' || quote_ident(c.relname) AS name, c.oid,
          has_schema_privilege(n.oid, 'USAGE') AND has_table_privilege(c.oid, 'SELECT') AS readable
        FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
        WHERE ${ofUsers(session)} AND c.relkind IN ('r', 'p', 'f', 'v', 'm') AND NOT c.relispartition
          AND ($1::text[] IS NULL OR n.nspname = ANY ($1)) ${notOfExtension(session, 'pg_class', 'c.oid')}) r
      WHERE NOT r.readable OR row_security_active(r.oid) GROUP BY r.readable ORDER BY r.readable`,
    [schemas ?? null],
  );
  const sequences = await session.query<[number, string[], string[]]>(
    `SELECT count(*)::int, (array_agg(r.name ORDER BY r.name))[1:${EXAMPLES}], array_agg(DISTINCT r.schema)
      FROM (SELECT quote_ident(n.nspname) AS schema, quote_ident(n.nspname) || '.' || quote_ident(c.relname) AS name
        FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
        WHERE ${ofUsers(session)} AND CASE c.relkind WHEN 'S' THEN NOT has_sequence_privilege(c.oid, 'SELECT') END
          AND ($1::text[] IS NULL OR n.nspname = ANY ($1)) ${notOfExtension(session, 'pg_class', 'c.oid')}) r
      HAVING count(*) > 0`,
    [schemas ?? null],
  );
  const user = `"${session.place.username.replaceAll('"', '""')}"`;
  const grantedIn = (within: string[]) =>
    `SCHEMA ${within.slice(0, EXAMPLES).join(', ')} TO ${user}`;
  return [
    ...found.map(([isReadable, count, examples, within]) => {
      const told = { user, count, examples: examplesOf(examples, count) };
      const granted = grantedIn(within);
      return isReadable
        ? message('account.filteredRows', { ...told, statement: `ALTER ROLE ${user} BYPASSRLS` })
        : message('account.unreadableRows', {
            ...told,
            statement: `GRANT USAGE ON ${granted}; GRANT SELECT ON ALL TABLES IN ${granted}`,
          });
    }),
    ...sequences.map(([count, examples, within]) =>
      message('account.unreadableNumbers', {
        user,
        count,
        examples: examplesOf(examples, count),
        statement: `GRANT SELECT ON ALL SEQUENCES IN ${grantedIn(within)}`,
      }),
    ),
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

/** Names of one catalogue's rows in a schema, without those that belong to an extension. */
const named = (
  session: Session,
  catalogue: string,
  [name, schema, where]: [name: string, schema: string, where: string],
) => `SELECT o.${name} FROM ${catalogue} o JOIN pg_namespace n ON n.oid = o.${schema}
  WHERE n.nspname = $1 AND ${where} ${notOfExtension(session, catalogue, 'o.oid')}`;

/** Sequences of serial and identity columns belong to their table. */
const STANDING_ALONE = `o.relkind = 'S' AND NOT EXISTS (SELECT 1 FROM pg_depend d
  WHERE d.classid = 'pg_class'::regclass AND d.objid = o.oid AND d.refclassid = 'pg_class'::regclass
    AND d.refobjsubid > 0 AND d.deptype IN ('a', 'i'))`;

/** Every table has a type as well: only those made with CREATE TYPE or CREATE DOMAIN count. */
const OWN_TYPES = `(o.typtype IN ('e', 'd', 'r') OR (o.typtype = 'c'
  AND EXISTS (SELECT 1 FROM pg_class c WHERE c.oid = o.typrelid AND c.relkind = 'c')))`;

/** Partitions repeat the triggers of their parent. */
const triggers = (session: Session) => `SELECT t.tgname, c.relname
  FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid JOIN pg_namespace n ON n.oid = c.relnamespace
  WHERE n.nspname = $1 AND NOT t.tgisinternal ${session.serverVersionNumber >= 130_000 ? 'AND t.tgparentid = 0' : ''}
    ${notOfExtension(session, 'pg_trigger', 't.oid')}`;

export function listOthers(
  session: Session,
  schema: string,
  only?: readonly OtherKind[],
): Promise<OtherList[]> {
  const read =
    (text: string): ReadOthers =>
    () =>
      session.query<[string, string?]>(text, [schema]);
  return readOthers(
    {
      sequences: read(named(session, 'pg_class', ['relname', 'relnamespace', STANDING_ALONE])),
      types: read(named(session, 'pg_type', ['typname', 'typnamespace', OWN_TYPES])),
      triggers: read(triggers(session)),
      extensions: read(
        `SELECT e.extname FROM pg_extension e JOIN pg_namespace n ON n.oid = e.extnamespace WHERE n.nspname = $1`,
      ),
    },
    only,
  );
}
