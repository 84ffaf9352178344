import type { Client } from '../../../contract/clients.ts';
import { timestampNow } from '../../platform/clock.ts';
import type { Db, Store } from '../../platform/db/store.ts';

/** Clients of projects that are not archived. */
const clients = (db: Db) =>
  db
    .selectFrom('project_client')
    .innerJoin('project', 'project.id', 'project_client.project_id')
    .where('project.archived_at', 'is', null);

export const listClients = (db: Db): Promise<Client[]> =>
  clients(db)
    .innerJoin('app_user', 'app_user.id', 'project_client.user_id')
    .select([
      'project.id as Project_Id',
      'project.name as Project_Name',
      'app_user.id as user_id',
      'app_user.username',
      'project_client.created_at as since',
    ])
    .orderBy('project.name')
    .orderBy('project.id')
    .orderBy('app_user.username_key')
    .execute();

/** Ordered by name. */
export async function listProjectsOf(db: Db, userId: number): Promise<number[]> {
  const rows = await clients(db)
    .select('project.id')
    .where('project_client.user_id', '=', userId)
    .orderBy('project.name')
    .orderBy('project.id')
    .execute();
  return rows.map(({ id }) => id);
}

/** @param userId - any client if undefined */
export async function isThere(db: Db, projectId: number, userId?: number): Promise<boolean> {
  let query = clients(db).select('project.id').where('project.id', '=', projectId).limit(1);
  if (userId !== undefined) query = query.where('project_client.user_id', '=', userId);
  return (await query.executeTakeFirst()) !== undefined;
}

/** A client's name, also for an archived project. */
export async function findClientName(
  tx: Db,
  projectId: number,
  userId: number,
): Promise<string | undefined> {
  const found = await tx
    .selectFrom('project_client')
    .innerJoin('app_user', 'app_user.id', 'project_client.user_id')
    .select('app_user.username')
    .where('project_id', '=', projectId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return found?.username;
}

/** Locks the project until the transaction ends: other transactions that assign roles on it wait. */
export const holdProject = (tx: Db, kind: Store['kind'], projectId: number) =>
  tx
    .selectFrom('project')
    .select(['name', 'archived_at'])
    .where('id', '=', projectId)
    // SQLite has one writer at a time.
    .$if(kind === 'postgresql', (query) => query.forNoKeyUpdate())
    .executeTakeFirst();

/** @returns false if the user already is a client */
export async function insertClient(tx: Db, projectId: number, userId: number): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('project_client')
    .values({ project_id: projectId, user_id: userId, created_at: timestampNow() })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/** @returns false if the user is not a client */
export async function deleteClient(tx: Db, projectId: number, userId: number): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('project_client')
    .where('project_id', '=', projectId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
