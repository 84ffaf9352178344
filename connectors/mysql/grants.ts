import { message } from '../../contract/messages/message.ts';
import type { Warning } from '../core/connector.ts';
import { ConnectorError } from '../core/errors.ts';
import type { Session } from './session.ts';

export interface Grant {
  /**
   * Whether the line is a REVOKE: it withdraws global privileges for one database, whose name in `schema` is literal.
   */
  revokes: boolean;
  /** The account or role that holds the privileges, spelled as in the line. */
  grantee: string;
  privileges: Set<string>;
  /** `*` for every database; otherwise a pattern with the wild cards `_` and `%`, which a backslash escapes. */
  schema: string;
  /** `*` for everything in the schema. */
  object: string;
}

/** Privileges that show an account every object of a kind; any one of them is enough. */
const SHOWING = {
  tables: [
    'SELECT',
    'INSERT',
    'UPDATE',
    'DELETE',
    'CREATE',
    'DROP',
    'REFERENCES',
    'INDEX',
    'ALTER',
    'CREATE VIEW',
    'SHOW VIEW',
    'TRIGGER',
    'ALL PRIVILEGES',
    'ALL',
  ],
  routines: [
    'EXECUTE',
    'CREATE ROUTINE',
    'ALTER ROUTINE',
    'SHOW CREATE ROUTINE',
    'SHOW_ROUTINE',
    'ALL PRIVILEGES',
    'ALL',
  ],
  triggers: ['TRIGGER', 'ALL PRIVILEGES', 'ALL'],
  events: ['EVENT', 'ALL PRIVILEGES', 'ALL'],
} as const;

/** Kinds of objects that an inventory lists. */
export type Kind = Exclude<keyof typeof SHOWING, 'triggers' | 'events'>;

export async function readGrants(session: Session): Promise<Grant[]> {
  const rows = await session.query<[string]>('SHOW GRANTS');
  if (session.member.grantsIncludeRoles) return parseGrants(rows.map(([line]) => line));
  const roles = await readActiveRoles(session);
  const named = roles
    ? await session.query<[string]>(`SHOW GRANTS FOR CURRENT_USER() USING ${roles}`)
    : [];
  return parseGrants([...rows, ...named].map(([line]) => line));
}

/** Includes the grants of roles that the account could activate, and those to everybody. */
export async function readReachableGrants(session: Session): Promise<Grant[]> {
  const active = await session.query<[string]>('SHOW GRANTS');
  const roles = rolesIn(active.map(([line]) => line));
  if (roles.length === 0) return readGrants(session);
  if (!session.member.grantsIncludeRoles) {
    const all = roles.join(', ');
    const rows = await session.query<[string]>(`SHOW GRANTS FOR CURRENT_USER() USING ${all}`);
    return parseGrants(rows.map(([line]) => line));
  }
  // MariaDB has one active role at a time, and SHOW GRANTS lists that one only.
  const [before] = await session.query<[string | null]>('SELECT current_role()');
  const lines: string[] = [];
  try {
    for (const role of roles) {
      await session.query(`SET ROLE ${role}`);
      lines.push(...(await session.query<[string]>('SHOW GRANTS')).map(([line]) => line));
    }
  } finally {
    const name = before?.[0];
    await session.query(`SET ROLE ${name ? `\`${name.replaceAll('`', '``')}\`` : 'NONE'}`);
  }
  return parseGrants(lines);
}

const ROLE = '`(?:[^`]|``)+`(?:@`(?:[^`]|``)*`)?';
const ROLES = new RegExp(`^GRANT (${ROLE}(?:, ?${ROLE})*) TO `, 'u');

/** Names of roles, quoted as the server does. */
const rolesIn = (lines: string[]): string[] => [
  ...new Set(lines.flatMap((line) => ROLES.exec(line)?.[1]?.match(new RegExp(ROLE, 'gu')) ?? [])),
];

/** Quoted as the server does; null if there are none, or if the server's version has no roles. */
async function readActiveRoles(session: Session): Promise<string | null> {
  try {
    const [row] = await session.query<[string]>('SELECT current_role()');
    return row?.[0] && row[0] !== 'NONE' ? row[0] : null;
  } catch (error) {
    if (error instanceof ConnectorError && error.code === 'failed') return null;
    throw error;
  }
}

const IDENTIFIER = '(\\*|`(?:[^`]|``)+`|"(?:[^"]|"")+")';
const LINE = new RegExp(
  `^(GRANT|REVOKE) (.+?) ON (?:TABLE |FUNCTION |PROCEDURE |PACKAGE |PACKAGE BODY )?${IDENTIFIER}\\.${IDENTIFIER} (?:TO|FROM) (\\S+)`,
  'su',
);

/** Parses lines of SHOW GRANTS; skips those that grant a role or a proxy. */
export function parseGrants(lines: string[]): Grant[] {
  return lines.flatMap((line) => {
    const [, verb, privileges, schema, object, grantee] = LINE.exec(line) ?? [];
    if (!privileges || !schema || !object || !grantee) return [];
    const names = privileges
      .replace(/\([^)]*\)/g, '')
      .split(',')
      .map((name) => name.trim().toUpperCase());
    return [
      {
        revokes: verb === 'REVOKE',
        grantee,
        privileges: new Set(names),
        schema: unquote(schema),
        object: unquote(object),
      },
    ];
  });
}

