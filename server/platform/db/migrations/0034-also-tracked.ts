import type { Kysely, Migration } from 'kysely';
import type { ColumnTypes } from '../columns.ts';

/** Adds the optional types of objects that a project tracks. */
export const alsoTracked = ({ text }: ColumnTypes): Migration => ({
  async up(db: Kysely<unknown>) {
    await db.schema
      .alterTable('project')
      .addColumn('also_tracked', text, (c) => c.notNull().defaultTo('none'))
      .execute();
  },
});
