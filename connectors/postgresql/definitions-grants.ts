import type { StandardType } from '../../contract/engines.ts';
import { type Access, addGrant } from '../core/catalogue/grants.ts';
import { findRoutines } from './catalogue.ts';
import { ConnectorError } from '../core/errors.ts';
import type { Session } from './session.ts';

const ROUTINE = ['execute'];
const RELATION = ['select', 'insert', 'update', 'delete', 'truncate', 'references', 'trigger'];

type Row = [
  id: number,
  owner: string,
  /** Null if there is no grant; 0 stands for PUBLIC. */
  grantee: number | null,
  name: string | null,
  right: string,
  column: string | null,
  grantable: boolean,
  byDefault: boolean,
];

const WHO = `a.grantee, CASE WHEN a.grantee <> 0 THEN pg_get_userbyid(a.grantee) END,
    lower(a.privilege_type), a.attname, a.is_grantable`;

const RELATIONS = `
  SELECT c.oid, pg_get_userbyid(c.relowner), ${WHO}, false
  FROM pg_class c LEFT JOIN LATERAL (
    SELECT g.*, NULL::name AS attname FROM aclexplode(c.relacl) g
    UNION ALL SELECT g.*, t.attname FROM pg_attribute t, aclexplode(t.attacl) g
      WHERE t.attrelid = c.oid AND NOT t.attisdropped) a ON a.grantee <> c.relowner
  WHERE c.oid = ANY($1::oid[])`;

/** Without any explicit grant, PUBLIC may execute a routine. */
const ROUTINES = `
  SELECT p.oid, pg_get_userbyid(p.proowner), ${WHO}, a.grantee = 0
  FROM pg_proc p LEFT JOIN LATERAL (
    SELECT g.*, NULL::name AS attname FROM aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) g
  ) a ON a.grantee <> p.proowner
  WHERE p.oid = ANY($1::oid[])`;

/** Who owns a schema, and superusers, need no grant. */
const SCHEMA_USERS = `
  SELECT CASE WHEN a.grantee <> 0 THEN pg_get_userbyid(a.grantee) END
  FROM pg_namespace n, aclexplode(coalesce(n.nspacl, acldefault('n', n.nspowner))) a
  WHERE n.nspname = $1 AND a.privilege_type = 'USAGE'
  UNION SELECT pg_get_userbyid(n.nspowner) FROM pg_namespace n WHERE n.nspname = $1
  UNION SELECT r.rolname FROM pg_roles r WHERE r.rolsuper ORDER BY 1`;

async function findRelations(session: Session, schema: string, names: readonly string[]) {
  const rows = await session.query<[string, number]>(
    `SELECT c.relname, c.oid FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE n.nspname = $1 AND c.relname = ANY($2::text[]) AND c.relkind IN ('r', 'p', 'f', 'v', 'm')`,
    [schema, names],
  );
  return new Map(rows);
}

/** Null if the catalogue is closed to the account, or the server is a derivative of PostgreSQL. */
export async function readAccess(
  session: Session,
  type: StandardType,
  schema: string,
  names: readonly string[],
): Promise<[name: string, access: Access][] | null> {
  if (session.member.name !== 'PostgreSQL') return null;
  const isRoutine = type === 'functions' || type === 'procedures';
  const rights = isRoutine
    ? ROUTINE
    : [...RELATION, ...(session.serverVersionNumber >= 170_000 ? ['maintain'] : [])];
  try {
    const ids = isRoutine
      ? await findRoutines(session, type, schema)
      : await findRelations(session, schema, names);
    const wanted = names.flatMap((name): [string, number][] => {
      const id = ids.get(name);
      return id === undefined ? [] : [[name, id]];
    });
    const rows = await session.query<Row>(isRoutine ? ROUTINES : RELATIONS, [
      wanted.map(([, id]) => id),
    ]);
    const users = await session.query<[string | null]>(SCHEMA_USERS, [schema]);
    const schemaUsers = users.map(([name]) => name);
    const found = new Map<number, Access>();
    for (const [id, owner, role, grantee, right, column, grantable, byDefault] of rows) {
      const access = found.get(id) ?? { owner, rights, grants: [], schemaUsers };
      found.set(id, access);
      if (role === null) continue;
      addGrant(access, { grantee, right, column, grantable, ...(byDefault && { byDefault }) });
    }
    return wanted.flatMap(([name, id]): [string, Access][] => {
      const access = found.get(id);
      return access ? [[name, access]] : [];
    });
  } catch (error) {
    if (error instanceof ConnectorError && error.code === 'permission') return null;
    throw error;
  }
}
