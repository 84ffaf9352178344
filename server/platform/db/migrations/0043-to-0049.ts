// Steps of the schema, oldest first. A step that also changes what is stored, with tests of its own, has its own file.
import type { Kysely, Migration } from 'kysely';
import {
  type ColumnTypes,
  createMaker,
  refersTo,
  required,
  requiredPartOf,
  zero,
  key,
  partOf,
} from '../columns.ts';

/** Adds assessments by object, and a project's own weights. */
export const assessments = (types: ColumnTypes): Migration => ({
  async up(db: Kysely<unknown>) {
    const { text, withId, table, index, partialIndex } = createMaker(db, types);
    await withId('assessment')
      .addColumn('project_id', 'integer', requiredPartOf('project'))
      .addColumn('scope', text, required)
      .addColumn('state', text, required)
      .addColumn('total', 'integer', zero)
      .addColumn('done', 'integer', zero)
      .addColumn('not_read', 'integer', zero)
      .addColumn('current', text)
      .addColumn('source_engine', 'integer', required)
      .addColumn('target_engine', 'integer', required)
      .addColumn('rules_version', text, required)
      .addColumn('weights', text)
      .addColumn('features', text)
      .addColumn('error', text)
      .addColumn('connection_failed', 'integer', zero)
      .addColumn('cancelling', 'integer', zero)
      .addColumn('owner', text)
      .addColumn('lease_until', text)
      .addColumn('created_by', 'integer', refersTo('app_user'))
      .addColumn('created_at', text, required)
      .addColumn('started_at', text)
      .addColumn('finished_at', text)
      .execute();
    await index('assessment_project', 'assessment', ['project_id', 'id']);
    await index('assessment_state', 'assessment', ['state']);
    // For deleting a user: finds assessments that they requested.
    await partialIndex('assessment_user', 'assessment', ['created_by'], 'created_by');
    await withId('assessed_object')
      .addColumn('assessment_id', 'integer', requiredPartOf('assessment'))
      .addColumn('object_id', 'integer', refersTo('object'))
      .addColumn('schema_name', text, required)
      .addColumn('type_id', 'integer', required)
      .addColumn('object_name', text, required)
      .addColumn('hash', text, required)
      .addColumn('complexity', text, required)
      .addColumn('automatic', 'integer', required)
      .addColumn('develop_minutes', 'integer', required)
      .addColumn('test_minutes', 'integer', required)
      .addColumn('row_count', 'bigint')
      .addColumn('lines', 'integer', required)
      .addColumn('statements', 'integer', required)
      .addColumn('unused', text)
      .addColumn('risks', text)
      .addColumn('findings', text, required)
      .execute();
    await index('assessed_object_assessment', 'assessed_object', ['assessment_id', 'id']);
    await partialIndex('assessed_object_object', 'assessed_object', ['object_id'], 'object_id');
    await table('assessment_weights')
      .addColumn('project_id', 'integer', (column) =>
        requiredPartOf('project')(column).primaryKey(),
      )
      .addColumn('weights', text, required)
      .addColumn('updated_by', 'integer', refersTo('app_user'))
      .addColumn('updated_at', text, required)
      .execute();
    await partialIndex(
      'assessment_weights_user',
      'assessment_weights',
      ['updated_by'],
      'updated_by',
    );
  },
});

/** Adds the settings of a project's gate, and its decisions. */
export const gate = (types: ColumnTypes): Migration => ({
  async up(db: Kysely<unknown>) {
    const { text, withId, table, index, partialIndex } = createMaker(db, types);
    await table('gate')
      .addColumn('project_id', 'integer', (column) => partOf('project')(key(column)))
      .addColumn('settings', text, required)
      .execute();
    await withId('gate_decision')
      .addColumn('project_id', 'integer', requiredPartOf('project'))
      .addColumn('user_id', 'integer', refersTo('app_user'))
      .addColumn('at', text, required)
      .addColumn('decision', text, required)
      .addColumn('verdict', text, required)
      .addColumn('reason', text)
      .addColumn('failing', text, required)
      .execute();
    await index('gate_decision_project', 'gate_decision', ['project_id', 'id']);
    // For deleting a user: finds their decisions.
    await partialIndex('gate_decision_user', 'gate_decision', ['user_id'], 'user_id');
  },
});

/** Adds the server that last answered at a connection, and when its whole inventory was read. */
export const knownServers = ({ text }: ColumnTypes): Migration => ({
  async up(db: Kysely<unknown>) {
    for (const column of ['server_version', 'read_at'])
      await db.schema.alterTable('project_connection').addColumn(column, text).execute();
  },
});