/** Whether the account sees every object of a kind, in one database or (null) in all. */
export function canSee(
  { member, version }: Pick<Session, 'member' | 'version'>,
  grants: Grant[],
  kind: keyof typeof SHOWING,
  schema: string | null,
): boolean {
  const isRevoked = (privilege: string) =>
    grants.some(
      ({ revokes, privileges, schema: of }) =>
        revokes &&
        privileges.has(privilege) &&
        (schema === null ? !member.ownSchemas.includes(of.toLowerCase()) : of === schema),
    );
  const shows = ({ schema: of, privileges }: Grant) =>
    SHOWING[kind].some((name) => privileges.has(name) && (of !== '*' || !isRevoked(name)));
  const given = grants.filter(({ revokes }) => !revokes);
  const covering = given.filter(
    (grant) =>
      grant.object === '*' && (grant.schema === '*' || isMostSpecific(given, grant, schema)),
  );
  return (
    covering.some(shows) ||
    (kind === 'routines' &&
      given.some((grant) => showsAllRoutines(grant, member.hasRoutineTable(version))))
  );
}

/** Whether the account may run a routine; it may see routines that it must not run. */
export const canRun = (grants: Grant[], schema: string, routine: string): boolean =>
  grants.some(
    ({ revokes, privileges, schema: of, object }) =>
      !revokes &&
      ['EXECUTE', 'ALL', 'ALL PRIVILEGES'].some((name) => privileges.has(name)) &&
      (object === '*'
        ? of === '*' || matches(of, schema)
        : of === schema && object.toLowerCase() === routine.toLowerCase()),
  );

/** Of several matching patterns the server applies only one: the one whose first wild card comes last. */
function isMostSpecific(grants: Grant[], grant: Grant, schema: string | null): boolean {
  if (schema === null || !matches(grant.schema, schema)) return false;
  return grants.every(
    (other) =>
      other.grantee !== grant.grantee ||
      other.object !== '*' ||
      other.schema === '*' ||
      !matches(other.schema, schema) ||
      wildAt(other.schema) <= wildAt(grant.schema),
  );
}

export const wildAt = (pattern: string): number => {
  const at = pattern.replace(/\\[_%]/g, 'xx').search(/[_%]/);
  return at === -1 ? Infinity : at;
};

/** An account that may read everything, or the table that stores routines, sees all routines. */
function showsAllRoutines({ privileges, schema, object }: Grant, hasTable: boolean): boolean {
  const reads =
    privileges.has('SELECT') || privileges.has('ALL PRIVILEGES') || privileges.has('ALL');
  const isTable = schema === 'mysql' && (object === '*' || object === 'proc');
  return reads && (schema === '*' || (hasTable && isTable));
}

/** For one database the advice repeats the pattern of the effective grant: a different pattern would replace it. */
export async function adviseForSchema(
  session: Session,
  grants: Grant[],
  kind: Kind,
  schema: string,
): Promise<Warning> {
  const user = await accountOf(session);
  const given = grants.filter(({ revokes }) => !revokes);
  const counting = given.find(
    (grant) => grant.object === '*' && isMostSpecific(given, grant, schema),
  );
  const level = (counting?.schema ?? schema).replaceAll('`', '``');
  return message('account.hiddenInSchema', {
    user,
    things: WHAT[kind],
    schema,
    grant: `${PRIVILEGE[kind]} ON \`${level}\`.* TO ${user}`,
  });
}

export async function adviseForPackages(session: Session, schema: string): Promise<Warning> {
  const user = await accountOf(session);
  return message('account.hiddenPackages', {
    user,
    schema,
    grant: `SELECT ON mysql.proc TO ${user}`,
  });
}

/** Routines can be called, but what they do is not seen. */
export async function adviseForTexts(session: Session, count: number): Promise<Warning> {
  const { member, version } = session;
  const user = await accountOf(session);
  const privilege = member.hasRoutineTable(version)
    ? 'SELECT ON mysql.proc'
    : `${member.hasShowRoutine(version) ? 'SHOW_ROUTINE' : 'SELECT'} ON *.*`;
  return message('account.hiddenTexts', { user, count, grant: `${privilege} TO ${user}` });
}

export async function adviseForAll(session: Session, kind: Kind): Promise<Warning> {
  const user = await accountOf(session);
  const things = kind === 'tables' ? message('thing.everything') : WHAT[kind];
  const privileges = kind === 'tables' ? 'SELECT, SHOW VIEW, EXECUTE' : PRIVILEGE[kind];
  return message('account.hiddenAnywhere', {
    user,
    things,
    grant: `${privileges} ON *.* TO ${user}`,
  });
}

const WHAT = { tables: message('thing.relations'), routines: message('thing.routines') };
const PRIVILEGE = { tables: 'SELECT', routines: 'EXECUTE' } as const;

/** The account that the server matched, as GRANT spells it: the same user on another host is another account. */
async function accountOf(session: Session): Promise<string> {
  const [row] = await session.query<[string]>('SELECT current_user()');
  const account = row?.[0] ?? '';
  const at = account.lastIndexOf('@');
  const quote = (part: string) => `'${part.replaceAll("'", "''")}'`;
  return `${quote(account.slice(0, at))}@${quote(account.slice(at + 1))}`;
}

const unquote = (text: string): string => {
  const quote = text[0];
  return quote === '`' || quote === '"' ? text.slice(1, -1).replaceAll(quote + quote, quote) : text;
};

export function matches(pattern: string, schema: string): boolean {
  const source = pattern.replace(
    /\\([_%])|([_%])|([\\^$.*+?()[\]{}|/])/gu,
    (_all, escaped?: string, wild?: string, other?: string) => {
      if (escaped) return escaped;
      if (wild) return wild === '_' ? '.' : '.*';
      return `\\${other ?? ''}`;
    },
  );
  return new RegExp(`^${source}$`, 'su').test(schema);
}
