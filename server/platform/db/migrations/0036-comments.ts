import { type Kysely, type Migration, sql } from 'kysely';
import { type ColumnTypes, createMaker, refersTo, required, requiredPartOf } from '../columns.ts';

/** Adds comments with their authors; for existing ones the author comes from the history, if it still has an entry. */
export const comments = (types: ColumnTypes): Migration => ({
  async up(db: Kysely<unknown>) {
    const { text, withId, index, partialIndex } = createMaker(db, types);
    await withId('comment')
      .addColumn('project_id', 'integer', requiredPartOf('project'))
      .addColumn('object_id', 'integer', requiredPartOf('object'))
      .addColumn('user_id', 'integer', refersTo('app_user'))
      .addColumn('at', text, required)
      .addColumn('text', text, required)
      .addColumn('edited_at', text)
      .addColumn('resolved_at', text)
      .addColumn('resolved_by', 'integer', refersTo('app_user'))
      .execute();
    await index('comment_object', 'comment', ['object_id', 'id']);
    await index('comment_project', 'comment', ['project_id']);
    // For deleting a user: finds their comments.
    await partialIndex('comment_user', 'comment', ['user_id'], 'user_id');
    await partialIndex('comment_resolver', 'comment', ['resolved_by'], 'resolved_by');
    await db.schema.alterTable('object').addColumn('returned_reason', text).execute();
    await sql`update object set returned_reason = comments where returned_at is not null`.execute(
      db,
    );
    await sql`
      insert into comment (project_id, object_id, user_id, at, text)
      select object.project_id, object.id, history.user_id,
        coalesce(history.at, object.updated_at), object.comments
      from object
      left join history on history.id = (
        select max(newest.id) from history as newest
        where newest.entity = 'object' and newest.entity_id = object.id
          and newest.changes like '%"comments":%')
      where object.comments is not null`.execute(db);
  },
});
