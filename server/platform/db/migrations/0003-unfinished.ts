import type { Kysely, Migration } from 'kysely';
import type { ColumnTypes } from '../columns.ts';

/** Assignments that are written in several transactions, until the last of them. */
export const unfinished = ({ text }: ColumnTypes): Migration => ({
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('unfinished_assignment')
      .addColumn('batch', text, (c) => c.primaryKey())
      .addColumn('from_id', 'integer', (c) => c.notNull())
      .addColumn('is_cancelled', 'integer', (c) => c.notNull().defaultTo(0))
      .execute();
  },
});
