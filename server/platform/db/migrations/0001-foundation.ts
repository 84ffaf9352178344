import type { Kysely, Migration } from 'kysely';
import type { ColumnTypes } from '../columns.ts';

/** Users, sessions, projects, members, objects and their history. */
export const foundation = ({ text, identity }: ColumnTypes): Migration => ({
  async up(db: Kysely<unknown>) {
    const { schema } = db;
    await schema
      .createTable('app_user')
      .addColumn('id', 'integer', identity)
      .addColumn('username', text, (c) => c.notNull())
      .addColumn('username_key', text, (c) => c.notNull().unique())
      .addColumn('email', text)
      .addColumn('password_hash', text, (c) => c.notNull())
      .addColumn('password_set_by_admin', 'integer', (c) => c.notNull())
      .addColumn('is_admin', 'integer', (c) => c.notNull())
      .addColumn('is_active', 'integer', (c) => c.notNull())
      .addColumn('is_sample', 'integer', (c) => c.notNull().defaultTo(0))
      .addColumn('created_at', text, (c) => c.notNull())
      .execute();

    await schema
      .createTable('session')
      .addColumn('token_hash', text, (c) => c.primaryKey())
      .addColumn('user_id', 'integer', (c) =>
        c.notNull().references('app_user.id').onDelete('cascade'),
      )
      .addColumn('created_at', text, (c) => c.notNull())
      .addColumn('last_seen_at', text, (c) => c.notNull())
      .addColumn('expires_at', text, (c) => c.notNull())
      .execute();
    await schema.createIndex('session_user').on('session').column('user_id').execute();

    await schema
      .createTable('login_attempt')
      .addColumn('id', 'integer', identity)
      .addColumn('at', text, (c) => c.notNull())
      .addColumn('username_key', text, (c) => c.notNull())
      .addColumn('user_id', 'integer', (c) => c.references('app_user.id').onDelete('set null'))
      .addColumn('login_time', text)
      .addColumn('address_sent', text)
      .addColumn('address_seen', text, (c) => c.notNull())
      .addColumn('outcome', text, (c) => c.notNull())
      .execute();
    await schema
      .createIndex('login_attempt_username')
      .on('login_attempt')
      .columns(['username_key', 'at'])
      .execute();
    await schema
      .createIndex('login_attempt_address')
      .on('login_attempt')
      .columns(['address_seen', 'at'])
      .execute();

    await schema
      .createTable('project')
      .addColumn('id', 'integer', identity)
      .addColumn('name', text, (c) => c.notNull())
      .addColumn('client_name', text, (c) => c.notNull())
      .addColumn('migration_type', text, (c) => c.notNull())
      .addColumn('status', text, (c) => c.notNull())
      .addColumn('planned_start_date', text, (c) => c.notNull())
      .addColumn('planned_end_date', text, (c) => c.notNull())
      .addColumn('actual_start_date', text)
      .addColumn('actual_end_date', text)
      .addColumn('archived_at', text)
      .addColumn('is_sample', 'integer', (c) => c.notNull().defaultTo(0))
      .addColumn('version', 'integer', (c) => c.notNull().defaultTo(1))
      .addColumn('created_at', text, (c) => c.notNull())
      .addColumn('created_by', 'integer', (c) => c.references('app_user.id').onDelete('set null'))
      .execute();

    await schema
      .createTable('project_connection')
      .addColumn('project_id', 'integer', (c) =>
        c.notNull().references('project.id').onDelete('cascade'),
      )
      .addColumn('side', text, (c) => c.notNull())
      .addColumn('engine', 'integer', (c) => c.notNull())
      .addColumn('label', text)
      .addColumn('host', text)
      .addColumn('port', 'integer')
      .addColumn('database_name', text)
      .addColumn('username', text)
      .addColumn('password_sealed', text)
      .addColumn('tls', text, (c) => c.notNull())
      .addColumn('tls_ca', text)
      .addPrimaryKeyConstraint('project_connection_key', ['project_id', 'side'])
      .execute();

    await schema
      .createTable('project_member')
      .addColumn('project_id', 'integer', (c) =>
        c.notNull().references('project.id').onDelete('cascade'),
      )
      .addColumn('user_id', 'integer', (c) =>
        c.notNull().references('app_user.id').onDelete('cascade'),
      )
      .addColumn('role', text, (c) => c.notNull())
      .addColumn('created_at', text, (c) => c.notNull())
      .addPrimaryKeyConstraint('project_member_key', ['project_id', 'user_id', 'role'])
      .execute();
    await schema
      .createIndex('project_member_user')
      .on('project_member')
      .column('user_id')
      .execute();

    await schema
      .createTable('object')
      .addColumn('id', 'integer', identity)
      .addColumn('project_id', 'integer', (c) =>
        c.notNull().references('project.id').onDelete('cascade'),
      )
      .addColumn('side', text, (c) => c.notNull())
      .addColumn('type_id', 'integer', (c) => c.notNull())
      .addColumn('schema_name', text, (c) => c.notNull())
      .addColumn('object_name', text, (c) => c.notNull())
      .addColumn('search_key', text, (c) => c.notNull())
      .addColumn('status', text, (c) => c.notNull().defaultTo('pending'))
      .addColumn('test_call', text)
      .addColumn('test_result', text)
      .addColumn('comments', text)
      .addColumn('developer_id', 'integer', (c) => c.references('app_user.id').onDelete('set null'))
      .addColumn('tester_id', 'integer', (c) => c.references('app_user.id').onDelete('set null'))
      .addColumn('migrated_by', 'integer', (c) => c.references('app_user.id').onDelete('set null'))
      .addColumn('tested_by', 'integer', (c) => c.references('app_user.id').onDelete('set null'))
      .addColumn('missing_since', text)
      .addColumn('version', 'integer', (c) => c.notNull().defaultTo(1))
      .addColumn('created_at', text, (c) => c.notNull())
      .addColumn('created_by', 'integer', (c) => c.references('app_user.id').onDelete('set null'))
      .addColumn('updated_at', text, (c) => c.notNull())
      .addUniqueConstraint('object_identity', [
        'project_id',
        'side',
        'type_id',
        'schema_name',
        'object_name',
      ])
      .execute();
    await schema
      .createIndex('object_list')
      .on('object')
      .columns(['project_id', 'side', 'id'])
      .execute();
    await schema
      .createTable('history')
      .addColumn('id', 'integer', identity)
      .addColumn('at', text, (c) => c.notNull())
      .addColumn('user_id', 'integer', (c) => c.references('app_user.id').onDelete('set null'))
      .addColumn('entity', text, (c) => c.notNull())
      .addColumn('entity_id', 'integer', (c) => c.notNull())
      .addColumn('project_id', 'integer', (c) => c.references('project.id').onDelete('cascade'))
      .addColumn('action', text, (c) => c.notNull())
      .addColumn('changes', text, (c) => c.notNull())
      .execute();
    await schema
      .createIndex('history_entity')
      .on('history')
      .columns(['entity', 'entity_id', 'id'])
      .execute();
    await schema
      .createIndex('history_project')
      .on('history')
      .columns(['project_id', 'id'])
      .execute();
  },
});
