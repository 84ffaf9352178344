import type { Updateable } from 'kysely';
import type { Db } from '../../../platform/db/store.ts';
import type { ProjectProofTable } from '../../../platform/db/proof-tables.ts';

/** Saves some of a project's proof settings, and leaves the others. */
export async function saveProjectProof(
  tx: Db,
  projectId: number,
  set: Updateable<Omit<ProjectProofTable, 'project_id'>>,
): Promise<void> {
  await tx
    .insertInto('project_proof')
    .values({ project_id: projectId, ...set })
    .onConflict((conflict) => conflict.column('project_id').doUpdateSet(set))
    .execute();
}
