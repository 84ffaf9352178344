import type { Kysely, Migration } from 'kysely';
import type { ColumnTypes } from '../columns.ts';

/** What was not compared of the call of a pair. */
export const callGaps = ({ text }: ColumnTypes): Migration => ({
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('pair').addColumn('call_gaps', text).execute();
  },
});
