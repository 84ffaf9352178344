import type { Db } from '../../platform/db/store.ts';

/** Whether a rehearsal of a project's cutover, of which a step at least was done, has gone through since then. */
export async function hasRehearsal(db: Db, projectId: number, since: string): Promise<boolean> {
  const found = await db
    .selectFrom('cutover_run')
    .select('id')
    .where('project_id', '=', projectId)
    .where('kind', '=', 'rehearsal')
    .where('state', '=', 'finished')
    .where('ended_at', '>=', since)
    .where('id', 'in', (select) =>
      select.selectFrom('cutover_step').select('run_id').where('cutover_step.state', '=', 'done'),
    )
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}
