import type { Db } from '../../platform/db/store.ts';

/** Whether a rehearsal of a project's cutover has gone through since then. */
export async function hasRehearsal(db: Db, projectId: number, since: string): Promise<boolean> {
  const found = await db
    .selectFrom('cutover_run')
    .select('id')
    .where('project_id', '=', projectId)
    .where('kind', '=', 'rehearsal')
    .where('state', '=', 'finished')
    .where('ended_at', '>=', since)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}
