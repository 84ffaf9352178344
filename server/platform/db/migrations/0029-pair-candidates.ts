import type { Kysely, Migration } from 'kysely';
import type { ColumnTypes } from '../columns.ts';

/** Adds possible counterparts of an unmatched object, none certain enough to be proposed. */
export const pairCandidates = ({ text }: ColumnTypes): Migration => ({
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('pair').addColumn('candidates', text).execute();
  },
});
