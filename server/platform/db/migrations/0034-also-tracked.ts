import type { Kysely, Migration } from 'kysely';
import type { ColumnTypes } from '../columns.ts';

/** Which types of object a project tracks besides those of each project. */
export const alsoTracked = ({ text }: ColumnTypes): Migration => ({
  async up(db: Kysely<unknown>) {
    await db.schema
      .alterTable('project')
      .addColumn('also_tracked', text, (c) => c.notNull().defaultTo('none'))
      .execute();
  },
});
