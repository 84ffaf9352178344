import { type Kysely, type Migration, sql } from 'kysely';
import {
  type ColumnTypes,
  createMaker,
  key,
  type Maker,
  one,
  partOf,
  refersTo,
  required,
  requiredPartOf,
  zero,
} from '../columns.ts';
import { makeProofTables } from './0026-baseline-proof.ts';

/** Creates the tables of the last version before the first release at once. */
export const baseline = (types: ColumnTypes): Migration => ({
  async up(db: Kysely<unknown>) {
    const maker = createMaker(db, types);
    await makePeople(maker);
    await makeProjects(maker);
    await makeProofTables(maker);
    await makeObjects(maker);
    await makeTraces(maker);
  },
});

async function makePeople({ text, table, withId, index }: Maker): Promise<void> {
  await withId('app_user')
    .addColumn('username', text, required)
    .addColumn('username_key', text, (c) => c.notNull().unique())
    .addColumn('username_look', text, (c) => c.notNull().defaultTo(''))
    .addColumn('email', text)
    .addColumn('password_hash', text, required)
    .addColumn('password_set_by_admin', 'integer', required)
    .addColumn('is_admin', 'integer', required)
    .addColumn('is_active', 'integer', required)
    .addColumn('is_sample', 'integer', zero)
    .addColumn('created_at', text, required)
    .execute();
  await index('app_user_look', 'app_user', ['username_look']);

  await table('session')
    .addColumn('token_hash', text, key)
    .addColumn('user_id', 'integer', requiredPartOf('app_user'))
    .addColumn('created_at', text, required)
    .addColumn('last_seen_at', text, required)
    .addColumn('expires_at', text, required)
    .execute();
  await index('session_user', 'session', ['user_id']);

  await withId('login_attempt')
    .addColumn('at', text, required)
    .addColumn('username_key', text, required)
    .addColumn('user_id', 'integer', refersTo('app_user'))
    .addColumn('login_time', text)
    .addColumn('address_sent', text)
    .addColumn('address_seen', text, required)
    .addColumn('outcome', text, required)
    .execute();
  await index('login_attempt_username', 'login_attempt', ['username_key', 'at']);
  await index('login_attempt_address', 'login_attempt', ['address_seen', 'at']);

  await table('preference')
    .addColumn('user_id', 'integer', requiredPartOf('app_user'))
    .addColumn('key', text, required)
    .addColumn('value', text, required)
    .addPrimaryKeyConstraint('preference_key', ['user_id', 'key'])
    .execute();
  await table('setting').addColumn('key', text, key).addColumn('value', text, required).execute();
}

async function makeProjects({ text, table, withId, index }: Maker): Promise<void> {
  await withId('project')
    .addColumn('name', text, required)
    .addColumn('client_name', text, required)
    .addColumn('migration_type', text, required)
    .addColumn('status', text, required)
    .addColumn('planned_start_date', text, required)
    .addColumn('planned_end_date', text, required)
    .addColumn('actual_start_date', text)
    .addColumn('actual_end_date', text)
    .addColumn('archived_at', text)
    .addColumn('is_sample', 'integer', zero)
    .addColumn('version', 'integer', one)
    .addColumn('created_at', text, required)
    .addColumn('created_by', 'integer', refersTo('app_user'))
    .execute();

  await table('project_connection')
    .addColumn('project_id', 'integer', requiredPartOf('project'))
    .addColumn('side', text, required)
    .addColumn('engine', 'integer', required)
    .addColumn('label', text)
    .addColumn('host', text)
    .addColumn('port', 'integer')
    .addColumn('database_name', text)
    .addColumn('username', text)
    .addColumn('password_sealed', text)
    .addColumn('tls', text, required)
    .addColumn('tls_ca', text)
    .addColumn('rights', text)
    .addPrimaryKeyConstraint('project_connection_key', ['project_id', 'side'])
    .execute();

  await table('project_member')
    .addColumn('project_id', 'integer', requiredPartOf('project'))
    .addColumn('user_id', 'integer', requiredPartOf('app_user'))
    .addColumn('role', text, required)
    .addColumn('created_at', text, required)
    .addPrimaryKeyConstraint('project_member_key', ['project_id', 'user_id', 'role'])
    .execute();
  await index('project_member_user', 'project_member', ['user_id']);
}

