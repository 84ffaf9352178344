import { type Kysely, type Migration, sql } from 'kysely';
import type { ColumnTypes } from '../columns.ts';

/** What the dashboard counts by, notifications, preferences, and assignments that can be undone. */
export const overview = ({ text, identity }: ColumnTypes): Migration => ({
  async up(db: Kysely<unknown>) {
    const { schema } = db;
    for (const column of ['migrated_at', 'verified_at']) {
      await schema.alterTable('object').addColumn(column, text).execute();
    }
    // What was done before is dated by its last change.
    await sql`update object set migrated_at = updated_at where status <> 'pending' and side = 'source'`.execute(
      db,
    );
    await sql`update object set verified_at = updated_at where status = 'verified'`.execute(db);
    await schema.alterTable('history').addColumn('batch', text).execute();

    await schema
      .createIndex('object_status')
      .on('object')
      .columns(['project_id', 'side', 'type_id', 'status', 'missing_since', 'updated_at'])
      .execute();
    const partial: [string, string[]][] = [
      ['migrated_at', ['project_id', 'migrated_at', 'migrated_by']],
      ['verified_at', ['project_id', 'verified_at']],
      ['tested_by', ['project_id', 'tested_by']],
      // Somebody's list in the order of ids, and counts by status without a look at the rows.
      ['developer_id', ['project_id', 'developer_id', 'side', 'id', 'status']],
      ['tester_id', ['project_id', 'tester_id', 'side', 'id', 'status']],
    ];
    for (const [column, columns] of partial) {
      await schema
        .createIndex(`object_by_${column}`)
        .on('object')
        .columns(columns)
        .where(sql.ref(column), 'is not', null)
        .execute();
    }
    await schema
      .createTable('notification')
      .addColumn('id', 'integer', identity)
      .addColumn('user_id', 'integer', (c) =>
        c.notNull().references('app_user.id').onDelete('cascade'),
      )
      .addColumn('at', text, (c) => c.notNull())
      .addColumn('kind', text, (c) => c.notNull())
      .addColumn('project_id', 'integer', (c) =>
        c.notNull().references('project.id').onDelete('cascade'),
      )
      .addColumn('side', text)
      .addColumn('object_id', 'integer', (c) => c.references('object.id').onDelete('cascade'))
      .addColumn('count', 'integer', (c) => c.notNull())
      .addColumn('actor_id', 'integer', (c) => c.references('app_user.id').onDelete('set null'))
      .addColumn('role', text)
      .addColumn('read_at', text)
      .execute();
    await schema
      .createIndex('notification_user')
      .on('notification')
      .columns(['user_id', 'id'])
      .execute();
    await schema
      .createIndex('notification_object')
      .on('notification')
      .column('object_id')
      .execute();

    await schema
      .createTable('setting')
      .addColumn('key', text, (c) => c.primaryKey())
      .addColumn('value', text, (c) => c.notNull())
      .execute();
    await schema
      .createTable('preference')
      .addColumn('user_id', 'integer', (c) =>
        c.notNull().references('app_user.id').onDelete('cascade'),
      )
      .addColumn('key', text, (c) => c.notNull())
      .addColumn('value', text, (c) => c.notNull())
      .addPrimaryKeyConstraint('preference_key', ['user_id', 'key'])
      .execute();
  },
});
