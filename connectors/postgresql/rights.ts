import { inOrder, READER, type AccountRights, type Right } from '../core/rights.ts';
import type { Session } from './session.ts';

const OF_USERS = "n.nspname !~ '^pg_' AND n.nspname <> 'information_schema'";
const MEMBER_OF = (roles: string) =>
  `EXISTS (SELECT 1 FROM pg_catalog.pg_roles r WHERE r.rolname IN (${roles}) AND pg_catalog.pg_has_role(r.oid, 'MEMBER'))`;

/** One column for each right: true where the account has it. */
const QUESTIONS: [Right, string][] = [
  [
    'everything',
    "(SELECT bool_or(rolsuper) FROM pg_catalog.pg_roles WHERE pg_catalog.pg_has_role(oid, 'MEMBER'))",
  ],
  ['programs', MEMBER_OF("'pg_execute_server_program'")],
  ['files', MEMBER_OF("'pg_read_server_files', 'pg_write_server_files'")],
  ['accounts', '(SELECT rolcreaterole FROM pg_catalog.pg_roles WHERE rolname = current_user)'],
  [
    'define',
    `(SELECT rolcreatedb FROM pg_catalog.pg_roles WHERE rolname = current_user)
      OR pg_catalog.has_database_privilege(current_database(), 'CREATE')
      OR EXISTS (SELECT 1 FROM pg_catalog.pg_namespace n WHERE ${OF_USERS} AND pg_catalog.has_schema_privilege(n.oid, 'CREATE'))`,
  ],
  [
    'write',
    `EXISTS (SELECT 1 FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
      WHERE ${OF_USERS} AND c.relkind IN ('r', 'p', 'v', 'f')
        AND pg_catalog.has_table_privilege(c.oid, 'INSERT, UPDATE, DELETE, TRUNCATE'))`,
  ],
  ['replicate', '(SELECT rolreplication FROM pg_catalog.pg_roles WHERE rolname = current_user)'],
];

/** What the account could do besides reading, and how one is made that cannot. */
export async function readRights(session: Session): Promise<AccountRights> {
  const [held] = await session.query<(boolean | null)[]>(
    `SELECT ${QUESTIONS.map(([, question]) => question).join(', ')}`,
  );
  const schemas = await session.query<[name: string, isOpen: boolean]>(
    `SELECT n.nspname, EXISTS (SELECT 1 FROM pg_catalog.aclexplode(n.nspacl) a WHERE a.grantee = 0 AND a.privilege_type = 'CREATE')
      FROM pg_catalog.pg_namespace n WHERE ${OF_USERS} ORDER BY 1`,
  );
  return {
    beyond: inOrder(QUESTIONS.flatMap(([right], index) => (held?.[index] ? [right] : []))),
    statements: [
      `CREATE ROLE ${READER} LOGIN PASSWORD '<password>';`,
      `ALTER ROLE ${READER} SET default_transaction_read_only = on;`,
      `GRANT CONNECT ON DATABASE ${quote(session.place.database)} TO ${READER};`,
      ...schemas.flatMap(([name, isOpen]) => [
        // Before version 15 everybody may create objects in "public".
        ...(isOpen ? [`REVOKE CREATE ON SCHEMA ${quote(name)} FROM PUBLIC;`] : []),
        `GRANT USAGE ON SCHEMA ${quote(name)} TO ${READER};`,
        `GRANT SELECT ON ALL TABLES IN SCHEMA ${quote(name)} TO ${READER};`,
      ]),
    ],
  };
}

const quote = (name: string): string => `"${name.replaceAll('"', '""')}"`;
