import { sql } from 'kysely';
import { ROLES, type Role } from '../../../contract/projects.ts';
import type { Db } from '../../platform/db/store.ts';
import type { Changes } from '../history/service.ts';

/** The dates (UTC) between which somebody had a role; null: still has it. */
export interface Membership {
  userId: number;
  from: string;
  until: string | null;
}

/** Who had which role on a project, and when. */
export type PastTeam = Record<Role, readonly Membership[]>;

/**
 * From the history; if it does not contain somebody's joining, from the date stored with the member. Members whose
 * account is inactive are left out, because nothing records since when.
 */
export async function readPastTeam(db: Db, projectId: number): Promise<PastTeam> {
  const [changes, members] = await Promise.all([
    db
      .selectFrom('history')
      .select(['at', 'changes'])
      .where('entity', '=', 'assignment')
      // The unary plus keeps SQLite from using the project's index: membership changes are few
      // among a project's entries.
      .where(sql`+project_id`, '=', projectId)
      .orderBy('id')
      .execute(),
    db
      .selectFrom('project_member')
      .innerJoin('app_user', 'app_user.id', 'project_member.user_id')
      .select(['user_id', 'role', 'project_member.created_at', 'is_active'])
      .where('project_id', '=', projectId)
      .execute(),
  ]);
  const team: Record<Role, Membership[]> = { developer: [], tester: [] };
  const openOf = (role: Role, userId: number) =>
    team[role].find((stay) => stay.userId === userId && stay.until === null);
  for (const { at, changes: text } of changes) {
    const found = JSON.parse(text) as Changes;
    for (const role of ROLES) {
      const [left, joined] = found[role] ?? [null, null];
      const day = at.slice(0, 10);
      if (typeof joined === 'number') team[role].push({ userId: joined, from: day, until: null });
      if (typeof left !== 'number') continue;
      const stay = openOf(role, left);
      if (stay) stay.until = day;
    }
  }
  const isThere = (role: Role, userId: number) =>
    members.some((one) => one.role === role && one.user_id === userId && one.is_active === 1);
  for (const { user_id: userId, role, created_at: at } of members)
    if (!openOf(role, userId)) team[role].push({ userId, from: at.slice(0, 10), until: null });
  for (const role of ROLES)
    team[role] = team[role].filter(({ userId, until }) => until !== null || isThere(role, userId));
  return team;
}
