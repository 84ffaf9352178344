import type { StandardType } from '../../contract/engines.ts';
import { type Access, addGrant } from '../core/catalogue/grants.ts';
import { groupBy } from '../core/group.ts';
import type { ObjectRow } from './definitions-sql.ts';
import type { Session } from './session.ts';

const RELATION = [
  'select',
  'insert',
  'update',
  'delete',
  'references',
  'alter',
  'control',
  'take ownership',
  'view definition',
  'view change tracking',
];
const ROUTINE = ['execute', 'references', 'alter', 'control', 'take ownership', 'view definition'];

const listed = (ids: readonly number[]) => ids.map(Number).join(', ');

export type OwnerRow = [object: number, owner: string];
// Microsoft Learn: "sys.objects (Transact-SQL)": an object without an owner of its own has the
// owner of its schema.
export const owners = (
  ids: readonly number[],
) => `SELECT o.object_id, USER_NAME(COALESCE(o.principal_id, s.principal_id))
  FROM sys.objects o JOIN sys.schemas s ON s.schema_id = o.schema_id WHERE o.object_id IN (${listed(ids)})`;

export type GrantRow = [
  object: number,
  grantee: string,
  right: string,
  /** `G`rant, with grant option (`W`) or `D`eny. */
  state: string,
  column: string | null,
  ofSchema: boolean,
];
// Microsoft Learn: "sys.database_permissions (Transact-SQL)".
export const grants = (ids: readonly number[]) => `SELECT o.object_id, u.name, p.permission_name,
    p.state, COL_NAME(o.object_id, CASE p.class WHEN 1 THEN p.minor_id END), CONVERT(bit, CASE p.class WHEN 3 THEN 1 ELSE 0 END)
  FROM sys.database_permissions p
  JOIN sys.objects o ON p.class = 1 AND p.major_id = o.object_id OR p.class = 3 AND p.major_id = o.schema_id
  JOIN sys.database_principals u ON u.principal_id = p.grantee_principal_id
  WHERE o.object_id IN (${listed(ids)})`;

/** A DENY overrides every grant. */
export async function readAccess(
  session: Session,
  type: StandardType,
  objects: readonly ObjectRow[],
): Promise<[name: string, access: Access][]> {
  if (objects.length === 0) return [];
  const ids = objects.map(([id]) => id);
  const isRoutine = type === 'functions' || type === 'procedures';
  const ownerOf = new Map(await session.query<OwnerRow>(owners(ids)));
  const byObject = groupBy(await session.query<GrantRow>(grants(ids)), ([id]) => id);
  return objects.map(([id, , name]) => {
    const rights = isRoutine ? ROUTINE : RELATION;
    const owner = ownerOf.get(id) ?? null;
    const access: Access = { owner, rights, grants: [] };
    const rows = (byObject.get(id) ?? []).filter(([, grantee]) => grantee !== owner);
    const isDenied = (row: GrantRow) =>
      rows.some(
        (one) =>
          one[3].trim() === 'D' &&
          one[1] === row[1] &&
          one[2] === row[2] &&
          (one[4] === null || one[4] === row[4]),
      );
    for (const row of rows) {
      const [, grantee, permission, state, column, ofSchema] = row;
      if (isDenied(row)) continue;
      // A function that returns rows needs SELECT, not EXECUTE.
      const right = permission.toLowerCase();
      addGrant(access, {
        grantee: grantee === 'public' ? null : grantee,
        right: isRoutine && right === 'select' ? 'execute' : right,
        column,
        grantable: state.trim() === 'W',
        ...(ofSchema && { ofSchema }),
      });
    }
    return [name, access];
  });
}
