import type { Kysely, Migration } from 'kysely';
import type { ColumnTypes } from '../columns.ts';

/** Adds the time at which an object was returned to its developer; unknown for existing ones. */
export const returned = ({ text }: ColumnTypes): Migration => ({
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('object').addColumn('returned_at', text).execute();
  },
});
