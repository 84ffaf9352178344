import { inOrder, READER, type AccountRights, type Right } from '../core/catalogue/rights.ts';
import { type Grant, canRun, matches, readReachableGrants } from './grants.ts';
import type { Session } from './session.ts';

/** Rights by names of privileges. Privileges not listed here only read data or show the state of the server. */
const PRIVILEGES: [Right, RegExp][] = [
  [
    'everything',
    /^(?:ALL|ALL PRIVILEGES|SUPER|SHUTDOWN|SYSTEM_.+|SET[_ ]USER.*|.+ ADMIN|(?!ROLE_).+_ADMIN)$/,
  ],
  ['files', /^FILE$/],
  ['accounts', /^(?:CREATE USER|CREATE ROLE|DROP ROLE|ROLE_ADMIN)$/],
  [
    'define',
    /^(?:CREATE|DROP|ALTER|INDEX|EVENT|CREATE VIEW|CREATE ROUTINE|ALTER ROUTINE|CREATE TABLESPACE)$/,
  ],
  ['write', /^(?:INSERT|UPDATE|DELETE|DELETE HISTORY)$/],
  ['triggers', /^TRIGGER$/],
  ['replicate', /^(?:REPLICATION SLAVE|REPLICATION REPLICA|BINLOG REPLAY)$/],
];

/** Nearly every routine runs with the rights of its definer; these are the ones that also declare that they write. */
const ROUTINES = `SELECT ROUTINE_SCHEMA, ROUTINE_NAME FROM information_schema.ROUTINES
  WHERE LOWER(ROUTINE_SCHEMA) NOT IN (?) AND SECURITY_TYPE = 'DEFINER' AND SQL_DATA_ACCESS = 'MODIFIES SQL DATA' AND DEFINER <> CURRENT_USER() LIMIT 10000`;

/** MariaDB gives everybody all rights in databases called `test` or `test_…`, which says nothing about the account. */
const isEverybodysElsewhere = ({ grantee, schema }: Grant, database: string): boolean =>
  /^[`'"]?PUBLIC[`'"]?$/.test(grantee) &&
  /^test(?:\\?_%)?$/.test(schema) &&
  !matches(schema, database);

/** What the account could do besides reading, and the statements that create an account that can only read. */
export async function readRights(session: Session): Promise<AccountRights> {
  const { database } = session.place;
  const grants = (await readReachableGrants(session)).filter(
    (grant) => !grant.revokes && !isEverybodysElsewhere(grant, database),
  );
  const held = new Set(grants.flatMap(({ privileges }) => [...privileges]));
  const beyond = PRIVILEGES.flatMap(([right, pattern]) =>
    [...held].some((privilege) => pattern.test(privilege)) ? [right] : [],
  );
  const writing = await session.query<[string, string]>(ROUTINES, [[...session.member.ownSchemas]]);
  if (writing.some(([schema, name]) => canRun(grants, schema, name))) beyond.push('routines');
  const account = `'${READER}'@'%'`;
  // An unescaped wild card would match other databases, too.
  const level = database.replaceAll('`', '``').replaceAll(/[_%\\]/g, '\\$&');
  const { member, version } = session;
  return {
    beyond: inOrder(beyond),
    statements: [
      `CREATE USER ${account} IDENTIFIED BY '<password>';`,
      `GRANT SELECT, SHOW VIEW, EXECUTE ON \`${level}\`.* TO ${account};`,
      // Gives access to the texts of routines.
      ...(member.hasRoutineTable(version) ? [`GRANT SELECT ON mysql.proc TO ${account};`] : []),
      ...(member.hasShowRoutine(version) ? [`GRANT SHOW_ROUTINE ON *.* TO ${account};`] : []),
    ],
  };
}
