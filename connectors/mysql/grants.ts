import type { Warning } from '../core/connector.ts';
import type { Session } from './session.ts';

export interface Grant {
  privileges: Set<string>;
  /** `*` for every database; otherwise a pattern in which `_` and `%` are wild and a backslash takes that away. */
  schema: string;
  /** `*` for everything in it. */
  object: string;
}

/** What an account needs to be shown every object of a kind: any one of these. */
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
} as const;

export async function readGrants(session: Session): Promise<Grant[]> {
  const rows = await session.query<[string]>('SHOW GRANTS');
  if (session.isMariadb) return parseGrants(rows.map(([line]) => line));
  // MySQL lists the grants of a role only when that role is named.
  const [role] = await session.query<[string]>('SELECT current_role()');
  const named =
    role && role[0] !== 'NONE'
      ? await session.query<[string]>(`SHOW GRANTS FOR CURRENT_USER() USING ${role[0]}`)
      : [];
  return parseGrants([...rows, ...named].map(([line]) => line));
}

const IDENTIFIER = '(\\*|`(?:[^`]|``)+`|"(?:[^"]|"")+")';
const LINE = new RegExp(
  `^GRANT (.+?) ON (?:TABLE |FUNCTION |PROCEDURE |PACKAGE |PACKAGE BODY )?${IDENTIFIER}\\.${IDENTIFIER} TO `,
  'su',
);

/** Lines of SHOW GRANTS; what grants a role or a proxy is none of them. */
export function parseGrants(lines: string[]): Grant[] {
  return lines.flatMap((line) => {
    const [, privileges, schema, object] = LINE.exec(line) ?? [];
    if (!privileges || !schema || !object) return [];
    const names = privileges
      .replace(/\([^)]*\)/g, '')
      .split(',')
      .map((name) => name.trim().toUpperCase());
    return [{ privileges: new Set(names), schema: unquote(schema), object: unquote(object) }];
  });
}

/** Whether every object of a kind is shown, in one database or (null) in all. */
export function canSee(
  grants: Grant[],
  kind: keyof typeof SHOWING,
  schema: string | null,
): boolean {
  return grants.some((grant) => {
    if (kind === 'routines' && showsAllRoutines(grant)) return true;
    const covers = grant.schema === '*' || (schema !== null && matches(grant.schema, schema));
    return (
      grant.object === '*' && covers && SHOWING[kind].some((name) => grant.privileges.has(name))
    );
  });
}

/** Who may read the table in which routines are stored sees them all. */
function showsAllRoutines({ privileges, schema, object }: Grant): boolean {
  const reads =
    privileges.has('SELECT') || privileges.has('ALL PRIVILEGES') || privileges.has('ALL');
  return reads && (schema === '*' || schema === 'mysql') && (object === '*' || object === 'proc');
}

export function grantAdvice(
  session: Session,
  kind: keyof typeof SHOWING,
  schema: string | null,
): Warning {
  const user = `'${session.place.username.replaceAll("'", "''")}'`;
  const privilege = kind === 'tables' ? 'SELECT' : 'EXECUTE';
  const what = kind === 'tables' ? 'tables and views' : 'functions and procedures';
  if (schema !== null) {
    const level = `\`${schema.replaceAll('`', '``')}\`.*`;
    return `The user ${user} may not see all ${what} of ${schema}. To see all: GRANT ${privilege} ON ${level} TO ${user}.`;
  }
  return kind === 'tables'
    ? `The user ${user} sees only the databases and objects that it has a grant for. To see all: GRANT SELECT, SHOW VIEW, EXECUTE ON *.* TO ${user}.`
    : `The user ${user} sees only the functions and procedures that it has a grant for. To see all: GRANT EXECUTE ON *.* TO ${user}.`;
}

const unquote = (text: string): string => {
  const quote = text[0];
  return quote === '`' || quote === '"' ? text.slice(1, -1).replaceAll(quote + quote, quote) : text;
};

function matches(pattern: string, schema: string): boolean {
  const source = pattern.replace(
    /\\([_%])|([_%])|([^\w\s])/gu,
    (_all, escaped?: string, wild?: string, other?: string) => {
      if (escaped) return escaped;
      if (wild) return wild === '_' ? '.' : '.*';
      return `\\${other ?? ''}`;
    },
  );
  return new RegExp(`^${source}$`, 'su').test(schema);
}
