import { type Expression, type RawBuilder, sql } from 'kysely';
import { timestampNow } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/store.ts';

/** An object's newest comment that is not resolved. @param objectId - id of the object */
const newestOpen = (objectId: Expression<unknown>) => sql<number>`(
  select max(newest.id) from comment as newest
  where newest.object_id = ${objectId} and newest.resolved_at is null)`;

/** An object's newest unresolved comment, if the user wrote it. */
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

/** The comment field of the object to which a comment belongs. */
const said = sql<
  string | null
>`(select object.comments from object where object.id = comment.object_id)`;

/**
 * Updates threads to match objects' `comments` fields after somebody edited them: changes the text of the user's own
 * newest comment, or adds a comment; an emptied field resolves all.
 * @param ids - of objects, or a table of ids
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

/** Undoes what `followComments` has done for a user since then; the field has its former text again. */
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
