import type { Kysely, Migration } from 'kysely';
import type { ColumnTypes } from '../columns.ts';

/** What an object without a counterpart may have become: nothing of it is certain enough to be proposed. */
export const pairCandidates = ({ text }: ColumnTypes): Migration => ({
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('pair').addColumn('candidates', text).execute();
  },
});