async function makeObjects({ db, text, table, withId, index, partialIndex }: Maker): Promise<void> {
  const identity = ['project_id', 'side', 'type_id', 'schema_name', 'object_name'] as const;
  await withId('object')
    .addColumn('project_id', 'integer', requiredPartOf('project'))
    .addColumn('side', text, required)
    .addColumn('type_id', 'integer', required)
    .addColumn('schema_name', text, required)
    .addColumn('object_name', text, required)
    .addColumn('search_key', text, required)
    .addColumn('status', text, (c) => c.notNull().defaultTo('pending'))
    .addColumn('test_call', text)
    .addColumn('test_result', text)
    .addColumn('comments', text)
    .addColumn('developer_id', 'integer', refersTo('app_user'))
    .addColumn('tester_id', 'integer', refersTo('app_user'))
    .addColumn('migrated_by', 'integer', refersTo('app_user'))
    .addColumn('migrated_at', text)
    .addColumn('tested_by', 'integer', refersTo('app_user'))
    .addColumn('verified_at', text)
    .addColumn('against_evidence', text)
    .addColumn('against_reason', text)
    .addColumn('pair_id', 'integer', refersTo('pair'))
    .addColumn('stale_since', text)
    .addColumn('stale_reason', text)
    .addColumn('missing_since', text)
    .addColumn('version', 'integer', one)
    .addColumn('created_at', text, required)
    .addColumn('created_by', 'integer', refersTo('app_user'))
    .addColumn('updated_at', text, required)
    .addUniqueConstraint('object_identity', [...identity])
    .execute();
  const counted = ['project_id', 'side', 'type_id', 'status', 'missing_since', 'updated_at'];
  await index('object_list', 'object', ['project_id', 'side', 'id']);
  await index('object_status', 'object', counted);
  // Covers lists by name, search, and lists by latest change, without reading rows.
  const byName = ['project_id', 'side', 'object_name', 'search_key'];
  await index('object_by_name', 'object', byName);
  const byChange = ['project_id', 'side', 'updated_at', 'id', 'object_name'];
  await index('object_by_updated_at', 'object', byChange);
  // A person's list ordered by id, and counts by status.
  for (const person of ['developer_id', 'tester_id']) {
    const columns = ['project_id', person, 'side', 'id', 'status'];
    await partialIndex(`object_by_${person}`, 'object', columns, person);
  }
  const tested = ['project_id', 'tested_by'];
  await partialIndex('object_by_tested_by', 'object', tested, 'tested_by');
  await partialIndex('object_pair', 'object', ['pair_id'], 'pair_id');
  const stale = ['project_id', 'side', 'pair_id'];
  await partialIndex('object_stale', 'object', stale, 'stale_since');
  await partialIndex('object_missing', 'object', ['project_id', 'pair_id'], 'missing_since');
  await partialIndex('object_against', 'object', ['project_id', 'status'], 'against_evidence');
  // PostgreSQL answers from an index on an expression only if it also contains the column.
  for (const [column, rest] of [
    ['migrated_at', 'migrated_by, migrated_at'],
    ['verified_at', 'verified_at'],
  ] as const)
    await sql`create index ${sql.ref(`object_by_${column}`)} on object
      (project_id, substr(${sql.ref(column)}, 1, 10), ${sql.raw(rest)})
      where ${sql.ref(column)} is not null`.execute(db);

  await table('snapshot')
    .addColumn('object_id', 'integer', (c) => partOf('object')(key(c)))
    .addColumn('hash', text, required)
    .addColumn('structure', text, required)
    .addColumn('read_at', text, required)
    .addColumn('changed_at', text)
    .execute();
  await table('unfinished_assignment')
    .addColumn('batch', text, key)
    .addColumn('from_id', 'integer', required)
    .addColumn('is_cancelled', 'integer', zero)
    .execute();
}

/** Creates history and notifications. */
async function makeTraces({ text, withId, index }: Maker): Promise<void> {
  await withId('history')
    .addColumn('at', text, required)
    .addColumn('user_id', 'integer', refersTo('app_user'))
    .addColumn('entity', text, required)
    .addColumn('entity_id', 'integer', required)
    .addColumn('project_id', 'integer', partOf('project'))
    .addColumn('action', text, required)
    .addColumn('changes', text, required)
    .addColumn('batch', text)
    .execute();
  await index('history_entity', 'history', ['entity', 'entity_id', 'id']);
  await index('history_project', 'history', ['project_id', 'id']);

  await withId('notification')
    .addColumn('user_id', 'integer', requiredPartOf('app_user'))
    .addColumn('at', text, required)
    .addColumn('kind', text, required)
    .addColumn('project_id', 'integer', partOf('project'))
    .addColumn('side', text)
    .addColumn('object_id', 'integer', partOf('object'))
    .addColumn('count', 'integer', required)
    .addColumn('actor_id', 'integer', refersTo('app_user'))
    .addColumn('role', text)
    .addColumn('read_at', text)
    .execute();
  await index('notification_user', 'notification', ['user_id', 'id']);
  await index('notification_object', 'notification', ['object_id']);
}
