import {
  DEFAULT_PROOF_SETTINGS,
  type ProofSettings,
  proofSettings,
} from '../../../contract/proof/rows.ts';
import type { Db } from '../../platform/db/store.ts';
import { notFound } from '../../platform/problem.ts';

/** Settings for what may be done on a project's databases. @throws ProblemError `not-found` */
export async function readProofSettings(db: Db, projectId: number): Promise<ProofSettings> {
  const row = await db
    .selectFrom('project')
    .leftJoin('project_proof', 'project_proof.project_id', 'project.id')
    .select('project_proof.settings')
    .where('project.id', '=', projectId)
    .executeTakeFirst();
  if (!row) throw notFound('what.thisProject');
  return row.settings ? proofSettings.parse(JSON.parse(row.settings)) : DEFAULT_PROOF_SETTINGS;
}
