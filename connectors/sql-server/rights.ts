import { inOrder, READER, type AccountRights, type Right } from '../core/catalogue/rights.ts';
import type { Session } from './session.ts';

const onServer = (permission: string) => `HAS_PERMS_BY_NAME(NULL, NULL, '${permission}')`;
const onDatabase = (permission: string) =>
  `HAS_PERMS_BY_NAME(QUOTENAME(DB_NAME()), 'DATABASE', '${permission}')`;
/** Checks every object, because rights may be granted on one schema or table. */
const onAny = (permission: string) => `CASE WHEN EXISTS (SELECT 1 FROM sys.objects o
    WHERE o.type IN ('U', 'V') AND o.is_ms_shipped = 0
      AND HAS_PERMS_BY_NAME(QUOTENAME(SCHEMA_NAME(o.schema_id)) + '.' + QUOTENAME(o.name), 'OBJECT', '${permission}') = 1)
    THEN 1 ELSE 0 END`;

/** One column per right: 1 if the account has it. Microsoft Learn: "HAS_PERMS_BY_NAME (Transact-SQL)". */
export const QUESTIONS: [Right, string][] = [
  ['everything', onServer('CONTROL SERVER')],
  ['everything', onDatabase('CONTROL')],
  ['programs', "HAS_PERMS_BY_NAME('master.sys.xp_cmdshell', 'OBJECT', 'EXECUTE')"],
  ['programs', onServer('UNSAFE ASSEMBLY')],
  ['files', onServer('ADMINISTER BULK OPERATIONS')],
  ['accounts', onServer('ALTER ANY LOGIN')],
  ['accounts', onDatabase('ALTER ANY USER')],
  ['define', onDatabase('ALTER')],
  ['define', onDatabase('CREATE TABLE')],
  ['define', onDatabase('CREATE PROCEDURE')],
  ['write', onAny('INSERT')],
  ['write', onAny('UPDATE')],
  ['write', onAny('DELETE')],
];

/** What the account could do besides reading, and the statements that create an account that can only read. */
export async function readRights(session: Session): Promise<AccountRights> {
  const [held] = await session.query<(number | null)[]>(
    `SELECT ${QUESTIONS.map(([, question]) => question).join(', ')}`,
  );
  const database = `[${session.place.database.replaceAll(']', ']]')}]`;
  return {
    beyond: inOrder(QUESTIONS.flatMap(([right], index) => (held?.[index] === 1 ? [right] : []))),
    statements: [
      `CREATE LOGIN ${READER} WITH PASSWORD = '<password>';`,
      `USE ${database};`,
      `CREATE USER ${READER} FOR LOGIN ${READER};`,
      `ALTER ROLE db_datareader ADD MEMBER ${READER};`,
      `GRANT VIEW DEFINITION TO ${READER};`,
    ],
  };
}
