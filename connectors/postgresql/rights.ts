import { inOrder, READER, type AccountRights, type Right } from '../core/rights.ts';
import type { Session } from './session.ts';

const OF_USERS = "n.nspname !~ '^pg_' AND n.nspname <> 'information_schema'";
const MEMBER_OF = (roles: string) =>
  `EXISTS (SELECT 1 FROM pg_catalog.pg_roles r WHERE r.rolname IN (${roles}) AND pg_catalog.pg_has_role(r.oid, 'MEMBER'))`;
const OWN = (attribute: string) =>
  `(SELECT ${attribute} FROM pg_catalog.pg_roles WHERE rolname = current_user)`;

/** One column for each right: true where the account has it. */
const QUESTIONS: [Right, string][] = [
  [
    'everything',
    "(SELECT bool_or(rolsuper) FROM pg_catalog.pg_roles WHERE pg_catalog.pg_has_role(oid, 'MEMBER'))",
  ],
  ['programs', MEMBER_OF("'pg_execute_server_program'")],
  [
    'files',
    // A function that everybody may call (before version 11) asks for a superuser itself.
    `${MEMBER_OF("'pg_read_server_files', 'pg_write_server_files'")}
      OR EXISTS (SELECT 1 FROM pg_catalog.pg_proc p WHERE p.pronamespace = 'pg_catalog'::regnamespace AND p.proacl IS NOT NULL
        AND p.proname IN ('pg_read_file', 'pg_read_binary_file', 'lo_import', 'lo_export') AND pg_catalog.has_function_privilege(p.oid, 'EXECUTE'))`,
  ],
  ['accounts', OWN('rolcreaterole')],
  [
    'define',
    `${OWN('rolcreatedb')}
      OR pg_catalog.has_database_privilege(current_database(), 'CREATE')
      OR EXISTS (SELECT 1 FROM pg_catalog.pg_namespace n WHERE ${OF_USERS} AND pg_catalog.has_schema_privilege(n.oid, 'CREATE'))`,
  ],
  [
    'write',
    `EXISTS (SELECT 1 FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
      WHERE ${OF_USERS} AND c.relkind IN ('r', 'p', 'v', 'f')
        AND (pg_catalog.has_table_privilege(c.oid, 'DELETE, TRUNCATE') OR pg_catalog.has_any_column_privilege(c.oid, 'INSERT, UPDATE')))`,
  ],
  ['replicate', OWN('rolreplication')],
];

/** Schemas that statements are written for. */
const MOST_SCHEMAS = 100;

/** In the order of their names, and whether everybody may create objects in them. */
const SCHEMAS = `(SELECT pg_catalog.json_agg(pg_catalog.json_build_array(s.nspname, s.is_open))::text FROM
  (SELECT n.nspname, EXISTS (SELECT 1 FROM pg_catalog.aclexplode(n.nspacl) a WHERE a.grantee = 0 AND a.privilege_type = 'CREATE') AS is_open
    FROM pg_catalog.pg_namespace n WHERE ${OF_USERS} ORDER BY 1 LIMIT ${MOST_SCHEMAS + 1}) s)`;

/** What the account could do besides reading, and how one is made that cannot. */
export async function readRights(session: Session): Promise<AccountRights> {
  const [row = []] = await session.query<(boolean | string | null)[]>(
    `SELECT ${QUESTIONS.map(([, question]) => question).join(', ')}, ${SCHEMAS}`,
  );
  const found = row.at(-1);
  const schemas = typeof found === 'string' ? (JSON.parse(found) as [string, boolean][]) : [];
  return {
    beyond: inOrder(QUESTIONS.flatMap(([right], index) => (row[index] === true ? [right] : []))),
    statements: [
      `CREATE ROLE ${READER} LOGIN PASSWORD '<password>';`,
      `ALTER ROLE ${READER} SET default_transaction_read_only = on;`,
      `GRANT CONNECT ON DATABASE ${quote(session.place.database)} TO ${READER};`,
      ...schemas.slice(0, MOST_SCHEMAS).flatMap(([name, isOpen]) => [
        `GRANT USAGE ON SCHEMA ${quote(name)} TO ${READER};`,
        `GRANT SELECT ON ALL TABLES IN SCHEMA ${quote(name)} TO ${READER};`,
        // Before version 15 everybody may create objects in "public".
        ...(isOpen
          ? [`REVOKE CREATE ON SCHEMA ${quote(name)} FROM PUBLIC; -- from every account`]
          : []),
      ]),
      ...(schemas.length > MOST_SCHEMAS ? ['-- likewise for each further schema'] : []),
    ],
  };
}

const quote = (name: string): string => `"${name.replaceAll('"', '""')}"`;
