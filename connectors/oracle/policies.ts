import { message } from '../../contract/messages/message.ts';
import { type Warning, examplesOf } from '../core/connector.ts';
import type { Policed, Storage } from '../core/definitions.ts';
import { ConnectorError } from '../core/errors.ts';
import { groupBy } from '../core/group.ts';
import { findScope, readUser } from './catalogue.ts';
import type { Session } from './session.ts';
import type { Scope } from './sql.ts';

export type PolicyRow = [name: string, policy: string, select: string, text: string];
export type PolicedRow = [owner: string, name: string];

// Database Reference: "ALL_POLICIES", "ALL_DEPENDENCIES", "SESSION_PRIVS".
const FILTERS = (scope: Scope) =>
  `sys.${scope}_policies p WHERE p.enable = 'YES' AND p.sel = 'YES' AND p.object_owner IN (
    SELECT u.username FROM sys.all_users u WHERE u.oracle_maintained = 'N')`;
export const policies = (scope: Scope): string => `SELECT p.object_name, p.policy_name, p.sel,
    RTRIM(DECODE(p.sel, 'YES', 'SELECT ') || DECODE(p.ins, 'YES', 'INSERT ') || DECODE(p.upd, 'YES', 'UPDATE ')
      || DECODE(p.del, 'YES', 'DELETE ')) || ' BY ' || p.pf_owner || '.' || DECODE(p.package, NULL, NULL, p.package || '.') || p.function
   FROM sys.${scope}_policies p WHERE p.object_owner = :owner AND p.enable = 'YES' ORDER BY p.object_name, p.policy_name`;
export const filtered = (scope: Scope): string =>
  `SELECT DISTINCT p.object_owner, p.object_name FROM ${FILTERS(scope)}`;
/**
 * A materialised view keeps what its owner saw. Ways through packages are not followed: where these refer to each other, there
 * are too many.
 */
export const filteredViews = (scope: Scope): string =>
  `SELECT DISTINCT d.owner, d.name FROM sys.${scope}_dependencies d WHERE d.type = 'VIEW'
    START WITH d.type IN (${FOLLOWED})
      AND (d.referenced_owner, d.referenced_name) IN (SELECT p.object_owner, p.object_name FROM ${FILTERS(scope)})
    CONNECT BY NOCYCLE PRIOR d.owner = d.referenced_owner AND PRIOR d.name = d.referenced_name AND d.type IN (${FOLLOWED})`;
const FOLLOWED = "'VIEW', 'SYNONYM', 'FUNCTION'";
/** SYS is never subject to policies. */
export const EXEMPT = `SELECT 1 FROM sys.dual WHERE SYS_CONTEXT('USERENV', 'SESSION_USER') = 'SYS'
  OR EXISTS (SELECT 1 FROM sys.session_privs s WHERE s.privilege = 'EXEMPT ACCESS POLICY')`;

/** Null where the view is closed to the account. */
async function readRows<Row extends unknown[]>(
  session: Session,
  sql: string,
  binds?: Record<string, string>,
): Promise<Row[] | null> {
  try {
    return await session.query<Row>(sql, binds);
  } catch (error) {
    if (error instanceof ConnectorError && error.code === 'permission') return null;
    throw error;
  }
}

const isExempt = async (session: Session): Promise<boolean> =>
  (await session.query(EXEMPT)).length > 0;

type OfTable = Policed & Pick<Storage, 'policies'>;

export async function readPolicies(
  session: Session,
  scope: Scope,
  owner: string,
): Promise<(table: string) => OfTable> {
  const rows = await readRows<PolicyRow>(session, policies(scope), { owner });
  if (rows === null) return () => ({});
  const tables = groupBy(rows, ([table]) => table);
  const hides = rows.some(([, , select]) => select === 'YES') && !(await isExempt(session));
  return (table) => {
    const own = tables.get(table);
    return {
      ...(hides && own?.some(([, , select]) => select === 'YES') && { policed: true }),
      policies: own?.map(([, name, , text]) => ({ name, text })) ?? null,
    };
  };
}

/** By schema, the views that policies filter, or that show rows of something filtered. */
export async function readPolicedViews(
  session: Session,
  scope: Scope,
): Promise<Map<string, ReadonlySet<string>>> {
  const sources = (await readRows<PolicedRow>(session, filtered(scope))) ?? [];
  if (sources.length === 0 || (await isExempt(session))) return new Map();
  const views = await session.query<PolicedRow>(filteredViews(scope));
  const owned = groupBy([...sources, ...views], ([owner]) => owner);
  return new Map([...owned].map(([owner, rows]) => [owner, new Set(rows.map(([, name]) => name))]));
}

/** Tables and views of which policies may hide rows from the account. */
export async function listUnreadable(
  session: Session,
  schemas?: readonly string[],
): Promise<Warning[]> {
  const rows = await readRows<PolicedRow>(session, filtered(await findScope(session)));
  const user = `"${await readUser(session)}"`;
  if (rows === null)
    return [message('account.hiddenPolicies', { user, grant: `SELECT_CATALOG_ROLE TO ${user}` })];
  const names = rows
    .filter(([owner]) => schemas?.includes(owner) ?? true)
    .map((row) => row.join('.'))
    .sort();
  if (names.length === 0 || (await isExempt(session))) return [];
  const examples = examplesOf(names);
  return [message('account.policedRows', { user, count: names.length, examples })];
}
