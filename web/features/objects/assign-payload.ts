import type { Side } from '../../../contract/fields.ts';
import type { ObjectRow } from '../../../contract/objects.ts';
import type { Role } from '../../../contract/projects.ts';
import { objectId } from './object-queries.ts';

/** A selected row with the chosen user's id under the dropdown's name, and role set to it. */
export function assignPayload(
  rows: readonly ObjectRow[],
  side: Side,
  role: Role,
  userId: number | null,
) {
  const idName = `${side}_objectid`;
  return rows.map((row) => ({ [idName]: objectId(row), [role]: userId, role: userId }));
}

/** The rows as the server has them after an assignment. */
export function withAssignment(
  rows: readonly ObjectRow[],
  chosen: ReadonlySet<string>,
  role: Role,
  user: { user_id: number; username: string } | null,
): ObjectRow[] {
  const part =
    role === 'developer'
      ? { developer: user?.user_id ?? null, developer_name: user?.username ?? null }
      : { tester: user?.user_id ?? null, tester_name: user?.username ?? null };
  return rows.map((row) => (chosen.has(String(objectId(row))) ? { ...row, ...part } : row));
}
