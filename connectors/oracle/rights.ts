import { inOrder, READER, type AccountRights, type Right } from '../core/catalogue/rights.ts';
import type { Session } from './session.ts';
import { RIGHTS } from './sql.ts';

/**
 * Rights by name of privilege, including the names that `RIGHTS` gives to what an owner may do. “Database Security
 * Guide”, System Privileges.
 */
const PRIVILEGES: [Right, RegExp][] = [
  [
    'everything',
    /^(?:SYSDBA|ALTER SYSTEM|GRANT ANY (?:PRIVILEGE|ROLE)|BECOME USER|ALTER DATABASE)$/,
  ],
  ['programs', /^(?:CREATE (?:ANY|EXTERNAL) JOB|EXECUTE ANY PROGRAM|MANAGE SCHEDULER)$/],
  ['files', /^(?:(?:CREATE|DROP) ANY DIRECTORY|DIRECTORY)$/],
  ['accounts', /^(?:(?:CREATE|ALTER|DROP) USER|CREATE ROLE)$/],
  [
    'define',
    /^(?:OWNER|CREATE JOB|(?:CREATE|ALTER|DROP) (?:ANY |PUBLIC )?(?:TABLE|VIEW|PROCEDURE|INDEX|TRIGGER|SEQUENCE|SYNONYM|TYPE|MATERIALIZED VIEW|DATABASE LINK|LIBRARY))$/,
  ],
  ['write', /^(?:OWNER|INSERT|UPDATE|DELETE|(?:INSERT|UPDATE|DELETE) ANY TABLE)$/],
];

/** What the account could do besides reading, and the statements that create an account that can only read. */
export async function readRights(session: Session): Promise<AccountRights> {
  const rows = await session.query<[string]>(RIGHTS);
  const beyond = PRIVILEGES.flatMap(([right, pattern]) =>
    rows.some(([privilege]) => pattern.test(privilege)) ? [right] : [],
  );
  return {
    beyond: inOrder(beyond),
    statements: [
      `CREATE USER ${READER} IDENTIFIED BY "<password>";`,
      `GRANT CREATE SESSION, SELECT_CATALOG_ROLE, READ ANY TABLE TO ${READER};`,
    ],
  };
}
