import type { Kysely, Migration } from 'kysely';
import { type ColumnTypes, createMaker, refersTo, required, requiredPartOf } from '../columns.ts';

/** Adds tolerances that apply to all pairs of a project, and marks the results that depend on them. */
export const projectTolerances = (types: ColumnTypes): Migration => ({
  async up(db: Kysely<unknown>) {
    const { text, withId, index, partialIndex } = createMaker(db, types);
    await withId('project_tolerance')
      .addColumn('project_id', 'integer', requiredPartOf('project'))
      .addColumn('cause', text, required)
      .addColumn('source_type', text)
      .addColumn('target_type', text)
      .addColumn('reason', text, required)
      .addColumn('until', text)
      .addColumn('ended_at', text)
      .addColumn('created_by', 'integer', refersTo('app_user'))
      .addColumn('created_at', text, required)
      .execute();
    await index('project_tolerance_project', 'project_tolerance', ['project_id', 'id']);
    await db.schema.alterTable('pair').addColumn('data_leans_on', text).execute();
    await partialIndex('pair_leaning', 'pair', ['project_id'], 'data_leans_on');
  },
});
