import type { Side } from '../../../contract/fields.ts';
import { listSourceObjects, listTargetObjects } from '../../../contract/objects.ts';
import { ROLES, type ProjectRow, type Role } from '../../../contract/projects.ts';
import { request } from '../../lib/api.ts';
import type { FieldValues } from '../../ui/edit-modal/index.ts';

export interface Removed {
  person: string;
  role: Role;
  /** Objects that become unassigned. */
  count: number;
}

async function countAssigned(projectId: number, side: Side, role: Role, userId: number) {
  const endpoint = side === 'source' ? listSourceObjects : listTargetObjects;
  const query = { limit: 1, [`filter[${role}]`]: userId };
  const { headers } = await request(endpoint, { params: { id: projectId }, query });
  return Number(headers.get('x-total-count') ?? 0);
}

/** Who is taken off the project by an edit and has objects of it: those would lose their owner. */
export async function removedWithWork(row: ProjectRow, values: FieldValues): Promise<Removed[]> {
  const removed = ROLES.flatMap((role) =>
    row[role].flatMap((userId, index) =>
      values[role]?.includes(String(userId))
        ? []
        : [{ role, userId, person: row[`${role}_names`][index] ?? String(userId) }],
    ),
  );
  const counted = await Promise.all(
    removed.map(async ({ role, userId, person }) => {
      // Target objects have no developer.
      const sides: Side[] = role === 'developer' ? ['source'] : ['source', 'target'];
      const counts = await Promise.all(
        sides.map((side) => countAssigned(row.Project_Id, side, role, userId)),
      );
      return { role, person, count: counts.reduce((sum, count) => sum + count, 0) };
    }),
  );
  return counted.filter(({ count }) => count > 0);
}
