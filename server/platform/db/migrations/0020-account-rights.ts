import type { Kysely, Migration } from 'kysely';
import type { ColumnTypes } from '../columns.ts';

/** What the account of a connection could do besides reading, as a test found last. */
export const accountRights = ({ text }: ColumnTypes): Migration => ({
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('project_connection').addColumn('rights', text).execute();
  },
});
