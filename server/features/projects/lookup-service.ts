import type { Db } from '../../platform/db/store.ts';
import { notFound } from '../../platform/problem.ts';

/** @throws ProblemError `not-found` where there is no such project */
export async function expectProject(db: Db, projectId: number): Promise<void> {
  const project = await db
    .selectFrom('project')
    .select('id')
    .where('id', '=', projectId)
    .executeTakeFirst();
  if (!project) throw notFound('what.thisProject');
}

/** What belongs to a project's row has changed: an edit that was begun before does not know it. */
export async function raiseVersion(tx: Db, projectId: number): Promise<void> {
  await tx
    .updateTable('project')
    .set(({ eb }) => ({ version: eb('version', '+', 1) }))
    .where('id', '=', projectId)
    .execute();
}
