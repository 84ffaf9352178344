import type { Kysely, Migration } from 'kysely';
import { type ColumnTypes, createMaker, refersTo, required, requiredPartOf } from '../columns.ts';

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
