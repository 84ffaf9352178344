import type { Kysely, Migration } from 'kysely';

/** How often somebody has begun with a pair of a run since anything came of it. */
export const attempts: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .alterTable('run_item')
      .addColumn('attempts', 'integer', (column) => column.notNull().defaultTo(0))
      .execute();
  },
};
