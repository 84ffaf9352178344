import type { Verdict } from '../../../../contract/proof/pairs.ts';
import type { Db } from '../../../platform/db/store.ts';
import { readProofSettings } from '../../databases/settings-service.ts';
import { contradictionOf } from './verdict.ts';

/** Ids in one statement. */
const CHUNK = 1_000;

/** Verdicts that speak against calling objects of a project done, by object id; other objects are absent. */
export async function findContradictions(
  db: Db,
  projectId: number,
  objectIds: readonly number[],
): Promise<Map<number, Verdict>> {
  const found = new Map<number, Verdict>();
  if (objectIds.length === 0) return found;
  const { source, target } = await readProofSettings(db, projectId);
  const said = contradictionOf(projectId, source.calls && target.calls);
  for (let start = 0; start < objectIds.length; start += CHUNK) {
    const rows = await db
      .selectFrom('object')
      .select((select) => [
        'object.id',
        select
          .selectFrom('pair')
          .select(said.as('said'))
          .whereRef('pair.id', '=', 'object.pair_id')
          .as('said'),
      ])
      .where('object.project_id', '=', projectId)
      .where('object.id', 'in', objectIds.slice(start, start + CHUNK))
      .execute();
    for (const row of rows) if (row.said) found.set(row.id, row.said);
  }
  return found;
}
