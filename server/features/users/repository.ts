import type { Insertable, Selectable, Updateable } from 'kysely';
import type { Db } from '../../platform/db/store.ts';
import type { UserTable } from '../../platform/db/people-tables.ts';

export type User = Selectable<UserTable>;

/** Names are unique regardless of case and Unicode form. */
export const usernameKey = (username: string): string => username.normalize('NFKC').toLowerCase();

export const listUsers = (db: Db): Promise<User[]> =>
  db.selectFrom('app_user').selectAll().orderBy('id').execute();

/** Roles on projects that are not archived, ordered by the projects' names. */
export const listRoles = (db: Db) =>
  db
    .selectFrom('project_member')
    .innerJoin('project', 'project.id', 'project_member.project_id')
    .select(['project_member.user_id', 'project_member.role', 'project.name'])
    .where('project.archived_at', 'is', null)
    .orderBy('project.name')
    .execute();

/** Clients of projects that are not archived, ordered by the projects' names. */
export const listClientRoles = (db: Db) =>
  db
    .selectFrom('project_client')
    .innerJoin('project', 'project.id', 'project_client.project_id')
    .select(['project_client.user_id', 'project.name'])
    .where('project.archived_at', 'is', null)
    .orderBy('project.name')
    .execute();

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

/** Number of accounts that were created inactive, and that nobody has activated since. */
export async function countUnactivated(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('app_user')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('is_active', '=', 0)
    .where('last_login_at', 'is', null)
    // Who was deactivated is no longer waiting.
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('history')
            .select('history.id')
            .where('history.entity', '=', 'user')
            .whereRef('history.entity_id', '=', 'app_user.id')
            .where('history.action', '=', 'updated')
            .where('history.changes', 'like', '%"is_active"%'),
        ),
      ),
    )
    .executeTakeFirstOrThrow();
  return count;
}

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
