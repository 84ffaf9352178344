import { type Kysely, type Migration, sql } from 'kysely';
import { type ColumnTypes, createMaker, required, requiredPartOf } from '../columns.ts';

/** Adds rehearsals and cutovers with their steps. */
export const cutoverRuns = (types: ColumnTypes): Migration => ({
  async up(db: Kysely<unknown>) {
    const { text, withId, index } = createMaker(db, types);
    await withId('cutover_run')
      .addColumn('project_id', 'integer', requiredPartOf('project'))
      .addColumn('kind', text, required)
      .addColumn('state', text, required)
      .addColumn('started_at', text, required)
      .addColumn('started_by', text, required)
      .addColumn('ended_at', text)
      .addColumn('ended_by', text)
      .execute();
    await index('cutover_run_project', 'cutover_run', ['project_id', 'id']);
    // Allows only one run under way, even if two are started at once.
    await db.schema
      .createIndex('cutover_run_under_way')
      .on('cutover_run')
      .column('project_id')
      .unique()
      .where(sql.ref('state'), '=', 'running')
      .execute();
    await withId('cutover_step')
      .addColumn('run_id', 'integer', requiredPartOf('cutover_run'))
      .addColumn('step_id', 'integer', required)
      .addColumn('position', 'integer', required)
      .addColumn('title', text, required)
      .addColumn('owner', text)
      .addColumn('minutes', 'integer', required)
      .addColumn('after', text)
      .addColumn('commands', text, required)
      .addColumn('way_back', text, required)
      .addColumn('needs_confirmation', 'integer', required)
      .addColumn('no_return', 'integer', required)
      .addColumn('planned_start', text, required)
      .addColumn('planned_end', text, required)
      .addColumn('state', text, required)
      .addColumn('started_at', text)
      .addColumn('started_by', text)
      .addColumn('ended_at', text)
      .addColumn('ended_by', text)
      .execute();
    await index('cutover_step_run', 'cutover_step', ['run_id', 'position']);
  },
});
