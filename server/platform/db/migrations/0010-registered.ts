import { type Kysely, type Migration, sql } from 'kysely';
import { lookOf } from '../../look.ts';
import type { ColumnTypes } from '../columns.ts';
import type { StoreKind } from '../store.ts';

/** What usernames look like, and notifications that are about no project. */
export const registered = (kind: StoreKind, { text, identity }: ColumnTypes): Migration => ({
  async up(db: Kysely<unknown>) {
    await db.schema
      .alterTable('app_user')
      .addColumn('username_look', text, (c) => c.notNull().defaultTo(''))
      .execute();
    const users = db as Kysely<{
      app_user: { id: number; username: string; username_look: string };
    }>;
    for (const { id, username } of await users
      .selectFrom('app_user')
      .select(['id', 'username'])
      .execute())
      await users
        .updateTable('app_user')
        .set({ username_look: lookOf(username) })
        .where('id', '=', id)
        .execute();
    await db.schema.createIndex('app_user_look').on('app_user').column('username_look').execute();

    if (kind === 'postgresql') {
      await sql`alter table notification alter column project_id drop not null`.execute(db);
      return;
    }
    // SQLite cannot take a rule off a column: the table is made anew.
    await sql`alter table notification rename to notification_before`.execute(db);
    await db.schema
      .createTable('notification')
      .addColumn('id', 'integer', identity)
      .addColumn('user_id', 'integer', (c) =>
        c.notNull().references('app_user.id').onDelete('cascade'),
      )
      .addColumn('at', text, (c) => c.notNull())
      .addColumn('kind', text, (c) => c.notNull())
      .addColumn('project_id', 'integer', (c) => c.references('project.id').onDelete('cascade'))
      .addColumn('side', text)
      .addColumn('object_id', 'integer', (c) => c.references('object.id').onDelete('cascade'))
      .addColumn('count', 'integer', (c) => c.notNull())
      .addColumn('actor_id', 'integer', (c) => c.references('app_user.id').onDelete('set null'))
      .addColumn('role', text)
      .addColumn('read_at', text)
      .execute();
    await sql`insert into notification select * from notification_before`.execute(db);
    await db.schema.dropTable('notification_before').execute();
    await db.schema
      .createIndex('notification_user')
      .on('notification')
      .columns(['user_id', 'id'])
      .execute();
    await db.schema
      .createIndex('notification_object')
      .on('notification')
      .column('object_id')
      .execute();
  },
});
