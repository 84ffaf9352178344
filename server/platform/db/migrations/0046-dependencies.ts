import type { Kysely, Migration } from 'kysely';
import {
  type ColumnTypes,
  createMaker,
  partOf,
  refersTo,
  required,
  requiredPartOf,
  zero,
} from '../columns.ts';

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
