import type { Kysely, Migration } from 'kysely';
import { type ColumnTypes, createMaker, required, requiredPartOf } from '../columns.ts';

/** Adds clients of projects, in a table of their own, so that queries for members do not return them. */
export const clients = (types: ColumnTypes): Migration => ({
  async up(db: Kysely<unknown>) {
    const { text, table, index } = createMaker(db, types);
    await table('project_client')
      .addColumn('project_id', 'integer', requiredPartOf('project'))
      .addColumn('user_id', 'integer', requiredPartOf('app_user'))
      .addColumn('created_at', text, required)
      .addPrimaryKeyConstraint('project_client_key', ['project_id', 'user_id'])
      .execute();
    await index('project_client_user', 'project_client', ['user_id']);
  },
});
