import { message } from '../../contract/messages/message.ts';
import type { StandardType } from '../../contract/engines.ts';
import type { Warning } from '../core/connector.ts';
import { isUnreadable } from './errors.ts';
import type { Session } from './session.ts';

/** 1 or 0; null if the server cannot tell. */
type Held = number | null;
type Permissions = [user: string, definition: Held, select: Held, execute: Held];

// Microsoft Learn: "HAS_PERMS_BY_NAME (Transact-SQL)", "Metadata visibility configuration".
const permissionsOn = (kind: 'DATABASE' | 'SCHEMA', name: string) => `SELECT USER_NAME(),
  HAS_PERMS_BY_NAME(QUOTENAME(${name}), '${kind}', 'VIEW DEFINITION'),
  HAS_PERMS_BY_NAME(QUOTENAME(${name}), '${kind}', 'SELECT'),
  HAS_PERMS_BY_NAME(QUOTENAME(${name}), '${kind}', 'EXECUTE')`;

/**
 * Warns of objects of one type in one schema that the account cannot see. It does not notice a single denied object.
 */
export async function warnOfHidden(
  session: Session,
  type: StandardType,
  schema: string,
): Promise<Warning[]> {
  const held = await readPermissions(session, permissionsOn('SCHEMA', '@p1'), [schema]);
  if (!held || showsAll(type, held)) return [];
  const user = quote(held[0]);
  return [
    message('account.hiddenInSqlServer', {
      user,
      things: message(`thing.${type}`),
      schema: quote(schema),
      grant: `VIEW DEFINITION ON SCHEMA::${quote(schema)} TO ${user}`,
    }),
  ];
}

/** Whether the account sees everything in a schema; true if the server cannot tell. */
export async function holdsDefinitions(session: Session, schema: string): Promise<boolean> {
  const held = await readPermissions(session, permissionsOn('SCHEMA', '@p1'), [schema]);
  return held === null || held[1] !== 0;
}

const readDatabasePermissions = (session: Session): Promise<Permissions | null> =>
  readPermissions(session, permissionsOn('DATABASE', 'DB_NAME()'), []);

/** Whether the account sees everything in the database; true if the server cannot tell. */
export async function holdsDefinitionsOfAll(session: Session): Promise<boolean> {
  const held = await readDatabasePermissions(session);
  return held === null || held[1] !== 0;
}

/** Warns of objects that the account cannot see anywhere in the database. */
export async function listWarnings(session: Session): Promise<Warning[]> {
  const held = await readDatabasePermissions(session);
  const isAll = !held || (showsAll('functions', held) && showsAll('procedures', held));
  if (isAll) return [];
  const user = quote(held[0]);
  return [message('account.hiddenInDatabase', { user, grant: `VIEW DEFINITION TO ${user}` })];
}

/** SELECT reveals tables and views, EXECUTE procedures; functions may need either. */
function showsAll(type: StandardType, [, definition, select, execute]: Permissions): boolean {
  if (definition !== 0) return true;
  switch (type) {
    case 'tables':
    case 'views':
      return select === 1;
    case 'functions':
      return select === 1 && execute === 1;
    case 'procedures':
      return execute === 1;
  }
}

/** Null if the server lacks the function. */
async function readPermissions(
  session: Session,
  sql: string,
  values: string[],
): Promise<Permissions | null> {
  try {
    const [row] = await session.query<Permissions>(sql, values);
    return row ?? null;
  } catch (error) {
    if (isUnreadable(error, session.server.isMicrosoft)) return null;
    throw error;
  }
}

export const quote = (name: string): string => `[${name.replaceAll(']', ']]')}]`;
