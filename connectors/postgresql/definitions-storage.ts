import { groupBy } from '../core/group.ts';
import type { Storage } from '../core/definitions.ts';
import type { Session } from './session.ts';

type Row = [
  relation: number,
  unlogged: boolean,
  partitioning: string | null,
  partitions: number,
  secured: boolean,
];
type PolicyRow = [relation: number, name: string, text: string];

const COMMANDS = `CASE p.polcmd WHEN 'r' THEN 'SELECT' WHEN 'a' THEN 'INSERT' WHEN 'w' THEN 'UPDATE' WHEN 'd' THEN 'DELETE' ELSE 'ALL' END`;

/** By the table's id; null where the server is none of PostgreSQL's own, and may lack what is asked. */
export async function readStorage(
  { member, query }: Session,
  relations: readonly number[],
): Promise<Map<number, Storage> | null> {
  if (member.name !== 'PostgreSQL') return null;
  const rows = await query<Row>(
    `SELECT c.oid, c.relpersistence = 'u', CASE WHEN c.relkind = 'p' THEN pg_get_partkeydef(c.oid) END,
       CASE WHEN c.relkind = 'p' THEN (SELECT count(*)::int FROM pg_inherits i WHERE i.inhparent = c.oid) ELSE 0 END,
       c.relrowsecurity
     FROM pg_class c WHERE c.oid = ANY($1::oid[])`,
    [relations],
  );
  const policies = groupBy(
    await query<PolicyRow>(
      `SELECT p.polrelid, p.polname,
         concat_ws(' ', CASE WHEN p.polpermissive THEN 'PERMISSIVE' ELSE 'RESTRICTIVE' END, 'FOR', ${COMMANDS},
           'USING (' || pg_get_expr(p.polqual, p.polrelid) || ')', 'WITH CHECK (' || pg_get_expr(p.polwithcheck, p.polrelid) || ')')
       FROM pg_policy p WHERE p.polrelid = ANY($1::oid[]) ORDER BY p.polname`,
      [relations],
    ),
    ([relation]) => relation,
  );
  return new Map(
    rows.map(([relation, unlogged, partitioning, partitions, isSecured]) => [
      relation,
      {
        unlogged,
        partitioning,
        partitions,
        // Policies of a table whose security is off do nothing.
        policies: isSecured
          ? (policies.get(relation) ?? []).map(([, name, text]) => ({ name, text }))
          : null,
      },
    ]),
  );
}
