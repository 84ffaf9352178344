import { DEFAULT_GATE, type GateSettings, gateSettings } from '../../../contract/gate.ts';
import type { Db } from '../../platform/db/store.ts';
import { notFound } from '../../platform/problem.ts';

/** The conditions of a project's gate. @throws ProblemError `not-found` */
export async function readGateSettings(db: Db, projectId: number): Promise<GateSettings> {
  const row = await db
    .selectFrom('project')
    .leftJoin('gate', 'gate.project_id', 'project.id')
    .select('gate.settings')
    .where('project.id', '=', projectId)
    .executeTakeFirst();
  if (!row) throw notFound('what.thisProject');
  return row.settings ? gateSettings.parse(JSON.parse(row.settings)) : DEFAULT_GATE;
}
