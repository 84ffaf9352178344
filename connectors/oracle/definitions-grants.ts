import type { StandardType } from '../../contract/engines.ts';
import { type Access, addGrant } from '../core/catalogue/grants.ts';
import { findScope } from './catalogue.ts';
import type { Ask, Text } from './definitions-sql.ts';
import type { Session } from './session.ts';

const RELATION = [
  'select',
  'insert',
  'update',
  'delete',
  'references',
  'alter',
  'index',
  'debug',
  'flashback',
  'on commit refresh',
  'query rewrite',
];
const ROUTINE = ['execute', 'debug'];
/** Oracle's right to SELECT without locking rows. */
const READ = 'read';

type Row = [
  object: string,
  grantee: string,
  right: string,
  grantable: string,
  column: string | null,
];

const listed = (names: number) =>
  Array.from({ length: names }, (_, index) => `:n${index + 1}`).join(', ');
const rows = (view: string, column: string, names: number) =>
  `SELECT p.table_name, p.grantee, p.privilege, p.grantable, ${column} FROM sys.dba_${view} p
    WHERE p.owner = :owner AND p.table_name IN (${listed(names)}) AND p.grantee <> p.owner`;

// Database Reference: "DBA_TAB_PRIVS", "DBA_COL_PRIVS".
export const grants: Text = (_scope, names) => rows('tab_privs', 'NULL', names);
export const columnGrants: Text = (_scope, names) => rows('col_privs', 'p.column_name', names);

/** A routine of a package has the grants of its package. */
const holderOf = (name: string): string => name.split('(')[0]!.split('.')[0]!;

/** Null if the account sees only its own grants. */
export async function readAccess(
  session: Session,
  type: StandardType,
  schema: string,
  names: readonly string[],
  askAbout: (holders: readonly string[]) => Ask,
): Promise<[name: string, access: Access][] | null> {
  if ((await findScope(session)) !== 'dba') return null;
  const isRoutine = type === 'functions' || type === 'procedures';
  const holders = [...new Set(isRoutine ? names.map(holderOf) : names)];
  if (holders.length === 0) return [];
  const ask = askAbout(holders);
  const found = [...(await ask<Row>(grants)), ...(isRoutine ? [] : await ask<Row>(columnGrants))];
  return names.map((name) => {
    const rights = isRoutine ? ROUTINE : RELATION;
    const access: Access = { owner: schema, rights, grants: [] };
    for (const [object, grantee, privilege, grantable, column] of found) {
      if (object !== (isRoutine ? holderOf(name) : name)) continue;
      const right = privilege.toLowerCase();
      addGrant(access, {
        grantee: grantee === 'PUBLIC' ? null : grantee,
        right: right === READ ? 'select' : right,
        column,
        grantable: grantable === 'YES',
      });
    }
    return [name, access];
  });
}
