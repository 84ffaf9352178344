import {
  type ObjectType,
  type ObjectTypeId,
  type TrackedType,
  isTracked,
  objectTypeOf,
} from '../../../contract/engines.ts';
import { message } from '../../../contract/messages/message.ts';
import type { FieldFault } from '../../../contract/problems.ts';
import { trackedOf } from '../../../contract/projects.ts';
import type { Db } from '../../platform/db/store.ts';
import { conflict, notFound } from '../../platform/problem.ts';

/** @throws ProblemError `not-found` if there is no such project */
export async function expectProject(db: Db, projectId: number): Promise<void> {
  const project = await db
    .selectFrom('project')
    .select('id')
    .where('id', '=', projectId)
    .executeTakeFirst();
  if (!project) throw notFound('what.thisProject');
}

/**
 * An archived project is read-only until it is restored. Calls with the project in their path are refused earlier.
 * @throws ProblemError `conflict` if one of them is archived
 */
export async function refuseArchivedProjects(db: Db, projectIds: readonly number[]): Promise<void> {
  const archived = await db
    .selectFrom('project')
    .select('id')
    .where('id', 'in', [0, ...new Set(projectIds)])
    .where('archived_at', 'is not', null)
    .limit(1)
    .executeTakeFirst();
  if (archived) throw conflict(message('project.archived'));
}

/** Increases a project's version when a row that belongs to it changes, so that edits begun earlier are stale. */
export async function raiseVersion(tx: Db, projectId: number): Promise<void> {
  await tx
    .updateTable('project')
    .set(({ eb }) => ({ version: eb('version', '+', 1) }))
    .where('id', '=', projectId)
    .execute();
}

/**
 * The optional types that projects track besides tables, views, functions and procedures; of existing projects, by
 * id.
 */
export async function readTracked(
  db: Db,
  projectIds: readonly number[],
): Promise<Map<number, TrackedType[]>> {
  const rows = await db
    .selectFrom('project')
    .select(['id', 'also_tracked'])
    .where('id', 'in', [0, ...projectIds])
    .execute();
  return new Map(rows.map((row) => [row.id, trackedOf(row.also_tracked)]));
}

export const isTrackedIn = (tracked: readonly TrackedType[] | undefined, id: ObjectTypeId) => {
  const type = objectTypeOf(id);
  return !isTracked(type) || tracked?.includes(type) === true;
};

/** The fault of a field that names a type the project does not track. */
export const notTracked = (field: string, type: ObjectType): FieldFault => ({
  field,
  message: message('field.notTracked', { things: message(`thing.${type}`) }),
});
