import type { Insertable, Selectable, Updateable } from 'kysely';
import type { UserName } from '../../../contract/users.ts';
import type { Db } from '../../platform/db/store.ts';
import type { UserTable } from '../../platform/db/people-tables.ts';

export type User = Selectable<UserTable>;

/** Names are unique regardless of case and Unicode form. */
export const usernameKey = (username: string): string => username.normalize('NFKC').toLowerCase();

export const listUsers = (db: Db): Promise<User[]> =>
  db.selectFrom('app_user').selectAll().orderBy('id').execute();

/** Roles on projects that are not archived, ordered by the projects' names. */
const listRoles = (db: Db) =>
  db
    .selectFrom('project_member')
    .innerJoin('project', 'project.id', 'project_member.project_id')
    .select(['project_member.user_id', 'project_member.role', 'project.name'])
    .where('project.archived_at', 'is', null)
    .orderBy('project.name')
    .execute();

/** Clients of projects that are not archived, ordered by the projects' names. */
const listClientRoles = (db: Db) =>
  db
    .selectFrom('project_client')
    .innerJoin('project', 'project.id', 'project_client.project_id')
    .select(['project_client.user_id', 'project.name'])
    .where('project.archived_at', 'is', null)
    .orderBy('project.name')
    .execute();

/** Names of the projects of each user, by role. */
export async function listProjectsOf(db: Db) {
  const [roles, clients] = await Promise.all([listRoles(db), listClientRoles(db)]);
  const projects = {
    developer: new Map<number, string[]>(),
    tester: new Map<number, string[]>(),
    client: new Map<number, string[]>(),
  };
  const asClients = clients.map((one) => ({ ...one, role: 'client' as const }));
  for (const { user_id, role, name } of [...roles, ...asClients]) {
    const known = projects[role].get(user_id);
    if (known) known.push(name);
    else projects[role].set(user_id, [name]);
  }
  return projects;
}

export const findUser = (db: Db, id: number): Promise<User | undefined> =>
  db.selectFrom('app_user').selectAll().where('id', '=', id).executeTakeFirst();

export const findUserByName = (db: Db, username: string): Promise<User | undefined> =>
  db
    .selectFrom('app_user')
    .selectAll()
    .where('username_key', '=', usernameKey(username))
    .executeTakeFirst();

/** Whether somebody else's name looks like this one. */
export async function isLookalikeTaken(
  db: Db,
  look: string,
  exceptId: number | null,
): Promise<boolean> {
  let query = db.selectFrom('app_user').select('id').where('username_look', '=', look).limit(1);
  if (exceptId !== null) query = query.where('id', '!=', exceptId);
  return (await query.executeTakeFirst()) !== undefined;
}

export const insertUser = (db: Db, user: Insertable<UserTable>): Promise<User> =>
  db.insertInto('app_user').values(user).returningAll().executeTakeFirstOrThrow();

export const updateUser = (db: Db, id: number, changes: Updateable<UserTable>): Promise<User> =>
  db
    .updateTable('app_user')
    .set(changes)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();

/**
 * Changes a user whose password was checked. It locks the row, so that a change of the password comes either before and
 * is noticed, or after and ends the session that is started in this transaction.
 * @returns undefined if the password has been changed since
 */
export const updateChecked = (
  tx: Db,
  { id, password_hash: checked }: User,
  changes: Updateable<UserTable>,
): Promise<User | undefined> =>
  tx
    .updateTable('app_user')
    .set(changes)
    .where('id', '=', id)
    .where('password_hash', '=', checked)
    .returningAll()
    .executeTakeFirst();

/** Number of registrations on which nobody has decided yet. */
export async function countWaiting(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('app_user')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('registration', '=', 'waiting')
    .executeTakeFirstOrThrow();
  return count;
}

/** The oldest of them. */
export const listWaiting = (db: Db, limit: number): Promise<UserName[]> =>
  db
    .selectFrom('app_user')
    .select(['id as user_id', 'username'])
    .where('registration', '=', 'waiting')
    .orderBy('id')
    .limit(limit)
    .execute();

export async function deleteUsers(db: Db, ids: number[]): Promise<void> {
  await db.deleteFrom('app_user').where('id', 'in', ids).execute();
}

export async function countOtherAdministrators(db: Db, exceptId: number): Promise<number> {
  const { count } = await db
    .selectFrom('app_user')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('is_admin', '=', 1)
    .where('is_active', '=', 1)
    .where('id', '!=', exceptId)
    .executeTakeFirstOrThrow();
  return count;
}
