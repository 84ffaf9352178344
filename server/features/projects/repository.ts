import type { Insertable, Selectable, Updateable } from 'kysely';
import type { Side } from '../../../contract/fields.ts';
import type { Db } from '../../platform/db/store.ts';
import type { ProjectConnectionTable, ProjectTable } from '../../platform/db/tables.ts';

export type Project = Selectable<ProjectTable>;
export type StoredConnection = Selectable<ProjectConnectionTable>;

/** A project with the connections of both sides. */
export interface ProjectRecord {
  project: Project;
  connections: Record<Side, StoredConnection>;
}

function join(projects: Project[], connections: StoredConnection[]): ProjectRecord[] {
  const key = (projectId: number, side: Side) => `${projectId} ${side}`;
  const bySide = new Map(connections.map((row) => [key(row.project_id, row.side), row]));
  return projects.map((project) => ({
    project,
    connections: {
      source: bySide.get(key(project.id, 'source'))!,
      target: bySide.get(key(project.id, 'target'))!,
    },
  }));
}

export async function listProjects(db: Db, archived: boolean): Promise<ProjectRecord[]> {
  const projects = await db
    .selectFrom('project')
    .selectAll()
    .where('archived_at', archived ? 'is not' : 'is', null)
    .orderBy('id')
    .execute();
  return join(projects, await db.selectFrom('project_connection').selectAll().execute());
}

export async function findProject(db: Db, id: number): Promise<ProjectRecord | undefined> {
  const project = await db
    .selectFrom('project')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst();
  if (!project) return undefined;
  const connections = await db
    .selectFrom('project_connection')
    .selectAll()
    .where('project_id', '=', id)
    .execute();
  return join([project], connections)[0];
}

export const insertProject = (db: Db, project: Insertable<ProjectTable>): Promise<Project> =>
  db.insertInto('project').values(project).returningAll().executeTakeFirstOrThrow();

export async function insertConnection(db: Db, connection: StoredConnection): Promise<void> {
  await db.insertInto('project_connection').values(connection).execute();
}

/** Saves changes if the row still has the version that was read. @returns whether it had */
export async function saveProject(
  db: Db,
  read: Project,
  changes: Updateable<ProjectTable>,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('project')
    .set({ ...changes, version: read.version + 1 })
    .where('id', '=', read.id)
    .where('version', '=', read.version)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Archives a project at a moment, or with null brings it back. @returns false if it already is so */
export async function saveArchived(db: Db, id: number, at: string | null): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('project')
    .set(({ eb }) => ({ archived_at: at, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .where('archived_at', at === null ? 'is not' : 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function saveConnection(
  db: Db,
  { project_id, side, ...changes }: StoredConnection,
): Promise<void> {
  await db
    .updateTable('project_connection')
    .set(changes)
    .where('project_id', '=', project_id)
    .where('side', '=', side)
    .execute();
}

/** Facts found at a connection, as opposed to those entered by people. */
export type Found = Pick<StoredConnection, 'rights' | 'server_version' | 'read_at'>;

export const NOTHING_FOUND: Found = { rights: null, server_version: null, read_at: null };

export async function saveFound(
  db: Db,
  projectId: number,
  side: Side,
  found: Partial<Found>,
): Promise<void> {
  await db
    .updateTable('project_connection')
    .set(found)
    .where('project_id', '=', projectId)
    .where('side', '=', side)
    .execute();
}

export async function deleteProject(db: Db, id: number): Promise<void> {
  await db.deleteFrom('project').where('id', '=', id).execute();
}
