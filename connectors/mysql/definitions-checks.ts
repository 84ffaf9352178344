import type { Check } from '../core/definitions.ts';
import type { Selection } from './selection.ts';

const CHECKS = {
  'by table': `SELECT c.table_name, c.constraint_name, c.check_clause FROM information_schema.check_constraints c
    WHERE c.constraint_schema = ? AND c.table_name IN (?)`,
  'by name': `SELECT t.table_name, t.constraint_name, c.check_clause FROM information_schema.table_constraints t
    JOIN information_schema.check_constraints c
      ON c.constraint_schema = t.constraint_schema AND c.constraint_name = t.constraint_name
    WHERE t.constraint_type = 'CHECK' AND t.table_schema = ? AND t.table_name IN (?)`,
};

/** MariaDB's JSON type is an alias of a text type with this check. */
const JSON_CHECK = /^json_valid\(`((?:[^`]|``)+)`\)$/iu;

export const columnKey = (table: string, column: string): string => JSON.stringify([table, column]);

/**
 * Checks by table, in the order of their names; and the keys (see columnKey) of columns that a check declares to hold
 * JSON.
 */
export async function readChecks({
  session,
  facts,
  schema,
  names,
}: Selection): Promise<{ checks: Map<string, Check[]>; json: Set<string> }> {
  const checks = new Map<string, Check[]>();
  const json = new Set<string>();
  if (!facts.checks) return { checks, json };
  const rows = await session.query<[string, string, string]>(CHECKS[facts.checks], [schema, names]);
  rows.sort((a, b) => (a[1] < b[1] ? -1 : 1));
  for (const [table, name, clause] of rows) {
    const column = facts.defaultsAsSql ? JSON_CHECK.exec(clause)?.[1] : undefined;
    if (column !== undefined) {
      json.add(columnKey(table, column.replaceAll('``', '`')));
      continue;
    }
    const check = { name, expression: facts.defaultsAsSql ? clause : unescape(clause) };
    checks.set(table, [...(checks.get(table) ?? []), check]);
  }
  return { checks, json };
}

/** MySQL shows expressions escaped as if inside a string literal: `_utf8mb4\'a\'`. */
export const unescape = (expression: string): string => expression.replace(/\\(.)/gsu, '$1');
