import type { Role } from '../../../contract/projects.ts';
import type { UserName } from '../../../contract/users.ts';
import { timestampNow } from '../../platform/clock.ts';
import type { UserService } from '../users/service.ts';
import type { Actor } from '../../platform/http/route.ts';
import type { Db, Store } from '../../platform/db/store.ts';

export interface Member {
  projectId: number;
  userId: number;
  username: string;
  role: Role;
}

/** Roles of people on projects. */
export interface MemberService {
  /** Whether somebody has a role on a project that is not archived. */
  isMember(userId: number, projectId: number): Promise<boolean>;
  isArchived(projectId: number): Promise<boolean>;
  /**
   * Ids of projects visible to somebody: to an administrator all, to others those with a role; without archived ones.
   */
  listVisibleProjects(actor: Actor): Promise<number[]>;
  /** Members of the given projects, or of all; by project, role and name. */
  list(db: Db, projectIds?: number[]): Promise<Member[]>;
  /** Active users with a role on a project, by name. */
  listActive(projectId: number, role: Role): Promise<UserName[]>;
  /** @returns false when the user has the role already */
  add(db: Db, projectId: number, userId: number, role: Role): Promise<boolean>;
  /** @returns false when the user does not have the role */
  remove(db: Db, projectId: number, userId: number, role: Role): Promise<boolean>;
}

export function createMemberService(store: Store): MemberService {
  const members = (db: Db) =>
    db
      .selectFrom('project_member')
      .innerJoin('app_user', 'app_user.id', 'project_member.user_id')
      .select([
        'project_member.project_id as projectId',
        'project_member.user_id as userId',
        'project_member.role',
        'app_user.username',
      ])
      .orderBy('project_member.project_id')
      .orderBy('app_user.username_key');

  return {
    async isMember(userId, projectId) {
      const row = await store.db
        .selectFrom('project_member')
        .innerJoin('project', 'project.id', 'project_member.project_id')
        .select('role')
        .where('user_id', '=', userId)
        .where('project_id', '=', projectId)
        .where('project.archived_at', 'is', null)
        .limit(1)
        .executeTakeFirst();
      return row !== undefined;
    },

    async isArchived(projectId) {
      const row = await store.db
        .selectFrom('project')
        .select('archived_at')
        .where('id', '=', projectId)
        .executeTakeFirst();
      return row !== undefined && row.archived_at !== null;
    },

    async listVisibleProjects(actor) {
      let query = store.db.selectFrom('project').select('id').where('archived_at', 'is', null);
      if (!actor.isAdmin) {
        query = query.where('id', 'in', (select) =>
          select
            .selectFrom('project_member')
            .select('project_member.project_id')
            .where('project_member.user_id', '=', actor.userId),
        );
      }
      return (await query.execute()).map((row) => row.id);
    },

    async list(db, projectIds) {
      if (!projectIds) return members(db).execute();
      if (projectIds.length === 0) return [];
      return members(db).where('project_member.project_id', 'in', projectIds).execute();
    },

    async listActive(projectId, role) {
      const rows = await members(store.db)
        .where('project_member.project_id', '=', projectId)
        .where('project_member.role', '=', role)
        .where('app_user.is_active', '=', 1)
        .execute();
      return rows.map(({ userId, username }) => ({ user_id: userId, username }));
    },

    async add(db, projectId, userId, role) {
      const { numInsertedOrUpdatedRows } = await db
        .insertInto('project_member')
        .values({ project_id: projectId, user_id: userId, role, created_at: timestampNow() })
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirst();
      return (numInsertedOrUpdatedRows ?? 0n) > 0n;
    },

    async remove(db, projectId, userId, role) {
      const { numDeletedRows } = await db
        .deleteFrom('project_member')
        .where('project_id', '=', projectId)
        .where('user_id', '=', userId)
        .where('role', '=', role)
        .executeTakeFirst();
      return numDeletedRows > 0n;
    },
  };
}

/** Whether somebody may be responsible for work on a project: its members and administrators. */
export async function mayOwn(
  users: Pick<UserService, 'find'>,
  members: Pick<MemberService, 'isMember'>,
  userId: number,
  projectId: number,
): Promise<boolean> {
  const user = await users.find(userId);
  return user?.is_admin === 1 || members.isMember(userId, projectId);
}
