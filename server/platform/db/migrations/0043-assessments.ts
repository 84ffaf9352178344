import type { Kysely, Migration } from 'kysely';
import {
  type ColumnTypes,
  createMaker,
  refersTo,
  required,
  requiredPartOf,
  zero,
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
