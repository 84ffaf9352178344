import { inOrder, READER, type AccountRights, type Right } from '../core/catalogue/rights.ts';
import type { Session } from './session.ts';

const OF_USERS = "n.nspname !~ '^pg_' AND n.nspname <> 'information_schema'";

/** Since version 16, a member of a role may be denied inheriting from it, becoming it, or both. */
const FIRST_WITH_SET = 160_000;

/** One column per right: true if the account has it, or could get it by SET ROLE. */
function questionsFor(version: number): [Right, string][] {
  const [become, reach] = version < FIRST_WITH_SET ? ['MEMBER', 'MEMBER'] : ['SET', 'USAGE, SET'];
  const memberOf = (roles: string) =>
    `EXISTS (SELECT 1 FROM pg_catalog.pg_roles r WHERE r.rolname IN (${roles}) AND pg_catalog.pg_has_role(r.oid, '${reach}'))`;
  // Role attributes are never inherited.
  const asOneWith = (attribute: string) =>
    `EXISTS (SELECT 1 FROM pg_catalog.pg_roles r WHERE r.${attribute} AND pg_catalog.pg_has_role(r.oid, '${become}'))`;
  // Inherited rights count as the account's own.
  const asAnyone = `(SELECT a.oid FROM pg_catalog.pg_roles a WHERE a.rolname = current_user
    OR pg_catalog.pg_has_role(a.oid, '${become}') AND NOT pg_catalog.pg_has_role(a.oid, 'USAGE')) a`;
  const owns = (owner: string) => `pg_catalog.pg_has_role(${owner}, '${reach}')`;
  return [
    ['everything', asOneWith('rolsuper')],
    ['programs', memberOf("'pg_execute_server_program'")],
    [
      'files',
      // A function that PUBLIC may call (before version 11) checks for a superuser itself.
      `${memberOf("'pg_read_server_files', 'pg_write_server_files'")}
        OR EXISTS (SELECT 1 FROM pg_catalog.pg_proc p, ${asAnyone} WHERE p.pronamespace = 'pg_catalog'::regnamespace AND p.proacl IS NOT NULL
          AND p.proname IN ('pg_read_file', 'pg_read_binary_file', 'lo_import', 'lo_export') AND pg_catalog.has_function_privilege(a.oid, p.oid, 'EXECUTE'))`,
    ],
    ['accounts', asOneWith('rolcreaterole')],
    [
      'define',
      `${asOneWith('rolcreatedb')}
        OR EXISTS (SELECT 1 FROM pg_catalog.pg_database d WHERE d.datname = current_database() AND ${owns('d.datdba')})
        OR EXISTS (SELECT 1 FROM ${asAnyone} WHERE pg_catalog.has_database_privilege(a.oid, current_database(), 'CREATE'))
        OR EXISTS (SELECT 1 FROM pg_catalog.pg_namespace n, ${asAnyone} WHERE ${OF_USERS}
          AND (${owns('n.nspowner')} OR pg_catalog.has_schema_privilege(a.oid, n.oid, 'CREATE')))
        OR EXISTS (SELECT 1 FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
          WHERE ${OF_USERS} AND ${owns('c.relowner')})
        OR EXISTS (SELECT 1 FROM pg_catalog.pg_proc p JOIN pg_catalog.pg_namespace n ON n.oid = p.pronamespace
          WHERE ${OF_USERS} AND ${owns('p.proowner')})`,
    ],
    [
      'write',
      `${memberOf("'pg_write_all_data'")}
        OR EXISTS (SELECT 1 FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace, ${asAnyone}
          WHERE ${OF_USERS} AND c.relkind IN ('r', 'p', 'v', 'f')
            AND (pg_catalog.has_table_privilege(a.oid, c.oid, 'DELETE, TRUNCATE') OR pg_catalog.has_any_column_privilege(a.oid, c.oid, 'INSERT, UPDATE')))`,
    ],
    ['replicate', asOneWith('rolreplication')],
    ['sessions', memberOf("'pg_signal_backend'")],
    [
      'routines',
      // A function that is not volatile cannot write, and triggers cannot be called directly.
      `EXISTS (SELECT 1 FROM pg_catalog.pg_proc p JOIN pg_catalog.pg_namespace n ON n.oid = p.pronamespace, ${asAnyone}
        WHERE ${OF_USERS} AND p.prosecdef AND p.provolatile = 'v'
          AND p.prorettype NOT IN ('pg_catalog.trigger'::regtype, 'pg_catalog.event_trigger'::regtype)
          AND NOT ${owns('p.proowner')} AND pg_catalog.has_schema_privilege(a.oid, n.oid, 'USAGE')
          AND pg_catalog.has_function_privilege(a.oid, p.oid, 'EXECUTE'))`,
    ],
  ];
}

/** Most schemas for which statements are written. */
const MAX_SCHEMAS = 100;

/** Schemas by name, and whether PUBLIC may create objects in them. */
const SCHEMAS = `(SELECT pg_catalog.json_agg(pg_catalog.json_build_array(s.nspname, s.is_open))::text FROM
  (SELECT n.nspname, EXISTS (SELECT 1 FROM pg_catalog.aclexplode(n.nspacl) a WHERE a.grantee = 0 AND a.privilege_type = 'CREATE') AS is_open
    FROM pg_catalog.pg_namespace n WHERE ${OF_USERS} ORDER BY 1 LIMIT ${MAX_SCHEMAS + 1}) s)`;

/** Whether policies hide rows of any table from others than its owner. */
const HAS_POLICIES = `EXISTS (SELECT 1 FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
  WHERE ${OF_USERS} AND c.relrowsecurity)`;

/** What the account could do besides reading, and the statements that create an account that can only read. */
export async function readRights(session: Session): Promise<AccountRights> {
  const questions = questionsFor(session.serverVersionNumber);
  const [row = []] = await session.query<(boolean | string | null)[]>(
    `SELECT ${questions.map(([, question]) => question).join(', ')}, ${HAS_POLICIES}, ${SCHEMAS}`,
  );
  const [hasPolicies, found] = row.slice(questions.length);
  const schemas = typeof found === 'string' ? (JSON.parse(found) as [string, boolean][]) : [];
  return {
    beyond: inOrder(questions.flatMap(([right], index) => (row[index] === true ? [right] : []))),
    statements: [
      `CREATE ROLE ${READER} LOGIN PASSWORD '<password>';`,
      `ALTER ROLE ${READER} SET default_transaction_read_only = on;`,
      ...(hasPolicies === true
        ? [`ALTER ROLE ${READER} BYPASSRLS; -- or it does not see all rows`]
        : []),
      `GRANT CONNECT ON DATABASE ${quote(session.place.database)} TO ${READER};`,
      ...schemas.slice(0, MAX_SCHEMAS).flatMap(([name, isOpen]) => [
        `GRANT USAGE ON SCHEMA ${quote(name)} TO ${READER};`,
        `GRANT SELECT ON ALL TABLES IN SCHEMA ${quote(name)} TO ${READER};`,
        `GRANT SELECT ON ALL SEQUENCES IN SCHEMA ${quote(name)} TO ${READER};`,
        // Before version 15 everybody may create objects in "public".
        ...(isOpen
          ? [`REVOKE CREATE ON SCHEMA ${quote(name)} FROM PUBLIC; -- from every account`]
          : []),
      ]),
      ...(schemas.length > MAX_SCHEMAS ? ['-- likewise for each further schema'] : []),
    ],
  };
}

const quote = (name: string): string => `"${name.replaceAll('"', '""')}"`;
