import type { Kysely, Migration } from 'kysely';
import type { ColumnTypes } from '../columns.ts';

/** Since when an object is back with its developer; of those that are, nobody knew. */
export const returned = ({ text }: ColumnTypes): Migration => ({
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('object').addColumn('returned_at', text).execute();
  },
});
