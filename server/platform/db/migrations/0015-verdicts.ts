import type { Kysely, Migration } from 'kysely';
import type { ColumnTypes } from '../columns.ts';

/** What results of pairs cover, and since when their definitions are the ones of today. */
export const verdicts = ({ text }: ColumnTypes): Migration => ({
  async up(db: Kysely<unknown>) {
    for (const column of ['data_coverage', 'data_look', 'definition_changed_at'])
      await db.schema.alterTable('pair').addColumn(column, text).execute();
  },
});
