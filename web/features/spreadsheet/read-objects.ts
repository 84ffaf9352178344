import { SIDES } from '../../../contract/fields.ts';
import { listSourceObjects, listTargetObjects } from '../../../contract/objects.ts';
import { call } from '../../lib/api.ts';
import type { Field } from './mapping.ts';

export type ListedRow = Record<Field, string | null>;

const AT_ONCE = 5_000;

/** All objects of a project, both sides, in slices. */
export async function* readObjects(
  projectId: number,
  signal: AbortSignal,
): AsyncGenerator<ListedRow[]> {
  for (const side of SIDES) {
    const endpoint = side === 'source' ? listSourceObjects : listTargetObjects;
    let after = 0;
    for (;;) {
      const query = { limit: AT_ONCE, sort: 'id', after };
      const objects = await call(endpoint, { params: { id: projectId }, query, signal });
      yield objects.map((row) => ({
        ...row,
        side,
        developer: row.developer_name,
        tester: row.tester_name,
      }));
      if (objects.length < AT_ONCE) break;
      const last = objects.at(-1);
      after = last?.source_objectid ?? last?.target_objectid ?? 0;
    }
  }
}
