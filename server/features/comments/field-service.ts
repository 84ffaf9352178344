import { type Expression, type RawBuilder, sql } from 'kysely';
import { timestampNow } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/store.ts';

/** The newest comment of an object that is not resolved. @param objectId - of the object */
const newestOpen = (objectId: Expression<unknown>) => sql<number>`(
  select max(newest.id) from comment as newest
  where newest.object_id = ${objectId} and newest.resolved_at is null)`;

/** The newest comment of an object that is not resolved, where somebody wrote it themselves. */
export async function findOwnComment(
  tx: Db,
  userId: number,
  objectId: number,
): Promise<string | null> {
  const own = await tx
    .selectFrom('comment')
    .select('text')
    .where('id', '=', newestOpen(sql.lit(objectId)))
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return own?.text ?? null;
}

/** What the field of the object of a comment says. */
const said = sql<
  string | null
>`(select object.comments from object where object.id = comment.object_id)`;

/**
 * Brings the threads of objects to what their field `comments` says since somebody wrote it: one's own newest comment
 * has other words, or there is a new one; an emptied field resolves them all.
 * @param ids - of objects, or a table of them
 */
export async function followComments(
  tx: Db,
  userId: number,
  ids: readonly number[] | RawBuilder<number>,
): Promise<void> {
  const now = timestampNow();
  await tx
    .updateTable('comment')
    .set({ resolved_at: now, resolved_by: userId })
    .where('object_id', 'in', ids)
    .where('resolved_at', 'is', null)
    .where(said, 'is', null)
    .execute();
  await tx
    .updateTable('comment')
    .set({ text: sql<string>`${said}`, edited_at: now })
    .where('object_id', 'in', ids)
    .where('user_id', '=', userId)
    .where(({ ref }) => sql<boolean>`comment.id = ${newestOpen(ref('comment.object_id'))}`)
    .where(said, '<>', sql.ref<string>('comment.text'))
    .execute();
  await tx
    .insertInto('comment')
    .columns(['project_id', 'object_id', 'user_id', 'at', 'text'])
    .expression((where) =>
      where
        .selectFrom('object')
        .leftJoin('comment', (join) =>
          join.on(({ ref }) => sql<boolean>`comment.id = ${newestOpen(ref('object.id'))}`),
        )
        .select([
          'object.project_id',
          'object.id',
          sql<number>`${sql.lit(userId)}`.as('user_id'),
          sql<string>`${sql.lit(now)}`.as('at'),
          sql<string>`object.comments`.as('text'),
        ])
        .where('object.id', 'in', ids)
        .where('object.comments', 'is not', null)
        .where((is) =>
          is.or([
            is('comment.id', 'is', null),
            is('comment.text', '<>', is.ref('object.comments').$notNull()),
          ]),
        ),
    )
    .execute();
}

/** Takes back what `followComments` did for somebody since then; the field says again what it said before. */
export async function unfollowComments(
  tx: Db,
  userId: number,
  objectId: number,
  since: string,
): Promise<void> {
  await tx
    .deleteFrom('comment')
    .where('object_id', '=', objectId)
    .where('user_id', '=', userId)
    .where('at', '>=', since)
    .execute();
  await tx
    .updateTable('comment')
    .set({ resolved_at: null, resolved_by: null })
    .where('object_id', '=', objectId)
    .where('resolved_by', '=', userId)
    .where('resolved_at', '>=', since)
    .execute();
  await followComments(tx, userId, [objectId]);
}
