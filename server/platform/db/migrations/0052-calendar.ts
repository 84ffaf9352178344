import type { Kysely, Migration } from 'kysely';
import {
  type ColumnTypes,
  createMaker,
  key,
  partOf,
  required,
  requiredPartOf,
} from '../columns.ts';

/** Adds projects' working days, and people's availability. */
export const calendar = (types: ColumnTypes): Migration => ({
  async up(db: Kysely<unknown>) {
    const { text, withId, table, index } = createMaker(db, types);
    await table('calendar')
      .addColumn('project_id', 'integer', (column) => partOf('project')(key(column)))
      .addColumn('working_time', text, required)
      .execute();
    await table('week_share')
      .addColumn('project_id', 'integer', requiredPartOf('project'))
      .addColumn('user_id', 'integer', requiredPartOf('app_user'))
      .addColumn('share', 'integer', required)
      .addPrimaryKeyConstraint('week_share_key', ['project_id', 'user_id'])
      .execute();
    // For deleting a user.
    await index('week_share_user', 'week_share', ['user_id']);
    await withId('absence')
      .addColumn('user_id', 'integer', requiredPartOf('app_user'))
      .addColumn('starts_on', text, required)
      .addColumn('ends_on', text, required)
      .addColumn('reason', text)
      .execute();
    await index('absence_user', 'absence', ['user_id', 'starts_on']);
  },
});
