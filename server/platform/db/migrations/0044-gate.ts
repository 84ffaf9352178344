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
