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