/** Adds dependencies between a project's objects, as of the last reading. */
export const dependencies = (types: ColumnTypes): Migration => ({
  async up(db: Kysely<unknown>) {
    const { text, withId, index, partialIndex } = createMaker(db, types);
    await withId('dependency_read')
      .addColumn('project_id', 'integer', requiredPartOf('project'))
      .addColumn('state', text, required)
      .addColumn('total', 'integer', zero)
      .addColumn('done', 'integer', zero)
      .addColumn('not_read', 'integer', zero)
      .addColumn('source_only', 'integer', zero)
      .addColumn('current', text)
      .addColumn('error', text)
      .addColumn('connection_failed', 'integer', zero)
      .addColumn('cancelling', 'integer', zero)
      .addColumn('owner', text)
      .addColumn('lease_until', text)
      .addColumn('created_by', 'integer', refersTo('app_user'))
      .addColumn('created_at', text, required)
      .addColumn('finished_at', text)
      .execute();
    await index('dependency_read_project', 'dependency_read', ['project_id', 'id']);
    await index('dependency_read_state', 'dependency_read', ['state']);
    // For deleting a user: finds readings that they requested.
    await partialIndex('dependency_read_user', 'dependency_read', ['created_by'], 'created_by');
    await withId('dependency')
      .addColumn('read_id', 'integer', requiredPartOf('dependency_read'))
      .addColumn('object_id', 'integer', requiredPartOf('object'))
      .addColumn('needs_id', 'integer', partOf('object'))
      .addColumn('name', text)
      .addColumn('kind', text, required)
      .addColumn('origin', text, required)
      .addColumn('cycle', 'integer')
      .execute();
    await index('dependency_read_id', 'dependency', ['read_id', 'id']);
    await index('dependency_object', 'dependency', ['object_id']);
    await partialIndex('dependency_needs', 'dependency', ['needs_id'], 'needs_id');
  },
});

/** Adds weekly forecasts of projects. */
export const forecast = (types: ColumnTypes): Migration => ({
  async up(db: Kysely<unknown>) {
    const { text, table } = createMaker(db, types);
    await table('forecast')
      .addColumn('project_id', 'integer', requiredPartOf('project'))
      .addColumn('week', text, required)
      .addColumn('as_of', text, required)
      .addColumn('half', text, required)
      .addColumn('most', text, required)
      .addColumn('fan', text, required)
      .addPrimaryKeyConstraint('forecast_key', ['project_id', 'week'])
      .execute();
  },
});

/** Adds waves, the order in which a project is moved. */
export const waves = (types: ColumnTypes): Migration => ({
  async up(db: Kysely<unknown>) {
    const { text, withId, table, index, partialIndex } = createMaker(db, types);
    await withId('wave')
      .addColumn('project_id', 'integer', requiredPartOf('project'))
      .addColumn('position', 'integer', required)
      .addColumn('name', text)
      .addColumn('starts_on', text)
      .addColumn('ends_on', text)
      .addColumn('owner_id', 'integer', refersTo('app_user'))
      .addColumn('state', text, required)
      .execute();
    await index('wave_project', 'wave', ['project_id', 'position']);
    // For deleting a user: finds waves that they own.
    await partialIndex('wave_owner', 'wave', ['owner_id'], 'owner_id');
    await table('wave_object')
      .addColumn('object_id', 'integer', (column) => partOf('object')(key(column)))
      .addColumn('wave_id', 'integer', requiredPartOf('wave'))
      .execute();
    await index('wave_object_wave', 'wave_object', ['wave_id']);
    await table('wave_change')
      .addColumn('project_id', 'integer', (column) => partOf('project')(key(column)))
      .addColumn('token', text, required)
      .addColumn('before', text, required)
      .execute();
  },
});

/** Adds sign-offs of what was proven. */
export const signoffs = (types: ColumnTypes): Migration => ({
  async up(db: Kysely<unknown>) {
    const { text, withId, index, partialIndex } = createMaker(db, types);
    await withId('signoff')
      .addColumn('project_id', 'integer', requiredPartOf('project'))
      // No foreign keys: proposals and matching recreate waves and pairs, and a sign-off outlives
      // them.
      .addColumn('wave_id', 'integer')
      .addColumn('wave_name', text)
      .addColumn('pair_id', 'integer')
      .addColumn('role', text, required)
      .addColumn('user_id', 'integer', refersTo('app_user'))
      .addColumn('at', text, required)
      .addColumn('remark', text)
      .addColumn('hash', text, required)
      .addColumn('pairs', 'integer', required)
      .addColumn('open_pairs', 'integer', required)
      .addColumn('unpaired', 'integer', required)
      .addColumn('end_kind', text)
      .addColumn('ended_at', text)
      .addColumn('ended_by', 'integer', refersTo('app_user'))
      .addColumn('proof', text, required)
      .execute();
    await index('signoff_project', 'signoff', ['project_id', 'wave_id', 'pair_id']);
    // For deleting a user: finds their sign-offs.
    await partialIndex('signoff_user', 'signoff', ['user_id'], 'user_id');
    await partialIndex('signoff_ended_by', 'signoff', ['ended_by'], 'ended_by');
  },
});
