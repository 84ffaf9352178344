import { message } from '../../contract/messages/message.ts';
import { type Warning, examplesOf } from '../core/connector.ts';
import type { Policed, Storage } from '../core/definitions.ts';
import { ConnectorError } from '../core/errors.ts';
import { groupBy } from '../core/group.ts';
import { isUnreadable } from './errors.ts';
import { holdsDefinitionsOfAll, quote } from './permissions.ts';
import type { Session } from './session.ts';

export type PolicyRow = [
  table: number,
  policy: string,
  kind: string,
  operation: string | null,
  predicate: string,
];
export type FilteredRow = [table: number, schema: string, name: string];
export type UseRow = [user: number, used: number];

const ENABLED = `FROM sys.security_predicates p JOIN sys.security_policies y ON y.object_id = p.object_id
  WHERE y.is_enabled = 1`;
const FILTER = 0;

// Microsoft Learn: "sys.security_policies (Transact-SQL)", "sys.security_predicates (Transact-SQL)".
export const policies = (ids: readonly number[]) => `SELECT p.target_object_id,
    SCHEMA_NAME(y.schema_id) + N'.' + y.name, p.predicate_type_desc, p.operation_desc, p.predicate_definition
  ${ENABLED} AND p.target_object_id IN (${ids.map(Number).join(', ')})
  ORDER BY p.target_object_id, y.name, p.security_predicate_id`;
export const FILTERED = `SELECT o.object_id, SCHEMA_NAME(o.schema_id), o.name FROM sys.objects o
  WHERE o.object_id IN (SELECT p.target_object_id ${ENABLED} AND p.predicate_type = ${FILTER})`;
// Microsoft Learn: "sys.sql_expression_dependencies (Transact-SQL)", "sys.synonyms (Transact-SQL)".
export const USES = `SELECT d.referencing_id, d.referenced_id FROM sys.sql_expression_dependencies d
    WHERE d.referencing_class = 1 AND d.referenced_class = 1 AND d.referenced_id IS NOT NULL
  UNION SELECT s.object_id, OBJECT_ID(s.base_object_name) FROM sys.synonyms s
    WHERE PARSENAME(s.base_object_name, 4) IS NULL AND OBJECT_ID(s.base_object_name) IS NOT NULL
      AND ISNULL(PARSENAME(s.base_object_name, 3), DB_NAME()) = DB_NAME()`;

/** None on a server before 2016, which has no policies; null where they are closed to the account. */
async function readRows<Row extends unknown[]>(
  session: Session,
  sql: string,
): Promise<Row[] | null> {
  try {
    return await session.query<Row>(sql);
  } catch (error) {
    if (!isUnreadable(error, session.server.isMicrosoft)) throw error;
    return error instanceof ConnectorError && error.code === 'permission' ? null : [];
  }
}

type OfTable = Policed & Pick<Storage, 'policies'>;

/** Policies apply to every account, owners and administrators included, unless their predicates say otherwise. */
export async function readPolicies(
  session: Session,
  ids: readonly number[],
): Promise<(table: number) => OfTable> {
  const rows = await readRows<PolicyRow>(session, policies(ids));
  const tables = groupBy(rows ?? [], ([table]) => table);
  // To an account that does not see them, there are no policies.
  const isKnown = rows !== null && (await holdsDefinitionsOfAll(session));
  return (table) => {
    const own = tables.get(table);
    if (!own) return isKnown ? { policies: null } : {};
    return {
      ...(own.some(([, , kind]) => kind === 'FILTER') && { policed: true }),
      policies: own.map(([, name, kind, operation, predicate]) => ({
        name,
        text: [kind, operation, predicate].filter(Boolean).join(' '),
      })),
    };
  };
}

/** The objects that show rows of tables whose policies filter them, through other objects, too. */
export async function readPoliced(session: Session): Promise<ReadonlySet<number>> {
  const filtered = (await readRows<FilteredRow>(session, FILTERED)) ?? [];
  const found = new Set(filtered.map(([table]) => table));
  if (found.size === 0) return found;
  const users = groupBy(await session.query<UseRow>(USES), ([, used]) => used);
  // A set's members that are added while it is walked are walked, too.
  for (const used of found) for (const [user] of users.get(used) ?? []) found.add(user);
  return found;
}

/** Tables of which policies may hide rows from the account. */
export async function listUnreadable(
  session: Session,
  schemas?: readonly string[],
): Promise<Warning[]> {
  if (!session.server.isMicrosoft) return [];
  const rows = await readRows<FilteredRow>(session, FILTERED);
  const user = quote(session.place.username);
  const names = (rows ?? [])
    .filter(([, schema]) => schemas?.includes(schema) ?? true)
    .map(([, schema, name]) => `${schema}.${name}`)
    .sort();
  const told = { user, count: names.length, examples: examplesOf(names) };
  return [
    ...(names.length > 0 ? [message('account.policedRows', told)] : []),
    ...(rows === null || !(await holdsDefinitionsOfAll(session))
      ? [message('account.hiddenPolicies', { user, grant: `VIEW DEFINITION TO ${user}` })]
      : []),
  ];
}
