import type { Kysely, Migration } from 'kysely';
import {
  type ColumnTypes,
  createMaker,
  key,
  partOf,
  refersTo,
  required,
  requiredPartOf,
} from '../columns.ts';

/** Adds the steps of a project's cutover. */
export const runbooks = (types: ColumnTypes): Migration => ({
  async up(db: Kysely<unknown>) {
    const { text, withId, table, index, partialIndex } = createMaker(db, types);
    await table('runbook')
      .addColumn('project_id', 'integer', (column) => partOf('project')(key(column)))
      .addColumn('starts_at', text)
      .execute();
    await withId('runbook_step')
      .addColumn('project_id', 'integer', requiredPartOf('project'))
      .addColumn('position', 'integer', required)
      .addColumn('title', text, required)
      .addColumn('owner_id', 'integer', refersTo('app_user'))
      .addColumn('minutes', 'integer', required)
      .addColumn('after', text)
      .addColumn('commands', text, required)
      .addColumn('way_back', text, required)
      .addColumn('needs_confirmation', 'integer', required)
      .addColumn('no_return', 'integer', required)
      .execute();
    await index('runbook_step_project', 'runbook_step', ['project_id', 'position']);
    // For deleting a user: finds steps that they own.
    await partialIndex('runbook_step_owner', 'runbook_step', ['owner_id'], 'owner_id');
  },
});
