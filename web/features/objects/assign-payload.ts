import type { Side } from '../../../contract/fields.ts';
import type { Role } from '../../../contract/projects.ts';

/** A selected row with the chosen user's id under the dropdown's name, and role set to it. */
export function assignPayload(
  ids: readonly string[],
  side: Side,
  role: Role,
  userId: number | null,
) {
  const idName = `${side}_objectid`;
  return ids.map((id) => ({ [idName]: Number(id), [role]: userId, role: userId }));
}
