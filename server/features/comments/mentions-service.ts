import type { Selectable } from 'kysely';
import { namedIn } from '../../../contract/comments.ts';
import type { UserName } from '../../../contract/users.ts';
import type { Db } from '../../platform/db/store.ts';
import type { ObjectTable } from '../../platform/db/tables.ts';
import type { Actor } from '../../platform/http/route.ts';
import type { Notice } from '../notifications/service.ts';

/** Active members of a project and administrators, by name. */
export const listPeople = (db: Db, projectId: number): Promise<UserName[]> =>
  db
    .selectFrom('app_user')
    .select(['id as user_id', 'username'])
    .where('is_active', '=', 1)
    .where((where) =>
      where.or([
        where('is_admin', '=', 1),
        where.exists(
          where
            .selectFrom('project_member')
            .select('project_member.user_id')
            .whereRef('project_member.user_id', '=', 'app_user.id')
            .where('project_member.project_id', '=', projectId),
        ),
      ]),
    )
    .orderBy('username_key')
    .execute();

/** Notices for members who are mentioned in a comment's text but were not in its previous text. */
export async function mentionNotices(
  db: Db,
  actor: Actor,
  object: Pick<Selectable<ObjectTable>, 'id' | 'project_id' | 'side'>,
  text: string | null,
  before: string | null,
): Promise<Notice[]> {
  if (!text?.includes('@')) return [];
  const people = await listPeople(db, object.project_id);
  const already = new Set(before === null ? [] : namedIn(before, people));
  return namedIn(text, people)
    .filter((person) => !already.has(person))
    .map(({ user_id }) => ({
      userId: user_id,
      kind: 'mentioned',
      projectId: object.project_id,
      side: object.side,
      objectId: object.id,
      actorId: actor.userId,
    }));
}
